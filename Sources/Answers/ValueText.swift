import Cascade
import JSONSource

/// The compact JSON text of a value without directives, which tells it from others (F3): it is written once, and what
/// equals it is mostly written alike.
struct ValueText: Hashable {
  let json: [UInt8]
  private let print: UInt64

  private init(_ json: [UInt8]) {
    self.json = json
    print = JSONPrint.of(json)
  }

  init(_ value: EffectiveValue, _ names: NameTable) {
    self.init(JSONWriter.compact { $0.value(value, names) })
  }

  /// What plain values come to.
  init(_ plain: PlainStanding, _ names: NameTable, _ writer: inout JSONWriter) {
    writer.value(plain, names)
    self.init(writer.take())
  }

  func hash(into hasher: inout Hasher) { hasher.combine(print) }

  static func == (one: ValueText, other: ValueText) -> Bool {
    if one.print != other.print { return false }
    if one.json == other.json { return true }
    let names = NameTable()
    guard let document = try? Document(Source(one.json), names: names),
      let another = try? Document(Source(other.json), names: names)
    else { return false }
    return document.equal(0, another, 0, namesAreData: true)
  }
}
