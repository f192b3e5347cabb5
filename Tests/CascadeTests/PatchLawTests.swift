import Cascade
import Foundation
import JSONSource
import TestSupport
import Testing

@testable import Answers

@Suite struct PatchLawTests {
  struct Sample {
    let from: String
    let to: String
    let patch: String
    let isEmpty: Bool
  }

  static func samples(_ seeds: Range<Int>) throws -> [Sample] {
    var samples: [Sample] = []
    for seed in seeds {
      let wholes: [ReferenceWhole] = [
        ReferenceWhole(RandomTree.make(seed: UInt64(seed))),
        RandomTree.makeWhole(seed: UInt64(seed)),
      ]
      for whole in wholes {
        let sample = LawTests.Sample(whole)
        // What cannot be worked out is no value to compare.
        let scopes = try sample.resolver.paths.sorted { $0.lexicographicallyPrecedes($1) }.map {
          try sample.memory.asked(ReferenceTree.spelled($0))
        }.filter { (try? $0.compact()) != nil }
        for from in scopes {
          for to in scopes {
            var writer = JSONWriter(.compact)
            writer.patch(try Patch(from: from, to: to, under: Key()), sample.memory.names)
            let difference = try Difference(from: from, to: to, under: Key(), withMoves: false)
            samples.append(
              Sample(
                from: try from.compact() ?? "", to: try to.compact() ?? "",
                patch: String(decoding: writer.take(), as: UTF8.self),
                isEmpty: difference.changes.isEmpty))
          }
        }
      }
    }
    return samples
  }

  @Test func aPatchTurnsOneValueIntoTheOther() throws {
    for sample in try Self.samples(Seeds.upTo(9)) {
      let names = NameTable()
      func read(_ text: String) throws -> Document {
        try Document(Source(Array(text.utf8)), names: names)
      }
      let patch = try read(sample.patch)
      var value = try read(sample.from).plain()
      for operation in patch.elements(0) { value.apply(patch, operation) }
      let made = try read(value.compact)
      let wanted = try read(sample.to)
      let isRight = made.equal(0, wanted, 0)
      #expect(
        isRight, "\(sample.from) patched by \(sample.patch) is \(value.compact), not \(sample.to)")
      let from = try read(sample.from)
      #expect(sample.isEmpty == (from.equal(0, wanted, 0)), "\(sample.from) against \(sample.to)")
    }
  }

  /// What is left out stays as it was, and all else becomes as it is to be; where one side has an object and
  /// the other none, that is one change, with all that is in it.
  @Test func aPatchKeepsWhatItLeavesOut() throws {
    var (count, refused) = (0, 0)
    for seed in Seeds.isLong ? 200..<215 : 210..<215 {
      let sample = LawTests.Sample(ReferenceWhole(RandomTree.make(seed: UInt64(seed))))
      let names = sample.memory.names
      let scopes = try sample.resolver.paths.sorted { $0.lexicographicallyPrecedes($1) }.map {
        try sample.memory.asked(ReferenceTree.spelled($0))
      }.filter { (try? $0.compact()) != nil }
      for (from, to) in scopes.flatMap({ from in scopes.map { (from, $0) } }) {
        let difference = try Difference(from: from, to: to, under: Key(), withMoves: false)
        for change in difference.changes.prefix(3) {
          var parts = change.key.names.map(KeyPattern.Part.name)
          let number = count + refused
          if number % 3 == 1 { parts[number % parts.count] = .any }
          if number % 3 == 2, parts.count > 1 { parts.removeLast() }
          if number % 5 == 1 { parts[0] = .deep }
          let pattern = KeyPattern(parts: parts)
          var writer = JSONWriter(.compact)
          let made = try Patch(from: from, to: to, under: Key(), except: [pattern])
          if made.takenKey != nil {
            refused += 1
            continue
          }
          writer.patch(made, names)
          let text = writer.take()
          let patch = try Document(Source(text), names: names)
          let before = try Document(Source(Array((from.compact() ?? "{}").utf8)), names: names)
          let after = try Document(Source(Array((to.compact() ?? "{}").utf8)), names: names)
          var patched = before.plain()
          for operation in patch.elements(0) { patched.apply(patch, operation) }
          let old = before.plain().leaves()
          let new = after.plain().leaves()
          let found = patched.leaves()
          for path in Set(old.keys).union(new.keys).union(found.keys) {
            let key = Key(path.map { names.intern($0) })
            func isCut(_ leaves: [[[UInt8]]: String]) -> Bool {
              path.indices.dropFirst().contains { leaves[Array(path[..<$0])] != nil }
            }
            if isCut(old) || isCut(new) { continue }
            let wanted = pattern.leadsTo(key) ? old[path] : new[path]
            // An object that is empty on one side only says nothing of what is in it on the other.
            if wanted == "{}" || found[path] == "{}" { continue }
            #expect(
              found[path] == wanted,
              "\(patched.compact) by \(String(decoding: text, as: UTF8.self))")
            count += 1
          }
        }
      }
    }
    #expect(
      count > (Seeds.isLong ? 300 : 100) && refused > (Seeds.isLong ? 3 : 0),
      "\(count), \(refused)")
  }
}

/// A value to patch, as naively as RFC 6902 reads.
extension PlainValue {
  fileprivate func leaves(_ path: [[UInt8]] = []) -> [[[UInt8]]: String] {
    guard case .object(let members) = self, !members.isEmpty else { return [path: compact] }
    return members.reduce(into: [:]) { leaves, member in
      leaves.merge(member.value.leaves(path + [member.name.bytes])) { $1 }
    }
  }

  fileprivate mutating func apply(_ patch: Document, _ operation: Int) {
    let path = patch.string("path", of: operation) ?? "?"
    let names = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .dropFirst().map { Self.unescaped(Array($0)) }
    let value = patch.member("value", of: operation).map { patch.plain($0) }
    change(names[...], patch.string("op", of: operation) ?? "?", value)
  }

  private static func unescaped(_ text: [UInt8]) -> [UInt8] {
    let spelled = String(decoding: text, as: UTF8.self)
    return Array(
      spelled.replacingOccurrences(of: "~1", with: "/").replacingOccurrences(of: "~0", with: "~")
        .utf8)
  }

  private mutating func change(
    _ path: ArraySlice<[UInt8]>, _ operation: String, _ value: PlainValue?
  ) {
    guard let name = path.first else {
      if let value { self = value }
      return
    }
    guard case .object(var members) = self else {
      Issue.record("a path through no object")
      return
    }
    let place = members.firstIndex { $0.name.bytes == name }
    if path.count > 1 {
      guard let place else {
        Issue.record("a path through nothing")
        return
      }
      members[place].value.change(path.dropFirst(), operation, value)
    } else {
      switch (operation, place, value) {
      case ("add", nil, let value?): members.append(PlainMember(PlainName(bytes: name), value))
      case ("replace", let place?, let value?): members[place].value = value
      case ("remove", let place?, _): members.remove(at: place)
      default: Issue.record("\(operation) does not fit")
      }
    }
    self = .object(members)
  }
}
