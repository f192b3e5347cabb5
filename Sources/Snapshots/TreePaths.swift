import Cascade
import Legible

/// The directories that the caller names as trees.
package struct TreePaths {
  /// The root's as it was given; nil where it is to be found.
  package let root: [UInt8]?
  /// Those stacked on the root, the farthest first.
  let overlays: [Overlay]
  /// Whether a variable names the root, and how many overlays one names.
  private let isRootInherited: Bool
  private let inheritedCount: Int

  /// A tree that is stacked on the root.
  struct Overlay {
    let path: [UInt8]
    /// Whether it is passed over where there is none.
    let isOptional: Bool

    /// Whether nothing stands behind the `-`; a directory of that name is `./-`.
    var isWithoutPath: Bool { path == [UInt8(ascii: "-")] }

    /// Reads it as it is given: with a `-` before its path it is optional.
    init(_ given: [UInt8]) {
      isOptional = given.count > 1 && given.first == UInt8(ascii: "-")
      path = isOptional ? Array(given.dropFirst()) : given
    }
  }

  /// Takes what the caller gives and what variables hold: the overlays with colons between them.
  package init(
    root: [UInt8]?, overlays: [[UInt8]], else variables: (root: [UInt8]?, overlays: [UInt8]?)
  ) {
    self.root = root ?? variables.root
    let inherited = variables.overlays.map {
      $0.split(separator: UInt8(ascii: ":")).map(Array.init)
    }
    self.overlays = ((inherited ?? []) + overlays).map { Overlay($0) }
    isRootInherited = root == nil && self.root != nil
    inheritedCount = inherited?.count ?? 0
  }

  /// What stands before the paths of a tree whose directory was given like this.
  package static func prefix(_ given: [UInt8]) -> [UInt8] {
    given.last == UInt8(ascii: "/") ? given : given + [UInt8(ascii: "/")]
  }

  /// Says which variable names a tree, if one does.
  package func note(of home: SourceFile.Home) -> String? {
    guard case .tree(let number) = home, let path = self[number] else { return nil }
    let variable = number == 0 ? "HEIR_ROOT" : "HEIR_OVERLAYS"
    guard number == 0 ? isRootInherited : number <= inheritedCount else { return nil }
    return "\(variable) names the tree \(Printable.quoted(path))"
  }

  /// A tree's directory as it was given; 0 is the root's number.
  package subscript(number: Int) -> [UInt8]? {
    if number == 0 { return root }
    return number <= overlays.count ? overlays[number - 1].path : nil
  }
}
