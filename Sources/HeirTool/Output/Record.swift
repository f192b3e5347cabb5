import Answers
import Cascade
import JSONSource

/// A report as a tree of fields, written as JSON. Values in it are masked, and the items of lists are made when they
/// are printed.
package enum Record {
  case text(String)
  case bytes([UInt8])
  case number(Int)
  case flag(Bool)
  case key(Cascade.Key)
  /// A value of which nothing is masked.
  case plain(ShownValue)
  /// A value that is data rather than part of a report.
  case data(Cascade.EffectiveValue)
  case items(((Record) -> Void) -> Void)

  // Records with members, which can also be inlined in another record:

  /// nil fields are left out.
  case object([(Label, Record?)])
  /// A place with its inclusions.
  case origin(SourceRange)
  /// A place without its inclusions.
  case position(SourceRange)
  /// A value, or `secret`.
  case value(ShownValue)

  package enum Label: ExpressibleByStringLiteral {
    case named(String)
    /// No name: the members are inlined in the enclosing object.
    case with

    package init(stringLiteral value: String) { self = .named(value) }
  }
}

extension Record: ExpressibleByDictionaryLiteral, ExpressibleByArrayLiteral,
  ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  package init(dictionaryLiteral elements: (Label, Record?)...) {
    self = .object(elements)
  }

  package init(arrayLiteral elements: Record...) { self = .list(elements) { $0 } }

  package init(stringLiteral value: String) { self = .text(value) }

  package init(integerLiteral value: Int) { self = .number(value) }

  package init(booleanLiteral value: Bool) { self = .flag(value) }

  package static func list<Items: Sequence>(
    _ items: Items, _ record: @escaping (Items.Element) -> Record
  ) -> Record {
    .items { body in for item in items { body(record(item)) } }
  }

  /// nil if there are no items.
  static func list<Items: Collection>(
    ifAny items: Items, _ record: @escaping (Items.Element) -> Record
  ) -> Record? {
    items.isEmpty ? nil : list(items, record)
  }
}

extension Record {
  package static func head(_ scope: Scope) -> Record {
    ["version": 1, "scope": .bytes(scope.path)]
  }

  /// `origin` for a single place, `origins` for several.
  package static func origins(_ all: [SourceRange]) -> Record {
    all.count == 1 ? ["origin": .origin(all[0])] : ["origins": .list(all, origin)]
  }

  /// `paths` are those of all scopes, because the lists of a report name each of them many times.
  static func scopes(_ set: ScopeSet, _ paths: [[UInt8]]) -> Record {
    .list(set.numbers) { .bytes(paths[$0]) }
  }

  static func absence(_ absence: Absence?) -> Record {
    [
      "reason": .text(absence?.reason.rawValue ?? "never-set"),
      "at": absence.map { .origin($0.place) },
    ]
  }

  package static func attributes(_ all: [OwnAttribute]) -> Record? {
    all.isEmpty ? nil : .object(all.map { (.named($0.name), .text($0.excerpt)) })
  }

  package static func overlay(_ home: SourceFile.TextOrigin) -> Record? {
    if case .tree(let number) = home, number > 0 { ["overlay": .number(number)] } else { nil }
  }

  static func unresolved(_ scope: Scope, _ problem: Diagnostic, _ side: Side? = nil) -> Record {
    [
      "scope": .bytes(scope.path), "side": side.map { .text($0.word) },
      "key": problem.key.map(bytes), "message": .text(problem.message),
      "at": problem.place.map(origin),
      "file": problem.place == nil ? problem.path.map(bytes) : nil,
    ]
  }
}

extension Side {
  var word: String { self == .from ? "from" : "to" }
}
