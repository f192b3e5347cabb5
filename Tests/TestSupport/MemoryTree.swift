import Cascade
import JSONSource

/// Trees of files in memory: what a test says stands where, the root's tree first.
package final class MemoryTree {
  package typealias Files = [(path: String, text: [UInt8])]

  /// Texts by path: `/prod/db.json`.
  package let files: Files
  package let overlays: [Files]
  package let names = NameTable()
  /// `KEY=VALUE` as data: what the command line says in the asked scope.
  package var settings: [(key: String, value: String)] = []
  package var variables: [String: String] = [:]
  package var allowed: Set<String> = []
  private lazy var fragments = Fragments(.everything) {
    [unowned self] (path, file, place) throws(Diagnostic) in
    guard let found = try self.file(path, of: file, place) else {
      let name = String(decoding: path, as: UTF8.self)
      throw Diagnostic(.error, .reference, "no file '\(name)' to include", at: place)
    }
    return (found.path, Source(found.bytes))
  }
  /// Scopes that are there without files.
  package var otherScopes: Set<Scope> = []
  private var lineages: [Scope: Lineage] = [:]

  /// Reads only the fragments that a key needs, as far as is known before values are worked out.
  package func demand(_ key: Key) { fragments.demand = .keys([key]) }

  package init(_ files: Files, overlays: [Files] = []) {
    func sorted(_ files: Files) -> Files {
      files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }
    self.files = sorted(files)
    self.overlays = overlays.map(sorted)
  }

  package convenience init(
    _ files: [(path: String, text: String)], overlays: [[(path: String, text: String)]] = []
  ) {
    func bytes(_ files: [(path: String, text: String)]) -> Files {
      files.map { ($0.path, Array($0.text.utf8)) }
    }
    self.init(bytes(files), overlays: overlays.map(bytes))
  }

  private var trees: [Files] { [files] + overlays }

  package static func scope(_ path: String) -> Scope {
    Scope(path.utf8.split(separator: UInt8(ascii: "/")).map(Array.init))
  }

  /// One level, its files read; the first thing wrong with them is thrown.
  package func level(_ scope: Scope, in tree: Int = 0) throws(Diagnostic) -> Level {
    var read: [PropertyFile] = []
    for (path, text) in trees[tree] where path.hasSuffix(".json") {
      var components = path.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
      let name = components.popLast()?.first
      guard components == scope.names, name != UInt8(ascii: "."), name != UInt8(ascii: "_") else {
        continue
      }
      let file = SourceFile(
        .tree(tree), path: Array(path.utf8.drop { $0 == UInt8(ascii: "/") }), scope: scope,
        source: Source(text))
      fragments.beginLevel()
      read.append(try PropertyFile(file, names: names, fragments))
      if let problem = read.last?.problems.first { throw problem }
    }
    return Level(scope, in: tree, files: read)
  }

  /// The lineage of a scope, whose parents' are shared.
  package func lineage(_ scope: Scope) throws(Diagnostic) -> Lineage {
    if let known = lineages[scope] { return known }
    var levels: [Level] = []
    for tree in trees.indices { levels.append(try level(scope, in: tree)) }
    let lineage =
      scope.depth == 0
      ? Lineage(names, root: levels)
      : try lineage(Scope(scope.names.dropLast())).descending(to: scope, levels)
    lineages[scope] = lineage
    return lineage
  }

  /// The view of a scope, with what the command line says in it.
  package func view(_ path: String) throws(Diagnostic) -> View {
    try view(Asked(Self.scope(path), hasCommandLine: true))
  }

  private func view(_ asked: Asked) throws(Diagnostic) -> View {
    let lineage = try lineage(asked.scope)
    guard asked.hasCommandLine, !settings.isEmpty else { return lineage.view() }
    return lineage.view(Level(commandLine: commandLine(asked.scope), in: asked.scope))
  }

  /// The scope as somebody asks it.
  package func asked(_ path: String) throws(Diagnostic) -> AskedScope {
    let asked = Asked(Self.scope(path), hasCommandLine: true)
    return Resolver(names, self).scope(asked, try view(asked))
  }

  private func commandLine(_ scope: Scope) -> [(key: Key, value: PropertyFile)] {
    settings.enumerated().compactMap { index, setting in
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
    _ path: [UInt8], of file: SourceFile, _ place: Place
  ) throws(Diagnostic) -> (path: [UInt8], bytes: [UInt8])? {
    guard case .tree(let tree) = file.home else { return nil }
    var components = file.directory.split(separator: UInt8(ascii: "/")).map(Array.init)
    for name in path.split(separator: UInt8(ascii: "/")).map(Array.init) {
      if name == Array("..".utf8) {
        guard components.popLast() != nil else {
          throw Diagnostic(.error, .outsideRoot, "the path leaves the tree", at: place)
        }
      } else if name != Array(".".utf8) {
        components.append(name)
      }
    }
    let whole = Array(components.joined(separator: [UInt8(ascii: "/")]))
    return trees[tree].first { Array($0.path.utf8.drop { $0 == UInt8(ascii: "/") }) == whole }.map {
      (whole, $0.text)
    }
  }

  /// Whether any tree has files at or below a scope.
  private func exists(_ scope: Scope) -> Bool {
    let start = Array(scope.path.dropFirst()) + [UInt8(ascii: "/")]
    return scope.depth == 0 || otherScopes.contains(scope)
      || trees.contains {
        $0.contains { $0.path.utf8.drop { $0 == UInt8(ascii: "/") }.starts(with: start) }
      }
  }
}

extension MemoryTree: Outside {
  package func view(_ asked: Asked, covering key: Key) throws(Unresolved) -> View? {
    guard exists(asked.scope) else { return nil }
    if case .keys(let before) = fragments.demand {
      fragments.demand = .keys(before + [key])
      lineages = [:]
    }
    do throws(Diagnostic) { return try view(asked) } catch { throw Unresolved([error]) }
  }

  package func variable(_ name: [UInt8]) -> Variable {
    let name = String(decoding: name, as: UTF8.self)
    guard allowed.contains(name) || allowed.contains("*") else { return .notAllowed }
    return variables[name].map { .value(Array($0.utf8)) } ?? .unset
  }

  package func text(
    _ path: [UInt8], of file: SourceFile, at place: Place
  ) throws(Diagnostic) -> (path: [UInt8], bytes: [UInt8])? {
    try self.file(path, of: file, place)
  }
}

extension View {
  /// The whole effective value as it is written, as compact JSON: nothing is worked out.
  package var compact: String {
    var writer = JSONWriter(.compact)
    if let root = entry(Key()) { writer.value(root, names) } else { writer.object { _ in } }
    return String(decoding: writer.output, as: UTF8.self)
  }

  /// The value under a key as it is written, nil where there is none.
  package func compact(_ key: Key) -> String? {
    guard let entry = entry(key), entry.isLive else { return nil }
    var writer = JSONWriter(.compact)
    writer.value(entry, names)
    return String(decoding: writer.output, as: UTF8.self)
  }
}

extension AskedScope {
  /// The value under a key as compact JSON, worked out; nil where there is none.
  package func compact(_ key: Key = Key()) throws(Unresolved) -> String? {
    guard let value = try value(key) else { return nil }
    var writer = JSONWriter(.compact)
    writer.value(try whole(value), view.names)
    return String(decoding: writer.output, as: UTF8.self)
  }
}

extension Place {
  /// `prod/db.json:4:13`.
  package var text: String {
    let (line, column) = LineMap(file.source).position(of: range.start)
    return "\(String(decoding: file.path, as: UTF8.self)):\(line):\(column)"
  }
}
