import SafeText

/// A variable and its value; nil unsets the variable.
package struct Assignment {
  package let name: VariableName
  package let text: [UInt8]?

  package init(name: VariableName, text: [UInt8]?) { (self.name, self.text) = (name, text) }
}

/// Lines for POSIX shells.
package enum ShellText {
  package static func line(_ variable: Assignment, isExported: Bool) -> [UInt8] {
    guard let text = variable.text else {
      return Array("unset ".utf8) + variable.name.bytes + [0x0A]
    }
    let start = isExported ? Array("export ".utf8) : []
    return start + variable.name.bytes + [UInt8(ascii: "=")] + quoted(text) + [0x0A]
  }

  package static func arguments(_ texts: [[UInt8]]) -> [UInt8] {
    Array("set --".utf8) + texts.flatMap { [UInt8(ascii: " ")] + quoted($0) } + [0x0A]
  }

  /// In single quotes a shell reads every byte except `'` literally.
  package static func quoted(_ text: [UInt8]) -> [UInt8] {
    let quote = UInt8(ascii: "'")
    return [quote] + text.flatMap { $0 == quote ? Array("'\\''".utf8) : [$0] } + [quote]
  }
}

/// A command line to paste into a shell.
package enum ShellWords {
  /// nil if a word cannot be shown literally.
  package static func text(_ words: [[UInt8]]) -> String? {
    let quoted = words.map { word in
      !word.isEmpty && word.allSatisfy(isPlain) ? word : ShellText.quoted(word)
    }
    let line = quoted.joined(separator: [UInt8(ascii: " ")])
    let shown = Printable.string(line)
    return shown.utf8.elementsEqual(line) ? shown : nil
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    byte.isLetterOrDigit || byte >= 0x80 || "_-./:=,@%+".utf8.contains(byte)
  }
}

/// Lines for `docker run --env-file` and `kubectl create configmap --from-env-file`: raw text to the end of the line.
package enum DockerText {
  // Both read lines with Go's `bufio.Scanner`, which has this limit.
  package static let longestLine = 64 << 10
  // The limit of Kubernetes for a name.
  package static let longestName = 253

  package static func line(_ variable: Assignment) throws(RepresentationError) -> [UInt8] {
    guard let text = variable.text else { return [] }
    if text.contains(0x0A) {
      throw .value("contains a newline, which docker's env files do not support")
    }
    if text.last == 0x0D {
      throw .value("ends with a carriage return, which docker treats as a part of the line end")
    }
    if variable.name.bytes.count > longestName {
      throw .value("makes a name of more than \(longestName) bytes, which kubectl refuses")
    }
    let line = variable.name.bytes + [UInt8(ascii: "=")] + text + [0x0A]
    if line.count > longestLine {
      throw .value("makes a line of more than \(longestLine >> 10) KiB, which docker refuses")
    }
    return line
  }
}

/// Lines for systemd's `EnvironmentFile=`.
package enum SystemdText {
  // The kernel's limit for a variable, MAX_ARG_STRLEN, including the NUL.
  package static let longest = 128 << 10

  /// In double quotes all versions unescape `\"` and `\\` and keep newlines. Versions differ in other escapes and in
  /// single quotes.
  package static func line(_ variable: Assignment) throws(RepresentationError) -> [UInt8] {
    guard let text = variable.text else { return [] }
    for scalar in String(decoding: text, as: UTF8.self).unicodeScalars {
      // Before version 248 systemd dropped the whole variable.
      if scalar < " " && scalar != "\n" && scalar != "\t" || scalar == "\u{7F}" {
        throw .value("contains a control character; systemd ignores such variables")
      }
      if scalar.value & 0xFFFE == 0xFFFE || (0xFDD0...0xFDEF).contains(scalar.value) {
        throw .value("contains a Unicode noncharacter; systemd refuses such files")
      }
    }
    if variable.name.bytes.count + text.count + 2 > longest {
      throw .value(
        "makes a variable of more than \(longest >> 10) KiB, more than a program can receive")
    }
    let body = text.flatMap { byte in
      "\"\\".utf8.contains(byte) ? [UInt8(ascii: "\\"), byte] : [byte]
    }
    return variable.name.bytes + Array("=\"".utf8) + body + Array("\"\n".utf8)
  }
}

/// Lines for `$GITHUB_ENV` and `$GITHUB_OUTPUT` of GitHub Actions.
package enum GitHubText {
  /// Names that the runner refuses, in any case, or sets itself; see heir(1).
  package static let reserved = ReservedNames(
    "NODE_OPTIONS", beginning: ["GITHUB_", "RUNNER_"], why: "is reserved by the runner",
    isCaseless: true)

  /// `NAME<<DELIMITER`, the text, and the delimiter. The text never contains its delimiter, so no value can inject
  /// lines, and equal values give equal lines.
  package static func lines(_ variable: Assignment) throws(RepresentationError) -> [UInt8] {
    let name = variable.name.bytes
    guard let text = variable.text else { return [] }
    // On Windows the runner removes it with the newline.
    if text.last == 0x0D {
      throw .value("ends with a carriage return, which the runner treats as a part of the line end")
    }
    let delimiter = delimiter(besides: text)
    return name + Array("<<".utf8) + delimiter + [0x0A] + text + [0x0A] + delimiter + [0x0A]
  }

  /// A word with a longer run of underscores than the text contains.
  private static func delimiter(besides text: [UInt8]) -> [UInt8] {
    let stroke = UInt8(ascii: "_")
    let longest = text.split { $0 != stroke }.map(\.count).max() ?? 0
    return Array("heir".utf8) + repeatElement(stroke, count: longest + 1)
  }
}
