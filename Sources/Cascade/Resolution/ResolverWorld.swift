import JSONSource

/// What values that are worked out may draw on beyond their own scope; whoever resolves hands it in.
package protocol ResolverWorld: AnyObject {
  /// The view of another scope, without the command line; nil where there is no such scope.
  func view(of scope: Scope) throws(Unresolved) -> View?

  func variable(_ name: [UInt8]) -> Variable

  /// The facts of a scope; nil if none are given.
  func facts(of scope: Scope) throws(Diagnostic) -> Facts?

  /// Whether facts are given that may differ from scope to scope.
  var hasFactsOfScopes: Bool { get }

  /// The path of the file of a scope's facts, if each scope has one.
  func factsPath(of scope: Scope) -> [UInt8]?

  /// The scope that exists and was probably meant by one that does not.
  func nearest(to scope: Scope) -> Scope?

  /// The bytes of the file that `path` leads to from the directory of `file`, and its own path from
  /// the root; nil where there is none.
  func text(
    _ path: [UInt8], of file: SourceFile, at place: SourceRange
  ) throws(Diagnostic) -> (path: [UInt8], bytes: [UInt8])?

  /// Whether facts say what a scope inherits from, and none are given.
  func lacksFacts(_ scope: Scope) -> Bool

  /// Whether what a scope's files write of a key says from which scopes it or those below it inherit, and others would
  /// say it otherwise.
  func isDrawnOn(_ written: Definition, _ key: Key, in lineage: Lineage) -> Bool
}

extension ResolverWorld {
  package var hasFactsOfScopes: Bool { false }
  package func factsPath(of scope: Scope) -> [UInt8]? { nil }
  package func nearest(to scope: Scope) -> Scope? { nil }
  package func lacksFacts(_ scope: Scope) -> Bool { false }
  package func isDrawnOn(_ written: Definition, _ key: Key, in lineage: Lineage) -> Bool { false }
}

/// An environment variable as far as a tree may see it.
package enum Variable {
  case notAllowed, unset
  case value([UInt8])
}

/// Why a value could not be worked out.
package struct Unresolved: Error {
  package let diagnostics: [Diagnostic]
  /// Whether it needs what the caller did not give: a variable that is not allowed, or facts.
  package let needsCaller: Bool
  /// What it depends on: in another scope in which all of that is the same it is the same.
  package let reads: Reads

  package init(
    _ diagnostics: [Diagnostic], needsCaller: Bool = false, _ reads: Reads = .unknown
  ) {
    self.diagnostics = diagnostics
    self.needsCaller = needsCaller
    self.reads = reads
  }

  /// Whether nothing is wrong but that a value is not there: elsewhere it may be.
  package var isForWant: Bool {
    diagnostics.allSatisfy { if case .value(.noReferent) = $0.problem { true } else { false } }
  }
}

/// One place that a worked-out value drew on.
package enum Dependency {
  case key(Key, in: Scope, SourceRange)
  case variable([UInt8])
  /// The default that stands for a variable, which is not set, or not allowed.
  case defaulted([UInt8], isAllowed: Bool)
  /// What the caller says of the machine under a key; without a place a default stands for it.
  case fact(Key, SourceRange?)
  case file(SourceFile)
}
