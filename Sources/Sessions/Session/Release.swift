import SystemCalls

/// Which program this is, for those who keep what it printed.
package enum Release {
  /// What the sources call themselves, and the manuals with them.
  package static let sources = "0.1.0"

  /// What the build was told: a package knows its tag or commit.
  package static var version: String { BuildVersion.told ?? sources }
}
