import JSONSource

/// A scope as a source of levels: directories on disk, a git revision, or memory.
package protocol ScopePlace: AnyObject {
  var scope: Scope { get }
  var source: any AncestorSource { get }
  var childNames: [[UInt8]] { get }
  /// The child of this name, nil if it was removed meanwhile; with the errors of opening it.
  func child(_ name: [UInt8]) -> (place: (any ScopePlace)?, problems: [Diagnostic])
  /// Reads its levels, one for each tree; errors are collected.
  func read() -> ScopeReading
  var holdsFiles: Bool { get }
  /// The first tree in which a link is on the way to it; nil if none is.
  var linkHome: SourceFile.TextOrigin? { get }
  /// Its lists of imported files.
  var importLists: [SourceFile] { get }
}

extension ScopePlace {
  package var linkHome: SourceFile.TextOrigin? { nil }
  package var importLists: [SourceFile] { [] }
}

/// The levels and problems read from the files of a scope.
package struct ScopeReading {
  package var levels: [Level]
  /// Each hides statements of its files or of its lineage.
  package var problems: [Diagnostic] = []
  /// Problems of directories that seem to be children.
  package var childProblems: [Diagnostic] = []
  /// Property files with broken directives, which belong to no level.
  package var brokenFiles: [PropertyFile] = []
  package var settings: [(home: SourceFile.TextOrigin, path: [UInt8])] = []
  /// Files that look like property files but are not read.
  package var lookalikes: [(home: SourceFile.TextOrigin, files: [(name: [UInt8], path: [UInt8])])] =
    []
  package var paths: [[UInt8]] = []

  package init(levels: [Level]) { self.levels = levels }

  package var isWhole: Bool { problems.isEmpty }
}
