import JSONSource
import Legible

extension Definition {
  /// What a key leads to in what is written here; elements of arrays count from 0.
  func following(_ key: Key) -> Definition? { key.names.reduce(self) { $0?.inner($1) } }

  /// The member of an object, or the element of an array, that a name of a key leads to.
  func inner(_ name: Name) -> Definition? {
    guard isArray, let index = document.names.index(name) else { return member(name) }
    return element(index)
  }

  /// The key in it that somebody may have meant by one that leads nowhere.
  func nearest(to key: Key, _ patience: Patience = Patience()) -> Key? {
    let (way, hasSlip) = WrittenPlace(value: self).following(key.names, patience)
    return hasSlip ? Key(way) : nil
  }
}

/// What is written at a place, where near names are looked for.
private struct WrittenPlace: NamedPlace {
  let value: Definition

  var labels: [Name] { value.memberNames }
  var isLive: Bool { true }

  func below(_ label: Name) -> WrittenPlace? { value.member(label).map { WrittenPlace(value: $0) } }

  func spelling(_ label: Name) -> [UInt8] { Array(value.document.names.bytes(of: label)) }
}
