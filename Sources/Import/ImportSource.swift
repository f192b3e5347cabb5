import Cascade
import Files
import JSONSource
import SystemCalls
import YAMLSource

/// The directory that an import reads, with what the import reports about its files.
package final class ImportSource {
  /// A parsed file with its path from the directory.
  package struct File {
    let path: [FileName]
    var root: YAMLNode
    /// Comments after the last item.
    let commentsAtEnd: [[UInt8]]
    /// Whether the other program fails for each host or node that reads the file.
    fileprivate(set) var isRefused = false
    /// Whether keys at the top are not text, and so not imported.
    fileprivate(set) var hasOtherKeys = false
    fileprivate let file: SourceFile
    fileprivate let source: ImportSource

    /// Reports something that is not imported.
    func leaveOut(_ words: String, _ start: Int) {
      source.report(.warning, "not imported: " + words, file, start)
    }

    /// Reports something that is imported in another form.
    func note(_ words: String, _ start: Int) { source.report(.note, words, file, start) }

    /// Reports a file that cannot be imported at all.
    func refuse(_ words: String, _ start: Int = 0) { source.report(.error, words, file, start) }
  }

  private let root: Folder
  /// Whether directories are there, because a folder reads all its entries.
  private var hasFolders: [[FileName]: Bool] = [:]
  /// Paths of entries that are there, such as links to other places, and cannot be read.
  private(set) var unreadable: Set<[FileName]> = []
  /// The paths with names that no scope can have.
  private(set) var skipped: Set<[FileName]> = []
  private let dialect: YAMLDocument.Dialect
  private let home: SourceFile.TextOrigin
  /// The path of the directory, for messages about facts.
  private let prefix: [UInt8]
  /// Errors for files that cannot be read, warnings for what is left out, notes for what is changed.
  package private(set) var findings: [Diagnostic] = []
  /// The content of all files read, by path.
  package private(set) var bytes: [[FileName]: [UInt8]] = [:]

  package init(
    _ root: Folder, _ dialect: YAMLDocument.Dialect, home: SourceFile.TextOrigin = .tree(0),
    prefix: [UInt8] = []
  ) {
    (self.root, self.dialect, self.home, self.prefix) = (root, dialect, home, prefix)
  }

  private static let mark = "a byte order mark, after which Puppet reads keys otherwise"
  private static let refusedKey = "an object with a key that Puppet refuses"
  private static let symbol = "a symbol, which Puppet refuses"
  /// Why Puppet refuses each value that contains one that is left out for a reason.
  static let refusals = [
    refusedKey: refusedKey, symbol: symbol, YAMLError.Problem.collectionAsKey.words: refusedKey,
  ]

  private func report(
    _ severity: Diagnostic.Severity, _ words: String, _ file: SourceFile, _ start: Int
  ) {
    let place = SourceRange(file, ByteRange(start, start + 1))
    findings.append(
      Diagnostic(severity, .settings, .foreign(TextProblem(words: words)), at: place))
  }

  func report(_ severity: Diagnostic.Severity, _ words: String, at path: [FileName]) {
    findings.append(
      Diagnostic(
        severity, .settings, .foreign(TextProblem(words: words)),
        path: prefix + path.joinedPath, home: home))
  }

  func hasFolder(_ path: [FileName]) throws(FileError) -> Bool {
    if let known = hasFolders[path] { return known }
    let found = try existing(folder(path), unless: \.isOfNothing) != nil
    hasFolders[path] = found
    return found
  }

  func folder(_ path: [FileName]) throws(FileError) -> Folder {
    var folder = root
    for name in path { folder = try folder.folder(named: name, rules: .usual) }
    return folder
  }

  /// The names of the directories in a directory; empty if it is missing.
  func folderNames(in path: [FileName]) throws(FileError) -> [FileName] {
    guard let listing = try existing(folder(path), unless: \.isOfNothing)?.listing(.usual) else {
      return []
    }
    try report(listing.problems, in: path)
    return listing.folders
  }

  func report(
    _ problems: [Listing.Problem], in directory: [FileName]
  ) throws(FileError) {
    for problem in problems {
      if case .system = problem.error.kind { throw problem.error }
      let path = directory + [problem.name]
      report(.warning, "not imported: \(problem.error.words)", at: path)
      // Puppet finds no file there.
      if dialect == .ruby, case .danglingLink = problem.error.kind { continue }
      unreadable.insert(path)
    }
  }

  /// The paths of all files that Puppet may read, but no code.
  package func dataPaths() throws(FileError) -> [[FileName]] {
    try paths(in: [], endings: HieraPath.endings + ["environment.conf"], hasHidden: true)
  }

  package func bytes(at path: [FileName]) throws(FileError) -> [UInt8]? {
    try existing(root.contents(of: path.joinedPath)).map(\.bytes)
  }

  /// The paths of the files with these endings in a directory and below, in byte order. Files whose names begin with
  /// '.' or '_' may be among them.
  func paths(
    in directory: [FileName], endings: [String] = [""], hasHidden: Bool = false
  ) throws(FileError) -> [[FileName]] {
    let patterns = endings.map { FilePattern(Array("*\($0)".utf8)) }
    var paths: [[FileName]] = []
    try collect(folder(directory), Rules(patterns: patterns), &paths, hasHidden)
    return paths
  }

  private func collect(
    _ folder: Folder, _ rules: Rules, _ paths: inout [[FileName]], _ hasHidden: Bool
  ) throws(FileError) {
    let listing = folder.listing(rules)
    try report(listing.problems, in: folder.path)
    for entry in folder.entries where entry.name.isHidden {
      let name = entry.name
      // Otherwise the rules take no hidden name.
      let isTaken = rules.takes([UInt8(ascii: "-")] + name)
      if hasHidden, entry.kind != .directory {
        if isTaken { paths.append(folder.path + [name]) }
      } else if name.first == UInt8(ascii: "_"), isTaken || !name.contains(0x2E) {
        report(
          .warning, "not imported: a name that begins with '_' is never a scope",
          at: folder.path + [name])
        skipped.insert(folder.path + [name])
      }
    }
    paths += listing.files.map { folder.path + [$0] }
    // What Helm reads in a chart are no values.
    let isChart = !hasHidden && folder.entries.contains { $0.name.elementsEqual("Chart.yaml".utf8) }
    let others = isChart ? ["templates", "crds"].map { FileName($0.utf8) } : []
    for name in listing.folders where !others.contains(name) {
      try collect(folder.folder(named: name, rules: rules), rules, &paths, hasHidden)
    }
  }

  /// The hidden directories, and those with other names, with files that rules take and of which several are siblings.
  func hiddenFolders(
    in folder: Folder, besides others: [FileName], _ rules: Rules
  ) throws(FileError) -> [[FileName]] {
    var found: [[FileName]] = []
    let hidden = folder.entries.filter {
      $0.kind == .directory && ($0.name.first == UInt8(ascii: ".") || others.contains($0.name))
    }
    for entry in hidden where hidden.count > 1 {
      let file = try folder.root(below: [entry.name]).first(rules) { $0.listing(rules).files.first }
      if file != nil { found.append(folder.path + [entry.name]) }
    }
    for name in folder.listing(rules).folders where !others.contains(name) {
      found += try hiddenFolders(
        in: folder.folder(named: name, rules: rules), besides: others, rules)
    }
    return found
  }

  /// A file of values; its root is left out if it cannot be parsed.
  func dataFile(
    at path: [FileName], _ dialect: YAMLDocument.Dialect? = nil, isYAML: Bool = false
  ) throws(FileError) -> File? {
    try file(at: path, problems: .warning, dialect, isYAML: isYAML)
  }

  /// nil if the file is missing or cannot be parsed, which is reported.
  func file(at path: [FileName]) throws(FileError) -> File? {
    let file = try file(at: path, problems: .error)
    for place in file?.root.leftOut ?? [] { file?.leaveOut(place.why, place.start) }
    return file
  }

  private func file(
    at path: [FileName], problems: Diagnostic.Severity, _ dialect: YAMLDocument.Dialect? = nil,
    isYAML: Bool = false
  ) throws(FileError) -> File? {
    if unreadable.contains(path) {
      // It is reported.
      let file = SourceFile(home, path: prefix + path.joinedPath, scope: .root, source: Source([]))
      return File(
        path: path, root: YAMLNode(.leftOut("")), commentsAtEnd: [], file: file, source: self)
    }
    guard let bytes = try existing(root.contents(of: path.joinedPath)).map(\.bytes) else {
      return nil
    }
    self.bytes[path] = bytes
    let source = Source(home == .facts ? bytes.withoutTagOfFacts : bytes)
    let file = SourceFile(home, path: prefix + path.joinedPath, scope: .root, source: source)
    let dialect = dialect ?? self.dialect
    let isHieraData = dialect == .ruby && problems == .warning
    let hasMark = bytes.starts(with: [0xEF, 0xBB, 0xBF])
    if hasMark, dialect == .ruby, problems == .error, home != .facts {
      report(.error, Self.mark, file, 0)
      return nil
    }
    func parsed(_ root: YAMLNode, _ commentsAtEnd: [[UInt8]] = []) -> File {
      var root = root
      root.leaveOutDeepValues()
      return File(path: path, root: root, commentsAtEnd: commentsAtEnd, file: file, source: self)
    }
    func unread(_ words: String, _ start: Int, isRefused: Bool = true) -> File {
      var file = parsed(YAMLNode(.leftOut(words), start: start))
      file.isRefused = isRefused
      return file
    }
    func fail(_ problem: Diagnostic, isRefused: Bool) -> File? {
      let start = problem.place?.range.start ?? 0
      if problems == .warning { return unread(problem.message, start, isRefused: isRefused) }
      findings.append(problem)
      return nil
    }
    if !isYAML, path.last?.ends(with: ".json") == true {
      if isHieraData, hasMark {
        return unread("a byte order mark, because of which Puppet refuses the file", 0)
      }
      do throws(SyntaxError) {
        let root = YAMLNode(
          try Document(source, allowsRepeatedNames: true, names: NameTable()), 0)
        if isHieraData, root.members == nil {
          return unread("a JSON file without an object, which Puppet refuses", 0)
        }
        if isHieraData, root.isDeeper(than: 100) {
          return unread("more than 100 nested objects and arrays, which Puppet refuses", 0)
        }
        return parsed(root)
      } catch {
        return fail(Diagnostic(error, in: file), isRefused: !error.problem.mayBeReadByRuby)
      }
    }
    do throws(YAMLError) {
      let document = try YAMLDocument(source, dialect)
      var isRefused = false
      if isHieraData, hasMark { return parsed(YAMLNode(.leftOut(Self.mark))) }
      var (symbols, refused): (Set<Int>, Set<Int>) = ([], [])
      for note in document.notes {
        switch (note.kind, dialect) {
        // Puppet refuses the file, and each value with a symbol.
        case (.timestamp, _) where isHieraData:
          return unread("a date, which Puppet refuses", note.start)
        case (.rubyObject, _) where isHieraData, (.refused, _) where isHieraData,
          (.recursion, _) where isHieraData:
          return unread(note.kind.rawValue, note.start)
        case (.refused, _):
          isRefused = true
          refused.insert(note.start)
        case (.rubyObject, _), (.recursion, _): break
        case (.symbol, _) where isHieraData: symbols.insert(note.start)
        // The others leave out keys that are not as their programs spell them.
        case (.otherKey, _) where dialect != .go: break
        // PyYAML refuses further documents, the others ignore them.
        case (.furtherDocuments, .python):
          report(.warning, "not imported: the second document of the file", file, note.start)
          isRefused = true
        default: report(.note, note.kind.rawValue, file, note.start)
        }
      }
      // Comments before the first member belong to it.
      var (root, hasOtherKeys) = (document.root, false)
      root.leaveOut(Self.symbol, at: symbols)
      root.leaveOut("a value that PyYAML refuses", at: refused)
      if document.notes.contains(where: { $0.kind == .otherKey }) {
        if isHieraData, let members = root.members {
          for member in members where member.keyType != .text {
            report(.note, "Puppet finds no key that is not text", file, member.start)
          }
          root.content = .mapping(members.filter { $0.keyType == .text })
          hasOtherKeys = root.members?.count != members.count
        }
        // The import of reclass evaluates them first.
        if dialect != .python {
          root.leaveOutKeys(
            Self.refusedKey,
            except: [.text, .integer, .float] + (isHieraData ? [] : [.other]))
        }
      }
      var comments = document.commentsAtEnd
      if var members = root.members, !members.isEmpty {
        members[0].value.comments.above.insert(contentsOf: root.ownComments, at: 0)
        root.content = .mapping(members)
      } else {
        comments = root.ownComments + comments
      }
      var found = parsed(root, comments)
      (found.isRefused, found.hasOtherKeys) = (isRefused, hasOtherKeys)
      return found
    } catch {
      let problem = TextProblem(words: error.problem.words)
      return fail(
        Diagnostic(.error, .syntax, .foreign(problem), at: SourceRange(file, error.range)),
        isRefused: !error.problem.isLimit)
    }
  }
}

extension SyntaxError.Problem {
  /// Whether Ruby may read a JSON file: versions differ.
  fileprivate var mayBeReadByRuby: Bool {
    switch self {
    case .tooDeep, .tooLarge, .comment, .unknownEscape, .unpairedSurrogate, .invalidUTF8: true
    default: false
    }
  }
}

extension [UInt8] {
  /// The text of a YAML file without the tag that the cache of Puppet begins with.
  fileprivate var withoutTagOfFacts: [UInt8] {
    let (sign, tag) = (Array("--- ".utf8), Array("!ruby/object:Puppet::Node::Facts".utf8))
    guard starts(with: sign + tag) else { return self }
    // Places stay the same.
    return sign + tag.map { _ in UInt8(ascii: " ") } + dropFirst(sign.count + tag.count)
  }
}

extension YAMLNode {
  /// A value of a JSON file; the last of several members of one name counts.
  init(_ document: Document, _ index: Int) {
    func members() -> [YAMLMember] {
      var all = MemberTable([])
      for item in document.items(index) {
        let member = YAMLMember(
          document.text(item), YAMLNode(.null), start: document.range(item).start)
        all[member] = YAMLNode(document, item + 1)
      }
      return all.members
    }
    let content: Content =
      switch document.kind(index) {
      case .null: .null
      case .true: .boolean(true)
      case .false: .boolean(false)
      case .number:
        Array(document.spelling(index)).rounded.map { .number($0) }
          ?? .leftOut("a number that is too large")
      case .array: .sequence(document.elements(index).map { YAMLNode(document, $0) })
      case .object: .mapping(members())
      case .string, .name, .directive: .text(document.text(index))
      }
    self.init(content, start: document.range(index).start)
  }
}
