import JSONSource
import TestSupport
import Testing

@Suite struct ArrayLawTests {
  /// An array of few different values, so that some are equal, or of numbers that are all different.
  private static func array(
    _ random: inout SplitMix64, depth: Int, isDistinct: Bool = false
  ) -> PlainValue {
    let count = Int.random(in: 0...6, using: &random)
    return .array(
      (0..<count).map { index in
        isDistinct ? .number("\(index + 10)") : element(&random, depth: depth)
      })
  }

  private static func element(_ random: inout SplitMix64, depth: Int) -> PlainValue {
    switch Int.random(in: 0..<8, using: &random) {
    case 0...2: return .number("\(Int.random(in: 0...4, using: &random))")
    case 3: return "[,{\"/*"
    case 4 where depth > 0: return array(&random, depth: depth - 1)
    case 5...7 where depth > 0: return object(&random, depth: depth - 1)
    default: return .null
    }
  }

  private static func object(_ random: inout SplitMix64, depth: Int) -> PlainValue {
    let names = ["name", "b", "c", "$$d"].filter { _ in Bool.random(using: &random) }
    return .object(
      names.map {
        PlainMember(PlainName($0), element(&random, depth: depth))
      })
  }

  private static func changed(_ value: PlainValue, _ random: inout SplitMix64) -> PlainValue {
    switch value {
    case .array(var elements):
      for _ in 0..<Int.random(in: 0...3, using: &random) {
        let place = Int.random(in: 0...elements.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: elements.insert(element(&random, depth: 1), at: place)
        case 1 where place < elements.count: elements.remove(at: place)
        case 2 where place < elements.count: elements[place] = changed(elements[place], &random)
        default: if place < elements.count { elements.append(elements.remove(at: place)) }
        }
      }
      return .array(elements)
    case .object(var members):
      let place = Int.random(in: 0...members.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0 where !members.contains { $0.name == "new" }:
        members.insert(PlainMember("new", element(&random, depth: 0)), at: place)
      case 1 where place < members.count: members.remove(at: place)
      case 2 where place < members.count: members.append(members.remove(at: place))
      default:
        if place < members.count {
          members[place].value = changed(members[place].value, &random)
        }
      }
      return .object(members)
    default: return element(&random, depth: 0)
    }
  }

  private static func tree(_ array: PlainValue) -> PlainValue {
    ["a": [nil], "o": ["l": array], "z": true]
  }

  private static let list = path("o.l")

  /// Fails with the first sample for which a law does not hold, and what is wrong.
  private func expect(
    seed: UInt64, isDistinct: Bool = false,
    _ law: (_ text: CommentedText, _ array: PlainValue, inout SplitMix64) throws -> String?
  ) {
    var random = SplitMix64(seed: seed)
    for round in Seeds.upTo(67) {
      let array = Self.array(&random, depth: 2, isDistinct: isDistinct)
      let plain = RandomLayout.random(&random).text(Self.tree(array))
      let bytes = round % 3 == 0 ? plain : CommentedText.commented(plain, &random)
      let text = CommentedText(bytes: bytes)
      do {
        guard let wrong = try law(text, array, &random) else { continue }
        Issue.record("\(wrong)\n\(shown(text.text))")
      } catch { Issue.record("\(error)\n\(shown(text.text))") }
      return
    }
  }

  private static func set(_ text: CommentedText, _ value: PlainValue) throws -> CommentedText {
    let value = try read(value.text())
    return try text.edited { (editor) throws(EditError) in try editor.setting(value, at: list) }
  }

  private static func problem(
    _ after: CommentedText, of before: CommentedText, _ array: PlainValue
  ) -> String? {
    if JSONSourceTests.problem(in: after.bytes, allowsComments: true) != nil {
      return "no JSON: \(shown(after.text))"
    }
    if after.value != tree(array) { return "another value: \(shown(after.text))" }
    return CommentedText.isPart(after.comments, of: before.comments)
      ? nil : "comments out of order: \(shown(after.text))"
  }

  @Test func anArrayIsExactlyWhatIsSet() {
    var kinds: [String: Int] = [:]
    expect(seed: 301) { text, array, random in
      let asked = Self.changed(array, &random)
      let after = try Self.set(text, asked)
      kinds[after.bytes == text.bytes ? "same" : "changed", default: 0] += 1
      if let wrong = Self.problem(after, of: text, asked) {
        return "\(String(decoding: asked.text(), as: UTF8.self)): \(wrong)"
      }
      return try Self.set(after, asked).bytes == after.bytes ? nil : "not the same twice"
    }
    #expect(
      kinds["same"] ?? 0 > (Seeds.isLong ? 40 : 13)
        && kinds["changed"] ?? 0 > (Seeds.isLong ? 120 : 40), "\(kinds)")
  }

  @Test func bytesOutsideTheArrayStay() {
    expect(seed: 302) { text, array, random in
      let document = try Document(Source(text.bytes), allowsComments: true, names: NameTable())
      let value = try read(Self.changed(array, &random).text())
      let splices = try DocumentEditor(document).setting(value, at: Self.list)
      var node = 0
      for name in Self.list { node = document.value(of: name, in: node) ?? 0 }
      let range = document.range(node)
      let isInside = splices.allSatisfy {
        range.start <= $0.range.start && $0.range.end <= range.end
      }
      let sorted = splices.sorted { $0.range.start < $1.range.start }
      let isApart = zip(sorted, sorted.dropFirst()).allSatisfy { $0.range.end <= $1.range.start }
      return isInside && isApart ? nil : "\(splices)"
    }
  }

  /// Where one element changes, each other one keeps its bytes, and its comments.
  @Test func oneElementChangesAloneByItsIndex() {
    var counts: [String: Int] = [:]
    expect(seed: 303, isDistinct: true) { text, array, random in
      guard case .array(var elements) = array else { return nil }
      let place = Int.random(in: 0...elements.count, using: &random)
      let new: PlainValue = "new"
      let step = MemberName.element(place)
      let whole: CommentedText
      let after: CommentedText
      let kind: String
      if place < elements.count, Bool.random(using: &random) {
        kind = "removed"
        elements.remove(at: place)
        after = try text.edited { (editor) throws(EditError) in
          try editor.removing(Self.list + [step])
        }
      } else {
        kind = place < elements.count ? "replaced" : "appended"
        if place < elements.count { elements[place] = new } else { elements.append(new) }
        let value = try read(new.text())
        after = try text.edited { (editor) throws(EditError) in
          try editor.setting(value, at: Self.list + [step])
        }
      }
      counts[kind, default: 0] += 1
      if let wrong = Self.problem(after, of: text, .array(elements)) { return "\(kind): \(wrong)" }
      if kind != "removed", after.comments != text.comments { return "\(kind) loses a comment" }
      // An array that is given as a whole is edited alike, but for an empty one.
      whole = try Self.set(text, .array(elements))
      if elements.isEmpty || kind == "appended" && elements.count == 1 {
        return whole.value == after.value ? nil : "\(kind) as a whole: \(shown(whole.text))"
      }
      return whole.bytes == after.bytes
        ? nil : "\(kind) as a whole: \(shown(whole.text)), else \(shown(after.text))"
    }
    for kind in ["removed", "replaced", "appended"] {
      #expect(counts[kind] ?? 0 > (Seeds.isLong ? 40 : 13), "\(counts)")
    }
  }

  @Test func elementsThatStayKeepTheirComments() {
    expect(seed: 304, isDistinct: true) { text, array, random in
      guard case .array(let old) = array else { return nil }
      // Each stays with a comment of its own, whatever other comments there are.
      var elements: [PlainValue] = []
      var fresh = 90
      for element in old {
        while Int.random(in: 0..<4, using: &random) == 0 {
          elements.append(.number("\(fresh)"))
          fresh += 1
        }
        if Int.random(in: 0..<3, using: &random) > 0 { elements.append(element) }
      }
      let lines = old.map { element -> String in
        let text = String(decoding: element.text(), as: UTF8.self)
        return "  // above \(text)\n  \(text), // beside \(text)\n"
      }
      let before = CommentedText(bytes: Array("{\"o\": {\"l\": [\n\(lines.joined())]}}".utf8))
      let after = try Self.set(before, .array(elements))
      for case .number(let digits) in elements where old.contains(.number(digits)) {
        let text = digits
        guard after.text.contains("  // above \(text)\n  \(text), // beside \(text)\n") else {
          return "\(text) has lost its comments: \(after.text)"
        }
      }
      return nil
    }
  }
}
