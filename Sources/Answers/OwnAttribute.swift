import Cascade
import SafeText

/// A custom attribute of a key (A8).
package struct OwnAttribute {
  package let name: String
  package let text: [UInt8]

  package init(name: String, text: [UInt8]) { (self.name, self.text) = (name, text) }

  /// The current attributes of a key, and former ones that are no longer declared, by name.
  static func all(of key: Key, _ scopes: BeforeAfter<Evaluation>) -> [OwnAttribute] {
    let (before, now) = (scopes.from.ownAttributes(of: key), scopes.to.ownAttributes(of: key))
    if before.isEmpty { return now }
    let known = Set(now.map(\.name))
    return (now + before.filter { !known.contains($0.name) }).sorted { $0.name < $1.name }
  }

  package var excerpt: String { Printable.excerpt(text) }
  package var size: Int { name.utf8.count + min(text.count, Printable.longest) }

  package var line: String { "\(name): \(excerpt)" }
}

extension Evaluation {
  package func ownAttributes(of key: Key) -> [OwnAttribute] {
    view.ownAttributes(of: key, attributes)
  }
}

extension View {
  /// The custom attributes of a key, by name: the nearest declaration of each prevails.
  func ownAttributes(of key: Key, _ attributes: PatternCursor) -> [OwnAttribute] {
    var nearest: [String: (position: Int, marker: Marker)] = [:]
    var cursor = attributes
    var node: ViewNode? = root
    for name in key.names {
      // Members of arrays and of computed values cannot be named.
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
