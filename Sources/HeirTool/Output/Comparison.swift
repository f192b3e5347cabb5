import Cascade

/// Two scopes that are compared, or one at two times.
struct Comparison {
  let from: AskedScope
  let to: AskedScope
  /// The time of the first, if it is another one.
  var former: TreeTime?
  /// How the caller names the first one's tree, if that is another one.
  var tree: FormerTree?
  /// Whether it is one scope of the tree that is watched, as it was and as it is.
  var isOneScope = false
}
