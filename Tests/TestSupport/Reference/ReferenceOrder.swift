/// The order of scopes (T10): a scope, its parents and theirs, each once, the nearest first.
package struct ReferenceOrder: Sendable {
  /// Every scope that any of the trees has.
  let paths: Set<[PlainName]>
  private let orders: [[PlainName]: [[PlainName]]]

  /// The root's tree first.
  package init(_ trees: [ReferenceTree]) {
    var finder = Finder(trees)
    paths = finder.paths
    for path in finder.paths { _ = finder.order(of: path) }
    orders = finder.known.compactMapValues(\.self)
  }

  /// nil where there is none, as scopes inherit from each other in a cycle or from what does not exist.
  package subscript(path: [PlainName]) -> [[PlainName]]? {
    if paths.contains(path) || path.isEmpty { return orders[path] }
    // What no tree has says nothing.
    return self[Array(path.dropLast())].map { [path] + $0 }
  }

  /// Whether every scope has an order.
  package var isSound: Bool { paths.allSatisfy { orders[$0] != nil } }

  /// Whether an entry of a list says where the scope above stands.
  package static func isAbove(_ text: [UInt8]) -> Bool {
    text == Array("..".utf8) || text == Array("../".utf8)
  }

  /// Which scope an entry of a list means in a scope; nil for one that leaves the tree.
  package static func parent(_ text: [UInt8], in scope: [PlainName]) -> [PlainName]? {
    var path = text.first == UInt8(ascii: ".") ? scope : []
    for name in text.split(separator: UInt8(ascii: "/")) {
      switch PlainName(bytes: Array(name)) {
      case ".": continue
      case "..": if path.popLast() == nil { return nil }
      case let name: path.append(name)
      }
    }
    return path
  }
}

extension ReferenceTree {
  /// What the lists of a scope's files say, in the order in which they are read.
  package func listedParents(of path: [PlainName]) -> [[UInt8]] {
    files(in: path).flatMap { file in
      (file.content.members ?? []).filter { $0.name == "$inherit" }.flatMap(\.value.texts)
    }
  }
}

extension PlainValue {
  /// The texts of a list.
  package var texts: [[UInt8]] {
    guard case .array(let elements) = self else { return [] }
    return elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }
}

private struct Finder {
  let trees: [ReferenceTree]
  let paths: Set<[PlainName]>
  var known: [[PlainName]: [[PlainName]]?] = [:]
  private var open: Set<[PlainName]> = []

  init(_ trees: [ReferenceTree]) {
    self.trees = trees
    paths = Set(trees.flatMap(\.paths))
  }

  /// The scope, then the orders of its further parents as listed, then that of the scope above, unless a `..`
  /// says where that stands. The lists of later trees come first.
  mutating func order(of path: [PlainName]) -> [[PlainName]]? {
    if let order = known[path] { return order }
    guard paths.contains(path), open.insert(path).inserted else { return nil }
    defer { open.remove(path) }
    let listed = trees.reversed().flatMap { $0.listedParents(of: path) }
    var all = [path]
    for entry in listed {
      guard let parent = ReferenceOrder.parent(entry, in: path), let order = order(of: parent)
      else { return note(nil, path) }
      all += order
    }
    if !path.isEmpty, !listed.contains(where: ReferenceOrder.isAbove) {
      guard let order = order(of: Array(path.dropLast())) else { return note(nil, path) }
      all += order
    }
    return note(Self.lastOfEach(all), path)
  }

  private mutating func note(_ order: [[PlainName]]?, _ path: [PlainName]) -> [[PlainName]]? {
    known[path] = .some(order)
    return order
  }

  /// Of what comes more than once only the last stays.
  private static func lastOfEach(_ all: [[PlainName]]) -> [[PlainName]] {
    var seen: Set<[PlainName]> = []
    return all.reversed().filter { seen.insert($0).inserted }.reversed()
  }
}
