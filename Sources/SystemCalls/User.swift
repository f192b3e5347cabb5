/// User IDs.
package enum User {
  package static var effective: UInt32 { geteuid() }
  package static let root: UInt32 = 0
}
