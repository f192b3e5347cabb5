import Cascade
import Edits
import JSONSource
import Output
import SafeText

/// Messages about a value whose guessed type is doubtful.
struct GuessMessages {
  let doubt: GuessProblem
  let typed: [UInt8]
  let kind: TypeName
  let key: String
  let places: PlaceFormatter
  let isSecret: Bool

  var reason: String {
    let kind = kind.withArticle
    switch doubt {
    case .directive:
      return "VALUE contains a name that begins with '$', which would be a directive"
    case .effective(let type, let place):
      return places.text(
        "VALUE looks like \(kind), but \(key) is \(type.withArticle)", at: place)
    case .declared(let types, _, let place):
      let declared =
        types.isEmpty
        ? "the string as typed" : types.map(\.withArticle).joined(separator: " or ")
      return
        "VALUE looks like \(kind), but \(key) must be \(declared) (\(places.text(place)))"
    }
  }

  /// Suggests JSON for a value spelled as in another language, if the key's type allows it. `null` is the spelling to
  /// suggest for a null in a key of another type.
  func respelled(null: String) -> String? {
    guard !isSecret, let json = ForeignLiteral.json(typed) else { return nil }
    let fits: Bool
    var written = Self.shell(Array(json.spelling(0)))
    switch doubt {
    case .directive: fits = false
    case .effective(let type, _):
      let isNull = json.kind(0) == .null
      fits = isNull || type == TypeName(json.kind(0))
      if isNull, type != .null { written = null }
    case .declared(let types, _, _):
      fits = types.contains { $0.matches(json.kind(0), json.spelling(0)) }
    }
    return fits ? "\(Self.shell(typed)) is not JSON; write \(written)" : nil
  }

  /// Suggests `--as-string` and `--as-json` as far as the key's type allows; `json` is the guess as JSON.
  func options(json: [UInt8]) -> String? {
    let (string, other) = isSecret ? ("TEXT", "JSON") : (Self.shell(typed), Self.shell(json))
    let both = ["--as-string \(string) for a string", "--as-json \(other) for JSON"]
    return chosen(both).map { "use \($0)" }
  }

  func setting(_ key: [UInt8]) -> String? {
    let string = isSecret ? Array("\"TEXT\"".utf8) : StringEscapes.quoted(typed)
    return chosen([Self.shell(key + [UInt8(ascii: "=")] + string)])
      .map { "use --set \($0) for a string" }
  }

  private func chosen(_ spellings: [String]) -> String? {
    if case .declared(_, let takesText, _) = doubt { return takesText ? spellings[0] : nil }
    return spellings.joined(separator: ", or ")
  }

  /// The text as a shell word; `…` if it is too long or contains unprintable characters.
  private static func shell(_ text: [UInt8]) -> String {
    text.count > 60 ? "…" : ShellWords.text([text]) ?? "…"
  }
}

/// Spellings of values in other languages.
enum ForeignLiteral {
  private static let words: [(spellings: [String], json: String)] = [
    (["true", "yes", "on"], "true"), (["false", "no", "off"], "false"),
    (["null", "none", "nil"], "null"),
  ]

  /// The JSON that a text means in another language; nil if the text is JSON or means nothing there.
  static func json(_ text: [UInt8]) -> Document? {
    guard read(text) == nil else { return nil }
    let lower = text.map(\.lowered)
    for (spellings, json) in words where spellings.contains(where: { $0.utf8.elementsEqual(lower) })
    {
      return read(Array(json.utf8))
    }
    return number(text) ?? quoted(text)
  }

  private static func number(_ text: [UInt8]) -> Document? {
    let dash = UInt8(ascii: "-")
    let sign = text.first == dash ? [dash] : []
    var digits = text.dropFirst("+-".utf8.contains(text.first ?? 0) ? 1 : 0)
    guard digits.contains(where: \.isDigit) else { return nil }
    let rest = digits.drop { $0 == UInt8(ascii: "0") }
    digits = rest.first?.isDigit == true ? rest : digits.suffix(rest.count + 1)
    let point = UInt8(ascii: ".")
    if digits.first == point { digits = [UInt8(ascii: "0")] + digits }
    if digits.last == point { digits.removeLast() }
    return read(sign + digits).flatMap { $0.kind(0) == .number ? $0 : nil }
  }

  private static func quoted(_ text: [UInt8]) -> Document? {
    guard text.contains(UInt8(ascii: "'")), !text.contains(UInt8(ascii: "\"")) else { return nil }
    return read(text.map { $0 == UInt8(ascii: "'") ? UInt8(ascii: "\"") : $0 })
  }

  private static func read(_ text: [UInt8]) -> Document? {
    try? Document(Source(text), names: NameTable())
  }
}
