import Cascade
import Files
import JSONSource
import SafeText
import SystemCalls
import YAMLSource

/// Converts an inventory of reclass: classes become further parents, parameters values.
package struct ReclassImport: ValueConverter {
  package internal(set) var plan = ImportPlan()
  package static let nodeDirectory = FileName("nodes".utf8)
  /// The names of the imported nodes, which are those of their scopes.
  package internal(set) var nodes: Set<FileName> = []
  /// The number of files of nodes.
  package private(set) var nodeCount = 0
  /// The parameters of each node that are listed, because they or parts of them are left out.
  package internal(set) var incomplete: [FileName: Set<[UInt8]>] = [:]
  /// The directories of nodes and classes.
  package private(set) var directories: (nodes: [FileName], classes: [FileName]) = ([], [])
  let names = NameTable()
  var classes: [[UInt8]: Entity] = [:]
  var mappings: [(matches: (FileName) -> Bool, classes: [[UInt8]])] = []
  var rules = ReclassEvaluation.Rules()
  var ignoredClasses: RubyPattern?
  var defaultEnvironment = YAMLNode.text("base".utf8)
  /// Classes that exist and are not imported, also those below a directory.
  private var unreadClasses: Set<[UInt8]> = []
  /// For each mapping of classes that is left out, whether it may concern a node.
  var missingMappings: [(FileName) -> Bool] = []
  private(set) var sourceSize = 0
  /// The scopes with keys that are final.
  var finals: Set<[FileName]> = []
  /// The scopes of the nodes and of their classes.
  private(set) var usedScopes: Set<[FileName]> = []
  /// The file that is being converted, and the path of its copy.
  var file: ImportSource.File?
  var target: [FileName] = []

  private static let endings = [".yml", ".yaml"]
  private static let passedOver = ["CVS", "SCCS"].map { FileName($0.utf8) }
  static let dot = UInt8(ascii: ".")
  static let ownName = Array("_reclass_".utf8)
  static let fullName = [ownName] + ["name", "full"].map { Array($0.utf8) }
  static let shortName = [ownName] + ["name", "short"].map { Array($0.utf8) }
  /// The paths of parameters that reclass adds, and that are the name of the scope.
  static let ownNames = [fullName, shortName]

  /// A class or a node.
  struct Entity {
    var file: ImportSource.File
    let name: [UInt8]
    let scope: [FileName]
    /// The classes, lowest precedence first.
    var parents: [[UInt8]] = []
    var parameters: ReclassStatement?
    var exports: ReclassStatement?
    /// Whether reclass or the import cannot read a part that concerns all nodes with this class.
    var isBroken = false
  }

  /// nil if there is no directory of nodes.
  package init?(_ source: ImportSource) throws(FileError) {
    file = try source.file(at: [FileName("reclass-config.yml".utf8)])
    let settings = file?.root
    if let file { Self.refuse(file) }
    func directory(_ name: String, _ usual: String) -> [FileName] {
      guard let node = settings?[name], node.isTrueInPython else { return [FileName(usual.utf8)] }
      let text = node.text ?? []
      let names = text.components.filter { !$0.isDot }
      if node.text == nil {
        file?.refuse("'\(name)' is not a text, so reclass refuses every node", node.start)
      } else if text.first == UInt8(ascii: "/") || names.contains(where: \.isDotDot) {
        file?.refuse("'\(name)' leads out of this directory; give a path in it", node.start)
        return [FileName(usual.utf8)]
      }
      return names
    }
    let nodeDirectory = directory("nodes_uri", "nodes")
    let classDirectory = directory("classes_uri", "classes")
    directories = (nodeDirectory, classDirectory)
    let (nodeText, classText) = (nodeDirectory.joinedPath, classDirectory.joinedPath)
    if nodeText.starts(with: classText) || classText.starts(with: nodeText) {
      file?.refuse(
        "the directories of nodes and classes begin alike, so reclass refuses every node")
      return
    }
    let base = settings?["inventory_base_uri"]
    guard try source.hasFolder(nodeDirectory) else {
      guard let base else { return nil }
      file?.refuse("this directory has no nodes; import that of 'inventory_base_uri'", base.start)
      return
    }
    if let base, base.text != [Self.dot] {
      file?.note("the nodes and classes are read from this directory", base.start)
    }
    func paths(_ directory: [FileName]) throws(FileError) -> [[FileName]] {
      guard try source.hasFolder(directory) else { return [] }
      return try source.paths(in: directory, endings: Self.endings, hasHidden: true).filter {
        // reclass passes over these directories.
        $0.dropFirst(directory.count).dropLast().allSatisfy { !Self.passedOver.contains($0) }
      }
    }
    let (nodePaths, classPaths) = (try paths(nodeDirectory), try paths(classDirectory))
    let fileRules = Rules(patterns: Self.endings.map { FilePattern(Array("*\($0)".utf8)) })
    for path in try source.hiddenFolders(
      in: source.folder(nodeDirectory), besides: Self.passedOver, fileRules)
    {
      source.report(
        .error, "reclass may read the directory, because another hidden one is beside it; move it",
        at: path)
    }
    let isComposed = readSettings()
    let classNames = classPaths.map { path in
      Self.name(path.dropFirst(classDirectory.count), isClass: true)
    }
    var above: Set<[UInt8]> = []
    for name in classNames {
      for end in name.indices where name[end] == Self.dot { above.insert(Array(name[..<end])) }
    }
    let taken = above.union(classNames)
    for path in source.unreadable.union(source.skipped) where path.starts(with: classDirectory) {
      unreadClasses.insert(Self.name(path.dropFirst(classDirectory.count), isClass: true))
      unreadClasses.insert(
        Array(path.dropFirst(classDirectory.count).joined(separator: [Self.dot])))
    }
    nodeCount = nodePaths.count
    var entities: [Entity] = []
    for (path, name) in zip(classPaths, classNames) {
      guard let file = try source.dataFile(at: path) else { continue }
      // A class with classes below it must not be an ancestor directory of their scopes.
      var own = Array("init".utf8)
      while taken.contains(name + [Self.dot] + own) { own.append(UInt8(ascii: "-")) }
      let scope =
        [FileName("classes".utf8)]
        + name.split(separator: Self.dot, omittingEmptySubsequences: false).map { FileName($0) }
        + (above.contains(name) ? [FileName(own)] : [])
      if scope.contains(where: { !$0.isComponent || $0.isHidden }) {
        file.leaveOut("name that a scope cannot have", file.root.start)
        unreadClasses.insert(name)
        continue
      }
      if classes[name] != nil {
        file.refuse("another file is the same class, so reclass refuses the inventory")
        continue
      }
      classes[name] = Entity(file: file, name: name, scope: scope)
    }
    for path in nodePaths {
      guard let file = try source.dataFile(at: path) else { continue }
      let name =
        isComposed
        ? Self.name(path.dropFirst(nodeDirectory.count), isClass: false)
        : Self.stem(path[path.count - 1])
      if !name.isComponent || name.isHidden {
        file.leaveOut("name that a scope cannot have", file.root.start)
        continue
      }
      if !nodes.insert(name).inserted {
        file.refuse("another file is the same node, so reclass refuses the inventory")
        continue
      }
      entities.append(Entity(file: file, name: name, scope: [Self.nodeDirectory, name]))
    }
    for name in classes.keys { if let entity = classes[name] { classes[name] = read(entity) } }
    entities = entities.map(read)
    breakCycles()
    readMappings()
    sourceSize = source.bytes.values.reduce(0) { $0 + $1.count }
    var findings = ReclassFindings()
    let kept = removeRefused(
      entities, hasOthers: entities.count < nodePaths.count, &findings)
    usedScopes = Set(kept.flatMap { $0.order.map(\.scope) })
    for entity in classes.values.sorted(by: { $0.name.lexicographicallyPrecedes($1.name) }) {
      write(entity)
    }
    for node in kept { write(node.entity) }
    let append = YAMLNode(.mapping([YAMLMember("**", .text("append".utf8))]))
    plan.add(.merge, append, at: [ImportPlan.fileName])
    plan.makeAbstract(except: Self.nodeDirectory)
    plan.expect([.idleAttribute, .idleStop, .parentOrder], in: Array("*".utf8))
    leaveOutDifferences(in: kept, &findings)
    findings.report(entities + classes.values)
    plan.addSettings()
  }

  /// The name without ending, as Python splits it: dots at the start begin none.
  private static func stem(_ name: FileName) -> [UInt8] {
    let stem = name.withoutEnding
    return stem.allSatisfy { $0 == dot } ? name : stem
  }

  private static func name(_ path: ArraySlice<FileName>, isClass: Bool) -> [UInt8] {
    var names = Array(path)
    names[names.count - 1] = stem(names[names.count - 1])
    if isClass, names.count > 1, names.last == FileName("init".utf8) { names.removeLast() }
    return Array(names.joined(separator: [dot]))
  }

  func leaveOut(_ words: String, _ start: Int) { file?.leaveOut(words, start) }

  // MARK: Nodes

  /// Reads the classes and parameters of a file.
  private func read(_ entity: Entity) -> Entity {
    var entity = entity
    let root = entity.file.root
    func fail(_ why: String, _ node: YAMLNode) { fail(why, node.start) }
    func fail(_ why: String, _ start: Int) {
      entity.file.leaveOut(why + ", and the nodes with it", start)
      entity.isBroken = true
    }
    if !root.leftOut.isEmpty, root.members == nil {
      entity.isBroken = true
    } else if entity.file.isRefused {
      fail("a file that reclass refuses", root)
    } else if root.members == nil, !root.isNull {
      fail("a file that contains no object", root)
    }
    let exports = root["exports"]
    if let exports, exports.members == nil, !exports.isNull {
      fail("'exports' that is not an object", exports)
    }
    if let other = root["applications"], !other.isListOfTexts {
      fail("'applications' that is not a list of texts", other)
    }
    let isNode = entity.scope[0] == Self.nodeDirectory
    if isNode, let environment = root["environment"], environment.isContainer {
      fail("an 'environment' that is not a text", environment)
    }
    let parameters = root["parameters"]
    if let parameters, parameters.members == nil, !parameters.isNull {
      fail(parameters.leftOut.first?.why ?? "'parameters' that is not an object", parameters)
    }
    entity.parameters = ReclassStatement(parameters ?? YAMLNode(.mapping([])), entity.file)
    entity.exports = ReclassStatement(exports ?? YAMLNode(.mapping([])), entity.file)
    // Both were evaluated.
    entity.file.root.change("parameters") {
      for name in ["_reclass_", "~_reclass_", "=_reclass_"] {
        $0.change(name) { $0.content = .leftOut("a parameter that reclass sets itself") }
      }
      $0.leaveOutKeysOfReclass()
    }
    if let start = entity.parameters?.refusal ?? entity.exports?.refusal {
      fail("a text or key that reclass cannot read", start)
    }
    let listed = root["classes"]
    if let listed, !listed.isContainer, listed.isSet, listed.text?.isEmpty != true {
      fail("'classes' that is not a list", listed)
    }
    // Python takes the keys of an object.
    let keys = listed?.members?.map { YAMLNode($0.keyType == .text ? .text($0.name) : .null) }
    for node in listed?.elements ?? keys ?? [] {
      guard let name = node.text.map({ Self.absolute($0, in: entity.name) }), !name.isEmpty else {
        fail("a class that is not text", node)
        continue
      }
      if name.contains(where: { " /".utf8.contains($0) }) {
        fail("a class name with ' ' or '/', which reclass refuses", node)
        continue
      }
      if classes[name] != nil {
        entity.parents.append(name)
      } else if name.contains(UInt8(ascii: "$")) {
        fail("a class name with a reference", node)
      } else if isUnread(name) {
        fail("class \(Printable.quoted(name)), which is not imported", node)
      } else if isIgnored(name) {
        entity.file.note("the unknown class \(Printable.quoted(name)) is ignored", node.start)
      } else {
        fail("unknown class \(Printable.quoted(name))", node)
      }
    }
    return entity
  }

  private func isUnread(_ name: [UInt8]) -> Bool {
    unreadClasses.contains(name)
      || name.indices.contains {
        name[$0] == Self.dot && unreadClasses.contains(Array(name[..<$0]))
      }
  }

  /// Whether a class that is not imported is left out of nodes.
  func isIgnored(_ name: [UInt8]) -> Bool {
    ignoredClasses?.matches(name) == true && !name.contains(.slash) && !isUnread(name)
  }

  /// The name of a class; each leading dot names a class around this one.
  private static func absolute(_ wanted: [UInt8], in name: [UInt8]) -> [UInt8] {
    let dots = wanted.prefix { $0 == dot }.count
    if dots == 0 { return wanted }
    let around = name.split(separator: dot, omittingEmptySubsequences: false).dropLast(dots)
    return Array((around + [wanted[dots...]]).joined(separator: [dot]))
  }

  /// Removes classes that inherit from themselves, for which reclass does not end.
  private mutating func breakCycles() {
    var done: Set<[UInt8]> = []
    for first in classes.keys.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      var stack: [(name: [UInt8], next: Int)] = done.contains(first) ? [] : [(first, 0)]
      var active: Set<[UInt8]> = [first]
      while let (name, next) = stack.last {
        guard let entity = classes[name], entity.parents.indices.contains(next) else {
          done.insert(name)
          active.remove(name)
          stack.removeLast()
          continue
        }
        stack[stack.count - 1].next += 1
        let parent = entity.parents[next]
        if active.contains(parent) {
          entity.file.leaveOut(
            "class \(Printable.quoted(parent)), which inherits from this one, and the nodes with it",
            entity.file.root["classes"]?.start ?? 0)
          classes[name]?.isBroken = true
          classes[name]?.parents.remove(at: next)
          stack[stack.count - 1].next -= 1
        } else if !done.contains(parent) {
          active.insert(parent)
          stack.append((parent, 0))
        }
      }
    }
  }

  /// The classes of each node, lowest precedence first; nil if one cannot be read.
  func lineage(of node: Entity) -> [Entity]? {
    let order = readableLineage(of: node)
    return order.isWhole ? order.entities : nil
  }

  /// The classes that are read, as heir inherits from them, and whether they are all.
  func readableLineage(of node: Entity) -> (entities: [Entity], isWhole: Bool) {
    var (order, seen, isWhole): ([Entity], Set<[UInt8]>, Bool) = ([], [], true)
    // The classes that remain of each entity on the way.
    var stack = [(entity: node, rest: (mapped(node.name) + node.parents)[...])]
    while let (entity, _) = stack.last {
      if entity.isBroken { isWhole = false }
      guard let name = stack[stack.count - 1].rest.popFirst() else {
        order.append(entity)
        stack.removeLast()
        continue
      }
      if !seen.insert(name).inserted { continue }
      guard let parent = classes[name] else {
        if !isIgnored(name) { isWhole = false }
        continue
      }
      stack.append((parent, parent.parents[...]))
    }
    return (order, isWhole)
  }

  private func mapped(_ name: [UInt8]) -> [[UInt8]] {
    mappings.filter { $0.matches(name) }.flatMap(\.classes)
  }

  /// The parameters that reclass adds to those of a node.
  func addedParameters(of node: Entity) -> ReclassStatement {
    let environment = node.file.root["environment"].flatMap { $0.isNull ? nil : $0 }
    let short = node.name.prefix { $0 != Self.dot }
    let name = [YAMLMember("full", .text(node.name)), YAMLMember("short", .text(short))]
    let own = [
      YAMLMember("name", YAMLNode(.mapping(name))),
      YAMLMember("environment", environment ?? defaultEnvironment),
    ]
    let all = YAMLMember(Self.ownName, YAMLNode(.mapping(own)))
    return ReclassStatement(YAMLNode(.mapping([all])), node.file)
  }

  // MARK: Files

  private mutating func write(_ entity: Entity) {
    let path = entity.scope + [ImportPlan.fileName]
    (file, target) = (entity.file, path)
    let root = entity.file.root
    let listed = root["classes"]
    var comments: [[UInt8]: YAMLComments] = [:]
    for node in listed?.elements ?? [] {
      comments[Self.absolute(node.text ?? [], in: entity.name)] = node.comments
    }
    let isNode = entity.scope[0] == Self.nodeDirectory
    // reclass lists the lowest precedence first.
    let parents = ((isNode ? mapped(entity.name) : []) + entity.parents).compactMap { name in
      classes[name].map { parent in
        var scope = YAMLNode.text([UInt8(ascii: "/")] + parent.scope.joinedPath)
        scope.comments = comments[name] ?? scope.comments
        return scope
      }
    }
    var all = YAMLNode(.sequence(parents.reversed()))
    all.comments = listed?.comments ?? all.comments
    var object = root["parameters"] ?? YAMLNode(.mapping([]))
    convert(&object)
    for place in object.leftOut where object.members == nil { leaveOut(place.why, place.start) }
    let members = object.members ?? []
    let unused = usedScopes.contains(entity.scope) ? [] : Set(members.map(\.name.unescapedName))
    plan.add(
      members, from: entity.file, at: path, end: entity.file.commentsAtEnd, unused: unused)
    if all.isSet {
      plan.add(.inherit, all, at: path)
    } else {
      plan.add(comments: listed?.ownComments ?? [], at: path)
    }
    plan.add(comments: object.ownComments, at: path)
    for member in root.members ?? [] {
      let name = String(decoding: member.name, as: UTF8.self)
      if name == "classes" || name == "parameters" { continue }
      plan.add([], at: path, end: member.value.allComments)
    }
    for other in ["applications", "exports", "environment"] {
      guard let node = root[other], node.isSet else { continue }
      leaveOut("'\(other)'", node.start)
    }
  }
}

extension YAMLNode {
  /// Whether reclass can read the value as a list of texts; it takes the letters of a text, and the keys of an object.
  fileprivate var isListOfTexts: Bool {
    elements?.allSatisfy { $0.text != nil }
      ?? (isNull || text != nil || members?.allSatisfy { $0.keyType == .text } == true)
  }
}
