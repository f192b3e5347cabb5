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
  /// Whether its scopes are in a directory of their own.
  var isApart = false

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
    glob = isGlob ? Self.fixed(names.suffix(1)).map { FilePattern($0[0]) } : nil
    if isGlob { names.removeLast() }
    let isForeign = names.joined().contains { piece in
      guard case .text(let text) = piece else { return piece == .unknown }
      return FilePattern(text).isForeign || text.contains(UInt8(ascii: "*"))
    }
    if isGlob && glob?.isForeign != false || isForeign { return nil }
    var ending: [UInt8] = []
    if !isGlob, case .text(let text)? = names.last?.last,
      Self.endings.contains(where: { text.reversed().starts(with: $0.utf8.reversed()) })
    {
      let stem = text.withoutEnding
      ending = Array(text[stem.count...])
      names[names.count - 1].removeLast()
      if !stem.isEmpty { names[names.count - 1].append(.text(stem)) }
    }
    (self.names, self.directory, self.ending, self.start) = (names, directory, ending, start)
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

/// The hierarchy of a `hiera.yaml`, version 5.
struct HieraHierarchy {
  var paths: [HieraPath] = []
  let file: ImportSource.File
  private let source: ImportSource
  private let facts: ImportedFacts

  init(
    _ file: ImportSource.File, in source: ImportSource, _ facts: ImportedFacts
  ) throws(FileError) {
    (self.file, self.source, self.facts) = (file, source, facts)
    let usual = YAMLNode(.mapping([YAMLMember("path", .text("common.yaml".utf8))]))
    for level in file.root["hierarchy"]?.elements ?? [usual] { try add(level) }
  }

  private mutating func add(_ level: YAMLNode) throws(FileError) {
    let kinds = ["data_hash", "lookup_key", "data_dig", "hiera3_backend"]
    let backend =
      kinds.compactMap { level[$0] }.first
      ?? kinds.compactMap { file.root["defaults"]?[$0] }.first
    let known = ["yaml_data", "json_data", "eyaml_lookup_key"]
    if let name = backend?.text, !known.contains(where: { name.elementsEqual($0.utf8) }) {
      return file.leaveOut("level with the backend \(Printable.quoted(name))", level.start)
    }
    guard let directory = try directory(of: level) else { return }
    let count = paths.count
    defer { if paths.count > count { paths[count].comments = level.allComments } }
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
        add(path)
      }
    }
    if let mapped = level["mapped_paths"] { add(mapped: mapped, in: directory) }
    for name in ["uri", "uris"] where level[name] != nil {
      file.leaveOut("level with '\(name)'", level.start)
    }
  }

  /// A template for each element that the list of facts has in some host.
  private mutating func add(mapped node: YAMLNode, in directory: [FileName]) {
    guard let parts = node.elements?.compactMap(\.text), parts.count == 3 else {
      return file.leaveOut("'mapped_paths' without a variable, a name and a path", node.start)
    }
    let variable = HieraText.names(parts[0].withoutFactPrefix)
    let count = facts[variable].elementCount
    if count == 0 {
      file.leaveOut("'mapped_paths' of a fact that is not a list in '--facts'", node.start)
    }
    for number in 0..<count {
      guard var path = HieraPath(parts[2], in: directory, start: node.start) else { continue }
      let index = Array(".\(number)".utf8)
      path.names = path.names.map { name in
        name.map { $0 == .variable(parts[1]) ? .variable(parts[0] + index) : $0 }
      }
      add(path)
    }
  }

  /// A repeated path counts at its first place.
  private mutating func add(_ path: HieraPath) {
    let isKnown = paths.contains { $0.directory == path.directory && $0.text() == path.text() }
    if isKnown { return file.leaveOut("path of an earlier level", path.start) }
    paths.append(path)
  }

  /// The data directory of a level. Of an absolute path, such as that of a server, the end counts.
  private func directory(of level: YAMLNode) throws(FileError) -> [FileName]? {
    let node = level["datadir"] ?? file.root["defaults"]?["datadir"]
    let text = node?.text ?? Array("data".utf8)
    let names = text.split(separator: UInt8(ascii: "/")).map { FileName($0) }.filter { !$0.isDot }
    if names.isEmpty && text.first != UInt8(ascii: "/") { return [] }
    let isElsewhere = text.first == UInt8(ascii: "/")
    for count in 0..<(isElsewhere ? names.count : 1) {
      let found = Array(names[count...])
      guard try source.hasFolder(found) else { continue }
      if isElsewhere {
        file.note(
          "\(Printable.quoted(text)) is read from \(Printable.quoted(found.joinedPath))",
          (node ?? level).start)
      }
      return found
    }
    file.leaveOut(
      "level, because \(Printable.quoted(text)) is not in this directory", (node ?? level).start)
    return nil
  }
}

extension [UInt8] {
  var withoutFactPrefix: [UInt8] {
    let text = starts(with: "::".utf8) ? Array(dropFirst(2)) : self
    return text.starts(with: "facts.".utf8) ? Array(text.dropFirst(6)) : text
  }
}
