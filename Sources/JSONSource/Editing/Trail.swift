/// How far a path leads: the objects on it that exist, the top one first, and the value it names.
struct Trail {
  var objects: [Int]
  var value: Int?

  /// The last object of the path that exists.
  var object: Int { objects.last ?? 0 }
}
