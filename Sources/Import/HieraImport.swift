import Cascade
import Files
import JSONSource
import SafeText
import SystemCalls
import YAMLSource

/// Keeps values, and escapes names that begin with `$`.
private struct PlainNames: ValueConverter {}

/// Converts a Hiera 5 hierarchy: levels become scopes, and the order of levels a rule of `.heir`.
package struct HieraImport {
  package private(set) var plan = ImportPlan()
  /// The directory of the hosts.
  package private(set) var hostDirectory: [FileName] = [FileName("hosts".utf8)]
  private var hosts: Set<FileName> = []
  private let facts: ImportedFacts
  private var hierarchy: HieraHierarchy
  private var variables: HieraVariables
  private var options = HieraOptions()
  private var files: [DataFile] = []
  /// The keys of each scope. The first of several files has the highest precedence.
  private var written: [[FileName]: Set<[UInt8]>] = [:]
  /// The paths of all files in data directories.
  private var present: Set<[UInt8]> = []
  /// The first names of the paths of levels.
  private var topNames: Set<FileName> = []
  private var hostLevel: Int?
  /// Whether the scopes of the host level are the hosts.
  private var hostsHaveLevel = false

  /// A data file at one of its levels.
  private struct DataFile {
    let file: ImportSource.File
    let level: Int
    /// The names in its path that the level's path describes.
    let names: [FileName]
  }

  /// nil if there is no `hiera.yaml`.
  package init?(_ source: ImportSource, _ facts: ImportedFacts) throws(FileError) {
    guard let file = try source.file(at: [FileName("hiera.yaml".utf8)]) else { return nil }
    self.facts = facts
    variables = HieraVariables(facts)
    hierarchy = try HieraHierarchy(file, in: source, facts)
    guard file.root["version"]?.scalarText == Array("5".utf8) else {
      file.refuse("the hierarchy has no 'version: 5'; convert it to Hiera 5 first")
      return
    }
    try readFiles(source)
    placeHosts()
    separateScopes()
    var known: [[FileName]: Set<[FileName]>] = [:]
    files = files.filter { known[scope(of: $0), default: []].insert($0.file.path).inserted }
    for data in files { options.note(data.file, level: data.level, scope: scope(of: data)) }
    options.declare()
    for data in files { write(data) }
    options.write(to: &plan)
    writeHosts()
    plan.makeAbstract(except: hostDirectory[0])
    writeRule()
    comparePaths()
  }

  private mutating func readFiles(_ source: ImportSource) throws(FileError) {
    for directory in Set(hierarchy.paths.map(\.directory)) {
      for path in try source.paths(in: directory) where path != [FileName("hiera.yaml".utf8)] {
        present.insert(path.joinedPath)
        let levels = hierarchy.paths.indices.compactMap { level in
          hierarchy.paths[level].names(of: path).map { (level, $0) }
        }
        if levels.isEmpty {
          source.report(.note, "the file belongs to no level", at: path)
        } else if let file = try source.dataFile(at: path) {
          files += levels.map { DataFile(file: file, level: $0, names: $1) }
        }
      }
    }
    topNames = Set(
      files.compactMap(\.names.first)
        + hierarchy.paths.flatMap { HieraPath.fixed($0.names.prefix(1)) ?? [] })
    // A stable order, with the nearest level first.
    files = hierarchy.paths.indices.flatMap { level in files.filter { $0.level == level } }
  }

  // MARK: Scopes

  /// The index of the last level if it has no variables: it is the root.
  private var rootLevel: Int? {
    hierarchy.paths.indices.last.flatMap { hierarchy.paths[$0].isFixed ? $0 : nil }
  }

  /// Hosts stay in their directory if it is the nearest level and no other level shares it.
  private mutating func placeHosts() {
    let free = ["hosts", "nodes", "all-hosts"].map { FileName($0.utf8) }.first {
      !topNames.contains($0)
    }
    hostDirectory = [free ?? hostDirectory[0]]
    hostLevel = hierarchy.paths.firstIndex { path in
      guard case .variable(let name)? = path.names.last?.first, path.names.last?.count == 1
      else { return false }
      return variables.nameHosts(by: name)
    }
    guard let hostLevel else { return }
    let path = hierarchy.paths[hostLevel]
    let own = Set(files.filter { $0.level == hostLevel }.map(\.names))
    let others = Set(files.filter { $0.level != hostLevel && $0.level != rootLevel }.map(\.names))
    hosts = Set(own.map { $0[$0.count - 1] })
    let hasLevelAbove = own.contains { host in
      host.indices.contains { others.contains(Array(host[...$0])) }
    }
    if hostLevel == 0, path.names.count > 1, let fixed = HieraPath.fixed(path.names.dropLast()),
      !hasLevelAbove, !others.contains(where: { $0.starts(with: fixed) })
    {
      (hostDirectory, hostsHaveLevel) = (fixed, true)
      return
    }
    let why =
      hostLevel > 0 ? "another level has a higher precedence" : "other levels share its directory"
    let directory = String(decoding: hostDirectory.joinedPath, as: UTF8.self)
    hierarchy.file.note(
      "hosts are in /\(directory) and inherit from this level, because \(why)", path.start)
  }

  /// Gives a directory of its own to a level if others would share its scopes or inherit from them otherwise.
  private mutating func separateScopes() {
    for level in hierarchy.paths.indices where level != rootLevel {
      let path = hierarchy.paths[level]
      let own = Set(files.filter { $0.level == level }.map(\.names))
      let isAbove = files.contains { data in
        let other = hierarchy.paths[data.level]
        return data.names.count > path.names.count && path.directory == other.directory
          && own.contains(Array(data.names.prefix(path.names.count)))
          && !(data.level < level && other.names.starts(with: path.names))
      }
      let sharesScopes = hierarchy.paths[..<level].contains { $0.hasOtherFiles(than: path) }
      // A glob may have no directory.
      hierarchy.paths[level].isApart = isAbove || sharesScopes || path.names.isEmpty
    }
  }

  /// The directories of the scope of a level; further data directories keep their names.
  private func names<Name>(
    _ names: [Name], of level: Int, _ name: (FileName) -> Name
  ) -> [Name] {
    let path = hierarchy.paths[level]
    let isFirst = path.directory == hierarchy.paths[0].directory
    let apart = path.isApart ? [FileName("level\(level)".utf8)] : []
    var directory = path.directory.last ?? FileName("data".utf8)
    while topNames.contains(directory) { directory += Array("-data".utf8) }
    return (apart + (isFirst ? [] : [directory])).map(name) + names
  }

  private func scope(of data: DataFile) -> [FileName] {
    data.level == rootLevel ? [] : names(data.names, of: data.level) { $0 }
  }

  /// Reports paths that lead hosts to other files, or to the file of an earlier level.
  private func comparePaths() {
    var reported: Set<Int> = []
    for host in facts.hosts.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      var levels: [[UInt8]: Int] = [:]
      for (level, path) in hierarchy.paths.enumerated() {
        var isExact = true
        let name = path.text { variable in
          let value = variables.value(of: variable, for: host) ?? []
          if value.isEmpty || value.contains(UInt8(ascii: "/")) { isExact = false }
          return value
        }
        let file = (path.directory + name.components).joinedPath
        let first = levels[file] ?? level
        levels[file] = first
        guard path.glob != nil || present.contains(file) else { continue }
        let isOther = !isExact
        let isSame = hierarchy.paths[first].start != path.start
        guard isOther || isSame, reported.insert(level).inserted else { continue }
        let why =
          isOther ? "a variable that is unset or contains '/'" : "the file of an earlier level"
        hierarchy.file.leaveOut("path with \(why), for \(Printable.quoted(host))", path.start)
      }
    }
  }

  // MARK: Files

  private mutating func write(_ data: DataFile) {
    let (file, scope) = (data.file, scope(of: data))
    let isGlob = hierarchy.paths[data.level].glob != nil
    let path =
      scope
      + [
        isGlob
          ? file.path[file.path.count - 1].withoutEnding + Array(".jsonc".utf8)
          : ImportPlan.fileName
      ]
    var members = file.root.members ?? []
    if file.root.members == nil && file.root.isSet && file.root.leftOut.isEmpty {
      file.leaveOut("the file contains no hash", file.root.start)
    }
    let comments = members.first(where: \.isOptions)?.value.ownComments
    members.removeAll { member in
      if member.isOptions { return true }
      if member.name.elementsEqual("facts".utf8) && !facts.hosts.isEmpty {
        file.leaveOut("the key has the name of the facts of hosts", member.start)
        return true
      }
      if written[scope, default: []].insert(member.name).inserted { return false }
      if options.strategy(of: member.name) != .first {
        file.leaveOut("another file for the same scope sets the key", member.start)
      }
      return true
    }
    var values = HieraValues(file, variables, options)
    var object = YAMLNode(.mapping(members.map(options.fitted)))
    values.convert(&object)
    if values.hasSigns { plan.expect([.noReference], in: path.joinedPath) }
    plan.add(object.members ?? [], from: file, at: path, end: file.commentsAtEnd)
    if let comments { plan.add(comments: comments, at: path) }
  }

  private mutating func writeHosts() {
    hosts.formUnion(facts.hosts.keys)
    for host in hosts where host.isComponent && !host.isHidden && UTF8Sequence.isValid(host[...]) {
      let scope = hostDirectory + [host]
      plan.add([], at: scope + [ImportPlan.fileName])
      guard var values = facts.hosts[host] else { continue }
      var names = PlainNames()
      names.convert(&values)
      plan.add(
        [YAMLMember("facts", values)],
        at: scope + [FileName("facts.jsonc".utf8)])
    }
  }

  /// The levels as parents of each host, nearest first.
  private mutating func writeRule() {
    var templates: [YAMLNode] = []
    for (level, path) in hierarchy.paths.enumerated()
    where level != rootLevel && !(level == hostLevel && hostsHaveLevel) {
      let names = names(path.names, of: level) { [.text($0)] }.map { variables.text($0) }
      if names.contains(nil) {
        hierarchy.file.leaveOut("path with a variable of the server", path.start)
        continue
      }
      let text = names.flatMap { [UInt8(ascii: "/")] + ($0 ?? []) }
      var template = YAMLNode(
        .mapping([
          YAMLMember("scope", .text(text)), YAMLMember("optional", YAMLNode(.boolean(true))),
        ]))
      template.comments.above = path.comments
      templates.append(template)
    }
    let pattern = [UInt8(ascii: "/")] + hostDirectory.joinedPath + Array("/*".utf8)
    var rule = YAMLNode(.mapping([YAMLMember(pattern, YAMLNode(.sequence(templates)))]))
    let file = hierarchy.file
    rule.comments.above = (file.root.members ?? []).filter {
      !$0.name.elementsEqual("hierarchy".utf8)
    }.flatMap(\.value.allComments)
    rule.comments.above += file.root["hierarchy"]?.ownComments ?? []
    plan.expect([.idleAttribute])
    plan.addSettings(
      templates.isEmpty ? [] : [YAMLMember("inherit", rule)], end: file.commentsAtEnd)
  }
}

extension HieraImport {
  package var keys: [[UInt8]] { options.keys }

  /// The hierarchy with absolute paths, the facts of the hosts, and all keys, as JSON.
  package func question(from directory: [UInt8]) -> [UInt8] {
    let levels = hierarchy.paths.enumerated().map { level, path in
      let backend = path.ending.elementsEqual(".json".utf8) ? "json_data" : "yaml_data"
      let data = directory + [UInt8(ascii: "/")] + path.directory.joinedPath
      return YAMLNode(
        .mapping([
          YAMLMember("name", .text(String(level).utf8)), YAMLMember("datadir", .text(data)),
          YAMLMember("data_hash", .text(backend.utf8)),
          YAMLMember(path.glob == nil ? "path" : "glob", .text(path.text())),
        ]))
    }
    let hiera = YAMLNode(
      .mapping([
        YAMLMember("version", YAMLNode(.number([UInt8(ascii: "5")]))),
        YAMLMember("hierarchy", YAMLNode(.sequence(levels))),
      ]))
    let nodes = facts.hosts.sorted { $0.key.lexicographicallyPrecedes($1.key) }
      .map { YAMLMember($0.key, $0.value) }
    return CommentedJSON.text(
      of: YAMLNode(
        .mapping([
          YAMLMember("hiera", hiera), YAMLMember("nodes", YAMLNode(.mapping(nodes))),
          YAMLMember("keys", .list(keys)),
        ])))
  }
}
