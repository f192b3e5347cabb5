import JSONSource
import TestSupport
import Testing

@Suite struct CommentLawTests {
  /// The text with comments, each unlike the others, between its tokens, and commas behind last items.
  static func commented(_ text: [UInt8], _ random: inout SplitMix64) -> [UInt8] {
    var output: [UInt8] = []
    var count = 0
    let often = [3, 10, 40].randomElement(using: &random) ?? 10
    func space(_ random: inout SplitMix64) {
      while Int.random(in: 0..<100, using: &random) < often {
        count += 1
        let comments = [
          "/* \(count) */", "/*\(count)*/", " /* , \(count) */ ", " // \(count)\n",
          "// } \(count)\r\n",
          "\n// \(count) \"a\": 1\n  ", "/* \(count)\n */", "\n\n  /* \(count)\n\n \" */\n\n  ",
          "// {\(count)\r",
        ]
        output += Array((comments.randomElement(using: &random) ?? "").utf8)
      }
    }
    var at = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    output += text[..<at]
    space(&random)
    while at < text.count {
      let start = at
      let byte = text[at]
      at += 1
      if byte == 0x22 {
        while text[at] != 0x22 { at += text[at] == 0x5C ? 2 : 1 }
        at += 1
      } else if byte == 0x5D || byte == 0x7D {
        let last = CommentStripper(output).stripped.last { ![0x20, 9, 10, 13].contains($0) }
        if last != 0x5B, last != 0x7B, Int.random(in: 0..<100, using: &random) < often {
          output.append(0x2C)
          space(&random)
        }
      } else if ![0x20, 9, 10, 13, 0x2C, 0x3A, 0x7B, 0x5B].contains(byte) {
        while at < text.count, ![0x20, 9, 10, 13, 0x2C, 0x3A, 0x7D, 0x5D].contains(text[at]) {
          at += 1
        }
      }
      output += text[start..<at]
      space(&random)
    }
    return output
  }

  /// Fails with the first sample found for which the law does not hold, and what it did.
  private func expect(
    seed: UInt64,
    _ law: (_ text: CommentedText, _ sample: SpliceSample) throws -> String?
  ) {
    var random = SplitMix64(seed: seed)
    for _ in Seeds.upTo(167) {
      let sample = SpliceSample.random(&random)
      let text = CommentedText(bytes: Self.commented(sample.bytes, &random))
      do {
        guard let wrong = try law(text, sample) else { continue }
        Issue.record("\(wrong): \(shown(text.text))\n\(sample)")
      } catch { Issue.record("\(error): \(shown(text.text))\n\(sample)") }
      return
    }
  }

  static func isPart(_ some: [String], of all: [String]) -> Bool {
    var rest = all[...]
    return some.allSatisfy { one in
      guard let place = rest.firstIndex(of: one) else { return false }
      rest = rest[(place + 1)...]
      return true
    }
  }

  @Test func aTextWithCommentsSaysWhatItSaysWithoutThem() {
    expect(seed: 201) { text, sample in
      let document = try Document(Source(text.bytes), allowsComments: true, names: NameTable())
      if document.plain() != sample.tree { return "another value" }
      return text.value == sample.tree ? nil : "the stripper is wrong"
    }
  }

  @Test func settingKeepsEveryCommentOutsideTheOldValue() {
    expect(seed: 202) { text, sample in
      func set(_ text: CommentedText) -> CommentedText? {
        try? text.edited { (editor) throws(EditError) in
          guard let value = try? read(sample.value.text()) else { return [] }
          return try editor.setting(value, at: sample.path)
        }
      }
      guard let after = set(text) else { return set(text.stripped) == nil ? nil : "refused" }
      guard after.value != nil, after.value == set(text.stripped)?.value else {
        return "another value: \(shown(after.text))"
      }
      if problem(in: after.bytes, allowsComments: true) != nil { return "no JSON" }
      if set(after)?.bytes != after.bytes { return "not the same twice" }
      guard sample.tree.value(sample.path) != nil else {
        return after.comments == text.comments ? nil : "lost a comment: \(shown(after.text))"
      }
      let document = try Document(Source(text.bytes), allowsComments: true, names: NameTable())
      guard let node = sample.node(in: document) else { return "no node" }
      let range = document.range(node)
      if document.kind(node) == .array {
        // Comments of elements may go with them.
        let before = CommentStripper(Array(text.bytes[..<range.start])).comments
        let behind = CommentStripper(Array(text.bytes[range.end...])).comments
        return after.comments.starts(with: before)
          && after.comments.reversed().starts(with: behind.reversed())
          ? nil : "lost one beside the array"
      }
      var kept = Array(text.bytes)
      if after.bytes != text.bytes { kept.replaceSubrange(range.start..<range.end, with: [0x31]) }
      return CommentStripper(kept).comments == after.comments ? nil : "lost one beside the value"
    }
  }

  @Test func takingOutWhatWasPutInKeepsEveryComment() {
    expect(seed: 203) { text, sample in
      guard sample.isUndoable, let value = try? read(sample.value.text()),
        let after = try? text.edited({ (editor) throws(EditError) in
          try editor.setting(value, at: sample.path)
        })
      else { return nil }
      let again = try after.edited { (editor) throws(EditError) in
        try editor.removing(sample.path)
      }
      if again.value != text.value { return "another value: \(shown(again.text))" }
      return again.comments == text.comments
        ? nil : "lost a comment: \(shown(after.text)) \(shown(again.text))"
    }
  }

  @Test func takingOutKeepsEveryCommentThatIsNotBesideWhatGoes() {
    expect(seed: 204) { text, sample in
      let path = sample.paths[0]
      func unset(_ text: CommentedText) -> CommentedText? {
        try? text.edited { (editor) throws(EditError) in try editor.removing(path) }
      }
      guard let after = unset(text) else { return unset(text.stripped) == nil ? nil : "refused" }
      guard after.value != nil, after.value == sample.tree.remove(path) else {
        return "another value: \(shown(after.text))"
      }
      if problem(in: after.bytes, allowsComments: true) != nil { return "no JSON" }
      if !Self.isPart(after.comments, of: text.comments) { return "comments out of order" }
      if sample.tree.value(path) == nil { return after.bytes == text.bytes ? nil : "changed" }
      let document = try Document(Source(text.bytes), allowsComments: true, names: NameTable())
      let beside = Self.surroundings(of: path, in: document)
      let before = CommentStripper(Array(text.bytes[..<beside.start])).comments
      let behind = CommentStripper(Array(text.bytes[beside.end...])).comments
      guard after.comments.starts(with: before),
        after.comments.reversed().starts(with: behind.reversed())
      else { return "lost a comment: \(shown(after.text))" }
      return nil
    }
  }

  private static func surroundings(of path: [MemberName], in document: Document) -> ByteRange {
    var objects = [0]
    for name in path.dropLast() {
      if let value = document.value(of: name, in: objects[objects.count - 1]) {
        objects.append(value)
      }
    }
    var level = objects.count - 1
    while level > 0, Array(document.members(objects[level])).count == 1 { level -= 1 }
    let members = Array(document.members(objects[level]))
    let item = document.value(of: path[level], in: objects[level])
    let index = members.firstIndex { $0.value == item } ?? 0
    let object = document.range(objects[level])
    return ByteRange(
      index > 0 ? document.range(members[index - 1].value).end : object.start + 1,
      index + 1 < members.count
        ? document.range(members[index + 1].nameIndex).start : object.end - 1)
  }

  @Test func namesGoIntoAListAndOutOfItAmongComments() {
    let key = Array("a key that no sample has".utf8)
    expect(seed: 206) { text, sample in
      let place = Array(sample.path.dropLast())
      func add(_ text: CommentedText) -> CommentedText? {
        try? text.edited { (editor) throws(EditError) in
          try editor.adding(key, toList: CommentedText.stop, inObjectAt: place)
        }
      }
      guard let added = add(text) else { return add(text.stripped) == nil ? nil : "refused" }
      guard added.value != nil, added.value == add(text.stripped)?.value else {
        return "another value: \(shown(added.text))"
      }
      if added.comments != text.comments { return "lost a comment: \(shown(added.text))" }
      guard sample.isListUndoable else { return nil }
      let out = try added.edited { (editor) throws(EditError) in
        try editor.removing([key], fromList: CommentedText.stop, inObjectAt: place)
      }
      if out.value != text.value { return "another value: \(shown(out.text))" }
      return out.comments == text.comments
        ? nil : "lost a comment: \(shown(added.text)) \(shown(out.text))"
    }
  }
}
