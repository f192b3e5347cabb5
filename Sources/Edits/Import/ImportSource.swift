import Cascade
import JSONSource
import SystemCalls
import Trees
import YAMLSource

/// The directory that an import reads.
package final class ImportSource {
  /// A parsed file with its path from the directory.
  package struct File {
    package let path: [FileName]
    package let file: SourceFile
    package let root: YAMLNode
    /// Comments after the last item.
    let commentsAtEnd: [[UInt8]]

    func place(_ start: Int) -> SourceRange { SourceRange(file, ByteRange(start, start + 1)) }
  }

  private let root: Folder
  private let dialect: YAMLDocument.Dialect
  private let home: SourceFile.TextOrigin
  /// The files that cannot be parsed.
  package private(set) var errors: [Diagnostic] = []
  /// Notes of the reader, and names that no scope can have.
  package private(set) var findings: [Diagnostic] = []

  /// The path of the directory, for messages about facts.
  private let prefix: [UInt8]

  package init(
    _ root: Folder, _ dialect: YAMLDocument.Dialect, home: SourceFile.TextOrigin = .tree(0),
    prefix: [UInt8] = []
  ) {
    (self.root, self.dialect, self.home, self.prefix) = (root, dialect, home, prefix)
  }

  func refuse(_ words: String, at place: SourceRange) {
    errors.append(Diagnostic(.error, .settings, .foreign(TextProblem(words: words)), at: place))
  }

  func hasFolder(_ path: [FileName]) -> Bool { (try? folder(path)) != nil }

  private func folder(_ path: [FileName]) throws(FileError) -> Folder {
    var folder = root
    for name in path { folder = try folder.folder(named: name, rules: .usual) }
    return folder
  }

  /// The paths of the files with these endings in a directory and below, in byte order.
  func paths(
    in directory: [FileName], endings: [String] = [""]
  ) throws(FileError) -> [[FileName]] {
    let patterns = endings.map { FilePattern(Array("*\($0)".utf8)) }
    var paths: [[FileName]] = []
    try collect(folder(directory), Rules(patterns: patterns), &paths)
    return paths
  }

  private func collect(
    _ folder: Folder, _ rules: Rules, _ paths: inout [[FileName]]
  ) throws(FileError) {
    let listing = folder.listing(rules)
    if let problem = listing.problems.first { throw problem.error }
    for entry in folder.entries where entry.name.first == UInt8(ascii: "_") {
      findings.append(
        .unmapped("a name that begins with '_' is never a scope", at: folder.path + [entry.name]))
    }
    paths += listing.files.map { folder.path + [$0] }
    for name in listing.folders {
      try collect(folder.folder(named: name, rules: rules), rules, &paths)
    }
  }

  /// nil if the file is missing or cannot be parsed, which is one of `errors`.
  func file(at path: [FileName]) throws(FileError) -> File? {
    guard let bytes = try existing(root.contents(of: path.joinedPath)).map(\.bytes) else {
      return nil
    }
    let source = Source(bytes)
    let file = SourceFile(home, path: prefix + path.joinedPath, scope: .root, source: source)
    if path.last?.reversed().starts(with: ".json".utf8.reversed()) == true {
      do throws(Diagnostic) {
        let document = try file.document(NameTable())
        return File(path: path, file: file, root: YAMLNode(document, 0), commentsAtEnd: [])
      } catch {
        errors.append(error)
        return nil
      }
    }
    do throws(YAMLError) {
      let document = try YAMLDocument(source, dialect)
      for note in document.notes {
        findings.append(
          .imported(note.kind.words, at: SourceRange(file, ByteRange(note.start, note.start + 1))))
      }
      // Comments before the first member belong to it.
      var root = document.root
      var commentsAtEnd = document.commentsAtEnd
      if var members = root.members, !members.isEmpty {
        members[0].value.comments.above.insert(contentsOf: root.ownComments, at: 0)
        root.content = .mapping(members)
      } else {
        commentsAtEnd = root.ownComments + commentsAtEnd
      }
      return File(path: path, file: file, root: root, commentsAtEnd: commentsAtEnd)
    } catch {
      errors.append(
        Diagnostic(
          .error, .syntax, .foreign(TextProblem(words: error.problem.words)),
          at: SourceRange(file, error.range)))
      return nil
    }
  }
}

extension Diagnostic {
  /// Something that an import leaves out.
  static func unmapped(_ words: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(
      .warning, .settings, .foreign(TextProblem(words: "not imported: " + words)), at: place)
  }

  static func unmapped(_ words: String, at path: [FileName]) -> Diagnostic {
    Diagnostic(
      .warning, .settings, .foreign(TextProblem(words: "not imported: " + words)),
      path: path.joinedPath)
  }

  /// Something that an import changes.
  static func imported(_ words: String, at place: SourceRange) -> Diagnostic {
    Diagnostic(.note, .settings, .foreign(TextProblem(words: words)), at: place)
  }

  static func imported(_ words: String, at path: [FileName]) -> Diagnostic {
    Diagnostic(.note, .settings, .foreign(TextProblem(words: words)), path: path.joinedPath)
  }
}

extension YAMLNode {
  /// A value of a JSON file.
  fileprivate init(_ document: Document, _ index: Int) {
    let content: Content =
      switch document.kind(index) {
      case .null: .null
      case .true: .boolean(true)
      case .false: .boolean(false)
      case .number: .number(Array(document.spelling(index)))
      case .array: .sequence(document.elements(index).map { YAMLNode(document, $0) })
      case .object:
        .mapping(
          document.items(index).map {
            YAMLMember(
              document.text($0), YAMLNode(document, $0 + 1), start: document.range($0).start)
          })
      case .string, .name, .directive: .text(document.text(index))
      }
    self.init(content, start: document.range(index).start)
  }
}
