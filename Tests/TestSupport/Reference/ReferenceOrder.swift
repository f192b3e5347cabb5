/// The order of scopes (T10, T11): a scope and its ancestors, highest precedence first.
package struct ReferenceOrder: Sendable {
  /// Every scope that any of the trees has.
  let paths: Set<[PlainName]>
  private let finder: Finder

  /// The root's tree first; the rules and facts, and the values of the command line, as templates see them.
  package init(
    _ trees: [ReferenceTree], rules: [ReferenceRule] = [], facts: PlainValue? = nil,
    set: [(key: PlainKey, value: PlainValue)] = []
  ) {
    var finder = Finder(trees, rules, facts, set)
    for path in finder.paths { _ = finder.order(of: path) }
    (self.finder, paths) = (finder, finder.paths)
  }

  /// nil where there is none, as scopes inherit from each other in a cycle or from what does not exist. What no
  /// tree has says nothing; templates of the scope that is asked see the command line, too.
  package subscript(path: [PlainName], asked isAsked: Bool = false) -> [[PlainName]]? {
    if let known = finder.known[path], !isAsked || finder.isPlain { return known }
    var finder = finder
    return finder.order(of: path, isAsked: isAsked)
  }

  /// Whether every scope has an order.
  package var isSound: Bool { paths.allSatisfy { self[$0] != nil } }

  /// Whether an entry of a list says where the scope above stands.
  package static func isAbove(_ text: [UInt8]) -> Bool {
    text == Array("..".utf8) || text == Array("../".utf8)
  }

  /// Which scope an entry of a list means in a scope; nil for one that leaves the tree.
  package static func parent(_ text: [UInt8], in scope: [PlainName]) -> [PlainName]? {
    var path = text.first == UInt8(ascii: ".") ? scope : []
    for name in text.split(separator: UInt8(ascii: "/")) {
      switch PlainName(bytes: Array(name)) {
      case ".": continue
      case "..": if path.popLast() == nil { return nil }
      case let name: path.append(name)
      }
    }
    return path
  }
}

extension ReferenceTree {
  /// What the lists of a scope's files say, in the order in which they are read.
  package func listedParents(of path: [PlainName]) -> [[UInt8]] {
    files(in: path).flatMap { file in
      (file.content.members ?? []).filter { $0.name == "$inherit" }.flatMap(\.value.texts)
    }
  }
}

extension PlainValue {
  /// The texts of a list.
  package var texts: [[UInt8]] {
    guard case .array(let elements) = self else { return [] }
    return elements.compactMap { if case .string(let text) = $0 { text } else { nil } }
  }
}

private struct Finder {
  let trees: [ReferenceTree]
  let paths: Set<[PlainName]>
  private let rules: [ReferenceRule]
  private let facts: PlainValue?
  private let set: ReferenceStatements
  /// Whether the command line has no say.
  let isPlain: Bool
  private(set) var known: [[PlainName]: [[PlainName]]?] = [:]
  private var open: Set<[PlainName]> = []

  init(
    _ trees: [ReferenceTree], _ rules: [ReferenceRule], _ facts: PlainValue?,
    _ set: [(key: PlainKey, value: PlainValue)]
  ) {
    (self.trees, self.rules, self.facts) = (trees, rules, facts)
    paths = Set(trees.flatMap(\.paths))
    self.set = ReferenceStatements(commandLine: set, position: 0)
    isPlain = set.isEmpty || rules.isEmpty
  }

  /// The scope, then the orders of its further parents as listed, those of the parents by rule, then that of the
  /// scope above, unless a `..` says where that stands. The lists of later trees come first.
  mutating func order(of path: [PlainName], isAsked: Bool = false) -> [[PlainName]]? {
    if !isAsked, let order = known[path] { return order }
    guard open.insert(path).inserted else { return nil }
    defer { open.remove(path) }
    let listed = trees.reversed().flatMap { $0.listedParents(of: path) }
    let named = listed.map { ReferenceOrder.parent($0, in: path) } + ruled(path, isAsked)
    let isPlaced = path.isEmpty || listed.contains(where: ReferenceOrder.isAbove)
    let above = isPlaced ? [] : [Array(path.dropLast())]
    var all = [path]
    for parent in named {
      guard let parent, paths.contains(parent), let order = order(of: parent) else {
        return note(nil, path, isAsked)
      }
      all += order
    }
    for parent in above {
      guard let order = order(of: parent) else { return note(nil, path, isAsked) }
      all += order
    }
    // What was worked out before may come back to the one that is asked.
    if all.dropFirst().contains(path) { return note(nil, path, isAsked) }
    return note(Self.lastOfEach(all), path, isAsked)
  }

  private mutating func note(
    _ order: [[PlainName]]?, _ path: [PlainName], _ isAsked: Bool
  ) -> [[PlainName]]? {
    if !isAsked { known[path] = .some(order) }
    return order
  }

  // MARK: Parents by rule

  /// T11: those of every rule whose pattern is as the path; nil for a scope that must be there and is not.
  private func ruled(_ path: [PlainName], _ isAsked: Bool) -> [[PlainName]?] {
    var parents: [[PlainName]?] = []
    for rule in rules {
      guard let names = rule.names(of: path) else { continue }
      for template in rule.templates {
        let parent = ReferenceRule.path(template) { name in
          if let component = names[name] { return component.bytes }
          if name == "$scope.name" { return path.last?.bytes ?? [] }
          if name.hasPrefix("$facts.") {
            return facts?.value(at: Self.key(String(name.dropFirst(7))))?.templateText
          }
          return plain(Self.key(name), path, isAsked)
        }
        if parent == path { continue }
        let isThere = parent.map(paths.contains) ?? false
        if isThere || ReferenceRule.isFixed(template) { parents.append(isThere ? parent : nil) }
      }
    }
    return parents
  }

  private static func key(_ text: String) -> PlainKey {
    ReferencePattern(reading: Array(text.utf8)).parts.map { part in
      guard case .name(let name) = part else { preconditionFailure("\(text) is no key") }
      return name
    }
  }

  /// The scalar that the scope's own files write, those of the outermost tree first, else those of the nearest
  /// directory above that do.
  private func plain(_ key: PlainKey, _ path: [PlainName], _ isAsked: Bool) -> [UInt8]? {
    if isAsked, let text = set.templateText(at: key) { return text }
    for tree in trees.reversed() {
      let own = ReferenceStatements(
        files: tree.files(in: path), of: path, overlay: nil, position: 0, lacking: [])
      if let text = own.templateText(at: key) { return text }
    }
    return path.isEmpty ? nil : plain(key, Array(path.dropLast()), false)
  }

  /// Of what comes more than once only the last stays.
  private static func lastOfEach(_ all: [[PlainName]]) -> [[PlainName]] {
    var seen: Set<[PlainName]> = []
    return all.reversed().filter { seen.insert($0).inserted }.reversed()
  }
}

extension ReferenceStatements {
  /// The scalar that is written at a key, as a template takes it.
  fileprivate func templateText(at key: PlainKey) -> [UInt8]? {
    guard case .leaf(.scalar(let value), _) = own[key] else { return nil }
    return value.templateText
  }
}
