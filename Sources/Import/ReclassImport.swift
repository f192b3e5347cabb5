import Cascade
import Files
import JSONSource
import SafeText
import SystemCalls
import YAMLSource

/// Converts an inventory of reclass: classes become further parents, parameters values.
package struct ReclassImport: ValueConverter {
  package private(set) var plan = ImportPlan()
  package static let nodeDirectory = FileName("nodes".utf8)
  /// The names of the nodes, which are those of their scopes.
  package private(set) var nodes: Set<FileName> = []
  /// The directories of nodes and classes.
  package private(set) var directories: (nodes: [FileName], classes: [FileName]) = ([], [])
  private let names = NameTable()
  /// The scope of each class by name.
  private var classes: [[UInt8]: [FileName]] = [:]
  private var mappings: [(pattern: StarPattern, classes: [[UInt8]])] = []
  /// Whether a parameter has a value that reclass inserts into a text in another way.
  private var hasOtherText: [[UInt8]: Bool] = [:]
  /// The parameters of all files.
  private var all: [(node: YAMLNode, file: ImportSource.File)] = []
  /// The file that is being converted, and the path of its copy.
  private var file: ImportSource.File?
  private var target: [FileName] = []

  private static let endings = [".yml", ".yaml"]
  private static let dot = UInt8(ascii: ".")

  /// nil if there is no directory of nodes.
  package init?(_ source: ImportSource) throws(FileError) {
    file = try source.file(at: [FileName("reclass-config.yml".utf8)])
    let settings = file?.root
    func directory(_ name: String, _ usual: String) -> [FileName] {
      (settings?[name]?.text ?? Array(usual.utf8)).split(separator: UInt8(ascii: "/"))
        .map { FileName($0) }.filter { !$0.isDot }
    }
    let nodeDirectory = directory("nodes_uri", "nodes")
    let classDirectory = directory("classes_uri", "classes")
    directories = (nodeDirectory, classDirectory)
    guard try source.hasFolder(nodeDirectory) else { return nil }
    let nodePaths = try source.paths(in: nodeDirectory, endings: Self.endings)
    let classPaths =
      try source.hasFolder(classDirectory)
      ? try source.paths(in: classDirectory, endings: Self.endings) : []
    for path in classPaths { classes[Self.name(path.dropFirst(classDirectory.count))] = [] }
    var above: Set<[UInt8]> = []
    for name in classes.keys {
      for end in name.indices where name[end] == Self.dot { above.insert(Array(name[..<end])) }
    }
    for name in classes.keys {
      // A class with classes below it must not be an ancestor directory of their scopes.
      classes[name] =
        [FileName("classes".utf8)] + name.split(separator: Self.dot).map { FileName($0) }
        + (above.contains(name) ? [FileName("init".utf8)] : [])
    }
    readSettings()
    var files: [(file: ImportSource.File, name: [UInt8], isNode: Bool)] = []
    for path in classPaths {
      guard let file = try source.dataFile(at: path) else { continue }
      files.append((file, Self.name(path.dropFirst(classDirectory.count)), false))
    }
    for path in nodePaths {
      guard let file = try source.dataFile(at: path), let last = path.last else { continue }
      nodes.insert(last.withoutEnding)
      files.append((file, last.withoutEnding, true))
    }
    all = files.compactMap { file in file.file.root["parameters"].map { ($0, file.file) } }
    compare(all)
    for (file, name, isNode) in files {
      let scope = isNode ? [Self.nodeDirectory, name] : classes[name] ?? []
      write(file, name, to: scope, isNode: isNode)
    }
    let append = YAMLNode(.mapping([YAMLMember("**", .text("append".utf8))]))
    plan.add(.merge, append, at: [ImportPlan.fileName])
    plan.makeAbstract(except: Self.nodeDirectory)
    plan.expect([.idleAttribute, .idleStop, .parentOrder], in: Array("*".utf8))
    plan.addSettings()
  }

  /// The name of a class, from the path of its file.
  private static func name(_ path: ArraySlice<FileName>) -> [UInt8] {
    var names = Array(path)
    names[names.count - 1] = names[names.count - 1].withoutEnding
    if names.count > 1, names.last == FileName("init".utf8) { names.removeLast() }
    return Array(names.joined(separator: [dot]))
  }

  private func leaveOut(_ words: String, _ start: Int) { file?.leaveOut(words, start) }

  /// Reads the mappings of node names to classes; only `*` is known.
  private mutating func readSettings() {
    let known = [
      "nodes_uri", "classes_uri", "class_mappings", "storage_type", "inventory_base_uri", "output",
      "pretty_print",
    ]
    for member in file?.root.members ?? []
    where !known.contains(where: { member.name.elementsEqual($0.utf8) }) {
      leaveOut("the setting \(Printable.quoted(member.name))", member.start)
    }
    for node in file?.root["class_mappings"]?.elements ?? [] {
      let words = (node.text ?? []).split { $0 <= 0x20 }.map { Array($0) }
      guard let pattern = words.first, !"/'\"".utf8.contains(pattern[0]),
        !StarPattern(pattern).isForeign,
        words.dropFirst().allSatisfy({ classes[$0] != nil })
      else {
        leaveOut("a mapping with another pattern than '*', or with an unknown class", node.start)
        continue
      }
      mappings.append((StarPattern(pattern), Array(words.dropFirst())))
    }
  }

  /// Reports references that reclass merges with other values of the same key.
  private func compare(_ values: [(node: YAMLNode, file: ImportSource.File)]) {
    var inner: [[UInt8]: [(node: YAMLNode, file: ImportSource.File)]] = [:]
    for (node, file) in values {
      for member in node.members ?? [] {
        let name = member.name.first.map { "~=".utf8.contains($0) } == true
        inner[Array(member.name.dropFirst(name ? 1 : 0)), default: []].append((member.value, file))
      }
    }
    for values in inner.values where values.count > 1 {
      let isReference = { (node: YAMLNode) in node.text?.starts(with: "${".utf8) == true }
      if values.contains(where: { $0.node.isContainer })
        || values.count(where: { isReference($0.node) }) > 1
      {
        for (node, file) in values where isReference(node) {
          file.leaveOut("a reference that is merged with other values", node.start)
        }
      }
      compare(values)
    }
  }

  // MARK: Files

  private mutating func write(
    _ file: ImportSource.File, _ name: [UInt8], to scope: [FileName], isNode: Bool = false
  ) {
    let path = scope + [ImportPlan.fileName]
    (self.file, target) = (file, path)
    var parents: [YAMLNode] = []
    let listed = file.root["classes"]
    if let listed, listed.elements == nil, listed.isSet {
      leaveOut("'classes' that is not a list", listed.start)
    }
    for node in listed?.elements ?? [] {
      if let parent = parent(node, of: name) { parents.append(parent) }
    }
    let mapped = isNode ? mappings.filter { $0.pattern.matches(name) }.flatMap(\.classes) : []
    // reclass lists the lowest precedence first.
    var all = YAMLNode(
      .sequence((mapped.compactMap { classes[$0].map(Self.scope) } + parents).reversed()))
    all.comments = listed?.comments ?? all.comments
    var object = file.root["parameters"] ?? YAMLNode(.mapping([]))
    convert(&object)
    plan.add(object.members ?? [], from: file, at: path, end: file.commentsAtEnd)
    if all.isSet {
      plan.add(.inherit, all, at: path)
    } else {
      plan.add(comments: listed?.ownComments ?? [], at: path)
    }
    plan.add(comments: object.ownComments, at: path)
    for member in file.root.members ?? [] {
      let name = String(decoding: member.name, as: UTF8.self)
      if name == "classes" || name == "parameters" { continue }
      plan.add([], at: path, end: member.value.allComments)
    }
    for other in ["applications", "exports", "environment"] {
      guard let node = file.root[other], node.isSet else { continue }
      leaveOut("'\(other)'", node.start)
    }
  }

  private static func scope(_ names: [FileName]) -> YAMLNode {
    .text([UInt8(ascii: "/")] + names.joinedPath)
  }

  /// The scope of a class; each leading dot names a class around this one.
  private func parent(_ node: YAMLNode, of name: [UInt8]) -> YAMLNode? {
    guard var wanted = node.scalarText else { return nil }
    let dots = wanted.prefix { $0 == Self.dot }.count
    if dots > 0 {
      let around = name.split(separator: Self.dot).dropLast(dots)
      wanted = Array((around + [wanted[dots...]]).joined(separator: [Self.dot]))
    }
    if let scope = classes[wanted] {
      var parent = Self.scope(scope)
      parent.comments = node.comments
      return parent
    }
    leaveOut(
      wanted.contains(UInt8(ascii: "$"))
        ? "a class name with a reference; use a rule of '.heir'"
        : "unknown class \(Printable.quoted(wanted))", node.start)
    return nil
  }

  // MARK: Values

  /// `~name` replaces what is inherited, `=name` is final.
  mutating func converted(_ members: [YAMLMember], isInList: Bool) -> [YAMLMember] {
    if isInList { return members.escapingNames }
    var (stopped, final, plain) = ([[UInt8]](), [[UInt8]](), [YAMLMember]())
    var known: Set<[UInt8]> = []
    for var member in members {
      let start = member.start
      if member.name.count > 1, let sign = member.name.first, "~=".utf8.contains(sign) {
        member.name.removeFirst()
        let key = names.spelling(Key([names.intern(member.name)]))
        if sign == UInt8(ascii: "~") { stopped.append(key) } else { final.append(key) }
      }
      if known.insert(member.name).inserted {
        plain.append(member)
      } else {
        leaveOut("a key with and without '~' or '='", start)
      }
    }
    return (stopped.isEmpty ? [] : [YAMLMember("$stop", .list(stopped))])
      + (final.isEmpty ? [] : [YAMLMember("$final", .list(final))]) + plain.escapingNames
  }

  /// `${a:b}` alone is a reference, in a text a part of a format.
  mutating func converted(_ text: [UInt8], at start: Int) -> YAMLNode.Content {
    let dollar = UInt8(ascii: "$")
    var (format, plain, rest, only) = ([UInt8](), [UInt8](), text[...], [UInt8]?.none)
    var count = 0
    while let byte = rest.first {
      if rest.starts(with: "\\${".utf8) || rest.starts(with: "\\$[".utf8) {
        format += [dollar, dollar]
        plain.append(dollar)
        rest.removeFirst(2)
      } else if rest.starts(with: "${".utf8), let end = rest.firstIndex(of: UInt8(ascii: "}")) {
        let isWhole = count == 0 && format.isEmpty && end == text.count - 1
        let key = reference(Array(rest[(rest.startIndex + 2)..<end]), isWhole: isWhole)
        guard let key else {
          leaveOut(
            "a nested reference, one to a parameter of reclass, or one in a text to a boolean, null "
              + "or no scalar", start)
          return .text(text)
        }
        if isWhole { only = key }
        count += 1
        format += Array("${".utf8) + key + [rest[end]]
        rest = rest[(end + 1)...]
      } else {
        if rest.starts(with: "$[".utf8) {
          leaveOut("inventory query", start)
          return .text(text)
        }
        format += byte == dollar ? [byte, byte] : [byte]
        plain.append(byte)
        rest.removeFirst()
      }
    }
    if let only { return YAMLNode.computed(.ref, only).content }
    if count == 0 && plain != text { plan.expect([.noReference], in: target.joinedPath) }
    return count == 0 ? .text(plain) : YAMLNode.computed(.format, format).content
  }

  private mutating func reference(_ text: [UInt8], isWhole: Bool) -> [UInt8]? {
    let path = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      .map { Array($0) }
    if text.contains(UInt8(ascii: "{")) { return nil }
    if path[0].elementsEqual("_reclass_".utf8) {
      let hasNoDots = !nodes.contains { $0.contains(Self.dot) }
      let isName =
        text.elementsEqual("_reclass_:name:full".utf8)
        || text.elementsEqual("_reclass_:name:short".utf8) && hasNoDots
      return isName ? Array("$scope.name".utf8) : nil
    }
    if !isWhole, hasOtherText[text] == nil {
      hasOtherText[text] = all.contains { values in
        guard let value = values.node.following(path) else { return false }
        if case .boolean = value.content { return true }
        return value.scalarText == nil
      }
    }
    if !isWhole && hasOtherText[text] == true { return nil }
    return names.spelling(Key(path.map(names.intern)))
  }
}
