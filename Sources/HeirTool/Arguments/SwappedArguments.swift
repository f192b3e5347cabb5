import Legible

/// Notices a key where a scope belongs.
enum SwappedArguments {
  /// The corrected line, where what was taken for a scope looks like a key.
  static func note(_ arguments: [[UInt8]], _ failure: Failure) -> String? {
    guard case .unknownScope(let text, _, let notes) = failure, let command = arguments.first,
      let place = arguments.firstIndex(of: text), !text.contains(UInt8(ascii: "/")),
      ["get", "resolve", "explain"].contains(where: { $0.utf8.elementsEqual(command) })
    else { return nil }
    let slash = UInt8(ascii: "/")
    var mended = arguments
    if let scope = arguments.firstIndex(where: { $0.first == slash }), scope > place {
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
}
