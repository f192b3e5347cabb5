import JSONSource

/// A tree as computed values see it.
package protocol ResolverContext: AncestorSource {
  /// Without the command line; nil if the scope does not exist.
  func view(of scope: Scope) throws(EvaluationError) -> View?

  func variable(_ name: [UInt8]) -> Variable

  /// nil if no facts are given.
  func facts(of scope: Scope) throws(Diagnostic) -> Facts?

  var hasFactsOfScopes: Bool { get }

  /// nil if all scopes share a facts file.
  func factsPath(of scope: Scope) -> [UInt8]?

  /// The path from the root, and the content; nil if the file is missing.
  func text(
    _ path: [UInt8], of file: SourceFile, at place: SourceRange
  ) throws(Diagnostic) -> (path: [UInt8], bytes: [UInt8])?

  /// Whether a rule reads the value, and other values would give other parents.
  func isReadByRule(_ written: Definition, _ key: Key, in lineage: Lineage) -> Bool
}

/// An environment variable as a tree sees it.
package enum Variable {
  case notAllowed, unset
  case value([UInt8])
}

/// A value that cannot be computed.
package struct EvaluationError: Error {
  package let diagnostics: [Diagnostic]
  /// Whether the caller must allow a variable or give facts.
  package let needsCaller: Bool
  package let reads: ReadSet

  package init(
    _ diagnostics: [Diagnostic], needsCaller: Bool = false, _ reads: ReadSet = .unknown
  ) {
    self.diagnostics = diagnostics
    self.needsCaller = needsCaller
    self.reads = reads
  }

  /// Whether only referenced values are missing, which other scopes may have.
  package var isMissingValueOnly: Bool { diagnostics.allSatisfy(\.isOfMissingValue) }
}

extension Diagnostic {
  package var isOfMissingValue: Bool {
    if case .value(.noReferent) = problem { true } else { false }
  }
}

/// A source that a computed value read.
package enum Dependency {
  /// A key; without a place its default was used.
  case key(Key, in: Scope, SourceRange?)
  case variable([UInt8])
  /// The default was used, because the variable is not set or not allowed.
  case defaulted([UInt8], isAllowed: Bool)
  /// A fact; without a place its default was used.
  case fact(Key, SourceRange?)
  case file(SourceFile)

  package var isDefault: Bool {
    switch self {
    case .key(_, _, let place), .fact(_, let place): place == nil
    case .defaulted: true
    case .variable, .file: false
    }
  }
}
