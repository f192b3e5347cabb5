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
