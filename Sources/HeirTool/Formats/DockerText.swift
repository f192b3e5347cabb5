import Trees

/// Lines for `docker run --env-file` and `kubectl create configmap --from-env-file`: raw text to the end of the line.
package enum DockerText {
  // Both read lines with Go's `bufio.Scanner`, which has this limit.
  package static let longestLine = 64 << 10
  // The limit of Kubernetes for a name.
  package static let longestName = 253

  package static func line(_ variable: Assignment) throws(RepresentationError) -> [UInt8] {
    guard let text = variable.text else { return [] }
    if text.contains(0x0A) {
      throw RepresentationError("contains a newline, which docker's env files do not support")
    }
    if text.last == 0x0D {
      throw RepresentationError(
        "ends with a carriage return, which docker treats as a part of the line end")
    }
    if variable.name.bytes.count > longestName {
      throw RepresentationError(
        "makes a name of more than \(longestName) bytes, which kubectl refuses")
    }
    let line = variable.name.bytes + [UInt8(ascii: "=")] + text + [0x0A]
    if line.count > longestLine {
      throw RepresentationError(
        "makes a line of more than \(longestLine >> 10) KiB, which docker refuses")
    }
    return line
  }
}
