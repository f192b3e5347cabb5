import TestSupport
import Testing

@testable import JSONSource

@Suite struct DuplicateNameTests {
  /// The member that is refused as one that comes again, and where it came first; nil where none is.
  private func refused(_ names: [String]) -> [Int]? {
    let members = names.map { "\"\($0)\":0" }
    var starts: [Int] = []
    var at = 1
    for member in members {
      starts.append(at)
      at += member.utf8.count + 1
    }
    let text = Array("{\(members.joined(separator: ","))}".utf8)
    do throws(SyntaxError) {
      _ = try Document(Source(text), names: NameTable())
      return nil
    } catch {
      guard case .duplicateName(let first) = error.problem else { return [] }
      return [first.start, error.range.start].compactMap { starts.firstIndex(of: $0) }
    }
  }

  private func meant(_ name: String) -> String {
    let plain = name.replacing("\\u0061", with: "a").replacing("\\/", with: "/")
    return plain.hasPrefix("$$")
      ? "n" + plain.dropFirst() : (plain.hasPrefix("$") ? "d" : "n") + plain
  }

  @Test func theFirstDuplicateNameIsReported() {
    var random = SplitMix64(seed: 5)
    var found = (none: 0, few: 0, many: 0)
    let parts = ["a", "\\u0061", "b", "$", "$$", "/", "\\/", "é", "configuration-", "0"]
    for _ in Seeds.upTo(167) {
      let count = Int.random(in: 0..<40, using: &random)
      let isSpread = Bool.random(using: &random)
      let names = (0..<count).map { number in
        (0..<Int.random(in: 0..<4, using: &random)).map { _ in
          parts.randomElement(using: &random) ?? ""
        }.joined() + (isSpread ? "\(Int.random(in: 0..<2_000, using: &random))" : "")
      }
      var known: [String: Int] = [:]
      var expected: [Int]?
      for (index, name) in names.enumerated() {
        if let first = known.updateValue(index, forKey: meant(name)) {
          expected = [first, index]
          break
        }
      }
      #expect(refused(names) == expected, "\(names)")
      if expected == nil {
        found.none += 1
      } else if count > 12 {
        found.many += 1
      } else {
        found.few += 1
      }
    }
    #expect(min(found.none, found.few, found.many) > (Seeds.isLong ? 20 : 4), "\(found)")
  }

  /// Pairs of names with equal hashes: some of so many have them by chance.
  private static let alike: [String] = {
    var byHash: [UInt32: String] = [:]
    var names: [String] = []
    var number = 0
    while names.count < 4 {
      let name = "n\(number)"
      let hash = Array(name.utf8).withUnsafeBytes { NameHash.ofProcess.of($0) }
      if let other = byHash.updateValue(name, forKey: hash) { names += [other, name] }
      number += 1
    }
    return names
  }()

  @Test(arguments: [0, 12, 13, 40, 400]) func namesWithEqualHashesAreDistinguished(count: Int) {
    let names = Self.alike + (0..<count).map { "other\($0)" }
    #expect(refused(names) == nil)
    for place in [0, 1, 3, names.count / 2] {
      #expect(refused(names + [names[place]]) == [place, names.count])
    }
    let table = NameTable()
    let interned = names.map { table.intern(Array($0.utf8)) }
    #expect(Set(interned).count == names.count && table.count == names.count)
    #expect(names.map { table.intern(Array($0.utf8)) } == interned)
    #expect(interned.map { String(decoding: table.bytes(of: $0), as: UTF8.self) } == names)
  }
}
