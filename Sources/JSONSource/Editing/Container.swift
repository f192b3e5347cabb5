/// The layout of an object or array: its members or elements and the white space around them.
struct Container {
  let document: Document
  let index: Int
  /// The nodes of its elements, or of its members' names.
  let items: [Int]

  init(_ document: Document, _ index: Int) {
    self.document = document
    self.index = index
    items =
      document.kind(index) == .object
      ? document.members(index).map(\.nameIndex) : Array(document.elements(index))
  }

  var source: Source { document.source }

  func start(of item: Int) -> Int { document.range(item).start }

  func end(of item: Int) -> Int {
    document.range(document.kind(index) == .object ? item + 1 : item).end
  }

  var inside: ByteRange {
    let range = document.range(index)
    return ByteRange(range.start + 1, range.end - 1)
  }

  /// The white space before the first item; all of it if the container is empty.
  var lead: ArraySlice<UInt8> {
    space(ByteRange(inside.start, items.first.map { start(of: $0) } ?? inside.end))
  }

  /// The white space after the last item; all of it if the container is empty.
  var tail: ArraySlice<UInt8> {
    let tail = space(ByteRange(items.last.map { end(of: $0) } ?? inside.start, inside.end))
    return document.isStrict ? tail : tail.filter { $0 != UInt8(ascii: ",") }[...]
  }

  func space(_ range: ByteRange) -> ArraySlice<UInt8> {
    document.isStrict
      ? source[range] : Gap(source, range, isLast: false).withoutComments(source)
  }

  /// Whether each bracket is on the line of the item next to it.
  var isOneLine: Bool { !lead.breaksLine && !tail.breaksLine }

  func separator(before position: Int) -> ArraySlice<UInt8> {
    space(ByteRange(end(of: items[position - 1]), start(of: items[position])))
  }

  /// The indentation of its items relative to its own; nil if no item begins a line or is indented further.
  var indentationUnit: [UInt8]? {
    guard
      let inner = [items.last, items.first].lazy.compactMap({ $0 })
        .compactMap({ source.indentation(before: start(of: $0)) }).first
    else { return nil }
    let outer =
      source.indentation(before: inside.end) ?? source.indentation(ofLineAt: inside.start - 1)
    return inner.starts(with: outer) ? Array(inner.dropFirst(outer.count)) : nil
  }
}
