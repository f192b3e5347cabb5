/// How far a path leads: the objects and arrays on it that exist, the top one first, and the value it names.
struct Trail {
  var containers: [Int]
  var value: Int?

  /// The last object or array of the path that exists.
  var container: Int { containers.last ?? 0 }
}
