import Cascade
import Files
import JSONSource
import SafeText
import SystemCalls
import YAMLSource

/// The hierarchy of a `hiera.yaml`, version 5, and those of modules below it.
struct HieraHierarchy {
  var paths: [HieraPath] = []
  let file: ImportSource.File
  /// The paths that are left out, in the order of the hierarchy.
  private(set) var unknown: [UnknownPath] = []
  private var levelCount = 0
  /// The number of levels by module; empty for the environment.
  private(set) var levelCounts: [[UInt8]: Int] = [:]
  /// Whether an error is reported, because Puppet refuses a hierarchy or it is not version 5.
  private(set) var isRefused = false
  /// The modules of which a hierarchy or a level is left out that may set any key; empty for the environment.
  private(set) var unknownModules: Set<[UInt8]> = []
  /// Whether each key with the name of a module may have other values and options.
  private(set) var areModulesUnknown = false
  /// The modules with levels that count only if a key has no other value.
  private(set) var modulesWithDefaults: Set<[UInt8]> = []
  /// The modules whose hierarchies Puppet refuses, and so each key of them.
  private(set) var refusedModules: Set<[UInt8]> = []
  private let source: ImportSource
  private let facts: ImportedFacts
  /// The directory on the server that became this directory; nil if no data directory tells it.
  let base: [FileName]?
  private var known: Set<[UInt8]> = []
  private static let mostPaths = 20_000

  init(
    _ file: ImportSource.File, in source: ImportSource, _ facts: ImportedFacts
  ) throws(FileError) {
    (self.file, self.source, self.facts) = (file, source, facts)
    base = try Self.base(of: file, source)
    guard file.root["version"]?.scalarText == Array("5".utf8) else {
      file.refuse("the hierarchy has no 'version: 5'; convert it to Hiera 5 first")
      isRefused = true
      return
    }
    try add(file, below: [], module: nil)
    try addModules()
  }

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
      if let module {
        file.leaveOut("the module, because " + error.words, error.start)
        refusedModules.insert(module)
      } else {
        file.refuse(error.words, error.start)
        isRefused = true
      }
      return
    }
    if let other = file.root["default_hierarchy"] {
      file.leaveOut("'default_hierarchy'", other.start)
      if let module { modulesWithDefaults.insert(module) }
    }
    for level in file.root["hierarchy"]?.elements ?? [usual] {
      let (count, unknownCount) = (paths.count, unknown.count)
      try add(level, file, below: directory)
      for index in count..<paths.count {
        paths[index].level = levelCount
        paths[index].levelName = level["name"]?.text ?? []
        paths[index].module = module
        paths[index].file = file
      }
      for index in unknownCount..<unknown.count {
        (unknown[index].level, unknown[index].module) = (levelCount, module)
      }
      if paths.count > count { paths[count].comments = level.allComments }
      levelCount += 1
      levelCounts[module ?? [], default: 0] += 1
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
      for name in try source.folderNames(in: directory)
      where name.first?.isLowercase == true && known.insert(name).inserted
        && name.allSatisfy({ $0.isWordCharacter && !$0.isUppercase })
      {
        let path = directory + [name, FileName("hiera.yaml".utf8)]
        guard let file = try source.dataFile(at: path) else { continue }
        let metadata = directory + [name, FileName("metadata.json".utf8)]
        if let missing = Self.missingMember(of: try source.dataFile(at: metadata)?.root) {
          source.report(
            .note, "Puppet passes over the module, because its metadata has no '\(missing)'",
            at: metadata)
          continue
        }
        for place in file.root.leftOut { file.leaveOut(place.why, place.start) }
        if case .leftOut = file.root.content {
          refusedModules.insert(name)
        } else if file.root["version"]?.scalarText != Array("5".utf8) {
          file.leaveOut("the hierarchy of a module without 'version: 5'", file.root.start)
          unknownModules.insert(name)
        } else {
          try add(file, below: directory + [name], module: name)
        }
      }
    }
  }

  /// The first member of a module's metadata that Puppet misses; nil also if it does not read the metadata.
  private static func missingMember(of metadata: YAMLNode?) -> String? {
    guard let metadata, metadata.members?.isEmpty == false else { return nil }
    return ["source", "author", "version", "license"].first { metadata[$0]?.isNull != false }
      ?? (metadata["dependencies"]?.elements == nil ? "dependencies" : nil)
  }

  /// The setting `modulepath`; nil if the file has signs that Puppet reads in other ways.
  private static func modulePath(in text: [UInt8]) -> [UInt8]? {
    var found: [UInt8]?
    for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).map(\.trimmed)
    where !line.isEmpty && line.first != UInt8(ascii: "#") {
      guard let sign = line.firstIndex(of: UInt8(ascii: "=")), line.first != UInt8(ascii: "[")
      else { return nil }
      guard line[..<sign].trimmed.elementsEqual("modulepath".utf8), found == nil else { continue }
      var value = Array(line[(sign + 1)...].trimmed)
      if let quote = value.first, "'\"".utf8.contains(quote), value.count > 1, value.last == quote {
        value = Array(value.dropFirst().dropLast())
      }
      let plain = value.split(separator: UInt8(ascii: ":")).filter {
        !$0.trimmed.elementsEqual("$basemodulepath".utf8)
      }
      if plain.joined().contains(where: { "*?[]{}$'\"".utf8.contains($0) }) { return nil }
      found = value
    }
    return found ?? Array("modules".utf8)
  }

  /// The directories of modules, as `environment.conf` names them.
  private mutating func modulePath() throws(FileError) -> [[FileName]] {
    let text = try source.bytes(at: [FileName("environment.conf".utf8)]) ?? []
    guard let path = Self.modulePath(in: text) else {
      source.report(
        .warning, "not imported: modules, because the file is not plain 'NAME = VALUE' lines",
        at: [FileName("environment.conf".utf8)])
      unknownModules.insert([])
      areModulesUnknown = true
      return []
    }
    return path.split(separator: UInt8(ascii: ":")).compactMap { part in
      // Puppet keeps the spaces around a name.
      let text = Array(part)
      // The modules of all environments are those of the server.
      if text.isEmpty || part.trimmed.first == UInt8(ascii: "$") { return nil }
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
    let backend = [level, file.root["defaults"]].compactMap { node in
      HieraSchema.functions.compactMap { node?[$0] }.first
    }.first
    let known = ["yaml_data", "json_data", "eyaml_lookup_key"]
    let isForeign =
      backend?.text.map { name in known.contains { name.elementsEqual($0.utf8) } } == false
    if isForeign {
      let name = Printable.quoted(backend?.text ?? [])
      file.leaveOut("level with the backend \(name), which may set any key", level.start)
      unknownModules.insert(root.last ?? [])
      if HieraSchema.files.allSatisfy({ level[$0] == nil }) {
        unknown.append(UnknownPath(pieces: [], before: paths.count, isElsewhere: true))
        return
      }
    }
    guard let (directory, start, exists) = try directory(of: level, file, below: root) else {
      return
    }
    let isKnown = exists && !isForeign
    let isJSON = backend?.text?.elementsEqual("json_data".utf8) == true
    func leaveOut(_ text: [UInt8], _ why: String, _ start: Int) {
      let names = text.components.filter { !$0.isDot }
      let whole = text.first == .slash ? relative(names) : directory + names
      let isElsewhere = whole?.leadsOut != false
      if isKnown {
        file.leaveOut(
          isElsewhere ? "path that leads to another directory, which may set any key" : why, start)
      }
      var pieces = HieraText(whole.map { $0.joinedPath } ?? text).pieces
      if let node = level["mapped_paths"]?.elements?[1] {
        pieces.replace(variable: node.text ?? []) { _ in .unknown }
      }
      unknown.append(
        UnknownPath(
          pieces: pieces, before: paths.count, isElsewhere: isElsewhere, isForeign: isForeign))
    }
    func add(_ path: HieraPath?, _ text: [UInt8], _ place: Int) {
      guard var path else {
        return leaveOut(
          text, "path with '..' or a leading slash, or with a pattern other than 'DIRECTORY/*'",
          place)
      }
      path.directoryCount = start.split(separator: .slash).count
      if isJSON, !(path.glob?.text ?? path.ending).ends(with: ".json") {
        leaveOut(text, "path of 'json_data' that does not end in '.json'", place)
      } else if facts.judged.allSatisfy({ !$0.knows(path.variables) }) {
        leaveOut(text, "path with a variable of the server", place)
      } else if isKnown {
        self.add(path, isJSON: isJSON)
      } else {
        leaveOut(text, "", place)
      }
    }
    for (name, isGlob) in [("path", false), ("paths", false), ("glob", true), ("globs", true)] {
      for node in level[name].map({ $0.elements ?? [$0] }) ?? [] {
        let text = start + (node.text ?? [])
        add(HieraPath(text, in: directory, isGlob: isGlob, start: node.start), text, node.start)
      }
    }
    guard let node = level["mapped_paths"] else { return }
    let parts = (node.elements ?? []).map { $0.text ?? [] }
    let text = start + parts[2]
    let values = facts.hosts.values.compactMap { $0.following(parts[0].factPath ?? []) }
    let hasOthers = values.contains { $0.elements == nil && !$0.isNull }
    let count = values.map { $0.elements?.count ?? 0 }.max() ?? 0
    let isUnknown = facts.hosts.isEmpty || facts.judged.allSatisfy { !$0.knows([parts[0]]) }
    let isTooMuch = paths.count + count > Self.mostPaths
    if isUnknown || isTooMuch || !isKnown {
      leaveOut(
        text,
        isTooMuch
          ? "'mapped_paths' of lists with more than \(Self.mostPaths) elements"
          : "'mapped_paths' of a fact that is not in '--facts'", node.start)
      return
    }
    // A path for each element that the list has in some host.
    for index in (hasOthers ? [nil] : []) + (0..<count).map({ Int?($0) }) {
      let element = parts[0] + (index.map { Array(".\($0)".utf8) } ?? [])
      var path = HieraPath(text, in: directory, start: node.start)
      path?.mapped = (parts[0], index)
      // Puppet looks for the first name of a variable with dots.
      for name in path?.names.indices ?? 0..<0 where !parts[1].contains(UInt8(ascii: ".")) {
        path?.names[name].replace(variable: parts[1]) { .variable(element + $0) }
      }
      add(path, text, node.start)
    }
  }

  private mutating func add(_ path: HieraPath, isJSON: Bool) {
    let id =
      path.directory.joinedPath + [0] + path.text + (path.mapped.map { [0] + $0.fact } ?? [])
    paths.append(path)
    paths[paths.count - 1].isRepeated = !known.insert(id).inserted
    paths[paths.count - 1].isJSON = isJSON
  }

  // MARK: Directories

  /// The directories of files that a host may read.
  var directories: Set<[FileName]> {
    let others = unknown.filter { !$0.isElsewhere }.map { path -> [FileName] in
      guard case .text(let text)? = path.pieces.first else { return [] }
      return Array(text.components.dropLast().normalized.prefix { !FilePattern($0).isForeign })
    }
    return Set(paths.map(\.directory) + others)
  }

  /// The directory on the server below which most data directories are here; of several, the one nearest to its root.
  private static func base(
    of file: ImportSource.File, _ source: ImportSource
  ) throws(FileError) -> [FileName]? {
    var counts: [[FileName]: Int] = [:]
    let levels = file.root["hierarchy"]?.elements ?? []
    let texts = ([file.root["defaults"]] + levels).compactMap { $0?["datadir"]?.text }
    for text in Set(texts) where text.first == UInt8(ascii: "/") {
      let names = text.components.filter { !$0.isDot }
      for count in names.indices where try source.hasFolder(Array(names[count...])) {
        counts[Array(names[..<count]), default: 0] += 1
      }
    }
    return counts.min { ($1.value, $0.key.count) < ($0.value, $1.key.count) }?.key
  }

  /// An absolute path of the server, from this directory.
  private func relative(_ names: [FileName]) -> [FileName]? {
    guard let base, names.starts(with: base) else { return nil }
    return Array(names[base.count...])
  }

  /// The data directory, what its paths begin with if a part of it depends on facts, and whether it exists; nil if it
  /// is elsewhere.
  private mutating func directory(
    of level: YAMLNode, _ file: ImportSource.File, below root: [FileName]
  ) throws(FileError) -> (names: [FileName], start: [UInt8], exists: Bool)? {
    let node = level["datadir"] ?? file.root["defaults"]?["datadir"]
    let text = node?.text ?? Array("data".utf8)
    let names = text.components.filter { !$0.isDot }
    let isAbsolute = text.first == .slash
    let whole = isAbsolute ? relative(names) : root + names
    let found = whole.map { $0.prefix { !$0.contains("%{".utf8) } }
    guard let whole, let found, !whole.contains(where: \.isDotDot),
      try source.hasFolder(Array(found))
    else {
      // Directories with hidden names are not read.
      if let whole, !isAbsolute, !whole.contains(where: { $0.isDotDot || $0.isHidden }) {
        if root.isEmpty {
          file.note(
            "the level has no data, because \(Printable.quoted(text)) does not exist",
            (node ?? level).start)
        }
        return (whole, [], false)
      }
      file.leaveOut(
        "level, because \(Printable.quoted(text)) is not in this directory; it may set any key",
        (node ?? level).start)
      unknownModules.insert(root.last ?? [])
      let texts = ["path", "paths", "glob", "globs"].compactMap { level[$0] }
        .flatMap { ($0.elements ?? [$0]).compactMap(\.text) }
      unknown.append(
        UnknownPath(
          pieces: texts.flatMap { HieraText($0).pieces }, before: paths.count, isElsewhere: true))
      return nil
    }
    if isAbsolute {
      file.note(
        "\(Printable.quoted(text)) is read from \(Printable.quoted(whole.joinedPath))",
        (node ?? level).start)
    }
    return (Array(found), whole.dropFirst(found.count).flatMap { $0 + [.slash] }, true)
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

  /// Whether the path leaves the directory where it begins.
  fileprivate var leadsOut: Bool {
    var depth = 0
    return contains { name in
      if !name.isEmpty, !name.isDot { depth += name.isDotDot ? -1 : 1 }
      return depth < 0
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
