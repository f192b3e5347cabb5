import CLibrary

/// The users of the machine, by their numbers.
package enum User {
  /// The one by whose rights the process works.
  package static var effective: UInt32 { geteuid() }
  /// Who may do everything.
  package static let root: UInt32 = 0
}
