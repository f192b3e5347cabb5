import Cascade
import Files
import JSONSource
import Output
import SafeText
import Trees

/// Formats places for people and editors; caches the line map of each file.
package final class PlaceFormatter {
  private let trees: TreePaths
  /// The path prefix of the former root; nil if its places have the paths of present places.
  package var formerRootPrefix: [UInt8]?
  /// The path prefix of the root if it is not read from disk.
  package var presentRootPrefix: [UInt8]?
  /// The path prefixes of trees from the top of their repositories, by tree number.
  package var repositoryRoots: [Int: [UInt8]] = [:]
  package var history: LineHistory?
  private var lineMaps: [ObjectIdentifier: LineMap] = [:]
  private var lexicalMaps: [ObjectIdentifier: LexicalMap] = [:]

  package init(_ trees: TreePaths) {
    self.trees = trees
  }

  // The maps keep their sources, so that no other source gets the same identity.
  package func map(_ file: SourceFile) -> LineMap {
    let id = ObjectIdentifier(file.source)
    if let known = lineMaps[id] { return known }
    let map = LineMap(file.source)
    lineMaps[id] = map
    return map
  }

  func insides(_ file: SourceFile) -> LexicalMap {
    let id = ObjectIdentifier(file.source)
    let map = lexicalMaps[id] ?? LexicalMap(file.source)
    lexicalMaps[id] = map
    return map
  }

  func position(_ place: SourceRange) -> (line: Int, column: Int) {
    map(place.file).position(of: place.range.start)
  }

  /// The place for a program that shows the file.
  func filePosition(_ place: SourceRange, inCodePoints: Bool = false) -> FilePosition {
    var (line, column) = position(place)
    if inCodePoints {
      let before = ByteRange(place.range.start - (column - 1), place.range.start)
      column = map(place.file).codePoints(in: before) + 1
    }
    return FilePosition(file: file(place.file.path, place.file.home), line: line, column: column)
  }

  /// The path prefix of a tree: its directory as the caller gave it, empty for a root that was found.
  package func root(_ home: SourceFile.TextOrigin) -> [UInt8] {
    switch home {
    case .tree(0) where presentRootPrefix != nil: presentRootPrefix ?? []
    case .tree(let number): trees[number].map(TreePaths.prefix) ?? []
    case .former: formerRootPrefix ?? root(.tree(0))
    case .commandLine, .values, .facts: []
    }
  }

  package func path(_ path: [UInt8], _ home: SourceFile.TextOrigin = .tree(0)) -> String {
    Printable.string(root(home) + path)
  }

  /// The path for a program that shows the file: from the top of the repository, if any, and without `.`.
  package func file(_ path: [UInt8], _ home: SourceFile.TextOrigin) -> [UInt8] {
    let slash = UInt8(ascii: "/")
    var start = root(home)
    if case .tree(let number) = home, let counted = repositoryRoots[number] { start = counted }
    let whole = start + path
    let parts = whole.split(separator: slash).filter { !$0.elementsEqual([UInt8(ascii: ".")]) }
    let first = whole.first == slash ? [slash] : parts.isEmpty ? [UInt8(ascii: ".")] : []
    return first + parts.joined(separator: [slash])
  }

  /// For example `prod/db.json:4:13`, for readers elsewhere; an overlay has the form of `text`.
  func textFromRoot(_ place: SourceRange) -> String {
    guard case .tree(0) = place.file.home else { return text(place) }
    return Printable.text { append(place, below: [], to: &$0) }
  }

  /// For example `config/prod/db.json:4:13`, or `--set[1]`.
  package func text(_ place: SourceRange) -> String {
    Printable.text { append(place, to: &$0) }
  }

  func append(_ place: SourceRange, to text: inout [UInt8]) {
    if case .commandLine(let number) = place.file.home {
      text += "--set[\(number)]".utf8
    } else {
      append(place, below: root(place.file.home), to: &text)
    }
  }

  private func append(_ place: SourceRange, below root: [UInt8], to text: inout [UInt8]) {
    Printable.append(root, to: &text)
    Printable.append(place.file.path, to: &text)
    let (line, column) = position(place)
    for number in [line, column] {
      text.append(UInt8(ascii: ":"))
      Printable.append(number, to: &text)
    }
  }

  /// The author of a line in the root's tree; nil if not requested or not committed.
  func author(_ place: SourceRange) -> LineHistory.Author? {
    guard let history, case .tree(0) = place.file.home else { return nil }
    return history.author(
      of: position(place).line, in: place.file.path,
      Array(place.file.source[ByteRange(0, place.file.source.count)]))
  }

  /// For example `1a2b3c4d5e6f 2026-03-01 Ann`; a table cell cuts a long name.
  func authorText(_ place: SourceRange, isCell: Bool = false) -> String {
    guard history != nil, case .tree(0) = place.file.home else { return "" }
    guard let author = author(place) else { return "not committed" }
    let commit = String(decoding: author.commit.prefix(12), as: UTF8.self)
    let name = Printable.string(author.name)
    let day = CalendarDate.text(daysSince1970: author.day)
    return "\(commit) \(day) \(isCell ? cut(name, to: TextTable.usual) : name)"
  }

  /// The different authors of several places.
  func authorText(_ all: [SourceRange]) -> String {
    var texts: [String] = []
    for place in all where history != nil {
      let text = authorText(place, isCell: true)
      if !text.isEmpty, !texts.contains(text) { texts.append(text) }
    }
    return texts.joined(separator: ", ")
  }

  func text(_ all: [SourceRange]) -> String { all.map { text($0) }.joined(separator: ", ") }

  package func text(_ diagnostic: Diagnostic) -> String? {
    diagnostic.place.map { text($0) } ?? diagnostic.path.map { path($0, diagnostic.home) }
  }

  package func notes(of diagnostic: Diagnostic) -> [Diagnostic.Note] {
    guard let file = diagnostic.place?.file, file.includedFrom != nil else {
      return diagnostic.notes
    }
    // Other places of the problem have inclusions of their own.
    let own = diagnostic.notes.prefix { if case .anotherPlace = $0.kind { false } else { true } }
    return own + inclusions(file).map { .init(.inclusion, at: $0) }
      + diagnostic.notes.dropFirst(own.count)
  }

  package func sentence(_ diagnostic: Diagnostic) -> String {
    let notes = notes(of: diagnostic).map(text)
    return diagnostic.message + (notes.isEmpty ? "" : " (\(notes.joined(separator: "; ")))")
  }

  func text(_ note: Diagnostic.Note) -> String {
    note.place.map { "\(note.message): \(text($0))" } ?? note.message
  }

  /// A message with its place, if any, in brackets.
  func text(_ message: String, at place: SourceRange?) -> String {
    message + (place.map { " (\(text($0)))" } ?? "")
  }

  /// The nearest inclusion is first.
  func inclusions(_ file: SourceFile) -> [SourceRange] {
    file.includedFrom.map { Array(sequence(first: $0) { $0.file.includedFrom }) } ?? []
  }
}

/// The line and column where a place begins, from 1. The end would reveal the length of a secret.
struct FilePosition {
  let file: [UInt8]
  var line = 1
  var column = 1
}
