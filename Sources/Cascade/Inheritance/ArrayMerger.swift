import JSONSource

/// An array being merged (I8) or reduced (I9).
struct ArrayMerger {
  private(set) var elements: [Element]
  private var known: Known?

  init(_ elements: [Element]) { self.elements = elements }

  mutating func apply(_ change: MergedArray.Change) {
    switch change {
    case .merged(let own, let strategy): merge(own, strategy)
    case .removed(let markers, let strategy):
      for marker in markers { _ = remove(marker, strategy) }
    }
  }

  private mutating func merge(_ array: Definition, _ strategy: Strategy) {
    let own = Element(array).elements
    switch strategy {
    case .union: match(own, by: nil)
    case .by(let name): match(own, by: name)
    case .append:
      elements += own
      known = nil
    case .prepend: put(own + elements)
    case .unionPrepend:
      let seen = Set(own.map(\.identity))
      put(own + elements.filter { !seen.contains($0.identity) })
    case .deep, .replace: put(own)
    }
  }

  private mutating func put(_ all: [Element]) { (elements, known) = (all, nil) }

  /// Merges elements by name onto the first with an equal member; appends others.
  private mutating func match(_ own: [Element], by name: Name?) {
    var known = makeKnown(by: name)
    self.known = nil
    for element in own {
      if let key = known.key(of: element) {
        if let place = known.places[key] {
          if name != nil { elements[place] = elements[place].overlaid(with: element.parts[0]) }
          continue
        }
        known.places[key] = elements.count
      }
      elements.append(element)
    }
    self.known = known
  }

  private func makeKnown(by name: Name?) -> Known {
    if let known, known.name == name { return known }
    var known = Known(name: name)
    for (index, element) in elements.enumerated() {
      if let key = known.key(of: element), known.places[key] == nil { known.places[key] = index }
    }
    return known
  }

  mutating func remove(_ marker: Marker, _ strategy: Strategy?) -> Bool {
    guard case .values(let values) = marker.detail else { return false }
    let document = marker.document
    var gone: Set<[UInt8]> = []
    var removedByName: Set<[UInt8]> = []
    var name: Name?
    if case .by(let member) = strategy { name = member }
    for value in values {
      if let name, document.kind(value) == .object,
        let node = document.value(of: name, in: value)
      {
        removedByName.insert(document.identity(node))
      } else {
        gone.insert(document.identity(value))
      }
    }
    let left = elements.filter { element in
      if let name, let key = element.member(name)?.identity, removedByName.contains(key) {
        return false
      }
      return !gone.contains(element.identity)
    }
    if left.count == elements.count { return false }
    put(left)
    return true
  }
}

/// The places of elements by identity, or by that of a member of each.
private struct Known {
  let name: Name?
  var places: [[UInt8]: Int] = [:]

  func key(of element: Element) -> [UInt8]? {
    guard let name else { return element.identity }
    return element.member(name)?.identity
  }
}
