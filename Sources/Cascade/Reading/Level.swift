import JSONSource

/// One scope of one tree with what its property files say together, or the command line.
package final class Level {
  package let home: SourceFile.Home
  package let scope: Scope
  /// Without fragments.
  package let files: [PropertyFile]
  package let statements: StatementTree

  /// `files` in byte order of their names: of two that write one key, the later wins.
  package init(_ scope: Scope, in home: SourceFile.Home = .tree(0), files: [PropertyFile]) {
    self.home = home
    self.scope = scope
    self.files = files
    for (number, file) in files.enumerated() {
      file.take(turn: number == 0 ? Self.firstTurn : [number, .max])
    }
    statements = StatementTree.make(files)
    for file in files { statements.add(file) }
  }

  /// That of the only file of most scopes, which all share.
  private static let firstTurn = [0, Int.max]

  /// What the command line sets, in order: keys, each with an object that leads to its value, which takes
  /// the place of all that is there (I8); without a key an object that is laid over it (T8).
  package init(commandLine settings: [(key: Key?, value: PropertyFile)], in scope: Scope) {
    home = .commandLine(0)
    self.scope = scope
    files = settings.map(\.value)
    statements = StatementTree(
      settings.flatMap { key, value -> [StatementTree.Source] in
        let written = StatementTree.Source.written(Definition(file: value, node: 0))
        return key.map { [.replacement($0.names[...]), written] } ?? [written]
      })
  }

  package var isCommandLine: Bool { if case .commandLine = home { true } else { false } }

  /// Its markers, those of fragments that were opened too, in the order of reading.
  package var markers: [Marker] { filesAndFragments.flatMap(\.markers) }

  /// Its files and what they include, as far as that was opened, in the order of reading.
  package var filesAndFragments: [PropertyFile] {
    files.contains(where: \.hasInclusions) ? files.flatMap(\.withFragments) : files
  }

  /// Whether its files call the scope abstract (T12).
  package var isAbstract: Bool { mayCompute && files.contains(where: \.isAbstract) }

  /// The scopes that its files list to inherit from, in order.
  package var furtherParents: [Parent] {
    mayCompute ? files.flatMap(\.furtherParents) : []
  }

  /// Whether a directive of the level speaks of keys, or may do so in what is included.
  package private(set) lazy var hasMarkers: Bool = files.contains {
    !$0.markers.isEmpty || $0.hasInclusions
  }

  /// Whether a computed value may stand in it.
  package private(set) lazy var mayCompute: Bool = files.contains { $0.document.hasDirectives }

  /// Whether something is included that may not have been read.
  package var hasInclusions: Bool { statements.concerns.contains(.inclusion) }

  /// Opens what is included on the way to a key, which may write it; tells what could not be.
  package func openInclusions(above key: Key) -> [Diagnostic] {
    openedInclusions(above: key).problems
  }

  /// Opens what is included at, above and below a key; tells what could not be.
  package func openInclusions(along key: Key) -> [Diagnostic] {
    var (problems, top) = openedInclusions(above: key)
    var rest = top.map { [$0] } ?? []
    while let tree = rest.popLast() {
      problems += tree.opened.problems
      for name in tree.marked(.inclusion) {
        if let member = tree.member(name), member.concerns.contains(.inclusion) {
          rest.append(member)
        }
      }
    }
    return problems
  }

  /// What could not be opened on the way to a key, and what is said of the key, where something in that is included.
  private func openedInclusions(
    above key: Key
  ) -> (problems: [Diagnostic], key: StatementTree?) {
    guard hasInclusions else { return ([], nil) }
    var problems: [Diagnostic] = []
    var tree = statements
    for name in key.names {
      problems += tree.opened.problems
      guard let member = tree.member(name), member.concerns.contains(.inclusion) else {
        return (problems, nil)
      }
      tree = member
    }
    return (problems, tree)
  }
}
