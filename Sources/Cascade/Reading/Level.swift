import JSONSource

/// Which scopes a file declares abstract (T12): its own with those below it, or its own alone.
package enum Abstraction { case withDescendants, alone }

/// The property files of a scope in a tree, combined; or the settings of the command line.
package final class Level {
  package let home: SourceFile.TextOrigin
  package let scope: Scope
  /// Without fragments.
  package let files: [PropertyFile]
  package let statements: StatementTree

  /// `files` in byte order of their names; the later file wins.
  package init(_ scope: Scope, in home: SourceFile.TextOrigin = .tree(0), files: [PropertyFile]) {
    self.home = home
    self.scope = scope
    self.files = files
    for (number, file) in files.enumerated() { file.take(readOrder: [number, .max]) }
    statements = StatementTree.make(files.map { .written([Definition(file: $0, node: 0)]) })
    for file in files { statements.add(file) }
  }

  /// The settings of the command line in order. A value with a key replaces the value there (I8);
  /// a value without a key merges (T8).
  package init(commandLine settings: [(key: Key?, value: PropertyFile)], in scope: Scope) {
    home = .commandLine(0)
    self.scope = scope
    files = settings.map(\.value)
    statements = StatementTree(
      settings.flatMap { key, value -> [StatementTree.Source] in
        let written = StatementTree.Source.written([Definition(file: value, node: 0)])
        return key.map { [.replacement($0.names[...]), written] } ?? [written]
      })
  }

  package var isCommandLine: Bool { if case .commandLine = home { true } else { false } }
  package var markers: [Marker] { filesAndFragments.flatMap(\.markers) }

  package var filesAndFragments: [PropertyFile] {
    files.contains(where: \.hasInclusions) ? files.flatMap(\.withFragments) : files
  }

  package var abstraction: Abstraction? {
    let all = files.compactMap(\.findings.abstraction)
    return all.contains(.withDescendants) ? .withDescendants : all.first
  }

  package func makesAbstract(_ other: Scope) -> Bool {
    switch abstraction {
    case .withDescendants: other.isIn(scope)
    case .alone: other == scope
    case nil: false
    }
  }

  package var furtherParents: [Parent] { files.flatMap(\.findings.furtherParents) }

  /// Includes directives that unread fragments may contain.
  package private(set) lazy var hasMarkers: Bool = files.contains {
    !$0.markers.isEmpty || $0.hasInclusions
  }

  package private(set) lazy var mayCompute: Bool = files.contains { $0.document.hasDirectives }

  /// Whether some fragments may be unread.
  package var hasInclusions: Bool { statements.has(.inclusion) }

  /// Opens the inclusions at, above and below a key. Returns the errors.
  package func openInclusions(along key: Key) -> [Diagnostic] {
    let (problems, top) = openInclusions(above: key)
    return problems + (top.map { failures(in: $0, at: key).flatMap(\.problems) } ?? [])
  }

  /// Opens all inclusions. Returns the objects with inclusions that cannot be read.
  package func failedInclusions() -> [Key] {
    hasInclusions ? failures(in: statements, at: Key()).map(\.object) : []
  }

  private func failures(
    in top: StatementTree, at key: Key
  ) -> [(object: Key, problems: [Diagnostic])] {
    var failed: [(object: Key, problems: [Diagnostic])] = []
    var rest = [(key: key, tree: top)]
    while let (key, tree) = rest.popLast() {
      let problems = tree.opened.problems
      if !problems.isEmpty { failed.append((key, problems)) }
      for name in tree.marked(.inclusion) {
        if let member = tree.member(name), member.has(.inclusion) {
          rest.append((key.appending(name), member))
        }
      }
    }
    return failed
  }

  /// Opens the inclusions above a key. Returns the errors, and the node of the key if it has inclusions.
  package func openInclusions(
    above key: Key
  ) -> (problems: [Diagnostic], key: StatementTree?) {
    guard hasInclusions else { return ([], nil) }
    var problems: [Diagnostic] = []
    var tree = statements
    for name in key.names {
      problems += tree.opened.problems
      guard let member = tree.member(name), member.has(.inclusion) else { return (problems, nil) }
      tree = member
    }
    return (problems, tree)
  }

  /// The statements about a key that the level sets; nil if it does not. The empty key is always an object.
  package func setting(_ key: Key) -> StatementTree? {
    let tree = statements.place(of: key)
    return key.names.isEmpty || tree?.writes == true ? tree : nil
  }

  var hasDeclarations: Bool { statements.has([.final, .merge]) }
}
