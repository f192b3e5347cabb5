extension DocumentEditor {
  /// Appends names to a directive's list, skipping those in it; creates the list if it is missing.
  /// A directive that is `true` already includes every name.
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

  /// Whether a directive is a list (true) or the value `true` (false); throws for other values.
  func isList(_ index: Int) throws(EditError) -> Bool {
    switch document.kind(index) {
    case .array: return true
    case .true: return false
    default: throw .notAList(document.range(index))
    }
  }

  func strings(of list: Int) -> [Int] {
    document.elements(list).filter { document.kind($0) == .string }
  }

  private func newList(_ keys: [[UInt8]], _ trail: ResolvedPath) -> [UInt8] {
    let separator = surroundings(trail).separatorOnLine
    return [UInt8(ascii: "[")] + keys.map(StringEscapes.quoted).joined(separator: separator.bytes)
      + [UInt8(ascii: "]")]
  }
}
