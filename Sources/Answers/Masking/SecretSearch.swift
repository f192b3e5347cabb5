import Cascade
import JSONSource

/// The keys on which tables of translations depend.
struct TableSources: Hashable {
  /// Whether a key is secret in the scope that reads the table, or the search reached its limit.
  fileprivate(set) var isSecret = false
  fileprivate var keys: Set<SourceKey> = []
  /// The keys of which any part may be used.
  fileprivate var around: Set<SourceKey> = []

  func isSecret(to report: SecretKeys) -> Bool {
    isSecret || keys.contains { report.mask(of: $0).isSecret }
      || around.contains { report.mask(of: $0).mayHoldSecret }
  }
}

/// Searches the keys on which computed values depend, directly or indirectly, as written.
/// Each place is visited once; beyond the limit the result is secret.
struct SecretSearch {
  private struct Place: Hashable {
    let scope: ObjectIdentifier
    let key: Key
  }

  private var seen: Set<Place> = []
  private var read: Set<Definition.ID> = []
  /// The total length of the visited keys: a value that refers to a part of itself leads to ever longer keys.
  private var names = 0
  private static var maxNames: Int { 1 << 16 }
  private var rest: [(scope: Evaluation, key: Key)] = []
  private var found = TableSources()

  static func translates(_ written: Definition) -> Bool {
    written.computedValues.contains {
      if case .reference(_, _, _?) = $0.source { true } else { false }
    }
  }

  /// The keys on which the translation tables in a value depend: a table reveals as much as its selector.
  static func tables(
    in written: Definition, under key: Key, _ scope: Evaluation
  ) -> TableSources {
    var search = SecretSearch()
    for computed in written.computedValues {
      guard case .reference(let reference, let other, _?) = computed.source else { continue }
      search.add(reference, other, at: key, [], in: scope)
    }
    search.run()
    return search.found
  }

  private mutating func run() {
    while !found.isSecret, let (scope, key) = rest.popLast() {
      if scope.mask(key).isSecret { found.isSecret = true }
      let (node, inner) = scope.view.deepest(key)
      let around = key.prefix(key.names.count - inner.count)
      // Indexes of elements are below the last node.
      let names = scope.view.names
      found.keys.insert(SourceKey(around, inner.map { names.index($0) == nil ? $0 : nil }))
      for part in node.leafParts { add(part, at: around, inner, in: scope) }
    }
  }

  private mutating func look(at key: Key, in scope: Evaluation) {
    names += key.names.count + 1
    if names > Self.maxNames { found.isSecret = true }
    if found.isSecret { return }
    guard seen.insert(Place(scope: ObjectIdentifier(scope), key: key)).inserted else { return }
    rest.append((scope, key))
  }

  private mutating func add(
    _ written: Definition, at key: Key, _ inner: ArraySlice<Name>, in scope: Evaluation
  ) {
    for computed in written.computedValues {
      for (reference, other) in computed.references {
        add(reference, other, at: key, inner, in: scope)
      }
    }
  }

  private mutating func add(
    _ reference: Reference, _ named: Scope?, at key: Key, _ inner: ArraySlice<Name>,
    in asking: Evaluation
  ) {
    var target: Evaluation? = asking
    do throws(EvaluationError) { if let named { target = try asking.other(named) } } catch {
      // What the scope declares secret is unknown.
      found.isSecret = true
    }
    // A missing scope has no values.
    guard let scope = target, !found.isSecret else { return }
    switch reference.target {
    case .scope, .scopeName, .fact: break
    case .key(let key):
      // In an array the first of the remaining names may be an index.
      for count in 0...inner.count where !found.isSecret {
        look(at: Key(key.names + inner.dropFirst(count)), in: scope)
      }
    case .inherited:
      for case .value(let written) in scope.view.steps(key).map(\.statement)
      where read.insert(written.id).inserted {
        add(written, at: key, inner, in: scope)
      }
    case .inner:
      if scope.mask(key).mayHoldSecret { found.isSecret = true }
      found.around.insert(SourceKey(key))
      look(at: key, in: scope)
    }
  }
}

extension Evaluation {
  /// The mask of a value shown in an explanation.
  /// The statements of a key inside an array or a computed value are those of the container.
  package func mask(ofStep written: Definition, under key: Key) -> Mask {
    if isRevealing { return .none }
    let (node, rest) = view.deepest(key)
    // A value that an array or a computed value replaced was at the key itself.
    let isAround = rest.isEmpty || view.valueOutcomes.statementOutcome(of: written, at: node) != nil
    let key = isAround ? key.prefix(key.names.count - rest.count) : key
    let mask = key.names.reduce(mask(Key())) { $0.descending($1) }
    return translatesSecret(written, under: key) ? mask.whole : mask
  }

  /// Whether a written value contains a secret; dependencies of computed values are not part of it.
  package func containsSecret(asWritten written: Definition, under key: Key) -> Bool {
    written.containsSecret(mask(key)) || translatesSecret(written, under: key)
  }

  /// Whether a written value translates a secret, of this scope or among `others`.
  package func translatesSecret(
    _ written: Definition, under key: Key, _ others: SecretKeys = .none
  ) -> Bool {
    guard SecretSearch.translates(written) else { return false }
    let tables = SecretSearch.tables(in: written, under: key, self)
    return tables.isSecret(to: secretKeys) || tables.isSecret(to: others)
  }
}

extension ViewNode {
  /// The written value, or the written parts of the elements of an array.
  var leafParts: [Definition] {
    switch state {
    case .leaf(let written): [written]
    case .array(let merged): merged.elements.flatMap(\.parts)
    case .absent, .object: []
    }
  }
}

extension Definition {
  package var computedValues: some Sequence<ComputedValue> {
    (isComputing ? node..<document.indexAfter(node) : 0..<0).lazy.compactMap { file.computed($0) }
  }
}
