import JSONSource

/// A scope as a source of levels: directories on disk, a git revision, or memory.
package protocol ScopePlace: AnyObject {
  var scope: Scope { get }
  var names: NameTable { get }
  var ancestry: Ancestry { get }
  var childNames: [[UInt8]] { get }
  /// The child of this name, nil if it was removed meanwhile; with the errors of opening it.
  func child(_ name: [UInt8]) -> (place: (any ScopePlace)?, problems: [Diagnostic])
  /// Reads its levels, one for each tree; errors are collected.
  func read() -> ScopeReading
  var holdsFiles: Bool { get }
  /// The findings about names in settings that match no scope listed so far.
  var unmetSettings: [Diagnostic] { get }
  /// Whether unknown hosts with other facts may inherit from it.
  var mayServeOtherMachines: Bool { get }
  /// Whether its parents depend on facts that are not given.
  var lacksFacts: Bool { get }
}

extension ScopePlace {
  package var unmetSettings: [Diagnostic] { [] }
  package var mayServeOtherMachines: Bool { false }
  package var lacksFacts: Bool { false }
}

/// The levels and problems read from the files of a scope.
package struct ScopeReading {
  package var levels: [Level]
  package var problems: [Diagnostic] = []
  /// Problems of directories that seem to be children.
  package var childProblems: [Diagnostic] = []
  /// Property files with broken directives, which belong to no level.
  package var brokenFiles: [PropertyFile] = []
  /// Whether no problem hides statements of its files.
  package var isWhole = true
  package var settings: [(home: SourceFile.TextOrigin, path: [UInt8])] = []
  /// Files that look like property files but are not read.
  package var lookalikes: [(home: SourceFile.TextOrigin, files: [(name: [UInt8], path: [UInt8])])] =
    []
  package var paths: [[UInt8]] = []

  package init(levels: [Level]) {
    self.levels = levels
  }

  /// Levels of the broken files whose secrets are known.
  package var levelsOfSecrets: [Level] {
    brokenFiles.filter { !$0.mayDeclareSecrets }.map {
      Level($0.file.scope, in: $0.file.home, files: [$0])
    }
  }

  /// The first problem that hides declarations of secrets; nil if all are known.
  package var problemOfSecrets: Diagnostic? {
    if isWhole { return nil }
    return problems.first { problem in
      !brokenFiles.contains { !$0.mayDeclareSecrets && $0.file === problem.place?.file }
    }
  }

  mutating func add(_ problems: [Diagnostic]) {
    if problems.isEmpty { return }
    self.problems += problems
    isWhole = false
  }
}
