import Cascade
import Files
import JSONSource
import SafeText
import SystemCalls
import YAMLSource

extension HieraImport {
  mutating func findFiles() throws(FileError) {
    for directory in hierarchy.directories where try source.hasFolder(directory) {
      let paths = try source.paths(in: directory, hasHidden: true)
      for path in paths where path != [FileName("hiera.yaml".utf8)] {
        present[Array(path.dropLast()), default: []].insert(path[path.count - 1])
      }
    }
    for path in source.unreadable {
      present[Array(path.dropLast()), default: []].insert(path[path.count - 1])
    }
    presentPaths = present.flatMap { directory, names in names.map { directory + [$0] } }
      .map { (path: $0, text: $0.joinedPath) }
      .sorted { $0.text.lexicographicallyPrecedes($1.text) }.map(\.path)
  }

  func isPresent(_ path: [FileName]) throws(FileError) -> Bool {
    let directory = Array(path.dropLast())
    if let names = present[directory] { return names.contains(path[path.count - 1]) }
    if !directory.contains(where: \.isHidden) { return false }
    return try source.bytes(at: path) != nil
  }

  /// The data of a file, in the format of its level or that of its name.
  mutating func data(
    at path: [FileName], _ level: HieraPath? = nil, isYAML: Bool = false
  ) throws(FileError) -> HieraData? {
    let isYAML = (isYAML || level?.isJSON == false) && path.last?.ends(with: ".json") == true
    let id = path.joinedPath + (isYAML ? [0] : [])
    if let known = data[id] { return known }
    let found = try source.dataFile(at: path, isYAML: isYAML).map { HieraData($0) }
    data[id] = .some(found)
    return found
  }

  mutating func readFiles() throws(FileError) {
    var found: [(path: [FileName], level: Int, names: [FileName])] = []
    var unread: [[FileName]] = []
    hostLevel = hierarchy.paths.firstIndex(where: isOfHosts)
    let hosts: [HieraHost]
    if facts.hosts.isEmpty {
      (found, unread) = matches()
      if found.count > 1000 + 20 * presentPaths.count {
        hierarchy.file.refuse(
          "the paths lead to each file \(found.count / presentPaths.count) times; give the facts of "
            + "all hosts with --facts", 0)
        found = []
      }
      for (path, level, _) in found { _ = try data(at: path, hierarchy.paths[level]) }
      hosts = exampleHosts(found)
    } else {
      hosts = facts.judged
    }
    var reached: Set<[FileName]> = []
    var isWritten: Set<[FileName]> = []
    var refused: [[FileName]: (file: ImportSource.File, hosts: [[UInt8]])] = [:]
    for host in hosts {
      let host = try reading(host)
      if let file = host.refusedFile {
        refused[file.path, default: (file, [])].hosts.append(host.scope)
        reached.formUnion(host.files.map(\.data.file.path))
        continue
      }
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
        guard let data = try data(at: path, hierarchy.paths[level]) else { continue }
        files.append(DataFile(data: data, level: level, names: names))
        reached.insert(path)
      }
    } else {
      unread = presentPaths.filter { !reached.contains($0) && data[$0.joinedPath] == nil }
      for (file, hosts) in refused.values {
        let others =
          hosts.count == 1 ? "" : " and \(Printable.count(hosts.count - 1, "other host"))"
        file.leaveOut(
          "\(file.root.leftOut[0].why), and host \(Printable.quoted(hosts[0]))\(others), which "
            + "Puppet refuses with it", file.root.start)
      }
    }
    for path in presentPaths where doubtfulPaths.contains(path) && !reached.contains(path) {
      source.report(.warning, "not imported: it is unknown which hosts read the file", at: path)
    }
    report(unread.filter { !doubtfulPaths.contains($0) })
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
  func matches() -> (
    found: [(path: [FileName], level: Int, names: [FileName])], others: [[FileName]]
  ) {
    var found: [(path: [FileName], level: Int, names: [FileName])] = []
    var matched: Set<[FileName]> = []
    var others: [Int] = []
    for (level, path) in hierarchy.paths.enumerated() {
      guard path.glob == nil, var names = HieraPath.fixed(path.names) else {
        others.append(level)
        continue
      }
      let own = names
      names[names.count - 1] += path.ending
      let whole = path.directory + names
      guard present[Array(whole.dropLast())]?.contains(whole[whole.count - 1]) == true else {
        continue
      }
      matched.insert(whole)
      found.append((whole, level, own))
    }
    var rest: [[FileName]] = []
    for path in presentPaths {
      let fitting = others.compactMap { level in
        hierarchy.paths[level].names(of: path).flatMap { names in
          names.allSatisfy(\.isUTF8) ? (path, level, names) : nil
        }
      }
      found += fitting
      if fitting.isEmpty, !matched.contains(path) { rest.append(path) }
    }
    return (found, rest)
  }

  func report(_ unread: [[FileName]]) {
    // Names that are not UTF-8 are listed.
    let unread = unread.filter { $0.allSatisfy(\.isUTF8) }
    let groups = Dictionary(grouping: unread) { Array($0.dropLast()) }
      .sorted { $0.key.joinedPath.lexicographicallyPrecedes($1.key.joinedPath) }
    let why =
      facts.hosts.isEmpty
      ? "no level leads to the file, unless a fact has a slash or no text"
      : "no host of '--facts' reads the file"
    for (_, paths) in groups {
      let first = paths.min { $0.joinedPath.lexicographicallyPrecedes($1.joinedPath) }!
      let others =
        paths.count == 1
        ? "" : ", nor \(Printable.count(paths.count - 1, "other")) in its directory"
      source.report(.note, why + others, at: first)
    }
  }
}
