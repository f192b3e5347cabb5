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
      let rewriting = Rewriting(value: value, surroundings: surroundings(trail))
      return try checked(
        document.kind(old) == .array ? rewriting.splices(old, 0) : [rewriting.whole(old, 0)])
    }
    return try checked([inserting(value.spelling(0), trail, path)])
  }

  func trail(_ path: [MemberName]) throws(EditError) -> ResolvedPath {
    var trail = ResolvedPath()
    var next = 0
    for (count, name) in path.enumerated() {
      let range = document.range(next)
      let fits = document.kind(next) == (name.isElement ? .array : .object)
      guard fits, !isComputed(next) else {
        throw .through(range, names: count, isComputed: fits)
      }
      trail.containers.append(next)
      guard let value = document.value(of: name, in: next) else { return trail }
      next = value
    }
    trail.value = next
    return trail
  }

  /// Inserts a value under the names of a path that follow the trail, or as a new element of its array.
  func inserting(_ value: ArraySlice<UInt8>, _ trail: ResolvedPath, _ path: [MemberName]) -> Splice
  {
    let names = Array(path.dropFirst(trail.containers.count - 1))
    let container = Container(document, trail.containers.last ?? 0)
    let surroundings = surroundings(trail)
    if names.first?.isElement == true {
      let slot = surroundings.slot(in: container, isFirst: false)
      return slot.splice([surroundings.reindented(value, slot.indentation(document.source))])
    }
    let isDirective = names.first?.isDirective ?? false
    let slot = surroundings.slot(in: container, isFirst: isDirective)
    let (line, padding) = surroundings.layout(in: container, slot, isDirective: isDirective)
    let indentation =
      line.map { $0.indented(by: surroundings.unit, names.count - 1).indentation }
      ?? slot.indentation(document.source)
    let value = surroundings.reindented(value, indentation)
    return slot.splice([surroundings.text(names, value, on: line, padding: padding)])
  }

  /// Adds members with new names and values of one line to the object at a path, all at once.
  package func adding(
    _ members: [(name: MemberName, value: [UInt8])], toObjectAt path: [MemberName]
  ) throws(EditError) -> [Splice] {
    guard let first = members.first else { return [] }
    let trail = try trail(path + [first.name])
    let container = Container(document, trail.containers.last ?? 0)
    let surroundings = surroundings(trail)
    let slot = surroundings.slot(in: container, isFirst: false)
    let (line, padding) = surroundings.layout(in: container, slot, isDirective: false)
    return try checked([
      slot.splice(
        members.map { name, value in
          surroundings.text([name], value, on: line, padding: padding)
        })
    ])
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

  /// Appends a name to a directive's list, unless the list contains it; creates the list if it is missing.
  /// A directive that is `true` already includes every name.
  package func adding(
    _ key: [UInt8], toList directive: [UInt8], inObjectAt path: [MemberName]
  ) throws(EditError) -> [Splice] {
    let path = path + [.directive(directive)]
    let trail = try trail(path)
    let entry = StringEscapes.quoted(key)
    guard let list = trail.value else {
      guard path.count < Document.deepest else { throw .tooDeep(limit: Document.deepest) }
      let newList = [UInt8(ascii: "[")] + entry + [UInt8(ascii: "]")]
      return try checked([inserting(newList[...], trail, path)])
    }
    switch document.kind(list) {
    case .array: break
    case .true: return []
    default: throw .notAList(document.range(list))
    }
    if document.elements(list).contains(where: { document.string($0) == key }) { return [] }
    let slot = surroundings(trail).slot(in: Container(document, list), isFirst: false)
    return try checked([slot.splice([entry])])
  }

  /// Removes the member or element at a path, as `removing(items:)` does; the empty path is ignored.
  package func removing(_ path: [MemberName]) throws(EditError) -> [Splice] {
    guard let value = try trail(path).value, let last = path.last else { return [] }
    return removing(items: [last.isElement ? value : value - 1])
  }

  /// Removes each item with its comma and white space, and directive lists and objects that this empties.
  /// The top value and elements stay.
  package func removing(items: Set<Int>) -> [Splice] {
    RemovedItems(items, from: document).splices()
  }

  /// The items whose removal also removes an emptied object or list that has comments or a `$comment`.
  package func removingComments(items: Set<Int>) -> Set<Int> {
    RemovedItems(items, from: document).emptying(items)
  }

  package func replacing(_ index: Int, by value: Document) throws(EditError) -> [Splice] {
    if document.isSpelled(index, like: value, 0) { return [] }
    return try checked([Splice(document.range(index), Array(value.spelling(0)))])
  }
}

/// The containers of a path that exist, from the top, and its value if it exists.
struct ResolvedPath {
  var containers: [Int] = []
  var value: Int?
}

/// Why an edit is impossible; `names` counts the path's names up to the range.
package enum EditError: Error, Equatable, Sendable {
  case through(ByteRange, names: Int, isComputed: Bool)
  case notAList(ByteRange)
  case tooDeep(limit: Int)
  case tooLarge(limit: Int)
}
