import JSONSource

/// The meeting of an own array with the inherited one (I8), and the removal of elements from it (I9).
struct Merging {
  let names: NameTable

  func merge(_ own: Written, into inherited: [Element], _ strategy: Strategy) -> [Element] {
    let elements = own.document.elements(own.node).map { Element(own.at($0)) }
    switch strategy {
    case .deep, .replace: return elements
    case .append: return inherited + elements
    case .prepend: return elements + inherited
    case .union:
      var result = inherited
      var seen = Identities()
      for element in inherited { _ = seen.place(of: element.identity(names)) }
      for element in elements where seen.place(of: element.identity(names)).isNew {
        result.append(element)
      }
      return result
    case .by(let name): return matched(elements, into: inherited, by: name)
    }
  }

  private func matched(_ own: [Element], into inherited: [Element], by name: Name) -> [Element] {
    var result = inherited
    var seen = Identities()
    // Where in the result the first element with each name stands.
    var places: [Int] = []
    for (index, element) in inherited.enumerated() {
      guard let key = element.member(name)?.identity(names) else { continue }
      if seen.place(of: key).isNew { places.append(index) }
    }
    for element in own {
      if let key = element.member(name)?.identity(names) {
        let (number, isNew) = seen.place(of: key)
        guard isNew else {
          result[places[number]] = result[places[number]].overlaid(with: element.parts[0])
          continue
        }
        places.append(result.count)
      }
      result.append(element)
    }
    return result
  }

  /// What is left when the elements equal to the values are out; nil if none is.
  func remove(
    _ values: [Int], of document: Document, from elements: [Element], _ strategy: Strategy?
  ) -> [Element]? {
    var gone = Identities()
    var goneByName = Identities()
    var name: Name?
    if case .by(let member) = strategy { name = member }
    for value in values {
      if let name, document.kind(value) == .object,
        let node = document.value(of: name, in: value)
      {
        _ = goneByName.place(of: document.identity(node))
      } else {
        _ = gone.place(of: document.identity(value))
      }
    }
    let left = elements.filter { element in
      if let name, let key = element.member(name)?.identity(names), goneByName.contains(key) {
        return false
      }
      return !gone.contains(element.identity(names))
    }
    return left.count == elements.count ? nil : left
  }
}

/// Byte strings by which equal values are known, numbered as they come.
private struct Identities {
  private var all: [[UInt8]] = []
  // Few are found faster by looking at each.
  private var numbers: [[UInt8]: Int]?
  private static var few: Int { 16 }

  func contains(_ identity: [UInt8]) -> Bool { number(of: identity) != nil }

  private func number(of identity: [UInt8]) -> Int? {
    if let numbers { return numbers[identity] }
    return all.firstIndex(of: identity)
  }

  /// The number of an identity, which is new if none is equal.
  mutating func place(of identity: [UInt8]) -> (number: Int, isNew: Bool) {
    if let known = number(of: identity) { return (known, false) }
    all.append(identity)
    if numbers != nil {
      numbers?[identity] = all.count - 1
    } else if all.count > Self.few {
      var numbers: [[UInt8]: Int] = [:]
      for (number, identity) in all.enumerated() { numbers[identity] = number }
      self.numbers = numbers
    }
    return (all.count - 1, true)
  }
}
