import Cascade
import Files
import JSONSource
import SafeText
import SystemCalls
import YAMLSource

/// A path of a hierarchy: names with variables, without the ending.
struct HieraPath {
  typealias Name = [HieraText.Piece]

  var names: [Name]
  /// The data directory, from the directory of `hiera.yaml`.
  let directory: [FileName]
  let ending: [UInt8]
  /// The pattern of the file's name, for a glob: all files of the directory are one scope.
  let glob: FilePattern?
  let start: Int
  /// The comments of its level.
  var comments: [[UInt8]] = []
  /// The number of its level, which may have several paths.
  var level = 0
  var levelName: [UInt8] = []
  /// Whether the path does not count for a host for which this variable is unset.
  var element: [UInt8]?
  /// Whether the path does not count if its file is missing.
  var isGlob = false
  var module: [UInt8]?
  /// Whether an earlier path reads the same file for every host.
  var isRepeated = false
  var file: ImportSource.File?
  /// The directory of its scopes, if others would share them.
  var apart: FileName?

  private static let endings = [".yaml", ".yml", ".eyaml", ".json"]

  /// nil for a glob in a directory's name, and for a path that leaves the data directory.
  init?(_ text: [UInt8], in directory: [FileName], isGlob: Bool = false, start: Int) {
    let slash = UInt8(ascii: "/")
    var names: [Name] = [[]]
    for piece in HieraText(text).pieces {
      guard case .text(let text) = piece else {
        names[names.count - 1].append(piece)
        continue
      }
      for (index, part) in text.split(separator: slash, omittingEmptySubsequences: false)
        .enumerated()
      {
        if index > 0 { names.append([]) }
        if !part.isEmpty { names[names.count - 1].append(.text(Array(part))) }
      }
    }
    names.removeAll { $0.isEmpty || $0 == [.text([UInt8(ascii: ".")])] }
    guard text.first != slash, !names.isEmpty, !names.contains([.text(Array("..".utf8))])
    else { return nil }
    let isFile =
      !isGlob
      || names.joined().allSatisfy { piece in
        guard case .text(let text) = piece else { return piece != .unknown }
        return !FilePattern(text).isForeign && !text.contains(UInt8(ascii: "*"))
      }
    glob = isFile ? nil : Self.fixed(names.suffix(1)).map { FilePattern($0[0]) }
    if !isFile { names.removeLast() }
    let isForeign = names.joined().contains { piece in
      guard case .text(let text) = piece else {
        if case .variable = piece { return false }
        return true
      }
      return FilePattern(text).isForeign || text.contains(UInt8(ascii: "*"))
    }
    if !isFile && glob?.isForeign != false || isForeign { return nil }
    var ending: [UInt8] = []
    if isFile, case .text(let text)? = names.last?.last,
      Self.endings.contains(where: { text.reversed().starts(with: $0.utf8.reversed()) })
    {
      let stem = text.withoutEnding
      ending = Array(text[stem.count...])
      names[names.count - 1].removeLast()
      if !stem.isEmpty { names[names.count - 1].append(.text(stem)) }
    }
    (self.names, self.directory, self.ending, self.start) = (names, directory, ending, start)
    self.isGlob = isGlob
  }

  /// The path or glob, by default with variables as Hiera spells them.
  func text(
    _ value: ([UInt8]) -> [UInt8] = { Array("%{".utf8) + $0 + [UInt8(ascii: "}")] }
  ) -> [UInt8] {
    let spelled = names.map { name in
      name.flatMap { (piece) -> [UInt8] in
        switch piece {
        case .text(let text): text
        case .variable(let name): value(name)
        case .lookup, .alias, .unknown: []
        }
      }
    }
    return (spelled + (glob.map { [$0.text] } ?? [])).joinedPath + ending
  }

  private static func pattern(_ name: Name) -> [UInt8] {
    name.flatMap { piece in if case .text(let text) = piece { text } else { [UInt8(ascii: "*")] } }
  }

  var isFixed: Bool { Self.fixed(names) != nil }

  /// What else than its names decides about its files.
  var kind: [UInt8] { (glob?.text ?? []) + [0] + ending }

  /// The variables in the path.
  var variables: [[UInt8]] {
    names.joined().compactMap { if case .variable(let name) = $0 { name } else { nil } }
  }

  /// The names in the path for a host, and whether all variables are set; nil if the path leads elsewhere.
  func names(for host: HieraHost) -> (names: [FileName], isWhole: Bool)? {
    var isWhole = true
    let spelled = names.map { name in
      name.flatMap { (piece) -> [UInt8] in
        switch piece {
        case .text(let text): return text
        case .variable(let name):
          let value = host.text(name) ?? []
          if value.isEmpty { isWhole = false }
          return value
        case .lookup, .alias, .unknown: return []
        }
      }
    }
    var found = (spelled.joinedPath + ending).components.filter { !$0.isEmpty && !$0.isDot }
    if found.contains(where: \.isDotDot) { return nil }
    if glob == nil {
      guard let last = found.popLast(), last.suffix(ending.count).elementsEqual(ending) else {
        return nil
      }
      found.append(last.dropLast(ending.count))
    }
    return (found, isWhole)
  }

  /// The names without variables; nil if there is one.
  static func fixed(_ names: some Sequence<Name>) -> [FileName]? {
    var fixed: [FileName] = []
    for name in names {
      guard name.count == 1, case .text(let text) = name[0] else { return nil }
      fixed.append(text)
    }
    return fixed
  }

  /// Whether the scopes of both may be the same, but not their files, as of 'a.yaml' and 'a.json'.
  func hasOtherFiles(than other: HieraPath) -> Bool {
    directory == other.directory && names.count == other.names.count
      && (ending != other.ending || glob != other.glob)
      && zip(names, other.names).allSatisfy { one, other in
        one == other || Self.fixed([one]) == nil || Self.fixed([other]) == nil
      }
  }

  /// The names in the path of a file; nil if the path is not this one.
  func names(of path: [FileName]) -> [FileName]? {
    guard path.starts(with: directory),
      path.count == directory.count + names.count + (glob == nil ? 0 : 1)
    else { return nil }
    var found = Array(path.dropFirst(directory.count))
    if let glob {
      guard glob.matches(found.removeLast()) else { return nil }
    } else {
      guard found[found.count - 1].suffix(ending.count).elementsEqual(ending) else { return nil }
      found[found.count - 1].removeLast(ending.count)
    }
    let isMatch = zip(found, names).allSatisfy {
      FilePattern(Self.pattern($1)).matches($0) && !$0.isEmpty
    }
    return isMatch ? found : nil
  }
}

extension HieraPath.Name {
  /// The variable and its value in a name; nil if there are none or several variables.
  func assignment(for name: FileName) -> (variable: [UInt8], value: [UInt8])? {
    var (variable, before, after) = ([UInt8]?.none, 0, 0)
    for piece in self {
      switch piece {
      case .text(let text): if variable == nil { before += text.count } else { after += text.count }
      case .variable(let found):
        if variable != nil { return nil }
        variable = found
      case .lookup, .alias, .unknown: return nil
      }
    }
    return variable.map { ($0, [UInt8](name.dropFirst(before).dropLast(after))) }
  }
}

/// The hierarchy of a `hiera.yaml`, version 5, and those of modules below it.
struct HieraHierarchy {
  var paths: [HieraPath] = []
  let file: ImportSource.File
  /// By number of the level: as written, for the program that an import is compared with.
  private(set) var levels: [(node: YAMLNode, directory: [FileName])] = []
  private let source: ImportSource
  private let facts: ImportedFacts
  /// The directory on the server that became this directory.
  private let base: [FileName]
  private var known: Set<[UInt8]> = []

  init(
    _ file: ImportSource.File, in source: ImportSource, _ facts: ImportedFacts
  ) throws(FileError) {
    (self.file, self.source, self.facts) = (file, source, facts)
    base = try Self.base(of: file, source)
    try add(file, below: [], module: nil)
    try addModules()
  }

  private mutating func add(
    _ file: ImportSource.File, below directory: [FileName], module: [UInt8]?
  ) throws(FileError) {
    let usual = YAMLNode(.mapping([YAMLMember("path", .text("common.yaml".utf8))]))
    if let other = file.root["default_hierarchy"] {
      file.leaveOut("'default_hierarchy'", other.start)
    }
    for level in file.root["hierarchy"]?.elements ?? [usual] {
      let count = paths.count
      try add(level, file, below: directory)
      if paths.count == count { continue }
      for index in count..<paths.count {
        paths[index].level = levels.count
        paths[index].levelName = level["name"]?.text ?? []
        paths[index].module = module
        paths[index].file = file
      }
      paths[count].comments = level.allComments
      levels.append((level, paths[count].directory))
    }
  }

  /// The hierarchies of the modules have the lowest precedence.
  private mutating func addModules() throws(FileError) {
    var known: Set<FileName> = []
    for directory in try modulePath() {
      for name in try source.folderNames(in: directory) where known.insert(name).inserted {
        guard let file = try source.file(at: directory + [name, FileName("hiera.yaml".utf8)])
        else { continue }
        guard file.root["version"]?.scalarText == Array("5".utf8) else {
          file.leaveOut("the hierarchy of a module without 'version: 5'", file.root.start)
          continue
        }
        try add(file, below: directory + [name], module: name)
      }
    }
  }

  /// The directories of modules, as `environment.conf` names them.
  private func modulePath() throws(FileError) -> [[FileName]] {
    let text = try source.bytes(at: [FileName("environment.conf".utf8)]) ?? []
    var path = Array("modules".utf8)
    for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
      guard let sign = line.firstIndex(of: UInt8(ascii: "=")),
        line[..<sign].trimmed.elementsEqual("modulepath".utf8)
      else { continue }
      path = Array(line[(sign + 1)...].trimmed)
    }
    return path.split(separator: UInt8(ascii: ":")).compactMap { part in
      let text = Array(part.trimmed)
      // The modules of all environments are those of the server.
      if text.isEmpty || text.first == UInt8(ascii: "$") { return nil }
      let names = text.components.filter { !$0.isDot }
      let found = text.first == UInt8(ascii: "/") ? relative(names) : names
      if let found, !found.contains(where: \.isDotDot) { return found }
      source.report(
        .warning,
        "not imported: modules in \(Printable.quoted(text)), which is not in this directory",
        at: [FileName("environment.conf".utf8)])
      return nil
    }
  }

  private mutating func add(
    _ level: YAMLNode, _ file: ImportSource.File, below root: [FileName]
  ) throws(FileError) {
    let kinds = ["data_hash", "lookup_key", "data_dig", "hiera3_backend"]
    let backend =
      kinds.compactMap { level[$0] }.first
      ?? kinds.compactMap { file.root["defaults"]?[$0] }.first
    let known = ["yaml_data", "json_data", "eyaml_lookup_key"]
    if let name = backend?.text, !known.contains(where: { name.elementsEqual($0.utf8) }) {
      return file.leaveOut("level with the backend \(Printable.quoted(name))", level.start)
    }
    let isJSON = backend?.text?.elementsEqual("json_data".utf8) == true
    let locations = ["path", "paths", "glob", "globs", "mapped_paths"].filter { level[$0] != nil }
    if locations.isEmpty { return file.leaveOut("level without a path", level.start) }
    guard let directory = try directory(of: level, file, below: root) else { return }
    for (name, isGlob) in [("path", false), ("paths", false), ("glob", true), ("globs", true)] {
      guard let value = level[name] else { continue }
      for node in value.elements ?? [value] {
        guard let text = node.text,
          let path = HieraPath(text, in: directory, isGlob: isGlob, start: node.start)
        else {
          file.leaveOut(
            "path with '..' or a leading slash, or with a pattern other than 'DIRECTORY/*'",
            node.start)
          continue
        }
        let name = path.glob?.text ?? path.ending
        if isJSON, !name.suffix(5).elementsEqual(".json".utf8) {
          file.leaveOut("path of 'json_data' that does not end in '.json'", node.start)
          continue
        }
        add(path, file)
      }
    }
    if let mapped = level["mapped_paths"] { add(mapped: mapped, in: directory, file) }
  }

  /// A template for each element that the list of facts has in some host.
  private mutating func add(
    mapped node: YAMLNode, in directory: [FileName], _ file: ImportSource.File
  ) {
    guard let parts = node.elements?.compactMap(\.text), parts.count == 3 else {
      return file.leaveOut("'mapped_paths' without a variable, a name and a path", node.start)
    }
    let fact = facts[parts[0].factPath ?? []]
    if fact.elementCount == 0 && !fact.isSomeText {
      file.leaveOut("'mapped_paths' of a fact that is not a list in '--facts'", node.start)
    }
    let elements = (0..<fact.elementCount).map { parts[0] + Array(".\($0)".utf8) }
    for element in (fact.isSomeText ? [parts[0]] : []) + elements {
      guard var path = HieraPath(parts[2], in: directory, start: node.start) else { continue }
      path.names = path.names.map { name in
        name.map { $0 == .variable(parts[1]) ? .variable(element) : $0 }
      }
      path.element = element
      add(path, file)
    }
  }

  private mutating func add(_ path: HieraPath, _ file: ImportSource.File) {
    let isOfServer = path.variables.contains { variable in
      facts.judged.contains { !$0.knows(variable) }
    }
    if isOfServer { return file.leaveOut("path with a variable of the server", path.start) }
    let id = path.directory.joinedPath + [0] + path.text() + (path.element.map { [0] + $0 } ?? [])
    paths.append(path)
    paths[paths.count - 1].isRepeated = !known.insert(id).inserted
  }

  // MARK: Directories

  /// The directory on the server below which most data directories are here; of several, the one nearest to its root.
  private static func base(
    of file: ImportSource.File, _ source: ImportSource
  ) throws(FileError) -> [FileName] {
    var counts: [[FileName]: Int] = [:]
    let levels = file.root["hierarchy"]?.elements ?? []
    let texts = ([file.root["defaults"]] + levels).compactMap { $0?["datadir"]?.text }
    for text in Set(texts) where text.first == UInt8(ascii: "/") {
      let names = text.components.filter { !$0.isDot }
      for count in names.indices where try source.hasFolder(Array(names[count...])) {
        counts[Array(names[..<count]), default: 0] += 1
      }
    }
    return counts.min { ($1.value, $0.key.count) < ($0.value, $1.key.count) }?.key ?? []
  }

  /// An absolute path of the server, from this directory.
  private func relative(_ names: [FileName]) -> [FileName]? {
    names.starts(with: base) ? Array(names[base.count...]) : nil
  }

  private func directory(
    of level: YAMLNode, _ file: ImportSource.File, below root: [FileName]
  ) throws(FileError) -> [FileName]? {
    let node = level["datadir"] ?? file.root["defaults"]?["datadir"]
    let text = node?.text ?? Array("data".utf8)
    let names = text.components.filter { !$0.isDot }
    let isAbsolute = text.first == UInt8(ascii: "/")
    let found = isAbsolute ? relative(names) : root + names
    guard let found, !found.contains(where: \.isDotDot), try source.hasFolder(found) else {
      file.leaveOut(
        "level, because \(Printable.quoted(text)) is not in this directory",
        (node ?? level).start)
      return nil
    }
    if isAbsolute {
      file.note(
        "\(Printable.quoted(text)) is read from \(Printable.quoted(found.joinedPath))",
        (node ?? level).start)
    }
    return found
  }
}

extension [UInt8] {
  /// The names of a variable from the top of the facts; nil for all facts, and where Puppet cannot split it.
  var factPath: [[UInt8]]? {
    guard var path = HieraText.segments(self) else { return nil }
    if path[0].starts(with: "::".utf8) { path[0] = Array(path[0].dropFirst(2)) }
    if path[0].elementsEqual("facts".utf8) { path.removeFirst() }
    return path.isEmpty ? nil : path
  }

  /// The names of a variable with dots between them.
  var factName: String {
    (factPath ?? []).map { String(decoding: $0, as: UTF8.self) }.joined(separator: ".")
  }
}
