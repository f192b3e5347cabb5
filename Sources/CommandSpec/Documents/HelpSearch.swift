import SafeText

/// Help for a word that is not a command or topic: a directive, an option, a heading or a part of a topic's name.
struct HelpSearch {
  private let table: Table
  /// The word in lower case, without leading `-` and `$`.
  private let word: String

  init(_ table: Table, _ word: [UInt8]) {
    self.table = table
    self.word = Self.bare(String(decoding: word, as: UTF8.self))
  }

  static func directives(in topics: [Topic]) -> [String] {
    topics.flatMap(\.entries).flatMap { entry in
      guard case .item(let term, _) = entry else { return [String]() }
      return words(of: term).filter { $0.utf8.first == UInt8(ascii: "$") }
    }
  }

  var text: String? {
    if word.isEmpty { return nil }
    let named = table.topics.filter { Self.hasWord($0.name, word) }
    if named.count == 1 { return table.helpText(topic: named[0].name) }
    var pieces = table.topics.compactMap { topic in
      piece(
        "\(topic.name): \(topic.summary)", topic.entries,
        end: ["", "See '\(table.tool) help \(topic.name)' for the whole page."])
    }
    pieces += table.commands.compactMap { command in
      piece("\(command.name): \(command.summary)", PageEntry.all(in: command.details))
    }
    let options = table.options { $0.spellings.contains { Self.bare($0) == word } }
    if !options.isEmpty {
      let entries = options.map { option, owners in
        PageEntry.item(option.label, "\(option.fullHelp) (\(owners.joined(separator: ", ")))")
      }
      pieces.append(["Options:"] + shown(entries))
    }
    for section in table.sections() {
      let isWhole = Self.hasWord(section.heading, word)
      // The help of commands has options and exit statuses.
      let isSearched = ![Table.commonOptionsHeading, Table.exitStatusHeading].contains(
        section.heading)
      let found = isWhole ? section.entries : isSearched ? section.entries.filter(isNamed) : []
      if found.isEmpty { continue }
      pieces.append(["\(section.heading) in \(table.tool)(1):"] + shown(found))
    }
    if pieces.isEmpty {
      let command = table.names.first { Self.hasWord($0, word) }
      return command.flatMap { table.helpText(command: $0) }
    }
    return pieces.map { $0.joined(separator: "\n") + "\n" }.joined(separator: "\n")
  }

  /// The entries of that name, between a head and an end.
  private func piece(_ head: String, _ entries: [PageEntry], end: [String] = []) -> [String]? {
    let items = entries.filter(isNamed)
    return items.isEmpty ? nil : wrapped(head, width: width) + shown(items) + end
  }

  private func isNamed(_ entry: PageEntry) -> Bool {
    guard case .item(let term, _) = entry else { return false }
    return Self.words(of: term).contains { Self.singular(Self.bare($0)) == Self.singular(word) }
  }

  static func words(of term: String) -> [String] {
    term.unicodeScalars.split { $0 == " " || $0 == "," }.map { String($0) }
  }

  /// Whether a heading has the word, or each part of a word such as 'exit-status'.
  private static func hasWord(_ heading: String, _ word: String) -> Bool {
    func words(_ text: String) -> [String] {
      text.utf8.split { !$0.isLetterOrDigit }
        .map { singular(bare(String(decoding: $0, as: UTF8.self))) }
    }
    let own = words(heading)
    // Short words such as 'a' and 'of' match every heading.
    return word.utf8.count > 2 && words(word).allSatisfy(own.contains)
  }

  private static func singular(_ word: String) -> String {
    word.utf8.count > 3 && word.utf8.last == UInt8(ascii: "s") ? String(word.dropLast()) : word
  }

  private static func bare(_ name: String) -> String {
    let letters = name.utf8.drop { $0 == UInt8(ascii: "$") || $0 == UInt8(ascii: "-") }
    return String(decoding: letters.map(\.lowered), as: UTF8.self)
  }
}
