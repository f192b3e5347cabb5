import JSONSource

/// One scope as a source of levels has it: directories of a disk, memory, another time of the same tree.
package protocol ScopePlace: AnyObject {
  var scope: Scope { get }
  /// The names by which it is read.
  var names: NameTable { get }
  /// Who puts those in order from which it inherits.
  var ancestry: Ancestry { get }
  /// The names of the scopes directly below, in byte order.
  var childNames: [[UInt8]] { get }
  /// The scope of this name directly below, nil where there is none any more; with what kept a tree from
  /// opening it.
  func child(_ name: [UInt8]) -> (place: (any ScopePlace)?, problems: [Diagnostic])
  /// Reads its levels, one for each tree; nothing that is wrong stops it.
  func read() -> ScopeReading
  /// Whether any file stands in it or below; what is no scope counts, too.
  var holdsFiles: Bool { get }
  /// What settings of its trees say of names and no scope listed so far has.
  var unmetSettings: [Diagnostic] { get }
  /// Whether machines that nobody has asked about may inherit from it, or in it, by facts of their own.
  var mayServeUnseen: Bool { get }
  /// Whether facts say what it inherits from, and none are given.
  var lacksFacts: Bool { get }
}

extension ScopePlace {
  /// None: a tree without settings.
  package var unmetSettings: [Diagnostic] { [] }
  package var mayServeUnseen: Bool { false }
  package var lacksFacts: Bool { false }
}

/// What was read of a scope, and how well.
package struct ScopeReading {
  /// One for each tree, the root's first.
  package var levels: [Level]
  package var problems: [Diagnostic] = []
  /// What seems to be a scope below and cannot be one, which disturbs only whoever asks for it.
  package var childProblems: [Diagnostic] = []
  /// Its property files that are JSON objects and have broken directives; they are in no level.
  package var brokenFiles: [PropertyFile] = []
  /// Whether no problem hides what its files say.
  package var isWhole = true
  /// Where a `.heir` stands in it.
  package var settings: [(home: SourceFile.Home, path: [UInt8])] = []
  /// The files in it that are no property files and that somebody may think to be some, by their names and their
  /// paths from their trees' roots.
  package var lookalikes: [(home: SourceFile.Home, files: [(name: [UInt8], path: [UInt8])])] = []
  /// The paths of its property files from their trees' roots.
  package var paths: [[UInt8]] = []

  package init(levels: [Level]) {
    self.levels = levels
  }

  /// Levels of the broken files whose secrets are known all the same.
  package var levelsOfSecrets: [Level] {
    brokenFiles.filter { !$0.mayHideSecrets }.map {
      Level($0.file.scope, in: $0.file.home, files: [$0])
    }
  }

  /// The first problem because of which the secrets of the scope are unknown; nil if they are known.
  package var problemOfSecrets: Diagnostic? {
    if isWhole { return nil }
    return problems.first { problem in
      !brokenFiles.contains { !$0.mayHideSecrets && $0.file === problem.place?.file }
    }
  }

  /// Takes note of what hides something of what holds in the scope.
  mutating func add(_ problems: [Diagnostic]) {
    if problems.isEmpty { return }
    self.problems += problems
    isWhole = false
  }
}
