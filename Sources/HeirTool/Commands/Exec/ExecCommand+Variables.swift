import Answers
import Cascade
import CommandSpec
import Trees

extension ExecCommand {
  /// The options for variables and their environment.
  struct Options {
    let prefix: [UInt8]?
    let map: [[UInt8]]
    let optional: [[UInt8]]
    let isClean: Bool

    init(
      prefix: [UInt8]?, map: [[UInt8]], optional: [[UInt8]], isClean: Bool
    ) throws(UsageError) {
      if prefix == nil && map.isEmpty && optional.isEmpty {
        throw .missingOption(oneOf: ["--prefix", "--map"], command: name)
      }
      (self.prefix, self.map, self.optional) = (prefix, map, optional)
      self.isClean = isClean
    }
  }

  /// The variables made from keys of a scope.
  struct Variables {
    private let context: CommandContext
    private let asked: Evaluation
    private let keys: [Key]
    private let named: [NamedKey]
    private let optional: [NamedKey]
    private let hasPrefix: Bool
    private var variables: VariableAssignments
    private var drawn = ValueSize.nothing

    init(
      _ context: CommandContext, _ scope: ScopeArgument, _ texts: [[UInt8]], _ form: Options
    ) throws(Failure) {
      if form.prefix == nil && !texts.isEmpty {
        throw .message("KEY needs '--prefix'; use '--map NAME=KEY' for one variable")
      }
      var keys: [Key] = []
      for text in texts { keys.append(try context.key(text)) }
      self.keys = keys.isEmpty && form.prefix != nil ? [Key()] : keys
      named = try Self.named(form.map, "--map", context)
      optional = try Self.named(form.optional, "--optional", context)
      asked = try context.scope(scope)
      variables = try VariableAssignments(
        form.prefix ?? [], context.names, besides: .programs)
      hasPrefix = form.prefix != nil
      self.context = context
    }

    private static func named(
      _ texts: [[UInt8]], _ option: String, _ context: CommandContext
    ) throws(Failure) -> [NamedKey] {
      var named: [NamedKey] = []
      for text in texts { named.append(try NamedKey(text, for: option, context)) }
      return named
    }

    mutating func all() throws(Failure) -> VariableAssignments {
      for one in named { try add(one, isOptional: false) }
      for one in optional { try add(one, isOptional: true) }
      var parts: [(key: Key, leaves: [Leaf])] = []
      for key in keys {
        guard let value = try value(of: key, isOptional: false) else { continue }
        let leaves = try context.leaves(of: value)
        try count(value)
        parts.append((key, leaves.map { Leaf($0.effective, $0.value) }))
      }
      // A key with an explicit variable name yields to other keys if their names clash.
      for isNamed in [false, true] {
        for (key, leaves) in parts {
          variables.add(leaves.filter { variables.isNamed($0.key) == isNamed }, below: key)
        }
      }
      if !variables.refused.isEmpty {
        throw .refused(
          variables.refused, context.names,
          otherNames: "rename it with '--map NAME=KEY'"
            + (hasPrefix ? ", or all with '--prefix'" : ""))
      }
      var judged = keys
      for key in (named + optional).map(\.key)
      where !judged.contains(where: key.isIn) { judged.append(key) }
      try context.validate(asked, judged)
      return variables
    }

    private mutating func add(_ one: NamedKey, isOptional: Bool) throws(Failure) {
      guard let value = try value(of: one.key, isOptional: isOptional) else {
        return variables.add(one.name, for: one.key, nil, at: [])
      }
      let data = try context.evaluating { () throws(EvaluationError) in try value.data() }
      try count(value)
      variables.add(one.name, for: one.key, data, at: value.places)
    }

    private func value(of key: Key, isOptional: Bool) throws(Failure) -> ValueCursor? {
      switch try context.evaluating({ () throws(EvaluationError) in try asked.answer(key) }) {
      case .value(let value): return value
      case .absent(let absence):
        if isOptional { return nil }
        throw .message(context.words(for: key, absence, in: asked))
      }
    }

    /// The limit applies to all requested values in sum (V7).
    private mutating func count(_ value: ValueCursor) throws(Failure) {
      drawn = drawn + value.drawn
      if drawn.isTooMuch { throw .diagnostics(value.tooMuch.diagnostics) }
    }
  }
}
