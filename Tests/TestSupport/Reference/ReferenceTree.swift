/// A tree of property files as data: scopes by path, each with files in any order.
package struct ReferenceTree: Hashable, Sendable {
  package struct File: Hashable, Sendable {
    package var name: PlainName
    /// An object; its member names are as spelled in the file.
    package var content: PlainValue

    package init(_ name: PlainName, _ content: PlainValue) {
      self.name = name
      self.content = content
    }
  }

  package struct Scope: Hashable, Sendable {
    /// Empty for the root.
    package var path: [PlainName]
    package var files: [File]

    package init(_ path: [PlainName], _ files: [File] = []) {
      self.path = path
      self.files = files
    }
  }

  package var scopes: [Scope]

  package init(_ scopes: [Scope]) { self.scopes = scopes }

  /// The files of a scope in the order in which they are read (T3); none where the scope is not listed.
  package func files(in path: [PlainName]) -> [File] {
    scopes.filter { $0.path == path }.flatMap(\.files).sorted { $0.name < $1.name }
  }

  /// Every scope there is: the root, the listed ones and all above them; parents first, then in byte order.
  package var paths: [[PlainName]] {
    var all: Set<[PlainName]> = [[]]
    for scope in scopes {
      for depth in 0...scope.path.count { all.insert(Array(scope.path.prefix(depth))) }
    }
    return all.sorted { $0.lexicographicallyPrecedes($1) }
  }

  /// Whether any of its files has a list of further parents.
  package var hasFurtherParents: Bool {
    scopes.contains { scope in scope.files.contains { !$0.parents.isEmpty } }
  }

  /// `/`, `/prod`, `/prod/eu`.
  package static func spelled(_ path: [PlainName]) -> String {
    "/" + path.map(\.text).joined(separator: "/")
  }

  /// Every file, by its path from the root without a leading slash, with its JSON text.
  package var rendered: [(path: String, text: String)] {
    paths.flatMap { path in
      files(in: path).map { file in
        ((path + [file.name]).map(\.text).joined(separator: "/"), file.content.pretty + "\n")
      }
    }
  }

  /// The directories of all scopes but the root, from the root without a leading slash, parents first.
  package var directories: [String] {
    paths.filter { !$0.isEmpty }.map { $0.map(\.text).joined(separator: "/") }
  }
}

extension ReferenceTree: CustomStringConvertible {
  /// A line a file, for the message of a test that failed.
  package var description: String {
    paths.flatMap { path in
      let files = files(in: path)
      let place = Self.spelled(path)
      if files.isEmpty { return ["\(place)  (no files)"] }
      return files.map { "\(place)  \($0.name)  \($0.content.compact)" }
    }.joined(separator: "\n")
  }
}
