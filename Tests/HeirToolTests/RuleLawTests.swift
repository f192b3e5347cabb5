import Foundation
import TestSupport
import Testing

/// Parents by rule, `$pass` and abstract scopes on random trees, with all that they meet there: against the naive
/// resolver, and the program's answers against each other.
@Suite struct RuleLawTests {
  static let seeds = Seeds.upTo(4, from: 3)

  typealias Law = (RandomDesk) -> String?

  /// Checks a law on every seed; what breaks it is made small before it is shown.
  static func check(
    _ seeds: Range<Int>, where isMeant: (ReferenceRuled) -> Bool = { _ in true }, _ law: Law
  ) {
    for seed in seeds {
      let sample = RandomTree.makeRuled(seed: UInt64(seed))
      if !sample.expectNone(seed: seed, { isMeant($0) ? law(RandomDesk($0)) : nil }) { return }
    }
  }

  static func json(_ result: Harness.Result) -> NSDictionary? {
    (try? JSONSerialization.jsonObject(with: Data(result.output.utf8))) as? NSDictionary
  }

  static func set(_ sample: ReferenceRuled) -> [String] {
    sample.whole.set.flatMap {
      ["--set", ReferencePattern.spelled($0.key) + "=" + $0.value.compact]
    }
  }

  // MARK: Against the reference

  @Test func everyScopeHasTheOrderOfTheReferenceOrIsInACycle() {
    var (orders, ruled, cycles) = (0, 0, 0)
    Self.check(Self.seeds) { desk in
      let resolver = desk.sample.resolver
      let plain = ReferenceOrder(desk.sample.whole.trees)
      for path in resolver.paths {
        let scope = ReferenceTree.spelled(path)
        let order = resolver.order[path, asked: true]
        let result = desk.harness.run(
          ["explain", scope, "no.such.key", "--json", "-c"] + Self.set(desk.sample))
        orders += 1
        ruled += order != plain[path] ? 1 : 0
        guard let order else {
          cycles += 1
          let isTold = result.status == 2 && result.errors.contains("inherit")
          if !isTold { return "\(scope) has an order: \(result)" }
          continue
        }
        let all = Self.json(result)?["levels"] as? [NSDictionary] ?? []
        let levels = all.filter { $0["commandLine"] == nil }
        let found = levels.filter { $0["overlay"] == nil }.compactMap { $0["scope"] as? String }
        let expected = order.map(ReferenceTree.spelled)
        if found != expected { return "\(scope) has \(found), not \(expected): \(result.errors)" }
        if levels.count != expected.count * (1 + desk.sample.whole.overlays.count) {
          return "\(scope) has \(levels.count) levels"
        }
      }
      return nil
    }
    #expect(
      Seeds.isLong
        ? orders > 80 && ruled > 15 && cycles > 3 : orders > 25 && ruled > 5 && cycles > 0,
      "\(orders), \(ruled), \(cycles)")
  }

  @Test func everyScopeResolvesAsTheReferenceDoes() {
    var count = 0
    Self.check(Self.seeds, where: \.isSound) { desk in
      let resolver = desk.sample.resolver
      for path in resolver.paths {
        let text = resolver.resolve(path).value.compact
        // What looks back at merged values the reference does not know.
        if text.contains("$inherited") { continue }
        count += 1
        let scope = ReferenceTree.spelled(path)
        let result = desk.harness.run(["resolve", scope, "-c", "-q"] + Self.set(desk.sample))
        let expected = resolver.evaluated(path).map { $0.compact + "\n" }
        let found = result.status == 0 ? result.output : nil
        if found != expected {
          return "\(scope) is \(found ?? result.errors), not \(expected ?? "in error")"
        }
      }
      return nil
    }
    #expect(count > (Seeds.isLong ? 60 : 20), "\(count)")
  }

  @Test func aScopeThatDoesNotExistInheritsByRules() {
    var (count, ruled) = (0, 0)
    Self.check(Self.seeds, where: \.isSound) { desk in
      let resolver = desk.sample.resolver
      for above in resolver.paths {
        for name: PlainName in ["p", "q", "new"] {
          let path = above + [name]
          let text = resolver.paths.contains(path) ? nil : resolver.order[path]
          guard let order = text, resolver.order[path, asked: true] != nil else { continue }
          count += 1
          ruled += order.count > 1 && order[1] != above ? 1 : 0
          if resolver.resolve(path).value.compact.contains("$inherited") { continue }
          let scope = ReferenceTree.spelled(path)
          let result = desk.harness.run(
            ["resolve", scope, "-c", "-q", "--virtual"] + Self.set(desk.sample))
          let expected = resolver.evaluated(path).map { $0.compact + "\n" }
          let found = result.status == 0 ? result.output : nil
          if found != expected {
            return "\(scope) is \(found ?? result.errors), not \(expected ?? "in error")"
          }
        }
      }
      return nil
    }
    #expect(
      Seeds.isLong ? count > 80 && ruled > 4 : count > 25 && ruled > 1, "\(count), \(ruled)")
  }

  // MARK: Abstract scopes

  @Test func abstractScopesAreLeftOutUnlessAskedFor() {
    var (left, kept) = (0, 0)
    Self.check(Self.seeds, where: \.isSound) { desk in
      let all = desk.sample.resolver.paths
      for start in all {
        let scope = ReferenceTree.spelled(start)
        let below = all.filter { $0.starts(with: start) }
        let isWhole = desk.sample.isAbstractWithDescendants(start) || below.count == 1
        let concrete = below.filter { isWhole || !desk.sample.isAbstract($0) }
        left += below.count - concrete.count
        kept += desk.sample.isAbstract(start) ? concrete.count : 0
        var harness = desk.harness
        harness.options = harness.options.filter { !$0.contains("facts") }
        for (options, expected) in [([], concrete), (["--abstract"], below)] {
          let names = Set(expected.map(ReferenceTree.spelled))
          let listed = harness.run(["scopes", scope] + options).output
          if Set(listed.split(separator: "\n").map(String.init)) != names {
            return "scopes \(scope) \(options): \(listed), not \(names)"
          }
          let told = Self.json(
            harness.run(["where", scope, "no-such-key", "--json", "-q"] + options))
          let keys = told?["keys"] as? [NSDictionary] ?? []
          let absent = keys.flatMap { $0["absent"] as? [NSDictionary] ?? [] }
          let found = Set(absent.flatMap { $0["scopes"] as? [String] ?? [] })
          if found != names { return "where \(scope) \(options): \(found), not \(names)" }
        }
      }
      return nil
    }
    #expect(left > 4 && kept > 2, "\(left), \(kept)")
  }

  // MARK: The program against itself

  private static func leaves(_ value: Any, _ key: [String] = []) -> [[String]: NSObject] {
    guard let object = value as? [String: Any], !object.isEmpty || key.isEmpty else {
      return [key: value as? NSObject ?? NSNull()]
    }
    return object.reduce(into: [:]) { found, member in
      found.merge(leaves(member.value, key + [member.key])) { one, _ in one }
    }
  }

  static func leaves(_ result: Harness.Result) -> [[String]: NSObject]? {
    guard result.status == 0 else { return nil }
    return json(result).map { leaves($0) }
  }

  static func spelled(_ key: [String]) -> String {
    ReferencePattern.spelled(key.map { PlainName($0) })
  }

  @Test func whereAndExplainAgreeWithEveryScope() {
    var count = 0
    Self.check(Seeds.upTo(2, from: 5), where: \.isSound) { desk in
      let told = Self.json(
        desk.harness.run("where", "/", "**", "--json", "-q", "--abstract", "--reveal"))
      var groups: [String: [String: NSObject]] = [:]
      for key in told?["keys"] as? [NSDictionary] ?? [] {
        guard let name = key["key"] as? String else { return "a key without a name" }
        for value in key["values"] as? [NSDictionary] ?? [] {
          for scope in value["scopes"] as? [String] ?? [] {
            groups[scope, default: [:]][name] = value["value"] as? NSObject
          }
        }
      }
      for scope in desk.scopes {
        guard let leaves = Self.leaves(desk.harness.run("resolve", scope, "-c", "-q")) else {
          continue
        }
        for (key, value) in leaves where !key.isEmpty {
          count += 1
          let name = Self.spelled(key)
          // What a computed value comes to is told as one.
          let found = key.indices.reversed().lazy.compactMap { index in
            groups[scope]?[Self.spelled(Array(key[...index]))].map { whole in
              key[(index + 1)...].reduce(whole as Any?) { ($0 as? NSDictionary)?[$1] } as? NSObject
            }
          }.first
          if found??.isEqual(value) != true {
            return "\(name) in \(scope) is \(value), not \(found.flatMap { $0 } ?? NSNull())"
          }
          let explained = Self.json(
            desk.harness.run("explain", scope, name, "--json", "-q", "--reveal"))
          let head = explained?["value"] as? NSObject
          if head?.isEqual(value) != true {
            return "explain \(scope) \(name): \(head ?? NSNull()), not \(value)"
          }
        }
        let names = Set(leaves.keys.map(Self.spelled))
        let more = (groups[scope] ?? [:]).filter { name, value in
          let isObject = (value as? NSDictionary).map { $0.count > 0 } ?? false
          return !isObject && !names.contains(name)
            && !names.contains { leaf in name.hasPrefix(leaf + ".") }
        }
        if !more.isEmpty { return "where has \(more) in \(scope), which has \(names)" }
      }
      return nil
    }
    #expect(count > (Seeds.isLong ? 80 : 25), "\(count)")
  }
}
