import JSONSource

/// The target of an `$include`: a file, or the object at a key in a file (V6).
struct InclusionTarget {
  let path: [UInt8]
  let key: Key?

  /// Parses `PATH` or `PATH#KEY`; `##` in the path is a `#`.
  init(_ text: [UInt8], _ names: NameTable) throws(Diagnostic.Problem) {
    let sign = UInt8(ascii: "#")
    var path: [UInt8] = []
    var rest = text[...]
    var hasKey = false
    while let byte = rest.popFirst() {
      if byte == sign {
        guard rest.first == sign else {
          hasKey = true
          break
        }
        rest.removeFirst()
      }
      path.append(byte)
    }
    if let error = ComputedValueReader.problem(ofPath: path) { throw .badPath(error) }
    self.path = path
    guard hasKey else {
      key = nil
      return
    }
    do throws(KeyError) { key = try KeySyntax.key(Array(rest), names) } catch {
      throw .badKey(Array(rest), error, in: .include)
    }
  }
}
