import Cascade
import JSONSource
import SafeText
import YAMLSource

/// The keys of a node whose values in heir differ from those of reclass, or cannot be computed.
struct ReclassComparison {
  typealias Path = [[UInt8]]

  private(set) var differences: [Path: (words: String, statement: ReclassStatement)] = [:]
  private let levels: [ReclassStatement]
  private let expected: ReclassEvaluation
  /// The keys that are left out already.
  private let leftOut: Set<Path>
  private let names: NameTable

  private static let lostReference = "a reference to a value that is not imported"

  /// Compares the values of a node, whose levels are ordered by precedence, lowest first.
  init(
    _ levels: [ReclassStatement], _ expected: ReclassEvaluation,
    _ leaves: [(key: Path, value: Result<YAMLNode, EvaluationError>)], leftOut: Set<Path>,
    _ names: NameTable
  ) {
    self.names = names
    (self.levels, self.expected, self.leftOut) = (levels, expected, leftOut)
    var found: Set<Path> = []
    for (key, value) in leaves {
      found.insert(key)
      let other = expected.value(at: key)
      switch value {
      case .success(let value):
        // The members of an object without any are compared below.
        if value.members?.isEmpty == true, other?.dict != nil { continue }
        if other?.equals(value) != true { add(key, nil) }
      case .failure(let error): add(key, error)
      }
    }
    findMissing(in: expected.base, [], found)
  }

  private mutating func findMissing(
    in dict: ReclassValue.Container, _ path: Path, _ found: Set<Path>
  ) {
    for (name, value) in dict.members {
      let key = path + [name.plainName]
      if let inner = value.dict, !inner.names.isEmpty {
        findMissing(in: inner, key, found)
      } else if !found.contains(key), !key[0].elementsEqual(ReclassImport.ownName),
        !levels.contains(where: { $0.leavesOut(key) }),
        !key.indices.contains(where: { leftOut.contains(Array(key[...$0])) })
      {
        add(key, nil)
      }
    }
  }

  private mutating func add(_ path: Path, _ error: EvaluationError?) {
    let change = expected.changes.first { path.starts(with: $0.path) }
    if let change {
      let words = "a value that reclass changes when it merges a reference to it"
      differences[change.path] = (words, change.statement)
      return
    }
    // A computed value is left out as a whole.
    var (key, statements): (Path, [ReclassStatement]) = ([], levels)
    for name in path {
      let inner = statements.flatMap { $0[name] }
      if inner.isEmpty { break }
      key.append(name)
      statements = inner
      if !statements.allSatisfy(\.isLiteralDict) { break }
    }
    guard differences[key] == nil, let last = statements.last, !key.isEmpty else { return }
    differences[key] = (reason(for: key, statements, error), last)
  }

  private func reason(
    for key: Path, _ statements: [ReclassStatement], _ error: EvaluationError?
  ) -> String {
    let last = statements[statements.count - 1]
    let isMerge =
      statements.count > 1
      && expected.value(at: key)?.kind != .scalar
    if statements.dropLast().contains(where: { $0.sign == UInt8(ascii: "=") }) {
      return ReclassEvaluation.constant
    }
    if statements.contains(where: \.isTwin) { return ReclassEvaluation.twin }
    if isMerge {
      if statements.contains(where: \.isIncomplete) {
        return "a value that is merged with one that is not imported"
      }
      if statements.contains(where: { !$0.paths.isEmpty }) {
        return "a reference that is merged with other values"
      }
      if statements.contains(where: \.hasSigns) {
        return "a key with '~' or '=' in a value that replaces another one"
      }
      if case .list = last.content, statements.contains(where: { $0.value.kind == .scalar }) {
        return "a list that is merged with a scalar"
      }
    }
    let texts = last.texts
    if texts.flatMap(\.paths).contains(where: { $0 == ReclassImport.shortName }) {
      return "the first part of the node's name"
    }
    if error?.isMissingValueOnly == true { return Self.lostReference }
    if error?.isCycle == true { return ReclassEvaluation.selfReference }
    let inserted = texts.filter { $0.pieces.count > 1 }.flatMap(\.paths)
    if inserted.contains(where: { !isSpelledEqually(at: $0) }) {
      return "a reference in a text to a value that Python spells in another way"
    }
    if error != nil {
      let name = Printable.quoted(names.spelling(Key(key.map(names.intern))))
      return "\(name), which has an error in this node"
    }
    return texts.isEmpty ? "a value that heir merges in another way" : Self.lostReference
  }

  /// Whether heir inserts a value into texts as Python does.
  private func isSpelledEqually(at path: Path) -> Bool {
    guard case .scalar(let node, _)? = expected.value(at: path) else { return false }
    return switch node.content {
    case .text: true
    case .number(let spelling): spelling.isUsualNumber
    default: false
    }
  }
}

extension ReclassStatement {
  /// Whether a key in the dict begins with '~' or '=', at any depth.
  fileprivate var hasSigns: Bool {
    members.contains { $0.statement.sign != nil || $0.statement.hasSigns }
  }

  /// The values in it with references.
  fileprivate var texts: [ReclassStatement] {
    switch content {
    case .text: [self]
    case .list(let elements): elements.flatMap(\.texts)
    case .dict: members.flatMap(\.statement.texts)
    case .scalar, .query, .leftOut: []
    }
  }
}

extension ReclassValue {
  /// Whether the value is equal to one that heir computed.
  fileprivate func equals(_ node: YAMLNode) -> Bool {
    switch self {
    case .scalar(let own, _): !node.isContainer && own.identity == node.identity
    case .unknown, .computed: false
    case .container(let container):
      if container.isDict {
        node.members.map { members in
          members.count == container.names.count
            && members.allSatisfy { container.member($0.name)?.equals($0.value) == true }
        } == true
      } else {
        node.elements.map { elements in
          elements.count == container.values.count
            && zip(container.values, elements).allSatisfy { $0.equals($1) }
        } == true
      }
    }
  }
}

extension EvaluationError {
  fileprivate var isCycle: Bool {
    diagnostics.contains {
      switch $0.problem {
      case .value(.cycle), .value(.containsItself): true
      default: false
      }
    }
  }
}
