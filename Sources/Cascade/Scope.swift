/// A scope's place in its tree: the directory names from the root; equal when their bytes are.
package struct Scope: Hashable, Sendable {
  package let names: [[UInt8]]

  package init(_ names: [[UInt8]]) {
    self.names = names
  }

  package static let root = Scope([])

  package var depth: Int { names.count }

  /// Whether it is another one, or stands below it.
  package func isIn(_ other: Scope) -> Bool { names.starts(with: other.names) }

  /// The path as it is written: `/prod/eu`, `/` for the root.
  package var path: [UInt8] {
    names.isEmpty ? [UInt8(ascii: "/")] : names.flatMap { [UInt8(ascii: "/")] + $0 }
  }

  /// The scopes from the root down to this one.
  package var lineage: [Scope] {
    (0...names.count).map { Scope(Array(names.prefix($0))) }
  }
}
