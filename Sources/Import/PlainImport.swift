import Cascade
import Files
import JSONSource
import SafeText
import SystemCalls
import YAMLSource

/// Converts a directory tree of YAML files: each directory is a scope, and a file that overrides others one below it.
package struct PlainImport: ValueConverter {
  package private(set) var plan = ImportPlan()
  /// The file that is being converted, and whether it overrides values of Helm.
  private var file: ImportSource.File?
  private var target: [FileName] = []
  private var removesNull = false
  private var hasTemplates = false

  /// nil if there are no YAML files.
  package init?(_ source: ImportSource) throws(FileError) {
    let endings = ["yaml", "yml", "YAML", "YML", "Yaml", "Yml"].map { "." + $0 }
    let paths = try source.paths(in: [], endings: endings)
    if paths.isEmpty && source.findings.isEmpty { return nil }
    let directories = Dictionary(grouping: paths) { Array($0.dropLast()) }
    let charts = Set(
      directories.filter { $0.value.contains { $0.last == FileName("Chart.yaml".utf8) } }.keys)
    func chart(of path: [FileName]) -> [FileName]? {
      path.indices.map { Array(path[..<$0]) }.last(where: charts.contains)
    }
    func isBelowChart(_ path: [FileName]) -> Bool {
      chart(of: path).map { path.count > $0.count + 1 } ?? false
    }
    /// Whether other files of the directory override its values.
    func isBase(_ path: [FileName]) -> Bool {
      // Helm reads no 'values.yml'.
      let name = path[path.count - 1]
      let isOfChart = charts.contains(Array(path.dropLast()))
      return !isBelowChart(path)
        && (isOfChart ? "values.yaml" : "values").utf8.elementsEqual(
          isOfChart ? name : name.withoutEnding)
    }
    let bases = Set(directories.filter { $0.value.contains(where: isBase) }.keys)
    // A plain directory is the scope of its files.
    var scopes = bases.union(
      directories.values.compactMap { $0.first }
        .filter { chart(of: $0) == nil }.map { Array($0.dropLast()) })
    var known: [[FileName]: KnownValues] = [:]
    var baseRoots: [[FileName]: [YAMLNode]] = [:]
    var emptied:
      [(
        directories: [[FileName]], object: EmptiedObject, file: ImportSource.File,
        target: [FileName]
      )] = []
    // The values of a chart tell which files below it have values, and a file around others is first.
    let below = paths.filter(isBelowChart).sorted {
      $0.count == $1.count
        ? $0.joinedPath.lexicographicallyPrecedes($1.joinedPath) : $0.count < $1.count
    }
    for path in paths.filter({ !isBelowChart($0) }) + below {
      let directory = Array(path.dropLast())
      let chart = chart(of: path)
      let name = path[path.count - 1].withoutEnding
      if chart == directory,
        ["Chart", "requirements"].contains(where: { name.elementsEqual($0.utf8) })
      {
        continue
      }
      guard let file = try source.dataFile(at: path, chart == nil ? nil : .go) else { continue }
      let isBelow = isBelowChart(path)
      if let chart, isBelow,
        !Self.hasValues(path[chart.count...], file.root, of: baseRoots[chart] ?? [])
      {
        source.report(.note, "the file has no values of the chart", at: path)
        continue
      }
      switch file.root.content {
      case .mapping, .null: break
      case .leftOut(let why, _):
        file.leaveOut(why, file.root.start)
        continue
      default:
        file.leaveOut("the file contains no object", file.root.start)
        continue
      }
      let overrides = chart != nil || bases.contains(directory)
      let override = Self.override(name) ?? (overrides ? name : nil)
      target = directory + [name + Array(".jsonc".utf8)]
      // A file without values is a scope, too.
      if file.root.isNull && override == nil { continue }
      removesNull = !isBase(path) && override != nil
      if removesNull, let override {
        let scope = directory + [override]
        // It would inherit from the file.
        let isBelowFile =
          isBelow
          && scope.indices.dropFirst((chart?.count ?? 0) + 1).contains {
            scopes.contains(Array(scope[..<$0]))
          }
        if isBelowFile || !scopes.insert(scope).inserted {
          file.leaveOut(
            "another file or directory is the same scope, or one above it", file.root.start)
          continue
        }
        target = scope + [ImportPlan.fileName]
      }
      if removesNull {
        // A chart inherits nothing.
        let inherited = ((chart?.count ?? 0)...directory.count).map { Array(directory[..<$0]) }
        emptied += file.root.emptiedObjects().map { (inherited, $0, file, target) }
      } else {
        baseRoots[directory, default: []].append(file.root)
      }
      (self.file, hasTemplates) = (file, false)
      var object = file.root
      if chart == nil { object.leaveOutOtherKeys() }
      if !removesNull, !isBase(path) {
        let taken = known[directory, default: KnownValues()].takeNew(from: &object)
        if let first = taken.first {
          let names = NameTable()
          let key = names.spelling(Key(first.path.map(names.intern)))
          let others =
            taken.count == 1 ? "" : " and \(Printable.count(taken.count - 1, "other key"))"
          file.leaveOut(
            "\(Printable.quoted(key))\(others), which another file of the directory sets to other values",
            first.start)
        }
      }
      convert(&object)
      plan.add(object.members ?? [], from: file, at: target, end: file.commentsAtEnd)
    }
    for (directories, object, file, target) in emptied {
      let inherited = directories.flatMap { baseRoots[$0] ?? [] }.flatMap {
        $0.following(object.path)?.members ?? []
      }
      // Helm keeps the empty object.
      if inherited.allSatisfy({ object.names.contains($0.name) }) {
        file.leaveOut("an object of which all members are null", object.start)
        plan.leaveOut([object.path], at: target)
      }
    }
    for chart in charts where !chart.isEmpty {
      // The values of a chart are its own.
      let isBelowValues = chart.indices.contains { directories[Array(chart[..<$0])] != nil }
      if isBelowValues {
        plan.add(.stop, YAMLNode(.boolean(true)), at: chart + [ImportPlan.fileName])
        plan.expect([.idleStop], in: (chart + [ImportPlan.fileName]).joinedPath)
      }
    }
    plan.addSettings()
  }

  /// The name between 'values' and a sign, as in 'values-prod'; nil if there is none.
  private static func override(_ name: [UInt8]) -> [UInt8]? {
    let (word, signs) = (Array("values".utf8), "-_.".utf8)
    if name.starts(with: word), name.count > word.count + 1, signs.contains(name[word.count]) {
      return Array(name.dropFirst(word.count + 1))
    }
    let rest = name.dropLast(word.count)
    if name.suffix(word.count).elementsEqual(word), rest.count > 1, let sign = rest.last,
      signs.contains(sign)
    {
      return Array(rest.dropLast())
    }
    return nil
  }

  /// Whether a file below a chart overrides its values: by a name in its path, or by a key that they have.
  private static func hasValues(
    _ path: ArraySlice<FileName>, _ root: YAMLNode, of chart: [YAMLNode]
  ) -> Bool {
    let isNamed = path.map(\.withoutEnding).contains {
      $0.elementsEqual("values".utf8) || override($0) != nil
    }
    let names = Set(chart.flatMap { ($0.members ?? []).map(\.name) })
    return isNamed || (root.members ?? []).contains { names.contains($0.name) }
  }

  /// In overriding values of Helm, null removes what is inherited.
  func converted(_ members: [YAMLMember], isInList: Bool) -> [YAMLMember] {
    guard removesNull && !isInList else { return members.escapingNames }
    let names = NameTable()
    let removed = members.filter { if case .null = $0.value.content { true } else { false } }
      .map { names.spelling(Key([names.intern($0.name)])) }
    let rest = members.filter { if case .null = $0.value.content { false } else { true } }
    return (removed.isEmpty ? [] : [YAMLMember("$stop", .list(removed))]) + rest.escapingNames
  }

  mutating func converted(_ text: [UInt8], at start: Int) -> YAMLNode.Content {
    if text.isCiphertext { return .leftOut("encrypted value", isSecret: true) }
    let brace = UInt8(ascii: "{")
    if !hasTemplates, zip(text, text.dropFirst()).contains(where: { $0 == brace && $1 == brace }) {
      // Also for Helm it is a text, which templates of a chart may evaluate.
      file?.note("templates are imported as texts", start)
      plan.expect([.noReference], in: target.joinedPath)
      hasTemplates = true
    }
    return .text(text)
  }
}

/// The values that the files of a directory have set so far.
private struct KnownValues {
  private var members: [[UInt8]: KnownValues] = [:]
  /// The value, unless it is an object with members.
  private var identity: [UInt8]?

  typealias Taken = (path: [[UInt8]], start: Int)

  /// Adds the values of a file and keeps only these. Returns the places of other values for known keys.
  mutating func takeNew(from node: inout YAMLNode, at path: [[UInt8]] = []) -> [Taken] {
    var (kept, taken): ([YAMLMember], [Taken]) = ([], [])
    for var member in node.members ?? [] {
      if case .leftOut = member.value.content {
        kept.append(member)
        continue
      }
      let path = path + [member.name]
      let isLeaf = members[member.name]?.identity != nil
      if member.value.members?.isEmpty == false, !isLeaf {
        // Removed, so that it is changed in place.
        var inner = members.removeValue(forKey: member.name) ?? KnownValues()
        taken += inner.takeNew(from: &member.value, at: path)
        members[member.name] = inner
        if member.value.members?.isEmpty == false { kept.append(member) }
      } else if let known = members[member.name] {
        if known.identity != member.value.identity { taken.append((path, member.start)) }
      } else {
        members[member.name] = KnownValues(identity: member.value.identity)
        kept.append(member)
      }
    }
    node.content = .mapping(kept)
    return taken
  }
}

/// An object in overriding values of which all members are null.
private struct EmptiedObject {
  let path: [[UInt8]]
  let names: Set<[UInt8]>
  let start: Int
}

extension YAMLNode {
  private var isEmptied: Bool {
    members.map { !$0.isEmpty && $0.allSatisfy { $0.value.isNull || $0.value.isEmptied } } ?? false
  }

  fileprivate func emptiedObjects(at path: [[UInt8]] = []) -> [EmptiedObject] {
    let members = members ?? []
    let own = EmptiedObject(path: path, names: Set(members.map(\.name)), start: start)
    return (!path.isEmpty && isEmptied ? [own] : [])
      + members.flatMap { $0.value.emptiedObjects(at: path + [$0.name]) }
  }
}
