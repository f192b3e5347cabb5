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

  /// Names of eight letters and signs that have one print.
  private static let alike: [String] = {
    let factor: UInt64 = 0x9E37_79B9_7F4A_7C15
    // The number that takes the factor back, by Newton's steps.
    var inverse = factor
    for _ in 0..<5 { inverse = inverse &* (2 &- factor &* inverse) }
    var names: [String] = []
    var count: UInt64 = 0
    while names.count < 400 {
      count += 1
      // What the print leaves out: the upper sixteen bits, and the lower ones of what is left.
      let high = (count >> 16 & 0xFFFF) << 16 | 0x1234
      let low = (0x5678_0000 ^ (high & 0xFFFF_0000)) | (count & 0xFFFF)
      let word = (high << 32 | low) &* inverse ^ 8
      guard isPlain(word) else { continue }
      let bytes = (0..<8).map { UInt8(truncatingIfNeeded: word >> (8 * $0)) }
      names.append(String(decoding: bytes, as: UTF8.self))
    }
    return names
  }()

  /// Whether all eight bytes are letters or signs; it is asked of millions, so it makes no array.
  private static func isPlain(_ word: UInt64) -> Bool {
    var shift: UInt64 = 0
    while shift < 64 {
      let byte = word >> shift & 0xFF
      if byte < 0x30 || byte > 0x7A || byte == 0x5C { return false }
      shift += 8
    }
    return true
  }

  @Test(arguments: [2, 12, 13, 40, 400]) func namesWithEqualHashesAreDistinguished(count: Int) {
    let names = Array(Self.alike.prefix(count))
    #expect(
      Set(names.map { name in Array(name.utf8).withUnsafeBytes { NameHash.of($0) } }).count == 1)
    #expect(Set(names).count == count)
    #expect(refused(names) == nil)
    #expect(refused(names + [names[count / 2]]) == [count / 2, count])
    let table = NameTable()
    let interned = names.map { table.intern(Array($0.utf8)) }
    #expect(Set(interned).count == count && table.count == count)
    #expect(names.map { table.intern(Array($0.utf8)) } == interned)
    #expect(interned.map { String(decoding: table.bytes(of: $0), as: UTF8.self) } == names)
  }
}
