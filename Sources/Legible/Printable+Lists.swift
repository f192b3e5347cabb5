extension Printable {
  /// `1 scope`, `14 scopes`.
  package static func count(_ number: Int, _ word: String) -> String {
    "\(number) \(plural(number, word))"
  }

  /// A word as it is for so many.
  package static func plural(_ number: Int, _ word: String) -> String {
    number == 1 ? word : word + "s"
  }

  /// The first of several lines or words, and behind them `and 3 more`, with what they do.
  package static func few(
    _ all: some Collection<String>, most: Int, doing rest: String = ""
  ) -> [String] {
    let more = all.count - min(all.count, most)
    return all.prefix(most) + (more > 0 ? ["and \(more) more\(rest)"] : [])
  }

  /// `a, b and 3 more`: the first of several, and how many there are besides.
  package static func listed(
    _ all: some Collection<String>, most: Int
  ) -> String {
    let more = all.count - min(all.count, most)
    return all.prefix(most).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }
}
