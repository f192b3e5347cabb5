import CommandSpec

/// The options that every command takes.
struct CommonOptions {
  enum Color: String, CaseIterable { case auto, always, never }

  let root: [UInt8]?
  let isVirtual: Bool
  let isQuiet: Bool
  let color: Color?

  static let group = Group(
    isCommon: true,
    Option("--root", type: .bytes("DIR", .directory), help: "the root of the tree"),
    Flag("--virtual", help: "takes a path below an existing scope for a scope that says nothing"),
    Flag("-q", "--quiet", help: "says nothing on standard error but errors"),
    Option("--color", type: .choice("WHEN", of: Color.self), help: "when to use colour"),
    make: { (root, isVirtual, isQuiet, color) throws(UsageError) in
      CommonOptions(root: root, isVirtual: isVirtual, isQuiet: isQuiet, color: color)
    })

  /// What the format will have and this version refuses.
  static let unsupported = [
    UnsupportedOption("--overlay", taking: "DIR"),
    UnsupportedOption("--set", taking: "KEY=VALUE"),
    UnsupportedOption("--allow-env", taking: "NAMES"),
    UnsupportedOption("--strict"),
    UnsupportedOption("--reveal"),
  ]
}
