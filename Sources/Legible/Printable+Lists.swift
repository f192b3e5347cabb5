extension Printable {
  /// `1 scope`, `14 scopes`.
  package static func count(_ number: Int, _ word: String) -> String {
    "\(number) \(plural(number, word))"
  }

  /// A word as it is for so many.
  package static func plural(_ number: Int, _ word: String) -> String {
    number == 1 ? word : word + "s"
  }

  /// `a, b and 3 more`: the first of several, and how many there are besides.
  package static func listed(
    _ all: some Collection<String>, most: Int = .max, by separator: String = ", ",
    rest: String = " and "
  ) -> String {
    let more = all.count - min(all.count, most)
    return all.prefix(most).joined(separator: separator) + (more > 0 ? "\(rest)\(more) more" : "")
  }
}
