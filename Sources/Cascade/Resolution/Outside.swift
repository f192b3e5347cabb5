import JSONSource

/// What values that are worked out may draw on beyond their own scope; whoever resolves hands it in.
package protocol Outside: AnyObject {
  /// The view of a scope in which everything at, above and below `key` is read; nil where there is no
  /// such scope.
  func view(_ asked: Asked, covering key: Key) throws(Unresolved) -> View?

  func variable(_ name: [UInt8]) -> Variable

  /// The bytes of the file that `path` leads to from the directory of `file`, and its own path from
  /// the root; nil where there is none.
  func text(
    _ path: [UInt8], of file: SourceFile, at place: Place
  ) throws(Diagnostic) -> (path: [UInt8], bytes: [UInt8])?
}

/// A scope that is asked, with what the command line says in it or without.
package struct Asked: Hashable, Sendable {
  package let scope: Scope
  package let hasCommandLine: Bool

  package init(_ scope: Scope, hasCommandLine: Bool) {
    self.scope = scope
    self.hasCommandLine = hasCommandLine
  }
}

/// An environment variable as far as a tree may see it.
package enum Variable {
  case notAllowed, unset
  case value([UInt8])
}

/// Why a value could not be worked out.
package struct Unresolved: Error {
  package let diagnostics: [Diagnostic]
  /// Whether it needs a variable that the caller did not allow.
  package let needsVariable: Bool

  /// Whether another way to the same value might have ended well.
  let dependsOnWay: Bool

  package init(
    _ diagnostics: [Diagnostic], needsVariable: Bool = false, dependsOnWay: Bool = false
  ) {
    self.diagnostics = diagnostics
    self.needsVariable = needsVariable
    self.dependsOnWay = dependsOnWay
  }
}

/// One place that a worked-out value drew on.
package enum Hop {
  case key(Key, in: Scope, Place)
  case variable([UInt8])
  case file(SourceFile)
}
