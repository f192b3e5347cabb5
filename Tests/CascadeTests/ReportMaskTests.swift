import JSONSource
import TestSupport
import Testing

@testable import Answers
@testable import Cascade

/// A key that is secret in any scope of a report is masked in all of it (A1).
@Suite struct ReportMaskTests {
  @Test(arguments: Seeds.upTo(4))
  func whatIsSecretInAnyScopeIsSecretInTheReport(seed: Int) throws {
    var whole = RandomTree.makeWhole(seed: UInt64(seed))
    // In two scopes at least, each of another key.
    let holders = whole.tree.scopes.indices.filter { !whole.tree.scopes[$0].files.isEmpty }
    let names: [PlainValue] = ["a", "b", "c", "d.*"]
    for (turn, scope) in holders.suffix(2).enumerated() {
      let members = whole.tree.scopes[scope].files[0].content.members ?? []
      whole.tree.scopes[scope].files[0].content = .object(
        members.filter { $0.name != "$secret" }
          + [PlainMember("$secret", .array([names[(seed + turn) % names.count]]))])
    }
    let resolver = ReferenceResolver((whole.tree, whole.overlays, []))
    let memory = MemoryTree(whole.tree.rendered, overlays: whole.overlays.map(\.rendered))
    memory.otherScopes = Set(resolver.paths.map { Scope($0.map(\.bytes)) })
    let mentioned = Set(resolver.paths.flatMap { resolver.resolve($0).mentioned })
    let patterns = mentioned.map { key in
      KeyPattern(parts: key.map { .name(memory.names.intern($0.bytes)) })
    }
    let distribution = Distribution(patterns, memory.names, memory, reveals: false)
    try PairedWalk.run(along: memory.way(to: .root), distribution)
    let mask = distribution.mask
    let asked = try distribution.scopeIndex.scopes.map { scope in
      try memory.asked(String(decoding: scope.path, as: UTF8.self))
    }
    for key in distribution.keys {
      let isSecret = asked.contains { $0.mask(key.key).isSecret }
      // No key leads into a computed value or an array where it stands; elsewhere it may.
      let isNamed = asked.contains { scope in
        key.key.names.reduce(Mask(top: scope.attributes)) { $0.descending($1) }.isSecret
      }
      let told = mask.mask(key.key).isSecret
      let isDrawn = key.values.contains { mask.dependsOnSecret($0.value) }
      #expect(told == (isNamed || isDrawn), "\(memory.names.text(key.key))")
      #expect(told || !isSecret, "\(memory.names.text(key.key))")
      for share in key.values {
        func isSecret(_ number: Int, under mask: Mask) -> Bool {
          ((try? asked[number].value(key.key)?.whole()) ?? nil)?.containsSecret(
            mask, distribution.mask.keys) == true
        }
        let numbers = share.scopes.numbers
        if numbers.contains(where: { isSecret($0, under: asked[$0].mask(key.key)) }) {
          #expect(mask.shown(share.value).isMasked)
        }
        // What its key's mask tells by itself is masked member by member.
        if mask.dependsOnSecret(share.value) {
          #expect(numbers.contains { isSecret($0, under: .none) }, "\(memory.names.text(key.key))")
        }
      }
    }
  }

  /// Whether a pattern names a key or something around it, name by name (K4).
  private static func names(
    _ parts: ArraySlice<KeyPattern.Part>, _ key: ArraySlice<Name>
  ) -> Bool {
    guard let part = parts.first else { return true }
    let rest = parts.dropFirst()
    switch part {
    case .deep: return (0...key.count).contains { names(rest, key.dropFirst($0)) }
    case .name(let name) where key.first != name: return false
    case .like(let like) where key.first.map(like.matches) != true: return false
    case .name, .like, .any: return !key.isEmpty && names(rest, key.dropFirst())
    }
  }

  @Test func whatAValueIsComputedToIsSecretByItsPath() throws {
    let patterns: [PlainValue] = ["a.*", "*.b", "**.c", "b", "*.*.a"]
    var count = 0
    for seed in Seeds.upTo(20) {
      var whole = RandomTree.makeWhole(seed: UInt64(seed))
      for scope in whole.tree.scopes.indices where !whole.tree.scopes[scope].files.isEmpty {
        let members = whole.tree.scopes[scope].files[0].content.members ?? []
        whole.tree.scopes[scope].files[0].content = .object(
          members.filter { $0.name != "$secret" }
            + [PlainMember("$secret", .array([patterns[(seed + scope) % patterns.count]]))])
      }
      let resolver = ReferenceResolver((whole.tree, whole.overlays, []))
      let memory = MemoryTree(whole.tree.rendered, overlays: whole.overlays.map(\.rendered))
      memory.otherScopes = Set(resolver.paths.map { Scope($0.map(\.bytes)) })
      for path in resolver.paths {
        let asked = try memory.asked(ReferenceTree.spelled(path))
        let markers = asked.view.levels.flatMap(\.markers).filter { $0.directive == .secret }
        asked.cursor.forEachLeaf { leaf, failure in
          let isNamed = markers.contains { marker in
            Self.names(marker.pattern.parts[...], leaf.key.names[...])
          }
          if failure != nil || !isNamed { return }
          let (node, rest) = asked.view.deepest(leaf.key)
          if !rest.isEmpty, node.isArray || node.isComputedValue { count += 1 }
          #expect(leaf.mask.isSecret, "seed \(seed) \(memory.names.text(leaf.key))")
        }
      }
    }
    #expect(count > (Seeds.isLong ? 3 : 0), "\(count)")
  }
}
