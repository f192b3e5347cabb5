import JSONSource

/// One scope with what its property files say together; one level of a lineage.
package final class Level {
  package let scope: Scope
  package let files: [PropertyFile]
  package let statements: Statements

  /// `files` in byte order of their names: of two that write one key, the later wins.
  package init(_ scope: Scope, files: [PropertyFile]) {
    self.scope = scope
    self.files = files
    statements = Statements(depth: scope.depth)
    for file in files { statements.add(Written(file: file, node: 0)) }
    // Markers come after all values, so that a name they speak of first takes no place in the order.
    for file in files {
      for marker in file.markers { statements.add(marker) }
    }
  }
}
