import Answers
import Legible

// What attributes of one's own say of what changes: whom to ask.
extension ImpactWords {
  /// How many of them are told on a line or have a column; JSON has all.
  private static var mostNames: Int { 6 }

  /// The names of the columns.
  var attributeNames: [String] { Self.told(in: impact.changes) }

  /// `14 scopes; owner: search`: whom a row hits, and what is said of its keys.
  func hit(_ row: Row) -> String {
    let said = Self.told(in: row.changes).map { "\($0): \(row.words(of: $0))" }
    return ([scopes.words(row.scopes)] + said).joined(separator: "; ")
  }

  private static func told(in changes: [ImpactChange]) -> [String] {
    Array(Set(changes.flatMap { $0.attributes.map(\.name) }).sorted().prefix(mostNames))
  }
}

extension ImpactWords.Row {
  private static var mostTexts: Int { 3 }
  /// A longer text is cut.
  private static var longest: Int { 60 }

  /// What an attribute says of the row's keys: of several that differ, each once.
  func words(of name: String) -> String {
    let texts = changes.flatMap(\.attributes).filter { $0.name == name }.map(\.text)
      .grouped { $0 }.map { Printable.string($0.id, limit: Self.longest) }
    return Printable.listed(texts, most: Self.mostTexts)
  }
}
