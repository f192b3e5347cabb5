extension Printable {
  /// `1 scope`, `14 scopes`.
  package static func count(_ number: Int, _ word: String) -> String {
    "\(number) \(plural(number, word))"
  }

  package static func plural(_ number: Int, _ word: String) -> String {
    number == 1 ? word : word + "s"
  }

  package static func few(
    _ all: some Collection<String>, most: Int, doing rest: String = ""
  ) -> [String] {
    let more = all.count - min(all.count, most)
    return all.prefix(most) + (more > 0 ? ["and \(more) more\(rest)"] : [])
  }

  package static func listed(
    _ all: some Collection<String>, most: Int
  ) -> String {
    let more = all.count - min(all.count, most)
    return all.prefix(most).joined(separator: ", ") + (more > 0 ? " and \(more) more" : "")
  }
}
