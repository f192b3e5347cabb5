import Answers
import Cascade
import JSONSource
import Output
import SafeText
import SystemCalls
import Trees

/// Writes a schema for each scope of a walk, and editor settings that apply the schemas to files.
struct SchemaFiles {
  let context: CommandContext
  let layout: JSONWriter.Layout
  let directory: [UInt8]
  /// The file of the definitions that all schemas share.
  let shared: Record

  static let kind = "schema"
  /// No scope has a name that begins with `_`.
  private static let definitions = "_directives.schema.json"

  /// A scope that cannot be read keeps its schema; schemas of removed scopes are deleted.
  func write(from scope: Scope) throws(Failure) -> Rendering {
    let place = RenderTarget(
      directory: TreePaths.prefix(directory), kind: Self.kind, names: { [Self.name(of: $0)] })
    let rendering = try Rendering.run(context, from: scope, into: place, .write(prunes: true)) {
      (scope, _) throws(Failure) in
      context.bytes(layout, try context.schema(of: scope, definitionsIn: Self.definitions))
    }
    try rendering.put(
      context.bytes(layout, shared), at: [Array(Self.definitions.utf8)])
    // Scopes that were not read keep their schemas.
    let scopes = rendering.listed.sorted {
      $0.names.lexicographicallyPrecedes($1.names) { $0.lexicographicallyPrecedes($1) }
    }
    try rendering.put(context.bytes(layout, settings(scopes)), at: [Array("settings.json".utf8)])
    return rendering
  }

  /// For example `prod.eu.schema.json`; a dot in a name is doubled, and the root is `_root`, which is never a scope's
  /// name.
  static func name(of scope: Scope) -> FileName {
    let dot = UInt8(ascii: ".")
    let names = scope.names.map { $0.flatMap { $0 == dot ? [dot, dot] : [$0] } }
    let whole = scope == .root ? Array("_root".utf8) : Array(names.joined(separator: [dot]))
    return whole + Array(".schema.json".utf8)
  }

  // MARK: Settings

  /// Settings for Visual Studio Code in the current directory: the file patterns of each schema.
  private func settings(_ scopes: [Scope]) -> Record {
    let places = scopes.map { scope in root + scope.names }
    var inner: [[[UInt8]]: [[[UInt8]]]] = [:]
    let known = Set(places)
    // A pattern also matches after other directories, so the patterns of those scopes are excluded.
    for place in places {
      for count in 0..<place.count where known.contains(Array(place.suffix(count))) {
        inner[Array(place.suffix(count)), default: []].append(place)
      }
    }
    return [
      "json.schemas": .list(zip(scopes, places).filter { !globs($1).isEmpty }) { scope, place in
        let fits = globs(place) + (inner[place] ?? []).flatMap(globs).map { "!" + $0 }
        return ["fileMatch": .list(fits) { .text($0) }, "url": .text(url(of: scope))]
      }
    ]
  }

  private func url(of scope: Scope) -> String {
    let path = TreePaths.prefix(directory) + Self.name(of: scope)
    let text = URIReference.text(path)
    return path.first == UInt8(ascii: "/") || text.hasPrefix("./") ? text : "./" + text
  }

  private var root: [[UInt8]] {
    (context.console.paths.root ?? []).split(separator: UInt8(ascii: "/")).map(Array.init)
      .filter { !$0.elementsEqual(".".utf8) && !$0.elementsEqual("..".utf8) }
  }

  /// The patterns of a scope's files. A bare file name matches in any directory, so the root's files are listed
  /// instead.
  private func globs(_ place: [[UInt8]]) -> [String] {
    let tree = context.snapshot.trees[0]
    if place.isEmpty { return tree.root.listing(tree.rules).files.map { "/" + Self.literal($0) } }
    return tree.rules.patterns.map { pattern in
      (place.map(Self.literal) + [String(decoding: pattern.text, as: UTF8.self)])
        .map { "/" + $0 }.joined()
    }
  }

  /// Replaces special characters by `?`, because the patterns have no escapes.
  private static func literal(_ name: [UInt8]) -> String {
    String(
      decoding: name.map { "*?[]{}\\".utf8.contains($0) ? UInt8(ascii: "?") : $0 }, as: UTF8.self)
  }
}

extension CommandContext {
  func schema(of scope: Evaluation, definitionsIn file: String? = nil) throws(Failure) -> Record {
    let problems = scope.view.openInclusions(along: Key())
    if !problems.isEmpty { throw .diagnostics(problems) }
    let schema = ScopeSchema(scope)
    if schema.isTooMuch {
      throw .message(
        "the schema of \(Printable.string(scope.view.scope.path)) would be too large",
        notes: ["patterns with '**' match a key in every object; use fewer of them"])
    }
    return schema.record(console.places, names, definitionsIn: file)
  }
}
