import Foundation
import TestSupport

final class RandomDesk {
  let scratch: Scratch
  let scopes: [String]
  let harness: Harness
  let tree: ReferenceTree

  let sample: ReferenceRuled

  convenience init(seed: UInt64) {
    self.init(ReferenceRuled(RandomTree.makeWhole(seed: seed), [], facts: .none))
  }

  /// The tree lies in `tree0`, or another folder, with the overlays beside it.
  init(_ sample: ReferenceRuled, root: String = "tree0", in scratch: Scratch = Scratch()) {
    (self.sample, self.scratch) = (sample, scratch)
    tree = sample.whole.tree
    let heir = sample.rules.isEmpty ? "" : ReferenceRule.settings(sample.rules)
    for (number, tree) in sample.whole.trees.enumerated() {
      let root = number == 0 ? root + "/" : "tree\(number)/"
      // An overlay without settings has those of the root.
      if number == 0 || heir.isEmpty { scratch.write(root + ".heir", Array(heir.utf8)) }
      scratch.folder(root)
      for directory in tree.directories { scratch.folder(root + directory) }
      for (path, text) in tree.rendered { scratch.write(root + path, Array(text.utf8)) }
    }
    scopes = sample.resolver.paths.map(ReferenceTree.spelled).sorted()
    var harness = Harness(in: scratch.url.appending(path: root))
    harness.options = sample.whole.overlays.indices.flatMap { ["--overlay", "../tree\($0 + 1)"] }
    if let facts = sample.facts {
      // Every scope has the same facts, and so have those that only '--virtual' supplies.
      let paths = sample.resolver.paths
      let virtual = paths.flatMap { path in ["p", "q", "new"].map { path + [PlainName($0)] } }
      for path in paths + virtual {
        let name = path.isEmpty ? "/_root" : ReferenceTree.spelled(path)
        scratch.write("facts\(name).json", Array(facts.compact.utf8))
      }
      harness.options += ["--facts", "../facts/{scope}.json"]
    }
    self.harness = harness
  }

  var paths: Set<[PlainName]> {
    let scopes = sample.whole.trees.flatMap(\.scopes).filter { !$0.files.isEmpty }
    return Set(
      scopes.flatMap { scope in (0...scope.path.count).map { Array(scope.path.prefix($0)) } })
  }

  var isRuled: Bool { !sample.rules.isEmpty }

  var resolved: [String: Harness.Result] {
    var all: [String: Harness.Result] = [:]
    for scope in scopes { all[scope] = harness.run("resolve", scope, "-c", "-q") }
    return all
  }

  func lost(since before: [String: Harness.Result]) -> [(scope: String, key: [String])] {
    scopes.flatMap { scope -> [(scope: String, key: [String])] in
      guard let old = before[scope], old.status == 0,
        harness.run("resolve", scope, "-q").status == 2,
        let held = try? JSONSerialization.jsonObject(with: Data(old.output.utf8))
      else { return [] }
      return Self.leaves(held, []).filter { key in
        let text = key.map { "\"\($0)\"" }.joined(separator: ".")
        return harness.run("get", scope, text, "-q").status == 2
      }.map { (scope, $0) }
    }
  }

  static func leaves(_ value: Any, _ key: [String]) -> [[String]] {
    guard let object = value as? [String: Any] else { return [key] }
    return object.flatMap { leaves($0.value, key + [$0.key]) }
  }

  var files: [String: Data] {
    var all: [String: Data] = [:]
    let paths = FileManager.default.enumerator(atPath: scratch.url.path)?.allObjects ?? []
    for case let path as String in paths {
      all[path] = try? Data(contentsOf: scratch.url.appending(path: path))
    }
    return all
  }

  func own(_ scope: String) -> NSDictionary? {
    var harness = harness
    harness.options = []
    let result = harness.run("resolve", scope, "--own", "-c")
    return (try? JSONSerialization.jsonObject(with: Data(result.output.utf8))) as? NSDictionary
  }
}
