import Cascade
import Files
import JSONSource
import SafeText
import SystemCalls
import YAMLSource

/// Keeps values, and escapes names that begin with `$`; a fact that is null is unset.
private struct FactNames: ValueConverter {
  func converted(_ members: [YAMLMember], isInList: Bool) -> [YAMLMember] {
    members.filter { !$0.value.isNull }.escapingNames
  }
}

extension YAMLNode {
  /// Facts as a property file contains them.
  var ofFacts: YAMLNode {
    var (node, names) = (self, FactNames())
    names.convert(&node)
    return node
  }
}

/// Converts a Hiera 5 hierarchy: levels become scopes, and the order of levels a rule of `.heir`.
package struct HieraImport {
  package private(set) var plan = ImportPlan()
  /// The directory of the hosts.
  package internal(set) var hostDirectory: [FileName] = [FileName("hosts".utf8)]
  /// Without facts: the hosts that have a file.
  var otherHosts: Set<FileName> = []
  let facts: ImportedFacts
  let source: ImportSource
  var hierarchy: HieraHierarchy
  var variables = HieraVariables([], hostNames: HieraVariables.namesOfHosts[0])
  var options = HieraOptions()
  /// The files of each level that are written.
  var files: [DataFile] = []
  /// All data files by path; nil for one that cannot be read.
  var data: [[UInt8]: HieraData?] = [:]
  /// What files may set that a host may not read, by pattern and reason; nil if no file matches.
  var doubtful: [[UInt8]: HieraData?] = [:]
  /// What files in another directory may set.
  private(set) lazy var anything = HieraData(
    .unknown(Self.notImported), in: [], maySetAll: true, hierarchy.file)
  /// The names of the files in each directory with data.
  var present: [[FileName]: Set<FileName>] = [:]
  /// Their paths in byte order: example hosts, messages and options must not depend on hashes.
  var presentPaths: [[FileName]] = []
  /// Files that a host may read, if it is not known which, or in which format.
  var doubtfulPaths: Set<[FileName]> = []
  var hosts: [Host] = []
  /// The first names of the paths of levels.
  var topNames: Set<FileName> = []
  /// The directories of the scopes of further data directories.
  var spaces: [[FileName]: FileName] = [:]
  var hostLevel: Int?
  /// Whether the scopes of the host level are the hosts.
  var hostsHaveLevel = false
  /// The keys that are not written, with the reason.
  var dropped: [[UInt8]: Reason] = [:]
  /// Keys that a file sets to a value that cannot be written, while other files keep theirs.
  var unwritten: [[UInt8]: Reason] = [:]
  /// The keys that are known not to differ.
  var settled: Set<[UInt8]> = []
  /// The keys that differ in some hosts, and those of each host's scope.
  var partial: [[UInt8]: Reason] = [:]
  var stopped: [FileName: Set<[UInt8]>] = [:]
  /// The keys of each host's scope that are listed, because they or parts of their values are left out.
  package internal(set) var incomplete: [FileName: Set<[UInt8]>] = [:]
  let patterns = HieraPatterns()

  struct Reason {
    var words: String
    let file: ImportSource.File
    let start: Int
    var hostCount = 0
  }

  /// A data file at one of its levels.
  struct DataFile {
    let data: HieraData
    let level: Int
    /// The names in its path that the level's path describes.
    let names: [FileName]

    var file: ImportSource.File { data.file }
  }

  /// A host whose values are compared with Puppet's.
  struct Host {
    let host: HieraHost
    var scope: FileName
    /// The files that it reads, highest precedence first; of a repeated file the first level.
    let files: [(level: Int, names: [FileName], data: HieraData)]
    /// By level and path.
    let levels: [HieraLookup.Level]
    let modules: [[UInt8]: [HieraLookup.Level]]

    /// A file because of which Puppet finds no key.
    var refusedFile: ImportSource.File? {
      levels.joined().lazy.compactMap { $0?.file }.first(where: \.isRefused)
    }
  }

  /// nil if there is no `hiera.yaml`.
  package init?(_ source: ImportSource, _ facts: ImportedFacts) throws(FileError) {
    guard let file = try source.file(at: [FileName("hiera.yaml".utf8)]) else { return nil }
    (self.facts, self.source) = (facts, source)
    hierarchy = try HieraHierarchy(file, in: source, facts)
    if hierarchy.isRefused { return }
    try findFiles()
    try readFiles()
    placeHosts()
    separateScopes()
    for data in files {
      // Every host has the options of a level without variables, for lower levels, too.
      options.note(
        data.file, level: data.level, scope: scope(of: data),
        optionScope: hierarchy.paths[data.level].isRead ? [] : scope(of: data))
    }
    options.declare(patterns)
    if facts.hosts.isEmpty { leaveOutUnknown() }
    var isDone: Bool
    repeat {
      // Values that cannot be written drop keys that other files have, too.
      let count = dropped.count
      write()
      isDone = dropped.count == count
      if findDifferences() { isDone = false }
    } while !isDone
    let all = dropped.merging(partial, uniquingKeysWith: { first, _ in first })
    let listed = all.merging(unwritten, uniquingKeysWith: { first, _ in first })
    for (key, reason) in listed.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      let hosts =
        reason.hostCount == 0 || facts.hosts.isEmpty
        ? "" : ", in \(reason.hostCount) of \(Printable.count(hosts.count, "host"))"
      reason.file.leaveOut(
        "\(Printable.quoted(key)), because of \(reason.words)\(hosts)", reason.start)
    }
    noteHosts()
  }

  /// Without facts: leaves out keys that no example host shows.
  private mutating func leaveOutUnknown() {
    let keys = options.keys
    for (name, file, start) in options.interpolatedNames {
      let pattern = StarPattern(name)
      for key in keys where pattern.matches(key) {
        dropped[key] = Reason(
          words: "options of a name with an interpolation", file: file, start: start)
      }
    }
    for key in keys where options.mayRepeatElements(key) {
      guard dropped[key] == nil, let place = options.place(of: key) else { continue }
      dropped[key] = Reason(
        words: "a merged list with a fact, which may repeat an element", file: place.file,
        start: place.start)
    }
  }

  // MARK: Scopes

  /// The index of the last level if it has no variables: it is the root.
  var rootLevel: Int? {
    hierarchy.paths.indices.last { !hierarchy.paths[$0].isRepeated }
      .flatMap { hierarchy.paths[$0].isFixed ? $0 : nil }
  }

  /// Gives a directory of its own to a level if others would share its scopes or inherit from them otherwise.
  mutating func separateScopes() {
    var taken = topNames.union([hostDirectory[0]])
    func free(_ names: [[UInt8]]) -> FileName {
      let names = names.filter { $0.isScopeName && $0.count < 200 }
      var name =
        names.first { !taken.contains($0) } ?? names.first ?? FileName("data".utf8)
      while !taken.insert(name).inserted { name += Array("-data".utf8) }
      return name
    }
    for path in hierarchy.paths
    where path.directory != hierarchy.paths[0].directory && spaces[path.directory] == nil {
      let name = path.module ?? path.directory.last ?? FileName("data".utf8)
      spaces[path.directory] = free([name])
    }
    var isApart = Set(
      hierarchy.paths.indices.filter {
        // A glob may have no directory.
        $0 != rootLevel && hierarchy.paths[$0].names.isEmpty
      })
    // Levels by the place of their scopes.
    func place(_ level: Int, _ names: some Sequence<FileName>) -> [FileName] {
      [hierarchy.paths[level].directory.joinedPath] + names
    }
    var own: [[FileName]: Set<Int>] = [:]
    for data in files where data.level != rootLevel {
      own[place(data.level, data.names), default: []].insert(data.level)
    }
    for data in files where data.level != rootLevel {
      let pattern = hierarchy.paths[data.level].names
      for count in 0..<data.names.count {
        for level in own[place(data.level, data.names[..<count])] ?? [] {
          let isOrdered = data.level < level && pattern.starts(with: hierarchy.paths[level].names)
          if !isOrdered { isApart.insert(level) }
        }
      }
    }
    // Levels that lead to the same scopes, but to other files.
    var groups: [[FileName]: [Int]] = [:]
    for (level, path) in hierarchy.paths.enumerated() where level != rootLevel {
      groups[[path.directory.joinedPath, Array(String(path.names.count).utf8)], default: []]
        .append(level)
    }
    for group in groups.values {
      let kinds = Set(group.map { hierarchy.paths[$0].kind })
      if kinds.count == 1 { continue }
      for (index, level) in group.enumerated() {
        let path = hierarchy.paths[level]
        if group[..<index].contains(where: { hierarchy.paths[$0].hasOtherFiles(than: path) }) {
          isApart.insert(level)
        }
      }
    }
    // A file that a host reads twice counts at its first level, where its scope is.
    for host in hosts {
      let written = Set(host.files.map { place($0.level, $0.names) })
      var first: [[FileName]: Int] = [:]
      for file in host.files where first[place(file.level, file.names)] == nil {
        first[place(file.level, file.names)] = file.level
      }
      for (level, path) in hierarchy.paths.enumerated() where isTemplate(level) {
        guard let (names, isWhole) = try? path.names(for: host.host), isWhole else { continue }
        let id = place(level, names)
        if written.contains(id), let earlier = first[id], earlier < level { isApart.insert(level) }
      }
    }
    for level in isApart.sorted() {
      let path = hierarchy.paths[level]
      let variable =
        path.variables.count == 1
        ? HieraText.names(path.variables[0]).last!.filter { $0.isWordCharacter } : []
      let name = path.levelName.split { !$0.isWordCharacter }.map { $0.map(\.lowered) }
      hierarchy.paths[level].apart = free([
        variable, Array(name.joined(separator: [UInt8(ascii: "-")])),
        Array("level\(level + 1)".utf8),
      ])
    }
  }

  /// The directories of the scope of a level; further data directories keep their names.
  func names<Name>(
    _ names: [Name], of level: Int, _ name: (FileName) -> Name
  ) -> [Name] {
    let path = hierarchy.paths[level]
    return [path.apart, spaces[path.directory]].compactMap { $0.map(name) } + names
  }

  func scope(of data: DataFile) -> [FileName] {
    data.level == rootLevel ? [] : names(data.names, of: data.level) { $0 }
  }

  // MARK: Writing

  mutating func write() {
    plan = ImportPlan()
    let absent = Set(dropped.keys)
    var known: Set<[FileName]> = []
    var keys: [[FileName]: Set<[UInt8]>] = [:]
    for data in files where known.insert(scope(of: data) + [[]] + data.file.path).inserted {
      write(data, &keys, absent)
    }
    let written = self
    options.write(to: &plan, except: dropped.keys) { file, key in
      hosts.contains { host in
        host.files.contains { $0.data.file.path == file.path }
          && host.files.contains { level, names, data in
            written.keepsValue(of: key, DataFile(data: data, level: level, names: names))
              && written.stopped[host.scope]?.contains(key) != true
          }
      }
    } scopes: { key in
      Set(written.files.filter { written.keepsValue(of: key, $0) }.map(written.scope))
    }
    let rule = rule()
    // After the references that read facts.
    writeHosts()
    plan.makeAbstract(except: hostDirectory[0])
    plan.addSettings(rule, end: hierarchy.file.commentsAtEnd)
  }

  mutating func write(
    _ data: DataFile, _ written: inout [[FileName]: Set<[UInt8]>],
    _ absent: Set<[UInt8]>
  ) {
    let (file, scope) = (data.file, scope(of: data))
    let path = hierarchy.paths[data.level]
    let target = target(of: data)
    if file.root.members == nil && file.root.isSet && file.root.leftOut.isEmpty {
      file.leaveOut("the file contains no hash", file.root.start)
    }
    var unused: Set<[UInt8]> = []
    var (members, knockouts, removed) = ([YAMLMember](), [YAMLMember](), [[[UInt8]]]())
    var values = HieraValues(variables, options, absent: absent)
    let prefix = path.module.map { $0 + Array("::".utf8) } ?? []
    for member in file.root.members ?? [] where !member.isOptions && dropped[member.name] == nil {
      if !member.name.starts(with: prefix) {
        file.note(
          "Puppet ignores a key of a module without '\(Printable.string(prefix))'", member.start)
        continue
      }
      if member.name.elementsEqual("facts".utf8) && !facts.hosts.isEmpty {
        dropped[member.name] = Reason(
          words: "its name, which is that of the facts of hosts", file: file, start: member.start)
        continue
      }
      // The first of several files for a scope counts.
      guard written[scope, default: []].insert(member.name).inserted else {
        // The others are compared, but not what is left out of them.
        guard !options.isNeverMerged(member.name) else { continue }
        for place in values.member(member)?.member.value.leftOut ?? [] where !place.why.isEmpty {
          file.leaveOut(place.why, place.start)
        }
        continue
      }
      if let (own, added) = values.member(member) {
        members.append(own)
        knockouts += added
        if !own.value.leftOut.isEmpty, isOverridden(member.name, in: data.data) {
          unused.insert(member.name)
        }
      } else if let failure = values.failure {
        let reason = Reason(words: failure.words, file: file, start: failure.start)
        if facts.hosts.isEmpty {
          dropped[member.name] = reason
        } else if isOverridden(member.name, in: data.data) {
          file.note(
            "\(Printable.quoted(member.name)) is not imported, because of \(failure.words); "
              + "each host has another value", failure.start)
          removed.append([member.name])
        } else {
          // The hosts that read the file are compared.
          unwritten[member.name] = unwritten[member.name] ?? reason
          removed.append([member.name])
        }
      }
    }
    variables = values.variables
    if values.hasSigns { plan.expect([.noReference], in: target.joinedPath) }
    plan.add(members, from: file, at: target, end: file.commentsAtEnd, unused: unused)
    for knockout in knockouts { plan.add(.remove, knockout.value, at: target) }
    plan.leaveOut(removed, at: target)
    let comments = file.root.members?.first(where: \.isOptions)?.value.ownComments
    if let comments { plan.add(comments: comments, at: target) }
  }

  /// The path of the file that is written.
  private func target(of data: DataFile) -> [FileName] {
    let isGlob = hierarchy.paths[data.level].glob != nil
    // A file with a name that is not UTF-8 hides what others set.
    let name = Array(
      String(decoding: data.file.path[data.file.path.count - 1], as: UTF8.self).utf8)
    return scope(of: data)
      + [isGlob ? name.withoutEnding + Array(".jsonc".utf8) : ImportPlan.fileName]
  }

  /// Whether the value of a key is written, and the host of its scope does not stop it.
  private func keepsValue(of key: [UInt8], _ data: DataFile) -> Bool {
    guard data.data.values[key] != nil, plan.hasValue(of: key, at: target(of: data)) else {
      return false
    }
    let scope = scope(of: data)
    return !scope.dropLast().elementsEqual(hostDirectory)
      || stopped[scope[scope.count - 1]]?.contains(key) != true
  }

  /// Whether each host that reads a file takes the value of a key from a file before it.
  private func isOverridden(_ key: [UInt8], in data: HieraData) -> Bool {
    !facts.hosts.isEmpty && options.isNeverMerged(key)
      && hosts.allSatisfy { host in
        let before = host.files.prefix { $0.data !== data }
        return before.count == host.files.count
          || before.contains { $0.data.values[key] != nil }
      }
  }

  mutating func writeHosts() {
    let given = facts.hosts.isEmpty ? [] : hosts.map { ($0.scope, HieraHost?.some($0.host)) }
    let others = otherHosts.sorted { $0.lexicographicallyPrecedes($1) }
    for (name, host) in given + others.map({ ($0, nil) }) {
      let scope = hostDirectory + [name]
      plan.add([], at: scope + [ImportPlan.fileName])
      plan.leaveOut(
        (stopped[name] ?? []).subtracting(dropped.keys).map { [$0] },
        at: scope + [ImportPlan.fileName])
      guard let host, var values = facts.hosts[host.name] else { continue }
      for path in variables.facts where values.following(path) == nil {
        host.following(path)?.text.map { values.set($0, at: path[...]) }
      }
      plan.add([YAMLMember("facts", values.ofFacts)], at: scope + [FileName("facts.jsonc".utf8)])
    }
  }

  /// The levels as parents of each host, nearest first.
  mutating func rule() -> [YAMLMember] {
    var templates: [YAMLNode] = []
    for (level, path) in hierarchy.paths.enumerated() where isTemplate(level) {
      var variables = self.variables
      let names = names(path.names, of: level) { [.text($0)] }.map { variables.text($0) }
      self.variables = variables
      if names.contains(nil) {
        path.file?.leaveOut("path with a variable of the server", path.start)
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
    plan.expect([.idleAttribute], in: Array("*".utf8) + ImportPlan.fileName)
    return templates.isEmpty ? [] : [YAMLMember("inherit", rule)]
  }

  func isTemplate(_ level: Int) -> Bool {
    level != rootLevel && !(level == hostLevel && hostsHaveLevel)
      && !hierarchy.paths[level].isRepeated
  }
}
