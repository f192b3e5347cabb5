/// Why a walk does not come to its end: more than anybody can wait for.
package enum WalkLimit: Error {
  case scopes(Int)
  case levels(Int)
}
