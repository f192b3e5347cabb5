import JSONSource
import Legible

/// What the caller says of the machine (V3): seen by references alone, the same in all scopes and at all times.
package final class Facts {
  private let top: Definition
  /// Whether every key has the top's value.
  private let isAssumed: Bool
  private var known: [Key: Key?] = [:]
  private let patience = Patience(searches: 10)

  /// Takes a file in which no directive stands.
  package init(_ file: PropertyFile) { (top, isAssumed) = (Definition(file: file, node: 0), false) }

  /// Takes one value for whatever is asked.
  package init(assuming value: Document) {
    let file = SourceFile(.facts, path: [], scope: .root, source: value.source)
    (top, isAssumed) = (Definition(file: PropertyFile(file, plain: value), node: 0), true)
  }

  /// What is said under a key; elements of arrays count from 0.
  package func value(of key: Key) -> Definition? {
    if isAssumed { return top }
    return key.names.reduce(top) { $0?.inner($1) }
  }

  /// The key that somebody may have meant by one of which nothing is said; each is looked for once, and no
  /// longer than advice is worth.
  func nearest(to key: Key) -> Key? {
    if let known = known[key] { return known }
    if patience.isOver { return nil }
    let (way, hasSlip) = FactPlace(value: top).following(key.names, patience)
    let found = hasSlip ? Key(way) : nil
    known[key] = .some(found)
    return found
  }
}

extension Definition {
  /// The member of an object, or the element of an array, that a name of a key leads to.
  fileprivate func inner(_ name: Name) -> Definition? {
    guard isArray, let index = document.names.index(name) else { return member(name) }
    return document.elements(node).dropFirst(index).first { _ in true }.map { at($0) }
  }
}

/// What is said under a key, where near names are looked for.
private struct FactPlace: NamedPlace {
  let value: Definition

  var labels: [Name] { value.memberNames }
  var isLive: Bool { true }

  func below(_ label: Name) -> FactPlace? { value.member(label).map { FactPlace(value: $0) } }

  func spelling(_ label: Name) -> [UInt8] { Array(value.document.names.bytes(of: label)) }
}
