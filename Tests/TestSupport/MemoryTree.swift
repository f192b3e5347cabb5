import Cascade
import JSONSource

/// A tree of property files in memory: what a test says stands where.
package struct MemoryTree {
  /// Texts by path: `/prod/db.json`.
  package let files: [(path: String, text: [UInt8])]
  package let names = NameTable()

  package init(_ files: [(path: String, text: [UInt8])]) {
    self.files = files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
  }

  package init(_ files: [(path: String, text: String)]) {
    self.init(files.map { ($0.path, Array($0.text.utf8)) })
  }

  package static func scope(_ path: String) -> Scope {
    Scope(path.utf8.split(separator: UInt8(ascii: "/")).map(Array.init))
  }

  /// One level, its files read; the first thing wrong with them is thrown.
  package func level(_ scope: Scope) throws(Diagnostic) -> Level {
    var read: [PropertyFile] = []
    for (path, text) in files {
      var components = path.utf8.split(separator: UInt8(ascii: "/")).map(Array.init)
      let name = components.popLast()?.first
      guard components == scope.names, name != UInt8(ascii: "."), name != UInt8(ascii: "_") else {
        continue
      }
      let file = SourceFile(
        path: Array(path.utf8.drop { $0 == UInt8(ascii: "/") }), scope: scope, source: Source(text))
      read.append(try PropertyFile(file, number: read.count, names: names))
      if let problem = read.last?.problems.first { throw problem }
    }
    return Level(scope, files: read)
  }

  /// The view of a scope, folded level by level.
  package func view(_ path: String) throws(Diagnostic) -> View {
    var view = View(names: names)
    for scope in Self.scope(path).lineage { view = view.descending(to: try level(scope)) }
    return view
  }

  package func key(_ text: String) throws(KeyError) -> Key {
    try KeySyntax.key(Array(text.utf8), names)
  }
}

extension View {
  /// The whole effective value as compact JSON.
  package var compact: String {
    var writer = JSONWriter(.compact)
    if let root = entry(Key()) { writer.value(root, names) } else { writer.object { _ in } }
    return String(decoding: writer.output, as: UTF8.self)
  }

  /// The value under a key as compact JSON, nil where there is none.
  package func compact(_ key: Key) -> String? {
    guard case .value(let value) = answer(key) else { return nil }
    var writer = JSONWriter(.compact)
    writer.value(value, names)
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
