/// Computes the splices that edit a document. Every other byte stays as it is.
package struct DocumentEditor {
  let document: Document
  let isComputed: (Int) -> Bool

  /// A path must not lead into a value for which `isComputed` returns true.
  package init(_ document: Document, isComputed: @escaping (Int) -> Bool = { _ in false }) {
    self.document = document
    self.isComputed = isComputed
  }

  /// Replaces the value at a path, or adds the member and its missing objects: properties last, directives first.
  /// The empty path is the whole document. Returns no splice if the value is already written there.
  package func setting(
    _ value: Document, at path: [MemberName]
  ) throws(EditError) -> [Splice] {
    let trail = try trail(path)
    if let old = trail.value, document.isSpelled(old, like: value, 0) { return [] }
    guard path.count + value.depth <= Document.deepest else {
      throw .tooDeep(limit: Document.deepest)
    }
    if let old = trail.value {
      let rewriting = Rewriting(value, surroundings(trail))
      return try checked(
        document.kind(old) == .array ? rewriting.splices(old, 0) : [rewriting.whole(old, 0)])
    }
    let names = Array(path.dropFirst(trail.containers.count - 1))
    return try checked([inserting(value.spelling(0), trail, names)])
  }

  func trail(_ path: [MemberName]) throws(EditError) -> ResolvedPath {
    guard !path.isEmpty else { return ResolvedPath(containers: [], value: 0) }
    var trail = ResolvedPath(containers: [])
    var next = 0
    for (count, name) in path.enumerated() {
      let range = document.range(next)
      guard document.kind(next) == (name.isElement ? .array : .object) else {
        throw .throughValue(range, names: count)
      }
      guard !isComputed(next) else { throw .throughComputed(range, names: count) }
      trail.containers.append(next)
      guard let value = document.value(of: name, in: next) else { return trail }
      next = value
    }
    trail.value = next
    return trail
  }

  /// Inserts a value under the names that follow the trail, or as a new element of its array.
  func inserting(_ value: ArraySlice<UInt8>, _ trail: ResolvedPath, _ names: [MemberName]) -> Splice
  {
    let container = Container(document, trail.container)
    let surroundings = surroundings(trail)
    if names.first?.isElement == true {
      let slot = surroundings.slot(in: container, isFirst: false)
      return slot.splice([surroundings.reindented(value, slot.indentation(document.source))])
    }
    let isDirective = names.first?.isDirective ?? false
    let slot = surroundings.slot(in: container, isFirst: isDirective)
    let shape = surroundings.shape(in: container, slot, isDirective: isDirective)
    let indentation: [UInt8]
    switch shape {
    case .lines(let line, let unit):
      indentation =
        line.indentation + Array(repeatElement(unit, count: names.count - 1).joined())
    case .oneLine:
      indentation = slot.indentation(document.source)
    }
    let value = surroundings.reindented(value, indentation)
    let text = NewMember(names: names, value: value, colon: surroundings.colon, shape: shape)
    return slot.splice([text.bytes])
  }

  func surroundings(_ trail: ResolvedPath) -> EditContext {
    EditContext(document: document, isComputed: isComputed, containers: trail.containers)
  }

  func checked(_ splices: [Splice]) throws(EditError) -> [Splice] {
    let growth = splices.reduce(0) { $0 + $1.bytes.count - ($1.range.end - $1.range.start) }
    guard document.source.count + growth <= Source.largest else {
      throw .tooLarge(limit: Source.largest)
    }
    return splices
  }
}
