import Answers
import Cascade
import JSONSource

/// Trees of files in memory, the root's tree first.
package final class MemoryTree {
  package typealias Files = [(path: String, text: [UInt8])]

  fileprivate let trees: [MemoryFiles]
  package let names: NameTable
  /// `KEY=VALUE` as data: what the command line says in the asked scope; an empty key is a file of values.
  package var settings: [(key: String, value: String)] = []
  /// What is said of the machine, as JSON.
  package var factsText: String?
  private lazy var facts = try? readFacts()
  fileprivate lazy var fragments = FragmentReader(names) {
    [unowned self] (path, file, place) throws(Diagnostic) in
    guard let found = try self.file(path, of: file, place) else {
      throw Diagnostic(.error, .reference, .noFileToInclude(path), at: place)
    }
    return (found.path, Source(found.bytes))
  }
  package private(set) lazy var ancestry = Ancestry(self)
  /// Scopes that are there without files.
  package var otherScopes: Set<Scope> = []
  private var views: [Scope: View] = [:]
  private var resolvers: [Resolver] = []
  // Who asks a tree that nobody else keeps goes on asking it.
  private var itself: MemoryTree?

  /// Two times of a tree share one table of names.
  package init(_ files: Files, overlays: [Files] = [], names: NameTable = NameTable()) {
    trees = ([files] + overlays).map(MemoryFiles.init)
    self.names = names
  }

  /// The same files, of which nothing was asked yet.
  package init(afresh other: MemoryTree) {
    trees = other.trees
    (otherScopes, factsText) = (other.otherScopes, other.factsText)
    names = NameTable()
  }

  package convenience init(
    _ files: [(path: String, text: String)], overlays: [[(path: String, text: String)]] = [],
    names: NameTable = NameTable()
  ) {
    func bytes(_ files: [(path: String, text: String)]) -> Files {
      files.map { ($0.path, Array($0.text.utf8)) }
    }
    self.init(bytes(files), overlays: overlays.map(bytes), names: names)
  }

  package static func scope(_ path: String) -> Scope {
    Scope(path.utf8.split(separator: UInt8(ascii: "/")).map(Array.init))
  }

  /// The scopes on the way to a scope, the root first.
  package func way(to scope: Scope) -> [any ScopePlace] {
    scope.lineage.map { MemoryScope($0, self) }
  }

  /// What holds in a scope without the command line; its parents' views are shared.
  private func view(_ scope: Scope) throws(Diagnostic) -> View {
    if let known = views[scope] { return known }
    var reading = MemoryScope(scope, self).read()
    let above = scope.depth == 0 ? nil : try view(Scope(scope.names.dropLast()))
    let lineage = try? ancestry.lineage(of: scope, &reading, below: above?.lineage)
    if let problem = reading.problems.first { throw problem }
    guard let lineage else { preconditionFailure("no test has so many levels") }
    let view = View(lineage, names, above: above)
    views[scope] = view
    return view
  }

  /// The view of a scope, with what the command line says in it.
  package func view(_ path: String) throws(Diagnostic) -> View {
    let scope = Self.scope(path)
    let view = try view(scope)
    if settings.isEmpty { return view }
    return View(view, commandLine: Level(commandLine: commandLine(scope), in: scope))
  }

  /// The scope as somebody asks it.
  package func asked(_ path: String) throws(Diagnostic) -> Evaluation {
    _ = try readFacts()
    let resolver = Resolver(self)
    resolvers.append(resolver)
    itself = self
    return resolver.scope(try view(path))
  }

  /// Reads what is said of the machine.
  private func readFacts() throws(Diagnostic) -> Facts? {
    guard let text = factsText else { return nil }
    let file = SourceFile(
      .facts, path: Array("facts.json".utf8), scope: .root, source: Source(Array(text.utf8)))
    return Facts(try PropertyFile(given: file, names: names))
  }

  private func commandLine(_ scope: Scope) -> [(key: Key?, value: PropertyFile)] {
    settings.enumerated().compactMap { index, setting in
      if setting.key.isEmpty {
        let file = SourceFile(
          .values(index + 1), path: [], scope: scope, source: Source(Array(setting.value.utf8)))
        return (try? PropertyFile(given: file, names: names)).map { (nil, $0) }
      }
      guard let key = try? self.key(setting.key) else { return nil }
      let path = key.names.map { String(decoding: names.bytes(of: $0), as: UTF8.self) }
      let text = path.reversed().reduce(setting.value) { inner, name in
        "{\(PlainValue.string(Array((name.hasPrefix("$") ? "$" + name : name).utf8)).compact):\(inner)}"
      }
      let file = SourceFile(
        .commandLine(index + 1), path: [], scope: scope, source: Source(Array(text.utf8)))
      guard let document = try? Document(file.source, names: names) else { return nil }
      return (key, PropertyFile(file, plain: document))
    }
  }

  package func key(_ text: String) throws(KeyError) -> Key {
    try KeySyntax.key(Array(text.utf8), names)
  }

  private func file(
    _ path: [UInt8], of file: SourceFile, _ place: SourceRange
  ) throws(Diagnostic) -> (path: [UInt8], bytes: [UInt8])? {
    guard case .tree(let tree) = file.home else { return nil }
    var components = file.directory.split(separator: UInt8(ascii: "/")).map(Array.init)
    for name in path.split(separator: UInt8(ascii: "/")).map(Array.init) {
      if name == Array("..".utf8) {
        guard components.popLast() != nil else {
          throw Diagnostic(.error, .outsideRoot, .foreign(LeavesTree()), at: place)
        }
      } else if name != Array(".".utf8) {
        components.append(name)
      }
    }
    let whole = Array(components.joined(separator: [UInt8(ascii: "/")]))
    return trees[tree].text(at: whole).map { (whole, $0) }
  }

  /// Whether any tree has files at or below a scope.
  private func exists(_ scope: Scope) -> Bool {
    let isHidden = scope.names.contains { [0x2E, 0x5F].contains($0.first) }
    if isHidden { return false }
    return scope.depth == 0 || otherScopes.contains(scope)
      || trees.contains { $0.exists(scope.names) }
  }
}

/// A scope of trees in memory.
private final class MemoryScope: ScopePlace {
  let scope: Scope
  private let memory: MemoryTree

  init(_ scope: Scope, _ memory: MemoryTree) {
    self.scope = scope
    self.memory = memory
  }

  var source: any AncestorSource { memory }

  var childNames: [[UInt8]] {
    var names = Set(
      memory.otherScopes.filter { $0.depth > scope.depth && $0.names.starts(with: scope.names) }
        .map { $0.names[scope.depth] })
    for tree in memory.trees { names.formUnion(tree.directories(in: scope.names)) }
    return names.filter { $0.first != UInt8(ascii: ".") && $0.first != UInt8(ascii: "_") }
      .sorted { $0.lexicographicallyPrecedes($1) }
  }

  var holdsFiles: Bool { memory.trees.contains { $0.exists(scope.names) } }

  func child(_ name: [UInt8]) -> (place: (any ScopePlace)?, problems: [Diagnostic]) {
    (MemoryScope(Scope(scope.names + [name]), memory), [])
  }

  func read() -> ScopeReading {
    var reading = ScopeReading(levels: [])
    for (tree, files) in memory.trees.enumerated() {
      let inclusions = InclusionLimiter(memory.fragments)
      var read: [PropertyFile] = []
      for (path, text) in files.properties(in: scope.names) {
        let file = SourceFile(.tree(tree), path: path, scope: scope, source: Source(text))
        do throws(Diagnostic) {
          let file = try PropertyFile(file, names: memory.names, inclusions)
          reading.problems += file.problems
          if file.problems.isEmpty { read.append(file) }
        } catch { reading.problems.append(error) }
      }
      reading.levels.append(Level(scope, in: .tree(tree), files: read))
    }
    return reading
  }
}

extension MemoryTree: ResolverContext {
  package func reading(of scope: Scope) throws(Diagnostic) -> ScopeReading? {
    exists(scope) ? MemoryScope(scope, self).read() : nil
  }

  package func ruledParents(
    of scope: Scope, _ levels: [Level], commandLine: Level?, above: (Scope) -> [Level]
  ) -> [RuleResult] { [] }

  package func nearest(to scope: Scope) -> Scope? { nil }
  package func scopeMeant(by scope: Scope) -> Scope? { nil }
  package func ignoredName(in scope: Scope) -> [UInt8]? { nil }
  package var hasFactsOfScopes: Bool { false }
  package func factsPath(of scope: Scope) -> [UInt8]? { nil }
  package func lacksFacts(_ scope: Scope) -> Bool { false }
  package func mayServeOtherMachines(_ scope: Scope) -> Bool { false }
  package var unmetSettings: [Diagnostic] { [] }
  package func isReadByRule(_ written: Definition, _ key: Key, in lineage: Lineage) -> Bool {
    false
  }

  package func view(of scope: Scope) throws(EvaluationError) -> View? {
    guard exists(scope) else { return nil }
    do throws(Diagnostic) { return try view(scope) } catch { throw EvaluationError([error]) }
  }

  package func facts(of scope: Scope) -> Facts? { facts }

  package func variable(_ name: [UInt8]) -> Variable { .notAllowed }

  package func text(
    _ path: [UInt8], of file: SourceFile, at place: SourceRange
  ) throws(Diagnostic) -> (path: [UInt8], bytes: [UInt8])? {
    try self.file(path, of: file, place)
  }
}

extension View {
  /// The whole effective value as it is written, as compact JSON: nothing is worked out.
  package var compact: String { compact(Key()) ?? "{}" }

  /// The value under a key as it is written, nil where there is none.
  package func compact(_ key: Key) -> String? {
    guard let node = node(key), node.isLive else { return nil }
    var writer = JSONWriter(.compact)
    writer.value(node.value(), names)
    return String(decoding: writer.take(), as: UTF8.self)
  }
}

extension Evaluation {
  /// The value under a key as compact JSON, worked out; nil where there is none.
  package func compact(_ key: Key = Key()) throws(EvaluationError) -> String? {
    guard let value = try value(key) else { return nil }
    var writer = JSONWriter(.compact)
    writer.value(try value.data(), view.names)
    return String(decoding: writer.take(), as: UTF8.self)
  }
}

extension SourceRange {
  /// `prod/db.json:4:13`.
  package var text: String {
    let (line, column) = LineMap(file.source).position(of: range.start)
    return "\(String(decoding: file.path, as: UTF8.self)):\(line):\(column)"
  }
}

private struct LeavesTree: ForeignProblem {
  let words = "the path leaves the tree"
}

/// The files of a tree in memory, by directory.
private struct MemoryFiles {
  typealias File = (path: [UInt8], text: [UInt8])

  /// Property files, in the order of their paths.
  private var properties: [[[UInt8]]: [File]] = [:]
  private var directories: [[[UInt8]]: Set<[UInt8]>] = [:]
  private var texts: [[UInt8]: [UInt8]] = [:]

  init(_ files: MemoryTree.Files) {
    let slash = UInt8(ascii: "/")
    let sorted = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    for (path, text) in sorted {
      let whole = Array(path.utf8.drop { $0 == slash })
      if texts[whole] == nil { texts[whole] = text }
      var directory = whole.split(separator: slash).map(Array.init)
      guard let name = directory.popLast() else { continue }
      for depth in directory.indices {
        directories[Array(directory.prefix(depth)), default: []].insert(directory[depth])
      }
      let isHidden = name.first == UInt8(ascii: ".") || name.first == UInt8(ascii: "_")
      let isProperty = [".json", ".jsonc"].contains {
        name.suffix($0.utf8.count).elementsEqual($0.utf8)
      }
      if !isHidden, isProperty {
        properties[directory, default: []].append((whole, text))
      }
    }
  }

  func properties(in directory: [[UInt8]]) -> [File] { properties[directory] ?? [] }

  /// The names of the directories in a directory.
  func directories(in directory: [[UInt8]]) -> Set<[UInt8]> { directories[directory] ?? [] }

  func text(at path: [UInt8]) -> [UInt8]? { texts[path] }

  /// Whether files stand at or below a directory.
  func exists(_ directory: [[UInt8]]) -> Bool {
    guard let name = directory.last else { return true }
    return directories(in: Array(directory.dropLast())).contains(name)
  }
}
