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
  /// The number of the first names that are those of the data directory, because they depend on facts.
  var directoryCount = 0
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
  /// Whether its files are JSON, whatever their names are.
  var isJSON = false
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

  /// The path or glob.
  var text: [UInt8] {
    let spelled = names.map { name in
      name.flatMap { (piece) -> [UInt8] in
        switch piece {
        case .text(let text): text
        case .variable(let name): Array("%{".utf8) + name + [UInt8(ascii: "}")]
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

  /// Whether every host reads its files.
  var isRead: Bool { isFixed && mapped == nil }

  /// What else than its names decides about its files.
  var kind: [UInt8] { (glob?.text ?? []) + [0] + ending + (isJSON ? [0] : []) }

  /// The variables in the path.
  var variables: [[UInt8]] {
    names.joined().compactMap { if case .variable(let name) = $0 { name } else { nil } }
  }

  static let otherDirectory = "a path that leads to another directory"
  static let absolute = "a path that begins with a slash"
  static let emptyStart = "a path that begins with an unset variable and a slash"

  /// The names in the path for a host, and whether a rule of heir leads to them: all variables are set, and none has
  /// an empty name or '.'.
  func names(
    for host: HieraHost
  ) throws(HieraLookup.Failure) -> (names: [FileName], isWhole: Bool) {
    var (text, isWhole) = ([UInt8](), true)
    for (index, name) in names.enumerated() {
      let start = text.count
      for piece in name {
        switch piece {
        case .text(let plain): text += plain
        case .variable(let name):
          let value = try host.value(name)?.scalarText ?? []
          if value.isEmpty { isWhole = false }
          if isGlob, value.contains(where: { "*?[]{}\\".utf8.contains($0) }) {
            throw .unknown("a glob with a fact that contains a sign of a glob")
          }
          if value.contains(0) { throw HieraLookup.Failure("NUL in a path, which Puppet refuses") }
          if value.contains("%{".utf8) { throw .unknown("a fact with an interpolation") }
          text += value
        case .lookup, .alias, .unknown: break
        }
      }
      // Ruby finds such a path at the top of the server.
      if index == directoryCount {
        if text.count > start, text[start] == .slash { throw .unknown(Self.absolute) }
        let hasOthers = glob != nil || index < names.count - 1
        if text.count == start, hasOthers { throw .unknown(Self.emptyStart) }
      }
      text.append(.slash)
    }
    let all = (text.dropLast() + ending).components
    var found = all.filter { !$0.isEmpty && !$0.isDot }
    if !names.isEmpty, found.count < all.count { isWhole = false }
    if found.contains(where: \.isDotDot) { throw .unknown(Self.otherDirectory) }
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
      && kind != other.kind
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
  /// The path from the source, or those in another directory.
  var pieces: [HieraText.Piece]
  /// The number of paths that come before.
  let before: Int
  var level = 0
  var module: [UInt8]?
  /// Whether the files are in another directory, and so may set every key.
  var isElsewhere = false
  /// Whether another backend reads the files, which may set every key.
  var isForeign = false
}
