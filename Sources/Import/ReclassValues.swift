/// The parameters or exports of a node, and the paths of those that reclass has not evaluated, in its order.
final class ReclassValues {
  typealias Path = [[UInt8]]

  var base = ReclassValue.Container()
  /// The queries in the values.
  private(set) var queries: [ReclassStatement] = []
  private var waiting: [Path: (isActive: Bool, number: Int)] = [:]
  private var order: [Path] = []
  private var first = 0
  private var count = 0

  /// The levels of references and containers for which Python's stack is large enough.
  static let deepest = 450
  static let tooDeep = "a chain of references that is too long"
  static let tooMany = "references that make too many values"
  private static let mostValues = 1_000_000

  /// Whether the value at a path is being evaluated; nil if it does not wait.
  func isActive(_ path: Path) -> Bool? { waiting[path]?.isActive }
  func activate(_ path: Path) { waiting[path]?.isActive = true }
  func finish(_ path: Path) { waiting[path] = nil }

  /// Whether all values are those of files.
  var isPlain: Bool { order.isEmpty }

  /// The path that has waited longest.
  func next() -> Path? {
    while first < order.count {
      if waiting[order[first]]?.number == first { return order[first] }
      first += 1
    }
    return nil
  }

  func value(at path: Path) -> ReclassValue? {
    path.reduce(.container(base)) { value, name in value?.container?[name] }
  }

  /// Puts a result at a path, with the values in it that are to be evaluated.
  func put(
    _ value: ReclassValue, at path: Path, _ statement: ReclassStatement
  ) throws(ReclassEvaluation.Refusal) {
    var own = path
    let value = try prepared(value, &own, statement)
    let container = path.dropLast().reduce(base as ReclassValue.Container?) { $0?[$1]?.container }
    container?[path[path.count - 1]] = value
  }

  /// Finds the values that are to be evaluated.
  func prepare(_ statement: ReclassStatement) throws(ReclassEvaluation.Refusal) {
    var path: Path = []
    if let dict = try prepared(.container(base), &path, statement).container { base = dict }
  }

  /// Copies containers, because values in both are evaluated.
  private func prepared(
    _ value: ReclassValue, _ path: inout Path, _ statement: ReclassStatement
  ) throws(ReclassEvaluation.Refusal) -> ReclassValue {
    var value = value
    if case .computed(let computed) = value {
      if computed.isLate {
        wait(path)
        computed.path = computed.path ?? path
        queries += computed.parts.filter { $0.isComputed && $0.statement.isQuery }.map(\.statement)
        return value
      }
      value = try computed.merged()
    }
    guard let container = value.container else { return value.evaluated }
    try take(container.values.count, statement)
    if path.count > Self.deepest {
      throw ReclassEvaluation.Refusal(words: Self.tooDeep, statement: statement)
    }
    var values: [ReclassValue] = []
    values.reserveCapacity(container.values.count)
    for (name, value) in container.members {
      path.append(name)
      values.append(try prepared(value, &path, statement))
      path.removeLast()
    }
    return .container(container.with(values))
  }

  /// Counts values that are copied; without a limit some references would double them for ever.
  func take(
    _ values: Int, _ statement: ReclassStatement
  ) throws(ReclassEvaluation.Refusal) {
    count += values
    if count > Self.mostValues {
      throw ReclassEvaluation.Refusal(words: Self.tooMany, statement: statement)
    }
  }

  private func wait(_ path: Path) {
    if let number = waiting[path]?.number {
      waiting[path] = (false, number)
    } else {
      waiting[path] = (false, order.count)
      order.append(path)
    }
  }
}

extension ReclassValue.Computed {
  /// The value of several scalars or lists.
  fileprivate func merged() throws(ReclassEvaluation.Refusal) -> ReclassValue {
    let values = parts.compactMap(\.value)
    switch values[0].kind {
    case _ where values.count == 1, .scalar: return values[values.count - 1]
    case .list: return .list(values)
    case .dict, .any:
      throw ReclassEvaluation.Refusal(words: ReclassEvaluation.otherKind, statement: statement)
    }
  }
}

extension ReclassValue {
  /// The elements of several lists.
  static func list(_ lists: [ReclassValue]) -> ReclassValue {
    let known = lists.compactMap(\.container)
    return known.count < lists.count
      ? .unknown(.list) : .container(Container(known.flatMap(\.values)))
  }
}
