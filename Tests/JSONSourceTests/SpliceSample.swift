import JSONSource
import TestSupport

/// A document in some layout, and edits of it.
struct SpliceSample: CustomStringConvertible {
  let tree: PlainValue
  private let layout: RandomLayout
  let path: [MemberName]
  let value: PlainValue
  let paths: [[MemberName]]

  var bytes: [UInt8] { layout.text(tree) }

  static func random(_ random: inout SplitMix64) -> SpliceSample {
    let tree = PlainValue.randomObject(&random, depth: 3)
    return SpliceSample(
      tree: tree, layout: RandomLayout.random(&random), path: tree.randomPath(&random),
      value: PlainValue.randomValue(&random, depth: 1),
      paths: (0...3).map { _ in tree.randomPath(&random) })
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
    "path \(Self.spelled(path)), value \(String(decoding: value.text(), as: UTF8.self)), "
      + "paths \(paths.map(Self.spelled))"
  }

  private static func spelled(_ path: [MemberName]) -> String {
    path.map(\.spelled.text).joined(separator: " . ")
  }
}
