extension DocumentEditor {
  /// Adds the names that a directive's list does not hold yet to its end; where there is no list, makes
  /// one. A directive that is `true` holds all of them.
  package func adding(
    _ keys: [[UInt8]], toList directive: [UInt8], inObjectAt path: [MemberName]
  ) throws(EditError) -> [Splice] {
    let path = path + [.directive(directive)]
    let trail = try trail(path)
    var seen: Set<[UInt8]> = []
    guard let list = trail.value else {
      let fresh = keys.filter { seen.insert($0).inserted }
      guard !fresh.isEmpty else { return [] }
      guard path.count < Document.deepest else { throw .tooDeep(limit: Document.deepest) }
      let names = Array(path.dropFirst(trail.containers.count - 1))
      return try checked([inserting(newList(fresh, trail)[...], trail, names)])
    }
    guard try isList(list) else { return [] }
    seen = Set(strings(of: list).map { document.text($0) })
    let fresh = keys.filter { seen.insert($0).inserted }
    guard !fresh.isEmpty else { return [] }
    let slot = surroundings(trail).slot(in: Container(document, list), isFirst: false)
    return try checked([slot.splice(fresh.map(StringEscapes.quoted))])
  }

  /// Whether a directive is a list, and not `true`.
  func isList(_ index: Int) throws(EditError) -> Bool {
    switch document.kind(index) {
    case .array: return true
    case .true: return false
    default: throw .notAList(document.range(index))
    }
  }

  /// The elements of an array that are strings.
  func strings(of list: Int) -> [Int] {
    document.elements(list).filter { document.kind($0) == .string }
  }

  private func newList(_ keys: [[UInt8]], _ trail: Trail) -> [UInt8] {
    let separator = surroundings(trail).separatorOnLine
    return [UInt8(ascii: "[")] + keys.map(StringEscapes.quoted).joined(separator: separator.bytes)
      + [UInt8(ascii: "]")]
  }
}
