import Cascade
import CommandSpec
import Trees

/// Lists of names for programs, each ended by a newline or NUL.
enum NameList {
  static let flag = Flag("-0", help: "End each name with NUL instead of a newline")

  static func print(_ scopes: [Scope], endsWithNUL: Bool, _ output: OutputBuffer) {
    for scope in scopes { print(scope.path, endsWithNUL: endsWithNUL, scope.text, output) }
  }

  static func print(
    _ name: [UInt8], endsWithNUL: Bool, _ line: @autoclosure () -> String, _ output: OutputBuffer
  ) {
    if endsWithNUL { output.append(name + [0]) } else { output.append(line() + "\n") }
  }
}
