import JSONSource
import TestSupport

/// A document in some layout, and edits of it.
struct SpliceSample: CustomStringConvertible {
  var tree: PlainJSON
  var layout: RandomLayout
  var path: [MemberName]
  var value: PlainJSON
  var paths: [[MemberName]]
  private var written: [UInt8]?

  var bytes: [UInt8] { written ?? layout.text(tree) }

  static func random(_ random: inout SplitMix64) -> SpliceSample {
    let tree = PlainJSON.randomObject(&random, depth: 3)
    return SpliceSample(
      tree: tree, layout: RandomLayout.random(&random), path: tree.randomPath(&random),
      value: PlainJSON.randomValue(&random, depth: 1),
      paths: (0...3).map { _ in tree.randomPath(&random) })
  }

  /// The same edits of other bytes.
  func with(bytes: [UInt8]) -> SpliceSample {
    var sample = self
    sample.written = bytes
    return sample
  }

  func setting(_ text: [UInt8]? = nil) throws -> [Splice] {
    try DocumentEditor(try read(bytes)).setting(try read(text ?? value.text()), at: path)
  }

  /// The bytes after the value is set; nil where that is refused.
  func set(_ text: [UInt8]? = nil) -> [UInt8]? { try? setting(text).applied(to: Source(bytes)) }

  func removed(_ paths: [[MemberName]]) -> [UInt8]? {
    guard let document = try? read(bytes) else { return nil }
    return try? DocumentEditor(document).removing(paths)
      .applied(to: document.source)
  }

  func node(in document: Document) -> Int? {
    var node: Int? = 0
    for name in path {
      guard let object = node, document.kind(object) == .object else { return nil }
      node = document.value(of: name, in: object)
    }
    return node
  }

  /// Whether the member is new and no object around it is left empty by taking it out that was before:
  /// one inside goes, and the line breaks within an empty top object do.
  var isUndoable: Bool {
    tree.value(path) == nil && isRoomKept(path)
  }

  /// Likewise for a name in a list.
  var isListUndoable: Bool {
    let list = path.dropLast() + [.directive(Array("$stop".utf8))]
    switch tree.value(Array(list)) {
    case nil: return isRoomKept(Array(list))
    case .array(let elements): return !elements.isEmpty
    // `true` holds each name already.
    default: return false
    }
  }

  private func isRoomKept(_ path: [MemberName]) -> Bool {
    let around = path.indices.compactMap { tree.value(Array(path[..<$0])) }
    guard around.last == .object([]) else { return true }
    return around.count == 1
      && !bytes.drop { $0 != UInt8(ascii: "{") }.prefix { $0 != UInt8(ascii: "}") }
        .contains { $0 == 0x0A || $0 == 0x0D }
  }

  var description: String {
    let after = set().map { "set: " + shown(String(decoding: $0, as: UTF8.self)) } ?? "not set"
    let removed =
      removed(paths).map { "removed: " + shown(String(decoding: $0, as: UTF8.self)) }
      ?? "not removed"
    return """
      \(shown(String(decoding: bytes, as: UTF8.self)))
      path \(Self.spelled(path)), value \(String(decoding: value.text(), as: UTF8.self))
      \(after)
      paths \(paths.map(Self.spelled))
      \(removed)
      """
  }

  private static func spelled(_ path: [MemberName]) -> String {
    path.map { String(decoding: $0.spelled, as: UTF8.self) }.joined(separator: " . ")
  }
}
