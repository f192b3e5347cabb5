import YAMLSource

/// A value as reclass has it while it evaluates a node.
enum ReclassValue {
  /// One of several parts is not of the kind of other scalars until it is evaluated.
  case scalar(YAMLNode, isComposite: Bool = false)
  /// A value that the import does not know.
  case unknown(Kind)
  case container(Container)
  case computed(Computed)

  enum Kind { case scalar, list, dict, any }

  /// A dict in the order of Python, or a list. A zero is before its indexes, and before names that are not texts.
  final class Container {
    let isDict: Bool
    private(set) var names: [[UInt8]] = []
    private(set) var values: [ReclassValue] = []
    private var indexes: [[UInt8]: Int] = [:]

    /// An empty dict.
    init() { isDict = true }

    init(_ elements: [ReclassValue]) {
      isDict = false
      for (index, element) in elements.enumerated() { self[[0] + "\(index)".utf8] = element }
    }

    private init(_ other: Container, _ values: [ReclassValue]) {
      (isDict, names, indexes) = (other.isDict, other.names, other.indexes)
      self.values = values
    }

    subscript(name: [UInt8]) -> ReclassValue? {
      get { indexes[name].map { values[$0] } }
      set {
        guard let newValue else { return }
        if let index = indexes[name] {
          values[index] = newValue
        } else {
          indexes[name] = values.count
          names.append(name)
          values.append(newValue)
        }
      }
    }

    var members: Zip2Sequence<[[UInt8]], [ReclassValue]> { zip(names, values) }

    /// The value with a name in the import, where each is a text.
    func member(_ name: [UInt8]) -> ReclassValue? { self[name] ?? self[[0] + name] }

    /// A container with the same names and other values.
    func with(_ values: [ReclassValue]) -> Container { Container(self, values) }

    var firstComputed: Computed? {
      values.lazy.compactMap { value in
        if case .computed(let computed) = value { computed } else { value.container?.firstComputed }
      }.first
    }
  }

  /// One value with references or a sign, or several values that reclass merges later.
  final class Computed {
    /// Lowest precedence first.
    var parts: [Part]
    let isMerge: Bool
    /// Where the node has it; nil in a result.
    var path: [[UInt8]]?
    /// The second statement of a file for the key.
    var twin: ReclassStatement?

    init(_ parts: [Part], isMerge: Bool = false) { (self.parts, self.isMerge) = (parts, isMerge) }

    var statement: ReclassStatement { parts[parts.count - 1].statement }

    /// Whether reclass evaluates the value after it has merged all files.
    var isLate: Bool {
      parts.contains {
        let kind = $0.value?.kind
        return $0.isComputed
          || isMerge
            && ($0.sign != nil || kind == .any || kind != parts[0].value?.kind
              || $0.value?.isComposite != parts[0].value?.isComposite)
      }
    }
  }

  struct Part {
    let statement: ReclassStatement
    /// nil for a text with references, and for a query.
    let value: ReclassValue?
    var sign: UInt8?

    var isComputed: Bool { value == nil }

    init(_ value: ReclassValue, _ statement: ReclassStatement) {
      if case .computed(let computed) = value, !computed.isMerge {
        self = computed.parts[0]
      } else {
        (self.value, self.statement) = (value, statement)
      }
    }

    /// A text with references, or a query.
    init(computed statement: ReclassStatement) { (self.statement, value) = (statement, nil) }
  }

  var container: Container? { if case .container(let container) = self { container } else { nil } }
  var dict: Container? { container.flatMap { $0.isDict ? $0 : nil } }

  var kind: Kind {
    switch self {
    case .scalar, .computed: .scalar
    case .unknown(let kind): kind
    case .container(let container): container.isDict ? .dict : .list
    }
  }

  var isComposite: Bool {
    if case .scalar(_, let isComposite) = self { isComposite } else { false }
  }

  /// The value after its evaluation.
  var evaluated: ReclassValue {
    if case .scalar(let node, _) = self { .scalar(node) } else { self }
  }

  var isNull: Bool { if case .scalar(let node, _) = self { node.isNull } else { false } }

  /// The number of values in this one and of itself, up to a limit.
  func count(upTo limit: Int) -> Int {
    var count = 1
    for value in container?.values ?? [] where count < limit {
      count += value.count(upTo: limit - count)
    }
    return count
  }

  /// The value with containers of its own.
  var copied: ReclassValue {
    container.map { .container($0.with($0.values.map(\.copied))) } ?? self
  }

  /// The value as Python inserts it into a text; nil if that is not known.
  var spelling: [UInt8]? {
    switch self {
    case .unknown, .container, .computed: nil
    case .scalar(let node, _):
      switch node.content {
      case .null: Array("None".utf8)
      case .boolean(let isTrue): Array((isTrue ? "True" : "False").utf8)
      case .number(let spelling): spelling.isUsualNumber ? spelling : nil
      default: node.text
      }
    }
  }
}

extension [UInt8] {
  /// The name without the zero before one that is not a text.
  var plainName: [UInt8] { first == 0 ? Array(dropFirst()) : self }
}
