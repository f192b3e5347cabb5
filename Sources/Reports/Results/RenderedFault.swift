import Cascade

/// What is wrong with a file that should hold what a scope comes to.
package struct RenderedFault {
  package enum Kind {
    case missing
    case differs(Changes)
    /// An earlier run made it, and no scope does.
    case leftOver
  }

  /// How a file differs from what would be rendered.
  package struct Changes {
    /// A key that has other text, with the places that say so; for one that has no value any more, of what took it.
    package typealias Changed = (key: Key, places: [SourceRange], isGone: Bool)

    let keys: [Changed]
    /// What differs besides, in words.
    let remark: String?

    package init(_ keys: [Changed], remark: String? = nil) {
      (self.keys, self.remark) = (keys, remark)
    }
  }

  /// As the caller's template spells it.
  let path: [UInt8]
  let scope: Scope
  let kind: Kind

  package init(_ path: [UInt8], of scope: Scope, _ kind: Kind) {
    (self.path, self.scope, self.kind) = (path, scope, kind)
  }
}
