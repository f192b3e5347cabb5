/// An object or array as it is laid out: its members or elements, and the white space around them.
struct Container {
  let document: Document
  let index: Int
  /// The nodes that its members (their names) or elements are.
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

  /// What stands between the brackets.
  var inside: ByteRange {
    let range = document.range(index)
    return ByteRange(range.start + 1, range.end - 1)
  }

  /// The white space before the first item, or all there is.
  var lead: ArraySlice<UInt8> {
    space(ByteRange(inside.start, items.first.map { start(of: $0) } ?? inside.end))
  }

  /// The white space behind the last item, or all there is.
  var tail: ArraySlice<UInt8> {
    let tail = space(ByteRange(items.last.map { end(of: $0) } ?? inside.start, inside.end))
    return document.isStrict ? tail : tail.filter { $0 != UInt8(ascii: ",") }[...]
  }

  /// What stands between tokens, as if there were no comments.
  func space(_ range: ByteRange) -> ArraySlice<UInt8> {
    document.isStrict
      ? source[range] : Gap(source, range, isLast: false).withoutComments(source)
  }

  /// Whether neither bracket stands on another line than the item beside it.
  var isOneLine: Bool { !lead.breaksLine && !tail.breaksLine }

  /// The comma between an item and the one before it, in its white space.
  func separator(before position: Int) -> ArraySlice<UInt8> {
    space(ByteRange(end(of: items[position - 1]), start(of: items[position])))
  }

  /// By what its items are indented further than it is; nil where none begins a line, or less far.
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
