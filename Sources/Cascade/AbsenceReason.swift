/// Why a key has no value.
package enum AbsenceReason: String, Sendable {
  case neverSet = "never-set"
  case stopped, excluded, replaced, refused
}
