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
  /// The list that the path is for, and the number of the element; nil for a text.
  var mapped: (fact: [UInt8], index: Int?)?
  /// Whether the path does not count if its file is missing.
  var isGlob = false
  var module: [UInt8]?
  /// Whether an earlier path reads the same file for every host.
  var isRepeated = false
  var file: ImportSource.File?
  /// The directory of its scopes, if others would share them.
  var apart: FileName?

  static let endings = [".yaml", ".yml", ".eyaml", ".json"]

  /// nil for a glob in a directory's name, and for a path that leaves the data directory.
  init?(_ text: [UInt8], in directory: [FileName], isGlob: Bool = false, start: Int) {
    var names: [Name] = [[]]
    for piece in HieraText(text).pieces {
      guard case .text(let text) = piece else {
        names[names.count - 1].append(piece)
        continue
      }
      for (index, part) in text.split(separator: .slash, omittingEmptySubsequences: false)
        .enumerated()
      {
        if index > 0 { names.append([]) }
        if !part.isEmpty { names[names.count - 1].append(.text(Array(part))) }
      }
    }
    names.removeAll { $0.isEmpty || $0 == [.text([UInt8(ascii: ".")])] }
    guard text.first != .slash, !names.isEmpty, !names.contains([.text(Array("..".utf8))])
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
      Self.endings.contains(where: { text.ends(with: $0) })
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

  /// The names in the path for a host, and whether all variables are set.
  func names(
    for host: HieraHost
  ) throws(HieraLookup.Failure) -> (names: [FileName], isWhole: Bool) {
    var (text, isWhole) = ([UInt8](), true)
    for name in names {
      for piece in name {
        switch piece {
        case .text(let plain): text += plain
        case .variable(let name):
          let value = try host.value(name)?.scalarText ?? []
          if value.isEmpty { isWhole = false }
          text += value
        case .lookup, .alias, .unknown: break
        }
      }
      text.append(.slash)
    }
    var found = (text.dropLast() + ending).components.filter { !$0.isEmpty && !$0.isDot }
    if found.contains(where: \.isDotDot) {
      throw .unknown("a path that leads to another directory")
    }
    if glob == nil, let last = found.popLast() { found.append(last.dropLast(ending.count)) }
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

  /// Whether the glob finds a name; a star finds no dot at the start.
  func takes(_ name: FileName) -> Bool {
    let dot = UInt8(ascii: ".")
    return glob.map { $0.matches(name) && (name.first != dot || $0.text.first == dot) } == true
  }

  /// The names in the path of a file; nil if the path is not this one.
  func names(of path: [FileName]) -> [FileName]? {
    guard path.starts(with: directory),
      path.count == directory.count + names.count + (glob == nil ? 0 : 1)
    else { return nil }
    var found = Array(path.dropFirst(directory.count))
    if glob != nil {
      guard takes(found.removeLast()) else { return nil }
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

/// A path that is left out: a host may read each file that it may lead to.
struct UnknownPath {
  /// The path from the source.
  var pieces: [HieraText.Piece]
  /// The number of paths that come before.
  let before: Int
  var level = 0
  var module: [UInt8]?
}

/// The hierarchy of a `hiera.yaml`, version 5, and those of modules below it.
struct HieraHierarchy {
  var paths: [HieraPath] = []
  let file: ImportSource.File
  /// The paths that are left out, in the order of the hierarchy.
  private(set) var unknown: [UnknownPath] = []
  /// By number of the level: as written, for the program that an import is compared with, and what each path begins
  /// with.
  private(set) var levels: [(node: YAMLNode, start: [UInt8])] = []
  /// Whether an error is reported, because Puppet refuses a hierarchy or it is not version 5.
  private(set) var isRefused = false
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
    guard isOfHiera5 else {
      file.refuse("the hierarchy has no 'version: 5'; convert it to Hiera 5 first")
      isRefused = true
      return
    }
    try add(file, below: [], module: nil)
    try addModules()
  }

  private var isOfHiera5: Bool { file.root["version"]?.scalarText == Array("5".utf8) }

  private mutating func add(
    _ file: ImportSource.File, below directory: [FileName], module: [UInt8]?
  ) throws(FileError) {
    let usual = YAMLNode(
      .mapping([
        YAMLMember("name", .text("Common".utf8)), YAMLMember("path", .text("common.yaml".utf8)),
      ]))
    do throws(HieraSchema.Problem) {
      try Self.validate(file, isOfModule: module != nil, usual)
    } catch {
      file.refuse(error.words, error.start)
      isRefused = true
      return
    }
    if let other = file.root["default_hierarchy"] {
      file.leaveOut("'default_hierarchy'", other.start)
    }
    for level in file.root["hierarchy"]?.elements ?? [usual] {
      let (count, unknownCount) = (paths.count, unknown.count)
      let start = try add(level, file, below: directory)
      for index in count..<paths.count {
        paths[index].level = levels.count
        paths[index].levelName = level["name"]?.text ?? []
        paths[index].module = module
        paths[index].file = file
      }
      for index in unknownCount..<unknown.count {
        (unknown[index].level, unknown[index].module) = (levels.count, module)
      }
      if paths.count > count { paths[count].comments = level.allComments }
      levels.append((level, start))
    }
  }

  /// Throws the first reason why Puppet refuses a hierarchy.
  private static func validate(
    _ file: ImportSource.File, isOfModule: Bool, _ usual: YAMLNode
  ) throws(HieraSchema.Problem) {
    try HieraSchema.top.validate(file.root)
    let defaults = file.root["defaults"]
    if let other = file.root["default_hierarchy"], !isOfModule {
      throw HieraSchema.Problem(
        words: "Puppet refuses 'default_hierarchy' outside a module", start: other.start)
    }
    let others = file.root["default_hierarchy"]?.elements ?? []
    for levels in [file.root["hierarchy"]?.elements ?? [usual], others] {
      var names: Set<[UInt8]> = []
      for level in levels { try HieraSchema.validate(level: level, defaults, &names) }
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

  /// Returns what the paths begin with.
  private mutating func add(
    _ level: YAMLNode, _ file: ImportSource.File, below root: [FileName]
  ) throws(FileError) -> [UInt8] {
    let backend = [level, file.root["defaults"]].compactMap { node in
      HieraSchema.functions.compactMap { node?[$0] }.first
    }.first
    let known = ["yaml_data", "json_data", "eyaml_lookup_key"]
    let isKnown =
      backend?.text.map { name in known.contains { name.elementsEqual($0.utf8) } } ?? true
    if !isKnown {
      let name = Printable.quoted(backend?.text ?? [])
      file.leaveOut("level with the backend \(name)", level.start)
    }
    guard let (directory, start) = try directory(of: level, file, below: root) else { return [] }
    let isJSON = backend?.text?.elementsEqual("json_data".utf8) == true
    func leaveOut(_ text: [UInt8], _ why: String, _ start: Int) {
      if isKnown { file.leaveOut(why, start) }
      let isAbsolute = text.first == .slash
      let whole = isAbsolute ? relative(text.components)?.joinedPath : nil
      unknown.append(
        UnknownPath(
          pieces: HieraText(whole ?? directory.joinedPath + [.slash] + text).pieces,
          before: paths.count))
    }
    func add(_ path: HieraPath?, _ text: [UInt8], _ start: Int) {
      guard let path else {
        return leaveOut(
          text, "path with '..' or a leading slash, or with a pattern other than 'DIRECTORY/*'",
          start)
      }
      if isJSON, !(path.glob?.text ?? path.ending).ends(with: ".json") {
        leaveOut(text, "path of 'json_data' that does not end in '.json'", start)
      } else if facts.judged.allSatisfy({ !$0.knows(path.variables) }) {
        leaveOut(text, "path with a variable of the server", start)
      } else if isKnown {
        self.add(path)
      } else {
        leaveOut(text, "", start)
      }
    }
    for (name, isGlob) in [("path", false), ("paths", false), ("glob", true), ("globs", true)] {
      for node in level[name].map({ $0.elements ?? [$0] }) ?? [] {
        let text = start + (node.text ?? [])
        add(HieraPath(text, in: directory, isGlob: isGlob, start: node.start), text, node.start)
      }
    }
    guard let node = level["mapped_paths"] else { return start }
    let parts = (node.elements ?? []).map { $0.text ?? [] }
    let (text, fact) = (start + parts[2], facts[parts[0].factPath ?? []])
    let isUnknown = facts.hosts.isEmpty || facts.judged.allSatisfy { !$0.knows([parts[0]]) }
    if isUnknown {
      leaveOut(text, "'mapped_paths' of a fact that is not in '--facts'", node.start)
      unknown[unknown.count - 1].pieces.replace(variable: parts[1]) { _ in .unknown }
      return start
    }
    // A path for each element that the list has in some host.
    for index in (fact.isOther ? [nil] : []) + (0..<fact.elementCount).map({ Int?($0) }) {
      let element = parts[0] + (index.map { Array(".\($0)".utf8) } ?? [])
      var path = HieraPath(text, in: directory, start: node.start)
      path?.mapped = (parts[0], index)
      for name in path?.names.indices ?? 0..<0 {
        path?.names[name].replace(variable: parts[1]) { .variable(element + $0) }
      }
      add(path, text, node.start)
    }
    return start
  }

  private mutating func add(_ path: HieraPath) {
    let id =
      path.directory.joinedPath + [0] + path.text() + (path.mapped.map { [0] + $0.fact } ?? [])
    paths.append(path)
    paths[paths.count - 1].isRepeated = !known.insert(id).inserted
  }

  // MARK: Directories

  /// The directories of files that a host may read.
  var directories: Set<[FileName]> {
    let others = unknown.map { path -> [FileName] in
      guard case .text(let text)? = path.pieces.first else { return [] }
      return Array(text.components.dropLast().normalized.prefix { !FilePattern($0).isForeign })
    }
    return Set(paths.map(\.directory) + others)
  }

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

  /// The data directory, and what its paths begin with if a part of it depends on facts; nil if it is missing.
  private func directory(
    of level: YAMLNode, _ file: ImportSource.File, below root: [FileName]
  ) throws(FileError) -> (names: [FileName], start: [UInt8])? {
    let node = level["datadir"] ?? file.root["defaults"]?["datadir"]
    let text = node?.text ?? Array("data".utf8)
    let names = text.components.filter { !$0.isDot }
    let isAbsolute = text.first == .slash
    let whole = isAbsolute ? relative(names) : root + names
    let found = whole.map { $0.prefix { !$0.contains("%{".utf8) } }
    guard let whole, let found, !whole.contains(where: \.isDotDot),
      try source.hasFolder(Array(found))
    else {
      // Puppet finds no data in a module, either.
      if root.isEmpty || isAbsolute {
        file.leaveOut(
          "level, because \(Printable.quoted(text)) is not in this directory",
          (node ?? level).start)
      }
      return nil
    }
    if isAbsolute {
      file.note(
        "\(Printable.quoted(text)) is read from \(Printable.quoted(whole.joinedPath))",
        (node ?? level).start)
    }
    return (Array(found), whole.dropFirst(found.count).flatMap { $0 + [.slash] })
  }
}

extension Sequence<FileName> {
  /// The names of a path without '.' and '..'.
  var normalized: [FileName] {
    reduce(into: []) { names, name in
      if name.isDotDot {
        _ = names.popLast()
      } else if !name.isEmpty, !name.isDot {
        names.append(name)
      }
    }
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
