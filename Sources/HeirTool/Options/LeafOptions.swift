import CommandSpec

/// The leaves that a command prints.
package struct LeafOptions {
  package let except: [[UInt8]]
  /// Whether only secrets are printed, or none; nil for both.
  let onlySecrets: Bool?

  package static let options = Group(
    Option(
      "--except", repeated: .bytes("KEY", .keyPattern),
      help: "Leave out a key or pattern, with all below it"),
    Flag("--only-secrets", help: "Print only secrets and values that depend on them"),
    Flag("--without-secrets", help: "Leave out secrets and values that depend on them"),
    make: { (except, only, without) throws(UsageError) in
      if only && without { throw .conflictingOptions("--only-secrets", "--without-secrets") }
      return LeafOptions(except: except, onlySecrets: only ? true : without ? false : nil)
    })
}
