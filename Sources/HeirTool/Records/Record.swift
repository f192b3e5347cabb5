import Answers
import Cascade

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
  case scopes(ScopeSet, ScopePaths)
  case items(((Record) -> Void) -> Void)

  // Records with members, which can also be inlined in another record:

  /// nil fields are left out.
  case object([(Label, Record?)])
  /// Calls back for each field, for long lists.
  case fields(((Label, Record?) -> Void) -> Void)
  /// A place with its inclusions.
  case origin(SourceRange)
  /// A place without its inclusions.
  case position(SourceRange)
  /// A value, or `secret`.
  case value(ShownValue)

  package enum Label: ExpressibleByStringLiteral {
    case plain(StaticString)
    case named(String)
    /// No name: the members are inlined in the enclosing object.
    case with

    package init(stringLiteral value: StaticString) { self = .plain(value) }
  }
}

extension Record: ExpressibleByDictionaryLiteral, ExpressibleByStringLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  package init(dictionaryLiteral elements: (Label, Record?)...) {
    self = .object(elements)
  }

  package init(stringLiteral value: String) { self = .text(value) }

  package init(integerLiteral value: Int) { self = .number(value) }

  package init(booleanLiteral value: Bool) { self = .flag(value) }

  package static func list<Items: Sequence>(
    _ items: Items, _ record: @escaping (Items.Element) -> Record
  ) -> Record {
    .items { body in for item in items { body(record(item)) } }
  }
}
