import Answers
import Cascade

/// What a report says of something, as a tree of fields: whatever programs read is a rendering of it.
///
/// A value gets into it only as reports show it, with its secrets masked. Items of lists are made when they
/// are printed.
package enum Record {
  case text(String)
  case bytes([UInt8])
  case number(Int)
  case flag(Bool)
  case key(Cascade.Key)
  /// A value of which nothing is masked, as it is.
  case plain(ShownValue)
  /// A value that is data and no report.
  case data(Cascade.EffectiveValue)
  case scopes(ScopeSet, ScopePaths)
  /// Hands on one item after the other.
  case items(((Record) -> Void) -> Void)

  // What has members, which may also stand among those of another one:

  /// Fields in order; what is nil is left out.
  case object([(Label, Record?)])
  /// The same, handed on one after the other: what is in a long list.
  case fields(((Label, Record?) -> Void) -> Void)
  /// Where something stands, and how it came there.
  case origin(SourceRange)
  /// The same without how it came there.
  case position(SourceRange)
  /// A value, or that it is secret.
  case value(ShownValue)

  /// What a field is called.
  package enum Label: ExpressibleByStringLiteral {
    case plain(StaticString)
    case named(String)
    /// Nothing: its members stand among those around it.
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

  /// A list of what is made of each item.
  package static func list<Items: Sequence>(
    _ items: Items, _ record: @escaping (Items.Element) -> Record
  ) -> Record {
    .items { body in for item in items { body(record(item)) } }
  }
}
