/// The strategies that apply in a level (I8).
struct ReferenceStrategies {
  /// In the order in which they count.
  private let merges: [ReferenceMerge]
  /// The keys at which the command line replaces objects.
  private let replacing: Set<PlainKey>

  /// The declarations of the level and of those before it.
  init(_ merges: [ReferenceMerge]) {
    self.merges = ReferenceMerge.inOrder(merges)
    replacing = []
  }

  /// The command line always replaces, at the keys it names.
  init(replacingAt keys: Set<PlainKey>) {
    merges = []
    replacing = keys
  }

  /// For two objects; a strategy for arrays counts as not given.
  func replacesObjects(at key: PlainKey) -> Bool {
    if replacing.contains(key) { return true }
    let first = merges.first { $0.pattern.names(key) && $0.strategy.fitsObjects }
    return first?.strategy == .replace
  }

  /// For two arrays; a strategy for objects counts as not given.
  func forArrays(at key: PlainKey) -> ReferenceStrategy {
    merges.first { $0.pattern.names(key) && $0.strategy.fitsArrays }?.strategy ?? .replace
  }
}

/// A scalar or an array, with its origins.
struct ReferenceLeafValue: Hashable, Sendable {
  struct Element: Hashable, Sendable {
    var value: ReferenceWritten
    /// The places that gave it, the farthest first.
    var origins: [ReferenceOrigin]
  }

  /// The value, unless it is an array.
  private var single: ReferenceWritten
  /// The elements, if it is an array.
  private(set) var elements: [Element]?
  /// Where it stands; of a merged array all that took part, the nearest first.
  private(set) var origins: [ReferenceOrigin]

  init(_ value: ReferenceWritten, _ origin: ReferenceOrigin) {
    single = value
    origins = [origin]
    if case .array(let values) = value {
      elements = values.map { Element(value: $0, origins: [origin]) }
    }
  }

  var value: ReferenceWritten { elements.map { .array($0.map(\.value)) } ?? single }

  /// This one inherited, the other one own.
  func merged(with own: ReferenceLeafValue, by strategy: ReferenceStrategy) -> ReferenceLeafValue {
    guard let inherited = elements, let added = own.elements else { return own }
    var result = self
    result.origins = own.origins + origins
    switch strategy {
    case .deep, .replace: return own
    case .append: result.elements = inherited + added
    case .prepend: result.elements = added + inherited
    case .union: result.elements = Self.union(inherited, added)
    case .by(let name): result.elements = Self.overlay(inherited, added, by: name)
    }
    return result
  }

  private static func union(_ inherited: [Element], _ own: [Element]) -> [Element] {
    var result = inherited
    for element in own where !result.contains(where: { $0.value.equals(element.value) }) {
      result.append(element)
    }
    return result
  }

  private static func overlay(
    _ inherited: [Element], _ own: [Element], by name: PlainName
  ) -> [Element] {
    var result = inherited
    for element in own {
      if let wanted = element.value.member(name),
        let index = result.firstIndex(where: { $0.value.member(name)?.equals(wanted) ?? false })
      {
        result[index].value = result[index].value.overlaid(by: element.value)
        result[index].origins += element.origins
      } else {
        result.append(element)
      }
    }
    return result
  }

  /// Without the elements that a `$remove` names; what is no array stays as it is.
  func without(_ values: [ReferenceWritten], _ strategy: ReferenceStrategy) -> ReferenceLeafValue {
    var result = self
    result.elements = elements?.filter { element in
      !values.contains { value in
        if case .by(let name) = strategy, let wanted = value.member(name) {
          return element.value.member(name)?.equals(wanted) ?? false
        }
        return element.value.equals(value)
      }
    }
    return result
  }
}
