import JSONSource
import SafeText

extension Definition {
  func following(_ key: Key) -> Definition? { key.names.reduce(self) { $0?.inner($1) } }

  func inner(_ name: Name) -> Definition? {
    guard isArray, let index = document.names.index(name) else { return member(name) }
    return element(index)
  }

  func nearest(to key: Key, _ searchLimit: SearchLimit = SearchLimit()) -> Key? {
    let (way, hasTypo) = WrittenPlace(value: self).following(key.names, searchLimit)
    return hasTypo ? Key(way) : nil
  }
}

/// A written value in a search for near names.
private struct WrittenPlace: NamedPlace {
  let value: Definition

  var labels: [Name] { value.memberNames }
  var isLive: Bool { true }

  func below(_ label: Name) -> WrittenPlace? { value.member(label).map { WrittenPlace(value: $0) } }

  func spelling(_ label: Name) -> [UInt8] { Array(value.document.names.bytes(of: label)) }
}
