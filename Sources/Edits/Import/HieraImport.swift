import Cascade
import JSONSource
import SystemCalls
import Trees
import YAMLSource

/// Escapes names alone.
private struct PlainNames: ValueConverter {}

/// Converts a Hiera 5 hierarchy: levels become scopes, and the order of levels a rule of `.heir`.
package struct HieraImport {
  package private(set) var plan = ImportPlan()
  /// The directory of the hosts.
  package private(set) var home: [FileName] = [FileName("hosts".utf8)]
  package private(set) var hosts: Set<FileName> = []
  private let facts: ImportedFacts
  private var hierarchy: HieraHierarchy
  private var variables: HieraVariables
  private var options = HieraOptions()
  private var files: [DataFile] = []
  /// The keys of scopes that several files set; the first file has the highest precedence.
  private var written: [[FileName]: Set<[UInt8]>] = [:]
  private var hostLevel: Int?

  /// A data file, and for each of its levels the names in its path.
  private struct DataFile {
    let file: ImportSource.File
    let levels: [(number: Int, names: [FileName])]
  }

  /// nil if there is no `hiera.yaml`.
  package init?(_ source: ImportSource, _ facts: ImportedFacts) throws(FileError) {
    guard let file = try source.file(at: [FileName("hiera.yaml".utf8)]) else { return nil }
    self.facts = facts
    variables = HieraVariables(facts)
    hierarchy = HieraHierarchy(file, in: source, facts)
    guard file.root["version"]?.scalarText == Array("5".utf8) else {
      plan.findings.append(.unmapped("a hierarchy of another version than 5", at: file.place(0)))
      return
    }
    plan.findings += hierarchy.findings
    try readFiles(source)
    placeHosts()
    separateScopes()
    for data in files {
      options.note(data.file, levels: data.levels.map(\.number), scopes: scopes(of: data))
    }
    options.declare()
    for data in files { write(data) }
    options.write(to: &plan)
    writeHosts()
    plan.makeAbstract(except: home[0])
    writeRule()
    plan.findings += options.findings + variables.findings + source.findings
  }

  // MARK: Scopes

  /// The index of the last level if it has no variables: it is the root.
  private var rootLevel: Int? {
    hierarchy.paths.indices.last.flatMap { hierarchy.paths[$0].isFixed ? $0 : nil }
  }

  /// Hosts stay in their directory if it is the nearest level and no other level shares it.
  private mutating func placeHosts() {
    let paths = hierarchy.paths
    hostLevel = paths.firstIndex { path in
      guard case .variable(let name)? = path.names.last?.first, path.names.last?.count == 1
      else { return false }
      return variables.nameHosts(by: name)
    }
    guard let hostLevel else { return }
    let path = paths[hostLevel]
    let directory = path.names.dropLast()
    let ways = files.flatMap(\.levels)
    hosts = Set(ways.filter { $0.number == hostLevel }.map { $0.names[$0.names.count - 1] })
    let isApart = !ways.contains { way in
      way.number != hostLevel && way.number != rootLevel
        && ways.contains {
          $0.number == hostLevel
            && ($0.names.starts(with: way.names) || way.names.starts(with: $0.names))
        }
    }
    if hostLevel == 0, isApart, !directory.isEmpty, let fixed = HieraPath.fixed(directory) {
      home = fixed
      return
    }
    let why =
      hostLevel > 0 ? "another level has a higher precedence" : "other levels share its directory"
    plan.findings.append(
      .imported(
        "hosts are in /hosts and inherit from this level, because \(why)",
        at: hierarchy.file.place(path.start)))
  }

  private var hostsStay: Bool {
    hostLevel.map { HieraPath.fixed(hierarchy.paths[$0].names.dropLast()) == home } ?? false
  }

  /// Moves the scopes of a level from which the scopes of another level must not inherit.
  private mutating func separateScopes() {
    let paths = hierarchy.paths
    let ways = files.flatMap(\.levels)
    for level in paths.indices where level != rootLevel {
      let own = Set(ways.filter { $0.number == level }.map(\.names))
      hierarchy.paths[level].isMoved = ways.contains { below, names in
        names.count > paths[level].names.count && paths[below].directory == paths[level].directory
          && own.contains(Array(names.prefix(paths[level].names.count)))
          && !(below < level && paths[below].names.starts(with: paths[level].names))
      }
    }
  }

  /// The directories of the scope of a level; further data directories keep their names.
  private func names<Name>(
    _ names: [Name], of level: Int, _ name: (FileName) -> Name
  ) -> [Name] {
    let path = hierarchy.paths[level]
    let isFirst = path.directory == hierarchy.paths[0].directory
    return (isFirst ? [] : path.directory.suffix(1).map(name)) + names
      + (path.isMoved ? [name(FileName("level".utf8))] : [])
  }

  private func scopes(of data: DataFile) -> Set<[FileName]> {
    Set(data.levels.map { $0 == rootLevel ? [] : names($1, of: $0) { $0 } })
  }

  private mutating func readFiles(_ source: ImportSource) throws(FileError) {
    for directory in Set(hierarchy.paths.map(\.directory)) {
      for path in try source.paths(in: directory, endings: HieraPath.endings) {
        let levels = hierarchy.paths.indices.compactMap { level in
          hierarchy.paths[level].names(of: path).map { (number: level, names: $0) }
        }
        if levels.isEmpty {
          plan.findings.append(.unmapped("the file belongs to no level", at: path))
        } else if let file = try source.file(at: path) {
          files.append(DataFile(file: file, levels: levels))
        }
      }
    }
  }

  // MARK: Files

  private mutating func write(_ data: DataFile) {
    let file = data.file
    guard let members = file.root.members else {
      if case .null = file.root.content { return }
      plan.findings.append(.unmapped("the file contains no hash", at: file.place(file.root.start)))
      return
    }
    var values = HieraValues(file, variables, options)
    let own = members.filter { !$0.isOptions }
    var object = YAMLNode(.mapping(own.map(options.fitted)))
    values.convert(&object)
    let converted = Array(zip(own, object.members ?? []))
    plan.findings += values.findings
    for scope in scopes(of: data) {
      guard hierarchy.paths[data.levels[0].number].glob != nil else {
        plan.add(
          object.members ?? [], at: scope + [ImportPlan.fileName], end: file.commentsAtEnd)
        continue
      }
      let own = converted.filter { member, _ in
        if written[scope, default: []].insert(member.name).inserted { return true }
        if options.strategy(of: member.name) != .first {
          plan.findings.append(
            .unmapped("an earlier file of the glob sets the key, too", at: file.place(member.start))
          )
        }
        return false
      }
      let stem = file.path[file.path.count - 1].withoutEnding
      plan.add(
        own.map(\.1), at: scope + [stem + Array(".jsonc".utf8)], end: file.commentsAtEnd)
    }
  }

  private mutating func writeHosts() {
    hosts.formUnion(facts.hosts.keys)
    for host in hosts where host.isComponent && !host.isHidden {
      let scope = home + [host]
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
    where level != rootLevel && !(level == hostLevel && hostsStay) {
      let text = names(path.names, of: level) { [.text($0)] }.flatMap { name in
        [UInt8(ascii: "/")] + (variables.text(name) ?? [])
      }
      templates.append(
        YAMLNode(
          .mapping([
            YAMLMember("scope", .text(text)), YAMLMember("optional", YAMLNode(.boolean(true))),
          ])))
    }
    let pattern = [UInt8(ascii: "/")] + home.joinedPath + Array("/*".utf8)
    let rule = YAMLNode(.mapping([YAMLMember(pattern, YAMLNode(.sequence(templates)))]))
    plan.add(
      [YAMLMember("inherit", rule), ImportPlan.expected([.idleAttribute])], at: [.settings])
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
          YAMLMember(path.glob == nil ? "path" : "glob", .text(path.text)),
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
