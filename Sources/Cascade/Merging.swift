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
      var seen = Set(inherited.map { $0.identity(names) })
      for element in elements where seen.insert(element.identity(names)).inserted {
        result.append(element)
      }
      return result
    case .by(let name): return matched(elements, into: inherited, by: name)
    }
  }

  private func matched(_ own: [Element], into inherited: [Element], by name: Name) -> [Element] {
    var result = inherited
    var places: [[UInt8]: Int] = [:]
    for (index, element) in inherited.enumerated() {
      guard let key = element.member(name)?.identity(names) else { continue }
      if places[key] == nil { places[key] = index }
    }
    for element in own {
      let key = element.member(name)?.identity(names)
      if let key, let place = places[key] {
        result[place] = result[place].overlaid(with: element.parts[0])
        continue
      }
      if let key { places[key] = result.count }
      result.append(element)
    }
    return result
  }

  /// What is left when the elements equal to the values are out; nil if none is.
  func remove(
    _ values: [Int], of document: Document, from elements: [Element], _ strategy: Strategy?
  ) -> [Element]? {
    var gone = Set<[UInt8]>()
    var goneByName = Set<[UInt8]>()
    var name: Name?
    if case .by(let member) = strategy { name = member }
    for value in values {
      if let name, document.kind(value) == .object,
        let node = document.value(of: name, in: value)
      {
        goneByName.insert(document.identity(node))
      } else {
        gone.insert(document.identity(value))
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
