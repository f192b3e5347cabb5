import Cascade
import Files
import SafeText

/// The root and overlays given by options and environment variables.
package struct TreePaths {
  /// nil if the root must be discovered.
  package let root: [UInt8]?
  /// In order of precedence, lowest first.
  let overlays: [Overlay]
  /// Whether variables name the root, and how many overlays they name.
  private let isRootInherited: Bool
  private let inheritedCount: Int

  struct Overlay {
    let path: [UInt8]
    /// Whether the overlay is skipped if it does not exist.
    let isOptional: Bool

    /// Whether the path after `-` is missing; a directory named `-` is `./-`.
    var isMissingPath: Bool { path == [UInt8(ascii: "-")] }

    init(_ given: [UInt8]) {
      isOptional = given.count > 1 && given.first == UInt8(ascii: "-")
      path = isOptional ? Array(given.dropFirst()) : given
    }
  }

  /// `variables` are HEIR_ROOT and HEIR_OVERLAYS.
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

  package static func prefix(_ given: [UInt8]) -> [UInt8] {
    given.last == .slash ? given : given + [.slash]
  }

  package func note(of home: SourceFile.TextOrigin) -> String? {
    guard case .tree(let number) = home, let path = self[number] else { return nil }
    let variable = number == 0 ? "HEIR_ROOT" : "HEIR_OVERLAYS"
    guard number == 0 ? isRootInherited : number <= inheritedCount else { return nil }
    return "\(variable) names the tree \(Printable.quoted(path))"
  }

  package subscript(number: Int) -> [UInt8]? {
    if number == 0 { return root }
    return number <= overlays.count ? overlays[number - 1].path : nil
  }
}
