import JSONSource
import TestSupport

@testable import Cascade

/// The values of a scope, leaf by leaf, for a naive comparison.
indirect enum WorkedTree {
  case object([(name: PlainName, value: WorkedTree)])
  /// As compact JSON.
  case leaf(String)
  case failed

  /// As the naive resolver works it out.
  init(_ resolver: ReferenceResolver, _ path: [PlainName]) {
    self = .object([])
    for leaf in resolver.resolve(path).leaves where !leaf.key.isEmpty {
      switch resolver.evaluated(path, key: leaf.key) {
      case .value(let value): put(Self.tree(value), at: leaf.key[...])
      case .absent, .failure: put(.failed, at: leaf.key[...])
      }
    }
  }

  /// As the program works it out where somebody asks the scope alone.
  init(_ asked: Evaluation) {
    self = .object([])
    let names = asked.view.names
    var leaves: [(PlainKey, WorkedTree)] = []
    asked.cursor.forEachLeaf { leaf, failure in
      let key = leaf.key.names.map { PlainName(bytes: Array(names.bytes(of: $0))) }
      guard failure == nil, let value = try? leaf.whole() else {
        leaves.append((key, .failed))
        return
      }
      var writer = JSONWriter(.compact)
      writer.value(value, names)
      let text = String(decoding: writer.take(), as: UTF8.self)
      leaves.append((key, text == "{}" ? .object([]) : .leaf(text)))
    }
    for (key, value) in leaves where !key.isEmpty { put(value, at: key[...]) }
  }

  private static func tree(_ value: PlainValue) -> WorkedTree {
    value.members.map { .object($0.map { ($0.name, tree($0.value)) }) } ?? .leaf(value.compact)
  }

  private mutating func put(_ value: WorkedTree, at key: ArraySlice<PlainName>) {
    guard let name = key.first, case .object(var members) = self else {
      self = value
      return
    }
    let index = members.firstIndex { $0.name == name } ?? members.endIndex
    if index == members.endIndex { members.append((name, .object([]))) }
    members[index].value.put(value, at: key.dropFirst())
    self = .object(members)
  }

  var isObject: Bool { if case .object = self { true } else { false } }

  var holdsFailure: Bool {
    switch self {
    case .failed: true
    case .leaf: false
    case .object(let members): members.contains { $0.value.holdsFailure }
    }
  }

  var compact: String {
    switch self {
    case .object(let members):
      "{"
        + members.map { PlainValue.quoted($0.name.bytes) + ":" + $0.value.compact }
        .joined(separator: ",") + "}"
    case .leaf(let text): text
    case .failed: "failed"
    }
  }

  fileprivate func member(_ name: PlainName) -> WorkedTree? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  fileprivate var names: [PlainName] {
    if case .object(let members) = self { members.map(\.name) } else { [] }
  }
}

/// The changed leaves between two snapshots of a scope, and those that cannot be evaluated.
struct PlainDifference {
  private(set) var changes: [PlainKey: BeforeAfter<String?>] = [:]
  private(set) var failures: [PlainKey: Set<Side>] = [:]
  /// Those that had a value before.
  private(set) var losses: Set<PlainKey> = []

  init(_ from: WorkedTree, _ to: WorkedTree) { compare(from, to, []) }

  private mutating func compare(_ from: WorkedTree?, _ to: WorkedTree?, _ key: PlainKey) {
    guard let from, let to else {
      if let one = from ?? to { note(one, key, from == nil ? .to : .from) }
      return
    }
    switch (from, to) {
    case (.failed, .failed): failures[key] = [.from, .to]
    case (.failed, _): failures[key] = [.from]
    case (_, .failed):
      failures[key] = [.to]
      losses.insert(key)
    case (.object, .object):
      for name in from.names + to.names.filter({ !from.names.contains($0) }) {
        compare(from.member(name), to.member(name), key + [name])
      }
    case (.leaf(let one), .leaf(let other)):
      if !Self.isEqual(one, other) { changes[key] = BeforeAfter(from: one, to: other) }
    case _ where from.holdsFailure: failures[key] = [.from]
    case _ where to.holdsFailure:
      failures[key] = [.to]
      losses.insert(key)
    default: changes[key] = BeforeAfter(from: from.compact, to: to.compact)
    }
  }

  /// All leaves of what only one time has.
  private mutating func note(_ tree: WorkedTree, _ key: PlainKey, _ side: Side) {
    switch tree {
    case .failed: failures[key] = [side]
    case .object(let members) where !members.isEmpty:
      for member in members { note(member.value, key + [member.name], side) }
    default:
      var sides = BeforeAfter<String?>(from: nil, to: nil)
      sides[side] = tree.compact
      changes[key] = sides
    }
  }

  /// Whether two texts of JSON are equal by value.
  static func isEqual(_ one: String?, _ other: String?) -> Bool {
    guard let one, let other else { return one == nil && other == nil }
    if one.utf8.elementsEqual(other.utf8) { return true }
    let names = NameTable()
    guard let left = try? Document(Source(Array(one.utf8)), names: names),
      let right = try? Document(Source(Array(other.utf8)), names: names)
    else { return false }
    return left.equal(0, right, 0)
  }
}
