/// The containers of a path that exist, from the top, and its value if it exists.
struct ResolvedPath {
  var containers: [Int]
  var value: Int?

  var container: Int { containers.last ?? 0 }
}
