import Cascade
import Files
import JSONSource
import SafeText
import SystemCalls
import YAMLSource

extension HieraImport {
  /// The files that a host reads, as Puppet finds them.
  mutating func reading(_ host: HieraHost) throws(FileError) -> Host {
    var files: [(level: Int, names: [FileName], data: HieraData)] = []
    var levels: [[UInt8]: [HieraLookup.Level]] = [:]
    var read: [[FileName]: HieraData] = [:]
    var last = -1
    func add(_ found: [HieraData?], _ level: Int, _ module: [UInt8]?) {
      let id = module ?? []
      if level != last { levels[id, default: []].append([]) }
      last = level
      levels[id]![levels[id]!.count - 1] += found
    }
    func add(
      _ failure: HieraLookup.Failure, _ pieces: [HieraText.Piece], _ level: Int,
      _ module: [UInt8]?, of path: HieraPath? = nil, isForeign: Bool = false
    ) throws(FileError) {
      let names = host.patterns(pieces)
      let isGlob = pieces.contains { piece in
        if case .text(let text) = piece {
          text.contains { "*?[{".utf8.contains($0) }
        } else {
          false
        }
      }
      var data = try doubtful(failure, names, isGlob: isGlob, isForeign: isForeign)
      // Equal findings of several hosts are one line.
      if let path, [HieraPath.otherDirectory, HieraPath.absolute].contains(failure.words) {
        path.file?.leaveOut(failure.words, path.start)
        let isKnown = hierarchy.directories.contains { names.starts(with: $0) }
        if !isKnown || failure.words == HieraPath.absolute { data = anything }
      }
      guard let data else { return }
      if data.doubt?.isUnknown == true { return add([data], level, module) }
      // Then Puppet may find no key at all.
      levels[module ?? [], default: []].insert([data], at: 0)
    }
    func add(_ path: UnknownPath) throws(FileError) {
      for case .variable(let name) in path.pieces {
        do throws(HieraLookup.Failure) { _ = try host.value(name) } catch {
          if !error.isUnknown { return try add(error, path.pieces, path.level, path.module) }
        }
      }
      if path.isElsewhere { return add([anything], path.level, path.module) }
      try add(
        .unknown(Self.notImported), path.pieces, path.level, path.module, isForeign: path.isForeign)
    }
    var unknown = hierarchy.unknown[...]
    for (level, path) in hierarchy.paths.enumerated() {
      while let other = unknown.first, other.before <= level {
        try add(other)
        unknown.removeFirst()
      }
      let names: [FileName]
      do throws(HieraLookup.Failure) {
        if let (fact, index) = path.mapped, try !host.maps(fact, index) { continue }
        names = try path.names(for: host).names
      } catch {
        if error.words == HieraPath.emptyStart {
          path.file?.note(error.words + " has no file for some hosts", path.start)
          add(path.isGlob ? [] : [nil], path.level, path.module)
          continue
        }
        var pieces = HieraText(path.directory.joinedPath + [.slash] + path.text).pieces
        if let (fact, _) = path.mapped { pieces.replace(variable: fact) { _ in .unknown } }
        try add(error, pieces, path.level, path.module, of: path)
        continue
      }
      let whole = path.directory + names
      if path.ending.isEmpty, !path.isGlob,
        presentPaths.contains(where: { $0.count > whole.count && $0.starts(with: whole) })
      {
        let failure = HieraLookup.Failure("a directory, which Puppet cannot read")
        try add(failure, [], path.level, path.module)
        continue
      }
      var found: [HieraData?] = []
      let directory = path.directory + names.dropLast(path.glob == nil ? 1 : 0)
      let candidates: [FileName] =
        if path.glob != nil {
          (present[directory] ?? []).filter { path.takes($0) }
            .sorted { $0.lexicographicallyPrecedes($1) }
        } else {
          [(names.last ?? []) + path.ending]
        }
      for name in candidates {
        let whole = directory + [name]
        guard try isPresent(whole), let data = try data(at: whole, path) else {
          if !path.isGlob { found.append(nil) }
          continue
        }
        if path.module != nil, data.file.hasOtherKeys {
          let failure = HieraLookup.Failure("a key that is not text in a file of a module")
          try add(failure, [], path.level, path.module)
          continue
        }
        // Puppet keeps what the first backend reads of a file.
        let isNew = read[whole] == nil
        if isNew { read[whole] = data }
        found.append(read[whole])
        if !path.isRepeated, isNew || level == rootLevel {
          files.append((level, names, data))
        }
      }
      add(found, path.level, path.module)
    }
    for other in unknown {
      try add(other)
    }
    // A level without paths counts for a merge.
    for (id, count) in hierarchy.levelCounts {
      let missing = max(0, count - (levels[id]?.count ?? 0))
      levels[id, default: []] += repeatElement([], count: missing)
    }
    let own = levels.removeValue(forKey: []) ?? []
    return Host(host: host, scope: host.name, files: files, levels: own, modules: levels)
  }

  static let notImported = "a level that is not imported"

  /// What the files that match patterns may set, if it is not known which of them a host reads.
  private mutating func doubtful(
    _ failure: HieraLookup.Failure, _ names: [FileName], isGlob: Bool, isForeign: Bool
  ) throws(FileError) -> HieraData? {
    let id = names.joinedPath + [isGlob ? 1 : 0, isForeign ? 1 : 0] + Array(failure.words.utf8)
    if let known = doubtful[id] { return known }
    // A variable rarely has the name of a level without variables.
    let fixed = Set(
      hierarchy.paths.compactMap { path in
        path.glob != nil || !path.isFixed ? nil : path.directory.joinedPath + [.slash] + path.text
      })
    let patterns = names.map { StarPattern($0) }
    var files: [HieraData] = []
    var maySetAll = false
    for path in presentPaths
    where path == names
      || patterns.match(path) && (isGlob || !fixed.contains(path.joinedPath))
    {
      if isForeign || !HieraPath.endings.contains(where: { path[path.count - 1].ends(with: $0) }) {
        // A file of another format or backend.
        maySetAll = true
      } else if let data = try data(at: path), let asYAML = try self.data(at: path, isYAML: true) {
        // It is unknown which backend reads it.
        files += [data, asYAML]
      } else {
        continue
      }
      doubtfulPaths.insert(path)
    }
    let isEmpty = files.isEmpty && failure.isUnknown && !maySetAll
    let refused = files.contains { $0.file.isRefused }
    let why =
      refused ? HieraLookup.Failure("a file that Puppet refuses, if a host reads it") : failure
    let data = isEmpty ? nil : HieraData(why, in: files, maySetAll: maySetAll, hierarchy.file)
    doubtful[id] = .some(data)
    return data
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
    // A fact has several names.
    var values: [[[UInt8]]: [[UInt8]]] = [:]
    for (_, level, names) in found {
      for (name, text) in zip(hierarchy.paths[level].names, names) {
        guard let (variable, value) = name.assignment(for: text), let fact = variable.factPath
        else { continue }
        if values[fact]?.contains(value) != true { values[fact, default: []].append(value) }
      }
    }
    // A host may have a value for which there is no file.
    for fact in values.keys {
      var other = Array("other".utf8)
      while values[fact]!.contains(other) { other.append(UInt8(ascii: "-")) }
      values[fact]!.append(other)
    }
    let most = values.values.map(\.count).max() ?? 1
    // Each host reads all levels.
    let limit = min(300, 10_000 / max(1, hierarchy.paths.count))
    let combinations = values.values.reduce(1) { min($0 * $1.count, limit + 1) }
    let count = max(most, min(combinations, limit))
    return (0..<count).map { number in
      var rest = number
      var facts = YAMLNode(.mapping([]))
      var name = Array("host\(number)".utf8)
      for (index, (fact, all)) in values.sorted(by: {
        $0.key.joinedPath.lexicographicallyPrecedes($1.key.joinedPath)
      }).enumerated() {
        // All combinations if they are few; otherwise each value, and then values far apart.
        let far = Int((UInt64(number * values.count + index) &* 0x9E37_79B9_7F4A_7C15) >> 33)
        let place = combinations <= limit ? rest : number < all.count ? number : far
        let value = all[place % all.count]
        rest /= all.count
        if hostLevel.map({ hierarchy.paths[$0].variables.last?.factPath == fact }) == true {
          name = value
        }
        facts.set(value, at: fact[...])
      }
      for variable in namesOfHosts {
        let path = HieraText.names(Array(variable.utf8))
        if facts.following(path) == nil { facts.set(name, at: path[...]) }
      }
      return HieraHost(name: name, facts: facts.addingCertificate(of: name))
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
      if facts.hosts.isEmpty {
        // Their files are listed; hosts that are not written are not compared.
        hosts.removeAll { !$0.scope.isScopeName }
        otherHosts = otherHosts.filter(\.isScopeName)
      }
      variables = HieraVariables(
        facts.hosts.isEmpty ? [] : hosts.map { ($0.host, $0.scope) }, hostNames: namesOfHosts)
    }
    guard let hostLevel else { return }
    let path = hierarchy.paths[hostLevel]
    let own = Set(files.filter { $0.level == hostLevel }.map(\.names))
    let others = Set(files.filter { $0.level != hostLevel && $0.level != rootLevel }.map(\.names))
    if facts.hosts.isEmpty {
      otherHosts = Set(own.map { $0[$0.count - 1] })
      for data in files
      where data.file.isRefused && hierarchy.paths[data.level].module == nil {
        let words: String
        if data.level == hostLevel, let host = otherHosts.remove(data.names[data.names.count - 1]) {
          words = "host \(Printable.quoted(host))"
        } else if hierarchy.paths[data.level].isFixed, !otherHosts.isEmpty {
          otherHosts = []
          words = "all hosts"
          files.removeAll { $0.level == hostLevel }
        } else {
          continue
        }
        data.file.leaveOut("\(words), for which Puppet refuses the file", data.file.root.start)
      }
    }
    let hasLevelAbove = own.contains { host in
      host.indices.contains { others.contains(Array(host[...$0])) }
    }
    let names = hosts.map { host in
      path.variables.last.flatMap { host.host.text($0) } ?? host.scope
    }
    let other = facts.hosts.isEmpty ? nil : names.first { !$0.isScopeName }
    if other == nil, hostLevel == 0, path.names.count > 1,
      let fixed = HieraPath.fixed(path.names.dropLast()),
      !hasLevelAbove, !others.contains(where: { $0.starts(with: fixed) }),
      fixed.allSatisfy({ $0.isComponent && !$0.isHidden })
    {
      (hostDirectory, hostsHaveLevel) = (fixed, true)
      for (index, name) in names.enumerated() { hosts[index].scope = name }
      return
    }
    let why =
      other.map { "\(Printable.quoted($0)) cannot be the name of a scope" }
      ?? (hostLevel > 0
        ? "another level has a higher precedence" : "other levels share its directory")
    let directory = String(decoding: hostDirectory.joinedPath, as: UTF8.self)
    hierarchy.file.note(
      "hosts are in /\(directory) and inherit from this level, because \(why)", path.start)
  }

  func noteHosts() {
    if !facts.hosts.isEmpty {
      let inPaths = Set(hierarchy.paths.flatMap(\.variables))
      let used = inPaths.union(variables.known.keys).map(\.factName)
      for (name, words) in [
        ("clientcert", "without a fact 'clientcert', the name of the host is used for it"),
        ("environment", "without 'environment' in its facts, a host is in 'production'"),
      ] where used.contains(name) && facts.hosts.values.contains(where: { $0[name] == nil }) {
        hierarchy.file.note(words, 0)
      }
      let unset = inPaths.filter { name in
        facts.judged.allSatisfy { $0.knows([name]) && (try? $0.value(name)) == nil }
      }
      for name in Set(unset.map(\.factName)).sorted() {
        let path = hierarchy.paths.first { $0.variables.contains { $0.factName == name } }
        let quoted = Printable.quoted(Array(name.utf8))
        (path?.file ?? hierarchy.file).note(
          "no host has the fact \(quoted), which is in the path", path?.start ?? 0)
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

extension [StarPattern] {
  /// Whether the names of a path match; '**' matches any number of names.
  fileprivate func match(_ path: [FileName]) -> Bool {
    if let deep = firstIndex(where: { $0.text == [UInt8]("**".utf8) }) {
      return deep < path.count && zip(self[..<deep], path).allSatisfy { $0.matches($1) }
    }
    return count == path.count && zip(self, path).allSatisfy { $0.matches($1) }
  }
}
