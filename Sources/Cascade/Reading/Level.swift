import JSONSource

/// One scope of one tree with what its property files say together, or the command line.
package final class Level {
  package let home: SourceFile.Home
  package let scope: Scope
  /// Without fragments.
  package let files: [PropertyFile]
  package let statements: Statements

  /// `files` in byte order of their names: of two that write one key, the later wins.
  package init(_ scope: Scope, in tree: Int = 0, files: [PropertyFile]) {
    home = .tree(tree)
    self.scope = scope
    self.files = files
    statements = Statements(Rank(tree: tree, depth: scope.depth))
    for file in files { statements.add(Written(file: file, node: 0)) }
    // Markers come after all values, so that a name they speak of first takes no place in the order.
    var number = 0
    for file in files.flatMap(\.withFragments) {
      for marker in file.markers {
        marker.fileNumber = number
        statements.add(marker)
      }
      number += 1
    }
  }

  /// What the command line sets, in order: keys, each with an object that leads to its value. The value
  /// takes the place of all that is there (I8).
  package init(commandLine settings: [(key: Key, value: PropertyFile)], in scope: Scope) {
    home = .commandLine(0)
    self.scope = scope
    files = settings.map(\.value)
    statements = Statements(.commandLine)
    for (key, value) in settings {
      statements.replaceAll(at: key)
      statements.add(Written(file: value, node: 0))
    }
  }

  /// Where inclusions stand that were not read.
  package var unread: [Key] { files.flatMap(\.unread) }

  /// Its markers, those of fragments too.
  package var markers: [Marker] { files.flatMap(\.withFragments).flatMap(\.markers) }
}
