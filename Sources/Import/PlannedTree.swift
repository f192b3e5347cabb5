import Cascade
import Files
import JSONSource
import SystemCalls
import YAMLSource

/// The files of an import as a tree, before they are written.
final class PlannedTree {
  let names = NameTable()
  private(set) lazy var ancestry = Ancestry(self)
  private var files: [Scope: [(path: [FileName], bytes: [UInt8])]] = [:]
  private var levels: [Scope: ScopeReading] = [:]
  private var views: [Scope: View] = [:]
  /// Whether a scope inherits from more scopes than heir reads.
  private(set) var exceedsLimits = false
  /// The parents of a scope by rule, nearest first.
  private var parents: [Scope: [Scope]] = [:]
  private var facts: [Scope: YAMLNode] = [:]
  private let rule = SourceRange(
    SourceFile(path: Array(".heir".utf8), scope: .root, source: Source([])), ByteRange(0, 0))

  init(_ plan: ImportPlan) {
    for (path, bytes) in plan.files where path != [.settings] {
      files[Scope(Array(path.dropLast())), default: []].append((path, bytes))
    }
    for scope in Array(files.keys) { addDirectories(of: scope) }
  }

  private func addDirectories(of scope: Scope) {
    for depth in 0...scope.depth {
      files[Scope(Array(scope.names.prefix(depth))), default: []] += []
    }
  }

  /// Gives a scope the parents and the facts of a host. Without facts of hosts, a node may be one of several.
  func put(_ scope: Scope, parents: [Scope], facts: YAMLNode? = nil) {
    (self.parents[scope], self.facts[scope], views[scope]) = (parents, facts, nil)
    addDirectories(of: scope)
  }

  /// The keys that the files of a scope or of its ancestors mention.
  func keys(of scope: Scope) -> [[UInt8]] {
    guard let view = try? view(of: scope) else { return [] }
    return view.root.mentionedNames().map { Array(names.bytes(of: $0)) }
  }

  /// The values of keys in a scope, or why a value cannot be computed; a key without a value may be missing.
  func values(
    of scope: Scope, _ keys: some Sequence<[UInt8]>, together: Bool
  ) -> [[UInt8]: Result<YAMLNode?, EvaluationError>] {
    var values: [[UInt8]: Result<YAMLNode?, EvaluationError>] = [:]
    do throws(EvaluationError) {
      guard let view = try view(of: scope) else { return values }
      let resolver = Resolver(self)
      defer { withExtendedLifetime(resolver) {} }
      let evaluation = resolver.scope(view)
      // Many values take less time together, but none is there if one has an error.
      if together, let whole = try? value(Key(), evaluation), let members = whole.members {
        return Dictionary(
          members.map { ($0.name, .success($0.value)) }, uniquingKeysWith: { $1 })
      }
      for key in keys {
        do throws(EvaluationError) {
          values[key] = .success(try value(Key([names.intern(key)]), evaluation))
        } catch { values[key] = .failure(error) }
      }
    } catch {
      for key in keys { values[key] = .failure(error) }
    }
    return values
  }

  /// The keys of each scope whose values have errors for every host, in byte order of the scopes' paths.
  func failures(
    in scopes: some Sequence<Scope>
  ) -> [(scope: Scope, key: [[UInt8]], error: EvaluationError)] {
    var failures: [(scope: Scope, key: [[UInt8]], error: EvaluationError)] = []
    for scope in scopes {
      guard let view = try? view(of: scope),
        view.levels.flatMap(\.files).contains(where: { Definition(file: $0, node: 0).isComputing })
      else { continue }
      forEachLeaf(of: view) { value, error in
        guard let error, !error.needsCaller else { return }
        failures.append((scope, value.key.names.map { Array(names.bytes(of: $0)) }, error))
      }
    }
    return failures.sorted { $0.scope.path.lexicographicallyPrecedes($1.scope.path) }
  }

  /// The values of a scope by their keys, each member of an object by itself, or why one cannot be computed.
  func leaves(of scope: Scope) -> [(key: [[UInt8]], value: Result<YAMLNode, EvaluationError>)] {
    guard let view = try? view(of: scope) else { return [] }
    var leaves: [(key: [[UInt8]], value: Result<YAMLNode, EvaluationError>)] = []
    forEachLeaf(of: view) { value, error in
      let data = Result { () throws(EvaluationError) in YAMLNode(try value.data(), names) }
      leaves.append(
        (value.key.names.map { Array(names.bytes(of: $0)) }, error.map { .failure($0) } ?? data))
    }
    return leaves
  }

  private func forEachLeaf(of view: View, _ body: (ValueCursor, EvaluationError?) -> Void) {
    let resolver = Resolver(self)
    defer { withExtendedLifetime(resolver) {} }
    // All values together may have four times as many, and 'check' asks for some twice.
    var all = ValueSize.nothing
    resolver.scope(view).cursor.forEachLeaf { value, error in
      all = all + value.drawn
      body(value, error ?? (all.isTooMuch ? value.tooMuch : nil))
    }
  }

  /// The files and keys of final keys that another scope sets again, or stops.
  func refusedFinals(of scope: Scope) -> [(path: [FileName], key: [[UInt8]])] {
    guard let view = try? view(of: scope), !view.isOpen else { return [] }
    var found: [(path: [FileName], key: [[UInt8]])] = []
    func note(_ node: ViewNode) {
      for refusal in node.refusals {
        // Each member of an object is refused by itself.
        if let written = refusal.attempt.written, written.isObject, !written.isEmptyObject {
          continue
        }
        found.append(
          (
            refusal.by.place.file.scope.names + [ImportPlan.fileName],
            (refusal.by.pattern.key?.names ?? []).map { Array(names.bytes(of: $0)) }
          ))
      }
    }
    for node in view.root.chain {
      note(node)
      node.forEachTouched(note)
    }
    return found
  }

  /// All scopes.
  var scopes: some Sequence<Scope> { files.keys }

  private func value(
    _ key: Key, _ evaluation: Evaluation
  ) throws(EvaluationError) -> YAMLNode? {
    guard case .value(let value) = try evaluation.answer(key) else { return nil }
    return YAMLNode(try value.data(), names)
  }
}

extension PlannedTree: ResolverContext {
  func reading(of scope: Scope) -> ScopeReading? {
    if let known = levels[scope] { return known }
    guard let files = files[scope] else { return nil }
    var (properties, problems) = ([PropertyFile](), [Diagnostic]())
    for (path, bytes) in files {
      let file = SourceFile(path: path.joinedPath, scope: scope, source: Source(bytes))
      do throws(Diagnostic) {
        let property = try PropertyFile(file, names: names)
        problems += property.problems
        properties.append(property)
      } catch { problems.append(error) }
    }
    var reading = ScopeReading(levels: [Level(scope, files: properties)])
    reading.problems = problems
    levels[scope] = reading
    return reading
  }

  func view(of scope: Scope) throws(EvaluationError) -> View? {
    if let known = views[scope] { return known }
    guard var reading = reading(of: scope) else { return nil }
    let above = scope.depth == 0 ? nil : try view(of: Scope(Array(scope.names.dropLast())))
    let lineage: Lineage
    do { lineage = try ancestry.lineage(of: scope, &reading, below: above?.lineage) } catch {
      exceedsLimits = true
      throw EvaluationError([])
    }
    for problem in reading.problems {
      if case .tooManyAncestors = problem.problem { exceedsLimits = true }
    }
    if !reading.problems.isEmpty { throw EvaluationError(reading.problems) }
    let view = View(lineage, names, above: above, beside: base(of: lineage))
    views[scope] = view
    return view
  }

  /// The view of the nearest ancestor whose whole lineage is at the start of a lineage.
  private func base(of lineage: Lineage) -> View? {
    // The lowest first, so that each finds those below it.
    for level in lineage.levels.dropLast() where views[level.scope] == nil {
      _ = try? view(of: level.scope)
    }
    for (position, level) in lineage.levels.enumerated().dropLast().reversed() {
      guard let view = views[level.scope], view.levels.count == position + 1 else { continue }
      if zip(view.levels, lineage.levels).allSatisfy({ $0 === $1 }) { return view }
    }
    return nil
  }

  func ruledParents(
    of scope: Scope, _ levels: [Level], commandLine: Level?, above: (Scope) -> [Level]
  ) -> [RuleResult] {
    (parents[scope] ?? []).filter { files[$0] != nil && $0 != scope }.map {
      RuleResult(.scope($0), by: [], at: rule, isOptional: true, drawing: [], of: [])
    }
  }

  func facts(of scope: Scope) -> Facts? {
    guard let node = facts[scope] else { return nil }
    let file = SourceFile(
      .facts, path: [], scope: scope, source: Source(CommentedJSON.text(of: node)))
    return (try? PropertyFile(given: file, names: names)).map { Facts($0) }
  }

  var hasFactsOfScopes: Bool { true }
  func factsPath(of scope: Scope) -> [UInt8]? { Array("facts".utf8) }
  func variable(_ name: [UInt8]) -> Variable { .unset }
  func text(
    _ path: [UInt8], of file: SourceFile, at place: SourceRange
  ) -> (path: [UInt8], bytes: [UInt8])? { nil }
  func nearest(to scope: Scope) -> Scope? { nil }
  func scopeMeant(by scope: Scope) -> Scope? { nil }
  func ignoredName(in scope: Scope) -> [UInt8]? { nil }
  func lacksFacts(_ scope: Scope) -> Bool { false }
  func mayServeOtherMachines(_ scope: Scope) -> Bool { false }
  func isReadByRule(_ written: Definition, _ key: Key, in lineage: Lineage) -> Bool { false }
  var unmetSettings: [Diagnostic] { [] }
}

extension YAMLNode {
  /// A value that was computed.
  fileprivate init(_ value: EffectiveValue, _ names: NameTable) {
    let content: Content =
      switch value.kind {
      case .null: .null
      case .true: .boolean(true)
      case .false: .boolean(false)
      case .number: .number(Array(value.spelling))
      case .array: .sequence((value.elements ?? []).map { YAMLNode($0, names) })
      case .object:
        .mapping(
          value.members.map {
            YAMLMember(Array(names.bytes(of: $0.name)), YAMLNode($0.value, names))
          })
      case .string, .name, .directive: .text(value.text ?? [])
      }
    self.init(content)
  }
}
