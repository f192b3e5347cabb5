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
  case data(Cascade.Value)
  case scopes(ScopeSet, ScopePaths)
  /// Hands on one item after the other.
  case items(((Record) -> Void) -> Void)

  // What has members, which may also be some of the members of another one:

  /// Fields in order; what is nil is left out.
  case object([(String, Record?)])
  case joined([Record?])
  /// Where something stands.
  case origin(Place)
  /// A value, or that it is secret.
  case value(ShownValue)
}

extension Record: ExpressibleByDictionaryLiteral, ExpressibleByStringLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByBooleanLiteral
{
  package init(dictionaryLiteral elements: (String, Record?)...) {
    self = .object(elements)
  }

  package init(stringLiteral value: String) { self = .text(value) }

  package init(integerLiteral value: Int) { self = .number(value) }

  package init(booleanLiteral value: Bool) { self = .flag(value) }

  /// The members of all parts together.
  package init(_ parts: Record?...) { self = .joined(parts) }

  /// A list of what is made of each item.
  package static func list<Items: Sequence>(
    _ items: Items, _ record: @escaping (Items.Element) -> Record
  ) -> Record {
    .items { body in for item in items { body(record(item)) } }
  }
}
