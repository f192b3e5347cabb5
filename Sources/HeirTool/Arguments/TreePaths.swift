/// The directories that the caller names as trees.
struct TreePaths {
  /// The root's as it was given; nil where it is to be found.
  let root: [UInt8]?
  /// Those stacked on the root, the farthest first.
  let overlays: [[UInt8]]

  init(_ options: CommonOptions?, _ session: Session) {
    root = options?.root ?? session.setting("HEIR_ROOT")
    let inherited = session.setting("HEIR_OVERLAYS").map {
      $0.split(separator: UInt8(ascii: ":")).map(Array.init)
    }
    overlays = (inherited ?? []) + (options?.overlays ?? [])
  }

  /// What stands before the paths of a tree whose directory was given like this.
  static func prefix(_ given: [UInt8]) -> [UInt8] {
    given.last == UInt8(ascii: "/") ? given : given + [UInt8(ascii: "/")]
  }

  /// A tree's directory as it was given; 0 is the root's number.
  subscript(number: Int) -> [UInt8]? {
    if number == 0 { return root }
    return number <= overlays.count ? overlays[number - 1] : nil
  }
}
