import CommandSpec
import Legible

/// Notices a key where a scope belongs.
enum SwappedArguments {
  /// The corrected line, where what was taken for a scope looks like a key.
  static func note(
    _ arguments: [[UInt8]], _ failure: Failure, _ catalogue: @autoclosure () -> Catalogue
  ) -> String? {
    guard case .unknownScope(let text, _, let notes) = failure, let command = arguments.first,
      !text.contains(UInt8(ascii: "/")),
      ["get", "resolve", "explain", "where", "set", "unset", "stop", "resume"].contains(where: {
        $0.utf8.elementsEqual(command)
      })
    else { return nil }
    let positions = positions(in: arguments, catalogue())
    guard let place = positions.first(where: { arguments[$0] == text }) else { return nil }
    let slash = UInt8(ascii: "/")
    var mended = arguments
    let later = positions.filter { $0 > place }
    if let scope = later.first(where: { arguments[$0].first == slash }) {
      mended.swapAt(scope, place)
    } else if text.contains(UInt8(ascii: "."))
      || arguments.count == 2 && !notes.contains(where: { $0.hasPrefix("the nearest") })
    {
      mended.insert([slash], at: place)
    } else {
      return nil
    }
    let line = mended.map { Printable.string($0) }.joined(separator: " ")
    return "the scope comes first, then the key: heir \(line)"
  }

  /// Where the arguments stand that are neither the command, nor an option, nor an option's value.
  private static func positions(in arguments: [[UInt8]], _ catalogue: Catalogue) -> [Int] {
    var positions: [Int] = []
    var index = 1
    while index < arguments.count {
      let argument = arguments[index]
      if argument.elementsEqual("--".utf8) { return positions + ((index + 1)..<arguments.count) }
      if argument.count > 1, argument.first == UInt8(ascii: "-") {
        index += catalogue.takesValue(argument) ? 2 : 1
      } else {
        positions.append(index)
        index += 1
      }
    }
    return positions
  }
}
