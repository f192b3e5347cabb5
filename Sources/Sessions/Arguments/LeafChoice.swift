import CommandSpec

/// Which leaves the caller wants, as the options say it.
package struct LeafChoice {
  package enum Secrets { case only, without }

  package let except: [[UInt8]]
  package let secrets: Secrets?

  package static let options = Group(
    RepeatedOption(
      "--except", type: .bytes("KEY", .keyPattern),
      help: "leaves out a key, or all in it; '*' stands for any one name, '**' for any number"),
    Flag("--only-secrets", help: "prints only leaves that are secret or draw on what is"),
    Flag("--without-secrets", help: "leaves them out"),
    make: { (except, only, without) throws(UsageError) in
      if only && without { throw .conflictingOptions("--only-secrets", "--without-secrets") }
      return LeafChoice(except: except, secrets: only ? .only : without ? .without : nil)
    })
}
