import Cascade

/// A fault of a rendered file.
package struct RenderProblem {
  package enum Kind {
    case missing
    case differs(Changes)
    /// An earlier run wrote it, and no scope has it now.
    case leftOver
  }

  package struct Changes {
    /// A key with other text and its places; a removed key has the places that removed it.
    package typealias Changed = (key: Key, places: [SourceRange], isGone: Bool)

    let keys: [Changed]
    let remark: String?

    package init(_ keys: [Changed], remark: String? = nil) {
      (self.keys, self.remark) = (keys, remark)
    }
  }

  let path: [UInt8]
  let scope: Scope
  let kind: Kind

  package init(_ path: [UInt8], of scope: Scope, _ kind: Kind) {
    (self.path, self.scope, self.kind) = (path, scope, kind)
  }
}
