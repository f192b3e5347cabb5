import Cascade
import Files
import JSONSource
import SafeText
import SystemCalls
import YAMLSource

extension HieraImport {
  // MARK: Files

  mutating func findFiles() throws(FileError) {
    for directory in Set(hierarchy.paths.map(\.directory)) {
      for path in try source.paths(in: directory) where path != [FileName("hiera.yaml".utf8)] {
        present[Array(path.dropLast()), default: []].insert(path[path.count - 1])
      }
    }
    for path in source.unreadable {
      present[Array(path.dropLast()), default: []].insert(path[path.count - 1])
    }
  }

  func isPresent(_ path: [FileName]) -> Bool {
    present[Array(path.dropLast())]?.contains(path[path.count - 1]) == true
  }

  mutating func data(at path: [FileName]) throws(FileError) -> HieraData? {
    let id = path.joinedPath
    if let known = data[id] { return known }
    let found = try source.dataFile(at: path).map { HieraData($0) }
    data[id] = .some(found)
    return found
  }

  mutating func readFiles() throws(FileError) {
    var found: [(path: [FileName], level: Int, names: [FileName])] = []
    var unread: [[FileName]] = []
    hostLevel = hierarchy.paths.firstIndex(where: isOfHosts)
    let hosts: [HieraHost]
    if facts.hosts.isEmpty {
      (found, unread) = matches(of: Array(hierarchy.paths.indices))
      for (path, _, _) in found { _ = try data(at: path) }
      hosts = exampleHosts(found)
    } else {
      hosts = facts.judged
    }
    var reached: Set<[FileName]> = []
    var isWritten: Set<[FileName]> = []
    for host in hosts {
      let host = try reading(host)
      self.hosts.append(host)
      for (level, names, data) in host.files {
        reached.insert(data.file.path)
        let id = [Array(String(level).utf8)] + data.file.path
        if !facts.hosts.isEmpty, isWritten.insert(id).inserted {
          files.append(DataFile(data: data, level: level, names: names))
        }
      }
    }
    if facts.hosts.isEmpty {
      for (path, level, names) in found {
        guard let data = try data(at: path) else { continue }
        files.append(DataFile(data: data, level: level, names: names))
      }
    } else {
      unread = present.flatMap { directory, names in names.map { directory + [$0] } }
        .filter { !reached.contains($0) }
    }
    report(unread)
    // A stable order, with the nearest level first.
    files.sort { one, other in
      one.level != other.level
        ? one.level < other.level
        : one.file.path.joinedPath.lexicographicallyPrecedes(other.file.path.joinedPath)
    }
    topNames = Set(
      files.compactMap(\.names.first)
        + hierarchy.paths.flatMap { HieraPath.fixed($0.names.prefix(1)) ?? [] })
  }

  /// The files that match levels, whatever facts a host has, and the other files.
  func matches(
    of levels: [Int]
  ) -> (found: [(path: [FileName], level: Int, names: [FileName])], others: [[FileName]]) {
    var found: [(path: [FileName], level: Int, names: [FileName])] = []
    var matched: Set<[FileName]> = []
    var others: [Int] = []
    for level in levels {
      let path = hierarchy.paths[level]
      guard path.glob == nil, var names = HieraPath.fixed(path.names) else {
        others.append(level)
        continue
      }
      let own = names
      names[names.count - 1] += path.ending
      let whole = path.directory + names
      guard isPresent(whole) else { continue }
      matched.insert(whole)
      found.append((whole, level, own))
    }
    var rest: [[FileName]] = []
    for (directory, names) in present {
      for name in names {
        let path = directory + [name]
        let fitting = others.compactMap { level in
          hierarchy.paths[level].names(of: path).map { (path, level, $0) }
        }
        found += fitting
        if fitting.isEmpty, !matched.contains(path) { rest.append(path) }
      }
    }
    return (found, rest)
  }

  func report(_ unread: [[FileName]]) {
    var groups: [[FileName]: [[FileName]]] = [:]
    for path in unread { groups[Array(path.dropLast()), default: []].append(path) }
    let why =
      facts.hosts.isEmpty ? "the file belongs to no level" : "no host of '--facts' reads the file"
    for paths in groups.values {
      let first = paths.min { $0.joinedPath.lexicographicallyPrecedes($1.joinedPath) }!
      let others =
        paths.count == 1
        ? "" : ", nor \(Printable.count(paths.count - 1, "other")) in its directory"
      source.report(.note, why + others, at: first)
    }
  }

  // MARK: Hosts

  /// The files that a host reads, as Puppet finds them.
  mutating func reading(_ own: HieraHost) throws(FileError) -> Host {
    var files: [(level: Int, names: [FileName], data: HieraData)] = []
    var levels: [HieraLookup.Level] = []
    var modules: [[UInt8]: [HieraLookup.Level]] = [:]
    var known: Set<[FileName]> = []
    var last = -1
    for (level, path) in hierarchy.paths.enumerated() {
      if path.level != last {
        last = path.level
        if let module = path.module {
          modules[module, default: []].append([])
        } else {
          levels.append([])
        }
      }
      guard let (names, _) = path.names(for: own) else { continue }
      if let element = path.element, own.text(element) == nil { continue }
      var found: [HieraData?] = []
      let directory = path.directory + names.dropLast(path.glob == nil ? 1 : 0)
      let candidates: [FileName] =
        if let glob = path.glob {
          (present[directory] ?? []).filter { glob.matches($0) && !$0.isHidden }
            .sorted { $0.lexicographicallyPrecedes($1) }
        } else {
          [(names.last ?? []) + path.ending]
        }
      for name in candidates {
        let whole = directory + [name]
        guard isPresent(whole), let data = try data(at: whole) else {
          if !path.isGlob { found.append(nil) }
          continue
        }
        found.append(data)
        if !path.isRepeated, known.insert(whole).inserted || level == rootLevel {
          files.append((level, names, data))
        }
      }
      if let module = path.module {
        modules[module]![modules[module]!.count - 1] += found
      } else {
        levels[levels.count - 1] += found
      }
    }
    return Host(
      host: own, scope: own.name, files: files,
      levels: levels, modules: modules)
  }

  func isOfHosts(_ path: HieraPath) -> Bool {
    guard case .variable(let name)? = path.names.last?.last, path.names.last?.count == 1,
      path.module == nil
    else { return false }
    let variable = name.factName
    if facts.hosts.isEmpty {
      return HieraVariables.namesOfHosts.contains { $0.contains(variable) }
    }
    let names = facts.judged.map { $0.text(name) }
    let isName = HieraVariables.namesOfHosts.contains { $0.contains(variable) }
    return names.allSatisfy { $0?.isComponent == true } && Set(names).count == names.count
      && (isName || zip(names, facts.judged).allSatisfy { $0 == $1.name })
  }

  /// Without facts: hosts whose facts lead to the files, each file in some host.
  func exampleHosts(
    _ found: [(path: [FileName], level: Int, names: [FileName])]
  ) -> [HieraHost] {
    var values: [[UInt8]: [[UInt8]]] = [:]
    for (_, level, names) in found {
      for (name, text) in zip(hierarchy.paths[level].names, names) {
        guard let (variable, value) = name.assignment(for: text) else { continue }
        if values[variable]?.contains(value) != true { values[variable, default: []].append(value) }
      }
    }
    let count = min(3 * (values.values.map(\.count).max() ?? 1), 300)
    return (0..<count).map { number in
      var facts = YAMLNode(.mapping([]))
      var name = Array("host\(number)".utf8)
      for (index, (variable, all)) in values.sorted(by: {
        $0.key.lexicographicallyPrecedes($1.key)
      }).enumerated() {
        // Each round combines the values in another way.
        let value = all[(number + number / all.count * index) % all.count]
        guard let path = variable.factPath else { continue }
        if hostLevel.map({ hierarchy.paths[$0].variables.last == variable }) == true {
          name = value
        }
        facts.set(value, at: path[...])
      }
      for variable in namesOfHosts {
        let path = HieraText.names(Array(variable.utf8))
        if facts.following(path) == nil { facts.set(name, at: path[...]) }
      }
      return HieraHost(name: name, facts: facts.addingTrusted(of: name))
    }
  }

  /// Without facts: the variables that have the name of the host.
  var namesOfHosts: [String] {
    let variable = hostLevel.flatMap { hierarchy.paths[$0].variables.last }
      .map(\.factName)
    let names = HieraVariables.namesOfHosts
    return names.first { $0.contains(variable ?? "") } ?? names[0]
  }

  /// Hosts stay in their directory if it is the nearest level and no other level shares it.
  mutating func placeHosts() {
    let free = ["hosts", "nodes", "all-hosts"].map { FileName($0.utf8) }.first {
      !topNames.contains($0)
    }
    hostDirectory = [free ?? hostDirectory[0]]
    defer {
      variables = HieraVariables(
        facts.hosts.isEmpty ? [] : hosts.map { ($0.host, $0.scope) }, hostNames: namesOfHosts)
    }
    guard let hostLevel else { return }
    let path = hierarchy.paths[hostLevel]
    let own = Set(files.filter { $0.level == hostLevel }.map(\.names))
    let others = Set(files.filter { $0.level != hostLevel && $0.level != rootLevel }.map(\.names))
    if facts.hosts.isEmpty { otherHosts = Set(own.map { $0[$0.count - 1] }) }
    let hasLevelAbove = own.contains { host in
      host.indices.contains { others.contains(Array(host[...$0])) }
    }
    if hostLevel == 0, path.names.count > 1, let fixed = HieraPath.fixed(path.names.dropLast()),
      !hasLevelAbove, !others.contains(where: { $0.starts(with: fixed) })
    {
      (hostDirectory, hostsHaveLevel) = (fixed, true)
      for index in hosts.indices {
        path.variables.last.flatMap { hosts[index].host.text($0) }.map { hosts[index].scope = $0 }
      }
      return
    }
    let why =
      hostLevel > 0 ? "another level has a higher precedence" : "other levels share its directory"
    let directory = String(decoding: hostDirectory.joinedPath, as: UTF8.self)
    hierarchy.file.note(
      "hosts are in /\(directory) and inherit from this level, because \(why)", path.start)
  }

  func noteHosts() {
    if !facts.hosts.isEmpty {
      let names = HieraVariables.namesOfHosts.joined()
      let usesName = hierarchy.paths.contains { path in
        path.variables.contains {
          names.contains($0.factName) && !$0.factName.hasPrefix("trusted.")
        }
      }
      if facts.lacksNames && usesName {
        hierarchy.file.note("the facts have no name of a host; the certificate's name is used", 0)
      }
      return
    }
    let count = otherHosts.count
    let words =
      count == 0 ? "no hosts are written" : "only hosts that have a file are written"
    hierarchy.file.note(
      "\(words): give the facts of all hosts with --facts 'facts/*.json', a file of "
        + "'facter --json' or 'puppet facts' for each", 0)
  }
}
