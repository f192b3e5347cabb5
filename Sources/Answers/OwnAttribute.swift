import Cascade
import JSONSource
import Legible

/// What an attribute of one's own says of a key (A8).
package struct OwnAttribute {
  package let name: String
  package let text: [UInt8]

  package init(name: String, text: [UInt8]) { (self.name, self.text) = (name, text) }

  /// What they say of a key as the tree is now and, of those that nobody declares of it any more, as it was;
  /// in the order of their names.
  static func all(of key: Key, _ scopes: BeforeAfter<Evaluation>) -> [OwnAttribute] {
    let (before, now) = (scopes.from.ownAttributes(of: key), scopes.to.ownAttributes(of: key))
    if before.isEmpty { return now }
    let known = Set(now.map(\.name))
    return (now + before.filter { !known.contains($0.name) }).sorted { $0.name < $1.name }
  }

  /// The text among words and in reports: what is long is cut.
  package var excerpt: String { Printable.excerpt(text) }

  /// What it comes to in a report.
  package var size: Int { name.utf8.count + min(text.count, Printable.longest) }

  /// `owner: TEXT`.
  package var line: String { "\(name): \(excerpt)" }
}

extension Evaluation {
  /// What attributes of one's own say of a key or of what is around it, in the order of their names: of each the
  /// nearest declaration.
  package func ownAttributes(of key: Key) -> [OwnAttribute] {
    if !hasAttributes { return [] }
    var nearest: [String: (position: Int, marker: Marker)] = [:]
    var cursor = attributes
    var node: ViewNode? = view.root
    for name in key.names {
      // What is in an array or a computed value is not written, and nothing names it.
      if cursor.isEmpty || node?.isArray == true || node?.isComputedValue == true { break }
      cursor = cursor.descending(name)
      node = node?.member(name)
      for (position, marker) in cursor.markers {
        guard case .own(let name) = marker.directive else { continue }
        if let known = nearest[name] {
          if known.position > position { continue }
          if known.position == position, !marker.prevails(over: known.marker) { continue }
        }
        nearest[name] = (position, marker)
      }
    }
    return nearest.map { OwnAttribute(name: $0.key, text: $0.value.marker.text) }
      .sorted { $0.name < $1.name }
  }
}
