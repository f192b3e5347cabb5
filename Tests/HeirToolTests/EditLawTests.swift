import Foundation
import TestSupport
import Testing

@testable import Answers

@Suite struct EditLawTests {
  private struct Edit {
    let scope: String
    let path: [String]
    let value: String
    let verb: String

    init(_ desk: RandomDesk, _ random: inout SplitMix64, computes: Bool = false) {
      let paths = desk.tree.paths
      scope = ReferenceTree.spelled(paths[random.upTo(paths.count - 1)])
      let names =
        ["a", "b", "c", "d", "new", "x.y"]
        + (desk.isRuled ? ["role", "role", "role"] : [])
      let drawn = [["b"], ["c"], ["d", "b"], ["a"]]
      path =
        computes
        ? drawn[random.upTo(drawn.count - 1)]
        : (0..<(1 + random.upTo(2))).map { _ in names[random.upTo(names.count - 1)] }
      let values = [
        "1", "1.50", desk.isRuled ? #""q""# : #""s""#, "[1,2]", "[]", "{}", "null",
        #"{"a":{"q":1},"n":2}"#, "false",
      ]
      let computed = [
        #"{"$ref":"b"}"#, #"{"$format":"${c}"}"#, #"[{"$ref":"new"}]"#, #"{"a":{"$ref":"d.b"}}"#,
        "{}",
      ]
      value =
        computes
        ? computed[random.upTo(computed.count - 1)] : values[random.upTo(values.count - 1)]
      let verbs = ["set", "set", "set", "unset", "stop", "resume"]
      verb = verbs[random.upTo(verbs.count - 1)]
    }

    var key: String { path.map { $0.contains(".") ? "\"\($0)\"" : $0 }.joined(separator: ".") }

    func holds(_ key: [String]) -> Bool { value.contains("$") && key.starts(with: path) }

    var arguments: [String] {
      [verb, scope, key] + (verb == "set" ? [value, "--as-json"] : [])
        + (verb == "stop" && value.count.isMultiple(of: 2) ? ["--force"] : [])
    }
  }

  private static func attempt(
    _ seeds: Range<Int>, isRuled: Bool = false, _ law: (RandomDesk, Edit) throws -> String?
  ) throws {
    for seed in seeds.map(UInt64.init) {
      var random = SplitMix64(seed: seed ^ 0x5EED)
      let desk = isRuled ? RandomDesk(RandomTree.makeRuled(seed: seed)) : RandomDesk(seed: seed)
      for _ in 0..<4 {
        let edit = Edit(desk, &random)
        if let problem = try law(desk, edit) {
          Issue.record("seed \(seed), \(edit.arguments): \(problem)\n\(desk.sample)")
          return
        }
      }
    }
  }

  @Test func anEditChangesOnlyTheValueOfItsScope() throws {
    var accepted = 0
    try Self.attempt(Seeds.upTo(5)) { desk, edit in
      guard edit.verb == "set" else { return nil }
      let (before, files) = (desk.own(edit.scope), desk.files)
      let result = desk.harness.run(edit.arguments)
      if result.status != 0 {
        return desk.files == files ? nil : "refused, and written all the same"
      }
      accepted += 1
      guard let own = desk.own(edit.scope), let before else { return "no own values" }
      let value = try JSONSerialization.jsonObject(
        with: Data(edit.value.utf8), options: .fragmentsAllowed)
      guard let now = own.at(edit.path) else { return "not there" }
      // A file before may have an object there, too, into which this one is merged.
      if !(value is NSDictionary), (now as? NSObject)?.isEqual(value) != true { return "is \(now)" }
      let (rest, old) = (own.without(edit.path), before.without(edit.path))
      if rest != old { return "other values: \(old) became \(rest)" }
      return desk.harness.run(edit.arguments).status == 0 ? nil : "not taken twice"
    }
    #expect(accepted > (Seeds.isLong ? 15 : 4))
  }

  @Test(arguments: [false, true]) func anEditNamesEveryAffectedScope(isRuled: Bool) throws {
    var told = 0
    try Self.attempt(Seeds.upTo(2, from: 102), isRuled: isRuled) { desk, edit in
      let before = desk.resolved
      let result = desk.harness.run(edit.arguments)
      let after = desk.resolved
      let changed = desk.scopes.filter { scope in
        guard let old = before[scope], let new = after[scope], old.status == 0, new.status == 0
        else { return false }
        return (old.output as NSString) != (new.output as NSString)
          && !Self.isEqual(old.output, new.output)
      }
      let lines = result.errors.split(separator: "\n").filter { $0.contains(" changes in ") }
      if result.status != 0 { return changed.isEmpty ? nil : "refused, and \(changed) changed" }
      if !changed.isEmpty && lines.isEmpty { return "\(changed) changed: \(result.errors)" }
      told += lines.count
      let most = lines.compactMap { line in
        line.split(separator: " changes in ").last?.split(separator: " ").first.flatMap { Int($0) }
      }.max()
      // Others may change without it being seen, where what they hold cannot be worked out.
      guard let most, (Array(before.values) + after.values).allSatisfy({ $0.status == 0 }) else {
        return nil
      }
      let isRight = lines.count == 1 ? most == changed.count : most <= changed.count
      return isRight ? nil : "\(changed) changed: \(lines)"
    }
    #expect(told > (Seeds.isLong ? 12 : 0))
  }

  private static func contains(_ whole: String, _ part: String) -> Bool {
    func holds(_ whole: Any?, _ part: Any) -> Bool {
      guard let part = part as? [String: Any] else {
        return (whole as? NSObject) == (part as? NSObject)
      }
      guard let whole = whole as? [String: Any] else { return false }
      return part.allSatisfy { holds(whole[$0.key], $0.value) }
    }
    let values = [whole, part].map { try? JSONSerialization.jsonObject(with: Data($0.utf8)) }
    return values[1].map { holds(values[0], $0) } ?? false
  }

  private static func isEqual(_ one: String, _ other: String) -> Bool {
    let objects = [one, other].map {
      (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? NSDictionary
    }
    return objects[0] == objects[1]
  }

  @Test func onlyHereKeepsTheValuesOfOtherScopes() throws {
    var (kept, refused) = (0, 0)
    try Self.attempt(Seeds.upTo(4, from: 205)) { desk, edit in
      let (before, files) = (desk.resolved, desk.files)
      let result = desk.harness.run(edit.arguments + ["--only-here"])
      let after = desk.resolved
      if result.status != 0 {
        refused += result.errors.contains("would change in") ? 1 : 0
        return desk.files == files ? nil : "refused, and written all the same"
      }
      for scope in desk.scopes where scope != edit.scope && before[scope] != after[scope] {
        if let old = before[scope], let new = after[scope], Self.isEqual(old.output, new.output),
          old.status == new.status
        {
          continue
        }
        return "\(scope) changed"
      }
      kept += 1
      return nil
    }
    #expect(
      kept > (Seeds.isLong ? 4 : 2) && refused > (Seeds.isLong ? 4 : 0), "\(kept), \(refused)")
  }

  private static let drawing =
    #"{"b":1,"c":"s","d":{"b":2},"y":{"$ref":"b"},"z":{"$format":"${c}"},"x":[{"$ref":"d.b"}]}"#

  @Test func onlyHereRefusesAnEditThatLosesValues() throws {
    var (told, refused, alone) = (0, 0, 0)
    for seed in Seeds.upTo(3, from: 603).map(UInt64.init) {
      var random = SplitMix64(seed: seed ^ 0x5EED)
      let desk = RandomDesk(seed: seed)
      desk.scratch.write("tree0/z.json", Array(Self.drawing.utf8))
      for _ in 0..<4 {
        let edit = Edit(desk, &random, computes: true)
        func fail(_ problem: String) {
          Issue.record("seed \(seed), \(edit.arguments): \(problem)\n\(desk.tree)")
        }
        let (before, files) = (desk.resolved, desk.files)
        let only = desk.harness.run(edit.arguments + ["--only-here"])
        let isWritten = desk.files != files
        if only.status != 0 && isWritten { return fail("refused, and written all the same") }
        if isWritten, let other = desk.lost(since: before).first(where: { $0.scope != edit.scope })
        {
          return fail("--only-here loses \(other)")
        }
        alone += isWritten ? 1 : 0
        // Whoever takes out twice may take out more.
        let result = isWritten ? only : desk.harness.run(edit.arguments)
        if result.status != 0 {
          refused += result.errors.contains("could no longer be evaluated") ? 1 : 0
          if desk.files != files { return fail("refused, and written all the same") }
          continue
        }
        let lost = desk.lost(since: before)
        if lost.isEmpty { continue }
        if !result.errors.contains("can no longer be evaluated") {
          return fail("\(lost): \(result.errors)")
        }
        told += 1
        if edit.verb == "set", let own = lost.first(where: { edit.holds($0.key) }) {
          return fail("\(own) is lost by what is set")
        }
      }
    }
    #expect(
      (told > 0 && refused > 1 || !Seeds.isLong) && alone > (Seeds.isLong ? 8 : 3),
      "\(told), \(refused), \(alone)")
  }

  @Test(.needs("patch")) func aPatchHasTheEffectOfTheEdit() throws {
    var count = 0
    try Self.attempt(Seeds.upTo(3, from: 300)) { desk, edit in
      let files = desk.files
      let patch = desk.harness.run(edit.arguments + ["--dry-run", "-q", "--reveal"])
      if desk.files != files { return "a dry run writes" }
      guard patch.status == 0 else { return nil }
      _ = TranscriptDesk().pipe(patch.output, into: ["patch", "-p1"], in: desk.harness.directory)
      let patched = desk.files
      for (path, data) in files { try data.write(to: desk.scratch.url.appending(path: path)) }
      for path in patched.keys where files[path] == nil {
        try FileManager.default.removeItem(at: desk.scratch.url.appending(path: path))
      }
      _ = desk.harness.run(edit.arguments + ["-q"])
      count += patch.output.isEmpty ? 0 : 1
      return desk.files == patched ? nil : "the patch makes something else:\n\(patch.output)"
    }
    #expect(count > (Seeds.isLong ? 8 : 2))
  }

  /// Numbers may be spelled otherwise: 1.0 is 1.
  @Test(arguments: [[], ["--hoist"]]) func tidyChangesNoValue(options: [String]) throws {
    var tidied = 0
    for seed in Seeds.upTo(1, from: 500).map(UInt64.init) {
      let desk = RandomDesk(seed: seed)
      let before = desk.resolved
      let files = desk.files
      let preview = desk.harness.run(["tidy", "--dry-run", "--reveal"] + options)
      #expect(desk.files == files)
      let result = desk.harness.run(["tidy"] + options)
      let after = desk.resolved
      if result.status == 2 {
        #expect(desk.files == files)
        continue
      }
      #expect(preview.status == (desk.files == files ? 0 : 1))
      if desk.files != files { tidied += 1 }
      for scope in desk.scopes where !options.isEmpty {
        // What a scope gains is all that may differ.
        guard let old = before[scope], let new = after[scope], old.status == 0,
          new.status != 0 || !Self.contains(new.output, old.output)
        else { continue }
        Issue.record("seed \(seed): \(scope) was \(old.output), is \(new.output)\n\(desk.tree)")
        return
      }
      for scope in desk.scopes where options.isEmpty {
        guard let old = before[scope], let new = after[scope],
          old.status != new.status
            || old.output != new.output && !Self.isEqual(old.output, new.output)
        else { continue }
        Issue.record("seed \(seed): \(scope) was \(old.output), is \(new.output)\n\(desk.tree)")
        return
      }
      #expect(desk.harness.run(["tidy", "--dry-run", "--reveal"] + options).status == 0)
    }
    #expect(tidied > (Seeds.isLong ? 4 : 0))
  }
}

extension NSDictionary {
  fileprivate func at(_ path: [String]) -> Any? {
    path.reduce(self as Any?) { ($0 as? NSDictionary)?[$1] }
  }

  fileprivate func without(_ path: [String]) -> NSDictionary {
    guard let first = path.first, let copy = mutableCopy() as? NSMutableDictionary else {
      return self
    }
    if path.count == 1 {
      copy.removeObject(forKey: first)
    } else if let inner = copy[first] as? NSDictionary {
      let rest = inner.without(Array(path.dropFirst()))
      copy[first] = rest.count == 0 ? nil : rest
    }
    return copy
  }
}
