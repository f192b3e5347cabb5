/// A limit of walks over many scopes.
package enum WalkLimit: Error {
  case scopes(Int)
  case levels(Int)
}
