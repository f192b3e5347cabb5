import Answers
import SafeText

// Custom attributes of changed keys, for example an owner.
extension ImpactFormatter {
  private static var maxNames: Int { 6 }
  var attributeNames: [String] { Self.told(in: impact.changes) }

  func hit(_ row: Row) -> String {
    let said = Self.told(in: row.changes).map { "\($0): \(row.words(of: $0))" }
    return ([scopes.words(row.scopes)] + said).joined(separator: "; ")
  }

  private static func told(in changes: [ImpactChange]) -> [String] {
    Array(Set(changes.flatMap { $0.attributes.map(\.name) }).sorted().prefix(maxNames))
  }
}

extension ImpactFormatter.Row {
  private static var maxTexts: Int { 3 }
  private static var longest: Int { 60 }

  func words(of name: String) -> String {
    let texts = changes.flatMap(\.attributes).filter { $0.name == name }.map(\.text)
      .grouped { $0 }.map { Printable.string($0.id, limit: Self.longest) }
    return Printable.listed(texts, most: Self.maxTexts)
  }
}
