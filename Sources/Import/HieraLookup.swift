import Files
import SafeText
import SystemCalls
import YAMLSource

/// The answers of Puppet's lookup for a host.
final class HieraLookup {
  /// A lookup that fails in Puppet, or that depends on something that the import cannot know.
  struct Failure: Error {
    let words: String
    var isUnknown = false

    init(_ words: String) { self.words = words }

    static func unknown(_ words: String) -> Failure {
      var failure = Failure(words)
      failure.isUnknown = true
      return failure
    }
  }

  /// The files of a level; nil for a missing one.
  typealias Level = [HieraData?]

  private let host: HieraHost
  private let own: Layer
  private let modules: [[UInt8]: Layer]
  private let hierarchy: HieraHierarchy
  /// The options of keys, by module: those of all files, and without doubtful ones if there are any.
  private var options: [[UInt8]: Result<(all: HieraTable?, known: HieraTable??), Failure>] = [:]
  private var open: Set<[UInt8]> = []
  /// The arrays and objects around the text that is interpolated, in all open keys.
  private var depth = 0
  private var known: [[UInt8]: Result<YAMLNode?, Failure>] = [:]
  /// Whether the value that is computed has a sensitive one in it, and the keys of which that is known.
  private var holdsSensitive = false
  private var sensitive: Set<[UInt8]> = []
  private let patterns: HieraPatterns
  /// The numbers of a variable's value in the origin of keys.
  private var origins: [[UInt8]: [Int]] = [:]
  /// How much lookups in values may insert; few of them make a large value if each doubles it.
  private var room = (values: 100_000, bytes: 4 << 20)

  /// The levels of an environment or a module.
  private struct Layer {
    typealias Place = (level: Int, index: Int, data: HieraData)

    private let counts: [Int]
    private(set) var places: [[UInt8]: [Place]] = [:]
    /// The files that cannot be read; each value of them is left out.
    private var broken: [Place] = []

    /// Why Puppet finds no key in the layer.
    var refusal: String? {
      broken.lazy.compactMap(\.data.refusal).first
    }

    init(_ levels: [Level]) {
      counts = levels.map(\.count)
      for (level, files) in levels.enumerated() {
        for (index, data) in files.enumerated() {
          guard let data else { continue }
          if data.broken != nil { broken.append((level, index, data)) }
          for key in data.values.keys { places[key, default: []].append((level, index, data)) }
        }
      }
    }

    var hasDoubtfulOptions: Bool {
      places[HieraOptions.name]?.contains { $0.data.doubt != nil } == true
    }

    func note(_ key: [UInt8], in origin: inout [Int]) {
      let found = (places[key] ?? []) + broken
      origin.append(found.count)
      for (level, index, data) in found {
        origin += [level, index, Int(bitPattern: ObjectIdentifier(data))]
      }
    }

    /// Merges the values of a key.
    func lookup(
      _ key: [UInt8], _ merge: HieraMerge, isKnown: Bool = false,
      _ value: (YAMLNode) throws(Failure) -> YAMLNode
    ) throws(Failure) -> YAMLNode? {
      var found = (places[key] ?? []).filter { !isKnown || $0.data.doubt == nil }
      if !broken.isEmpty && key != HieraOptions.name {
        found = (found + broken).sorted { ($0.level, $0.index) < ($1.level, $1.index) }
      }
      let levels = Dictionary(grouping: found, by: \.level)
      return try merge.lookup(counts.count, levels.keys.sorted()) {
        (level) throws(Failure) -> YAMLNode? in
        let files = levels[level] ?? []
        return try merge.lookup(counts[level], Array(files.indices)) {
          (index) throws(Failure) -> YAMLNode? in
          guard let found = try files[index].data.value(of: key) else { return nil }
          return try value(found)
        }
      }
    }
  }

  init(
    _ host: HieraHost, _ levels: [Level], modules: [[UInt8]: [Level]],
    of hierarchy: HieraHierarchy, _ patterns: HieraPatterns
  ) {
    for name in hierarchy.refusedModules {
      options[name] = .failure(Failure("the hierarchy of its module, which is not imported"))
    }
    for name in hierarchy.unknownModules where !name.isEmpty {
      options[name] = .failure(Self.unknownModule)
    }
    self.hierarchy = hierarchy
    (self.host, self.patterns, own) = (host, patterns, Layer(levels))
    self.modules = modules.mapValues { Layer($0) }
  }

  /// Numbers that are the same for hosts with the same files for keys, and the same values of variables.
  func origin(of needs: HieraOptions.Needs) -> [Int] {
    var origin: [Int] = []
    for key in needs.keys + [HieraOptions.name] {
      own.note(key, in: &origin)
      if !modules.isEmpty, let name = key.moduleName { modules[name]?.note(key, in: &origin) }
    }
    for name in Set(needs.keys.compactMap(\.moduleName)) {
      modules[name]?.note(HieraOptions.name, in: &origin)
    }
    for name in needs.variables { origin += self.origin(of: name) }
    return origin
  }

  private func origin(of variable: [UInt8]) -> [Int] {
    if let known = origins[variable] { return known }
    let value = (try? host.value(variable))?.identity ?? []
    let origin = [value.count] + value.map { Int($0) }
    origins[variable] = origin
    return origin
  }

  /// Whether the lookups in the value make too many or too large values.
  func isTooLarge(_ key: [UInt8]) -> Bool {
    do { _ = try value(of: key) } catch { return error.words == Self.tooLarge }
    return false
  }

  /// Whether a file sets the key.
  func isSet(_ key: [UInt8]) -> Bool {
    own.places[key] != nil || key.moduleName.flatMap { modules[$0]?.places[key] } != nil
  }

  /// The keys that files set.
  var keys: Set<[UInt8]> {
    modules.values.reduce(into: Set(own.places.keys)) { $0.formUnion($1.places.keys) }
  }

  /// nil if no file sets the key.
  func value(of key: [UInt8]) throws(Failure) -> YAMLNode? {
    if let known = known[key] { return try known.get() }
    guard open.insert(key).inserted else { throw Failure("a lookup of the key within itself") }
    let outer = holdsSensitive
    holdsSensitive = false
    defer {
      open.remove(key)
      if holdsSensitive { sensitive.insert(key) }
      holdsSensitive = outer
    }
    let found: Result<YAMLNode?, Failure>
    do throws(Failure) { found = .success(try newValue(of: key)) } catch { found = .failure(error) }
    // A shorter chain may lead to the key, too.
    if case .failure(let error) = found, error.words == Self.longChain, open.count > 1 {
      throw error
    }
    known[key] = found
    return try found.get()
  }

  private func newValue(of key: [UInt8]) throws(Failure) -> YAMLNode? {
    let (merge, conversion) = try strategy(of: key)
    let found = try value(key, merge)
    if found != nil, let conversion, !conversion.isSensitive { throw Failure("'convert_to'") }
    return found
  }

  private func isSensitive(_ key: [UInt8]) throws(Failure) -> Bool {
    try strategy(of: key).conversion?.isSensitive == true
  }

  private func value(_ key: [UInt8], _ merge: HieraMerge) throws(Failure) -> YAMLNode? {
    let module = key.moduleName.flatMap { modules[$0] }
    var count = 0
    // The layers are the server's, the environment's, and the module's.
    let found = try merge.lookup(3, module == nil ? [1] : [1, 2]) {
      (layer) throws(Failure) -> YAMLNode? in
      try (layer == 1 ? own : module)?.lookup(key, merge) { (node) throws(Failure) in
        count += 1
        return try self.interpolated(node)
      }
    }
    if holdsSensitive, count > 1, merge.strategy == .unique || merge.strategy == .hash {
      throw Failure("a sensitive value in a merge")
    }
    if found == nil, let name = key.moduleName, hierarchy.modulesWithDefaults.contains(name) {
      throw Self.unknownModule
    }
    return found
  }

  private static let unknownModule = Failure.unknown("a module whose data are not imported")

  // MARK: Options

  private func strategy(
    of key: [UInt8]
  ) throws(Failure) -> (merge: HieraMerge, conversion: YAMLNode?) {
    let module = key.moduleName ?? []
    if !module.isEmpty, hierarchy.areModulesUnknown { throw Self.unknownModule }
    let tables: (all: HieraTable?, known: HieraTable??)
    if let found = options[module] {
      tables = try found.get()
    } else {
      // Puppet refuses options that look themselves up.
      options[module] = .failure(Failure("a lookup in 'lookup_options'"))
      let found: Result<(all: HieraTable?, known: HieraTable??), Failure>
      do throws(Failure) {
        let all = try table(of: module, isKnown: false)
        let hasDoubts = [own, modules[module]].contains { $0?.hasDoubtfulOptions == true }
        found = .success((all, hasDoubts ? .some(try table(of: module, isKnown: true)) : nil))
      } catch { found = .failure(error) }
      options[module] = found
      tables = try found.get()
    }
    let options = try tables.all?.options(of: key)
    if case .leftOut(let words, _)? = options?.content { throw Failure(words) }
    // A doubtful file may also change which of two expressions is tried first.
    if let known = tables.known, try known?.options(of: key)?.identity != options?.identity {
      throw .unknown(HieraImport.notImported)
    }
    guard let options else { return (.first, nil) }
    guard options.members != nil else {
      // Puppet looks for the words in the text.
      if let text = options.text,
        !["merge", "convert_to"].contains(where: { text.contains($0.utf8) })
      {
        return (.first, nil)
      }
      throw Failure("options other than a hash")
    }
    var conversion = options["convert_to"]
    if case .null? = conversion?.content { conversion = nil }
    return (try HieraMerge(options["merge"]), conversion)
  }

  private func table(of module: [UInt8], isKnown: Bool) throws(Failure) -> HieraTable? {
    func options(_ layer: Layer) throws(Failure) -> YAMLNode? {
      if let why = layer.refusal { throw Failure(why) }
      let found = try layer.lookup(HieraOptions.name, .hash, isKnown: isKnown) {
        (node) throws(Failure) in
        try self.interpolated(node)
      }
      if let found, !found.isNull, found.members?.allSatisfy({ $0.keyType == .text }) != true {
        throw Failure("'lookup_options' other than a hash with names")
      }
      return found
    }
    var table = try options(own)
    // Puppet treats null as no options; null in a module also hides the options of the others for its keys.
    if table?.isNull == true { table = nil }
    if let layer = modules[module], let others = try options(layer) {
      if others.isNull { return nil }
      let prefix = module + Array("::".utf8)
      for member in others.members ?? []
      where !member.name.dropFirst(member.name.isPattern ? 1 : 0).starts(with: prefix) {
        throw Failure("options of a module for other keys")
      }
      table =
        try table.map { (own) throws(Failure) in try HieraMerge.hash.merged(own, others) }
        ?? others
    }
    return table?.members.map { HieraTable($0, patterns) }
  }

  // MARK: Interpolation

  /// Puppet's stack ends at about 150 lookups, or fewer if their texts are in arrays and objects.
  private static let mostSteps = 100
  private static let tooLarge = "too many or too large lookups for one host"
  private static let longChain = "a chain of lookups for which Puppet may have no stack"

  private func interpolated(_ node: YAMLNode) throws(Failure) -> YAMLNode {
    if node.isContainer { depth += 1 }
    defer { if node.isContainer { depth -= 1 } }
    switch node.content {
    case .text(let text):
      if text.contains("%{".utf8) { return try interpolated(text) }
      return YAMLNode(.encryptable(text))
    case .sequence(let elements):
      var found: [YAMLNode] = []
      for element in elements { found.append(try interpolated(element)) }
      return YAMLNode(.sequence(found))
    case .mapping(let members):
      var found = MemberTable([])
      for var member in members {
        if member.name.contains("%{".utf8) {
          guard let text = try interpolated(member.name).scalarText else {
            throw Failure("a name that is not a text")
          }
          member.name = text
        }
        found[member] = try interpolated(member.value)
      }
      return YAMLNode(.mapping(found.members))
    case .leftOut(let words, _):
      if let why = ImportSource.refusals[words] { throw Failure(why) }
      return node
    default: return node
    }
  }

  private func interpolated(_ text: [UInt8]) throws(Failure) -> YAMLNode {
    let pieces = HieraText(text).pieces
    var result: [UInt8] = []
    var leftOut: YAMLNode?
    for piece in pieces {
      var found: YAMLNode?
      switch piece {
      case .text(let plain):
        result += plain
        continue
      case .unknown: throw Failure("a function or a variable with a wrong name in a text")
      case .variable(let variable):
        do throws(Failure) { found = try host.value(variable) } catch {
          if !error.isUnknown { throw error }
          leftOut = YAMLNode(.leftOut(error.words))
        }
      case .lookup(let key): found = try lookup(key, inText: true) ?? .text([])
      case .alias(let key):
        if pieces.count > 1 { throw Failure("'alias' in a text") }
        let value = try lookup(key, inText: false)
        if let name = HieraText.segments(key)?[0], try isSensitive(name) || sensitive.contains(name)
        {
          holdsSensitive = true
        }
        return value ?? .text([])
      }
      guard let value = found else { continue }
      let again = try interpolated(value)
      if case .null = again.content { continue }
      if case .leftOut = again.content {
        leftOut = again
        continue
      }
      guard let inserted = again.scalarText else {
        throw Failure("a value in a text that is not a scalar")
      }
      if case .number(let spelling) = again.content, !spelling.isUsualNumber {
        throw Failure("a number in a text that Ruby spells in another way")
      }
      result += inserted
    }
    return leftOut ?? YAMLNode(.encryptable(result))
  }

  private func lookup(_ key: [UInt8], inText: Bool) throws(Failure) -> YAMLNode? {
    guard let path = HieraText.segments(key) else { throw Failure("a key with a wrong name") }
    if inText, try isSensitive(path[0]) { throw Failure("a sensitive value in a text") }
    guard depth + open.count <= Self.mostSteps else { throw Failure(Self.longChain) }
    let value = try value(of: path[0])
    if value == nil, hierarchy.unknownModules.contains([]) {
      throw .unknown("a level that is not imported")
    }
    let found = try value?.digging(path)
    if found?.fits(&room) == false { throw Failure(Self.tooLarge) }
    return found
  }
}
