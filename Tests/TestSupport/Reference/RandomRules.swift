/// A sample with rules of inheritance (T11) and abstract scopes (T12).
package struct ReferenceRuled: Sendable {
  package var whole: ReferenceWhole
  package var rules: [ReferenceRule]
  package var facts: PlainValue?

  package init(_ whole: ReferenceWhole, _ rules: [ReferenceRule], facts: PlainValue?) {
    (self.whole, self.rules, self.facts) = (whole, rules, facts)
  }

  /// The resolver of the sample.
  package var resolver: ReferenceResolver {
    ReferenceResolver(whole, facts: facts, rules: rules)
  }

  /// Whether every scope has an order, also as the one that is asked.
  package var isSound: Bool {
    let order = resolver.order
    return order.paths.allSatisfy { order[$0] != nil && order[$0, asked: true] != nil }
  }

  /// Whether the scope is abstract: its files declare it, or those of an ancestor with all below.
  package func isAbstract(_ path: [PlainName]) -> Bool {
    isAbstractWithDescendants(path) || declaresAbstract(path, "here")
  }

  package func isAbstractWithDescendants(_ path: [PlainName]) -> Bool {
    (0...path.count).contains { declaresAbstract(Array(path.prefix($0)), true) }
  }

  private func declaresAbstract(_ path: [PlainName], _ value: PlainValue) -> Bool {
    whole.trees.contains { tree in
      tree.files(in: path).contains { file in
        file.content.members?.contains { $0.name == "$abstract" && $0.value == value } ?? false
      }
    }
  }
}

extension RandomTree {
  /// Samples as `makeWhole` makes them, with rules, and values and facts on which their templates draw. A few of
  /// them have cycles. The same for the same seed, always.
  package static func makeRuled(seed: UInt64) -> ReferenceRuled {
    var maker = RuledMaker(seed: seed)
    return maker.make()
  }
}

/// Adds rules to a sample.
private struct RuledMaker {
  private var random: SplitMix64
  private var sample: ReferenceRuled

  private static let facts: PlainValue = [
    "role": "q", "o": ["site": "r"], "one": 1, "yes": true, "none": nil, "list": ["q"], "b": "r/p",
  ]
  private static let values: [PlainValue] = [
    "p", "q", "r", "r/p", "q", "r", "p", 1, true, "", "none", ".", "r//p", nil, ["q"],
    ["$ref": "b"],
    ["$format": "q"], ["x": "q"],
  ]
  private static let templates = [
    "/q", "/r", "r/p", "/${role}", "/${role}", "${role}", "/r/${role}", "/${at.site}",
    "${at.site}/p", "/${at.site}/${role}", "/${x}", "/r/${x}", "/${x}/${y}", "/${$scope.name}",
    "/r/${$scope.name}", "/${$facts.role}", "/${$facts.o.site}", "/${$facts.one}",
    "/${$facts.none}", "/${$facts.list}", "/${$facts.b}", "/${/at/site}", "/${b}", "/true",
    "/${role}/",
  ]

  init(seed: UInt64) {
    random = SplitMix64(seed: seed ^ 0x2171)
    let whole = RandomTree.makeWhole(seed: seed &+ 70_001)
    sample = ReferenceRuled(whole, [], facts: random.chance(75) ? .some(Self.facts) : .none)
  }

  mutating func make() -> ReferenceRuled {
    let more: [[PlainName]] = [
      ["q"], ["r"], ["r", "p"], ["1"], ["true"], ["r", "q"], ["p", "q"],
    ]
    for path in more where !sample.whole.tree.paths.contains(path) && random.chance(75) {
      sample.whole.tree.scopes.append(
        .init(path, [.init("a.json", .object([PlainMember("a", .text("at\(path)"))]))]))
    }
    if random.chance(25) {
      sample.whole.set.append((["role"], random.pick(["q", "r", "none", 1])))
    }
    for _ in 0...random.upTo(3) { keepSound { $0.addValue() } }
    for _ in 0...random.upTo(2) { keepSound { $0.addRule() } }
    for _ in 0...random.upTo(3) { keepSound { $0.addValue() } }
    if random.chance(40) { addAbstract() }
    if random.chance(12) { addCycle() }
    return sample
  }

  private mutating func keepSound(_ change: (inout RuledMaker) -> Void) {
    let before = sample
    change(&self)
    if !sample.isSound, !random.chance(12) { sample = before }
  }

  private mutating func addRule() {
    let paths = sample.whole.tree.paths.filter { !$0.isEmpty }
    guard !paths.isEmpty else { return }
    let path = random.pick(paths)
    var free = ["x", "y", "role"].shuffled(using: &random)
    let pattern = path.map { name in
      switch random.upTo(5) {
      case 0, 1: "*"
      case 2, 3: free.popLast().map { "{\($0)}" } ?? "*"
      default: name.text
      }
    }
    let text = "/" + pattern.joined(separator: "/")
    if sample.rules.contains(where: { $0.pattern == text }) { return }
    let all = sample.resolver.paths
    let templates = (0...random.upTo(2)).map { _ in random.pick(Self.templates) }.filter {
      !ReferenceRule.isFixed($0) || all.contains(ReferenceRule.path($0) { _ in nil } ?? ["none"])
    }
    sample.rules.insert(
      ReferenceRule(text, templates), at: random.upTo(sample.rules.count))
  }

  /// A value on which templates draw, in some scope of some tree, or another one in each of them.
  private mutating func addValue() {
    let trees = 0...sample.whole.overlays.count
    let isDeep = random.chance(35)
    let path = path()
    for tree in random.chance(35) ? trees : random.upTo(trees.upperBound)...trees.upperBound {
      addValue(random.pick(Self.values), isDeep: isDeep, in: tree, path)
    }
  }

  private mutating func addValue(
    _ value: PlainValue, isDeep: Bool, in tree: Int, _ path: [PlainName]
  ) {
    edit(tree, path) { members in
      let name: PlainName = isDeep ? "at" : "role"
      let new = PlainMember(name, isDeep ? .object([PlainMember("site", value)]) : value)
      members.removeAll { $0.name == name }
      members.append(new)
    }
  }

  private mutating func addAbstract() {
    let tree = random.chance(80) ? 0 : random.upTo(sample.whole.overlays.count)
    let place = path()
    let value: PlainValue = place.count.isMultiple(of: 2) ? "here" : true
    edit(tree, place) { members in
      if !members.contains(where: { $0.name == "$abstract" }) {
        members.append(PlainMember("$abstract", value))
      }
    }
  }

  /// Two scopes inherit from each other, by rules that name them or draw on what their files say.
  private mutating func addCycle() {
    let pair = sample.whole.tree.paths.filter { !$0.isEmpty }.shuffled(using: &random).prefix(2)
    guard let one = pair.first, let other = pair.last, one != other else { return }
    for (path, parent) in [(one, other), (other, one)] {
      let spelled = ReferenceTree.spelled(parent)
      var template = spelled
      if random.chance(50) {
        template = "/${turn}"
        edit(0, path) { $0.append(PlainMember("turn", .text(String(spelled.dropFirst())))) }
      }
      let pattern = ReferenceTree.spelled(path)
      if let rule = sample.rules.firstIndex(where: { $0.pattern == pattern }) {
        sample.rules[rule].templates.append(template)
      } else {
        sample.rules.append(ReferenceRule(pattern, [template]))
      }
    }
  }

  /// Some scope, seldom the root.
  private mutating func path() -> [PlainName] {
    random.chance(12) ? [] : random.pick(sample.whole.tree.paths)
  }

  /// Changes the top object of a file of a scope.
  private mutating func edit(
    _ tree: Int, _ path: [PlainName], _ change: (inout [PlainMember]) -> Void
  ) {
    let scope = sample.whole.trees[tree].scopes.first { $0.path == path }
    let file = random.upTo(max(0, (scope?.files.count ?? 0) - 1))
    sample.whole.edit(tree) { $0.edit(path, file: file, change) }
  }
}
