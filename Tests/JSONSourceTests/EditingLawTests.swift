import JSONSource
import TestSupport
import Testing

/// Edits of random documents, half of them with comments, compared with edits of plain values.
@Suite struct EditingLawTests {
  /// Fails with the first sample that breaks the law.
  private func expect(seed: UInt64, _ law: (CommentedText, SpliceSample) throws -> String?) {
    var random = SplitMix64(seed: seed)
    for round in Seeds.upTo(150) {
      let sample = SpliceSample.random(&random)
      let text = CommentedText(
        bytes: round % 2 == 0
          ? sample.bytes : CommentedText.commented(sample.bytes, &random))
      do {
        guard let wrong = try law(text, sample) else { continue }
        Issue.record("\(wrong)\n\(shown(text.text))\n\(sample)")
      } catch { Issue.record("\(error)\n\(shown(text.text))\n\(sample)") }
      return
    }
  }

  @Test func samplesAreOfEveryKind() {
    var counts: [String: Int] = [:]
    expect(seed: 70) { text, sample in
      let isSet = text.setting(sample) != nil
      let isReplaced = sample.tree.value(sample.path) != nil
      counts[isSet ? isReplaced ? "replaced" : "inserted" : "refused", default: 0] += 1
      if isSet && sample.isUndoable { counts["undone", default: 0] += 1 }
      if sample.isListUndoable { counts["listed", default: 0] += 1 }
      if text.removing(sample).map({ $0.bytes != text.bytes }) == true {
        counts["removed", default: 0] += 1
      }
      return nil
    }
    for kind in ["replaced", "inserted", "refused", "undone", "listed", "removed"] {
      #expect(counts[kind] ?? 0 > (Seeds.isLong ? 720 : 24), "\(counts)")
    }
  }

  @Test func aTextWithCommentsHasTheValueOfTheTextWithoutThem() {
    expect(seed: 201) { text, sample in
      let document = try Document(Source(text.bytes), allowsComments: true, names: NameTable())
      if document.plain() != sample.tree { return "another value" }
      return text.value == sample.tree ? nil : "the stripper is wrong"
    }
  }

  @Test func settingChangesOneValueAndNoOtherBytes() {
    expect(seed: 202) { text, sample in
      let expected = sample.tree.set(sample.path, sample.value)
      guard let after = text.setting(sample) else { return expected == nil ? nil : "refused" }
      if after.value != expected { return "another value: \(shown(after.text))" }
      if problem(in: after.bytes, allowsComments: true) != nil { return "no JSON" }
      if after.setting(sample)?.bytes != after.bytes { return "not the same twice" }
      let document = try Document(Source(text.bytes), allowsComments: true, names: NameTable())
      let splices = try DocumentEditor(document).setting(
        read(sample.value.text()), at: sample.path)
      guard let start = splices.map(\.range.start).min(), let node = sample.node(in: document)
      else { return Self.insertingProblem(splices, in: text, after) }
      let (range, end) = (document.range(node), splices.map(\.range.end).max() ?? 0)
      if start < range.start || end > range.end { return "\(splices)" }
      // An array is set element by element, and its comments may be removed with them.
      let before = CommentStripper(Array(text.bytes[..<range.start])).comments
      let behind = CommentStripper(Array(text.bytes[range.end...])).comments
      let isKept =
        after.comments.starts(with: before)
        && after.comments.reversed().starts(with: behind.reversed())
        && (document.kind(node) == .array
          || after.comments.count == before.count + behind.count)
      return isKept ? nil : "lost a comment beside the value: \(shown(after.text))"
    }
  }

  /// A new member replaces no byte, except white space in an object without members.
  private static func insertingProblem(
    _ splices: [Splice], in text: CommentedText, _ after: CommentedText
  ) -> String? {
    if after.comments != text.comments { return "lost a comment: \(shown(after.text))" }
    guard let splice = splices.first else { return after.bytes == text.bytes ? nil : "changed" }
    if !text.comments.isEmpty { return nil }
    let isEmptied =
      text.bytes[..<splice.range.start].last == UInt8(ascii: "{")
      && text.bytes[splice.range.end...].first == UInt8(ascii: "}")
    return splices.count == 1 && (splice.range.start == splice.range.end || isEmptied)
      ? nil : "\(splices)"
  }

  @Test func removingANewMemberGivesTheTextBack() {
    expect(seed: 203) { text, sample in
      guard sample.isUndoable, let after = text.setting(sample) else { return nil }
      guard let again = after.removing(sample.path) else { return "refused" }
      let isBack =
        again.value == text.value && again.comments == text.comments
        && (!text.comments.isEmpty || text.bytes != sample.bytes || again.bytes == text.bytes)
      return isBack ? nil : "\(shown(after.text)) \(shown(again.text))"
    }
  }

  @Test func settingTheOldSpellingGivesTheTextBack() {
    expect(seed: 76) { text, sample in
      let document = try Document(Source(text.bytes), allowsComments: true, names: NameTable())
      guard let node = sample.node(in: document), let after = text.setting(sample) else {
        return nil
      }
      let old = Array(document.spelling(node))
      // Lines of a value are laid out as the file's own are.
      if old.contains(0x0A) || old.contains(0x0D) || !text.comments.isEmpty { return nil }
      let back = try after.edited { (editor) throws(EditError) in
        guard let value = try? read(old) else { return [] }
        return try editor.setting(value, at: sample.path)
      }
      return back.bytes == text.bytes ? nil : "\(shown(after.text)) \(shown(back.text))"
    }
  }

  @Test func removingKeepsEveryOtherValueAndComment() {
    expect(seed: 204) { text, sample in
      let path = sample.paths[0]
      let expected = sample.tree.remove(path)
      guard let after = text.removing(path) else { return expected == nil ? nil : "refused" }
      if after.value != expected { return "another value: \(shown(after.text))" }
      if problem(in: after.bytes, allowsComments: true) != nil { return "no JSON" }
      if !CommentedText.isPart(after.comments, of: text.comments) { return "comments out of order" }
      if sample.tree.value(path) == nil { return after.bytes == text.bytes ? nil : "changed" }
      let document = try Document(Source(text.bytes), allowsComments: true, names: NameTable())
      let beside = Self.surroundings(of: path, in: document)
      let before = CommentStripper(Array(text.bytes[..<beside.start])).comments
      let behind = CommentStripper(Array(text.bytes[beside.end...])).comments
      let isKept =
        after.comments.starts(with: before)
        && after.comments.reversed().starts(with: behind.reversed())
      return isKept ? nil : "lost a comment: \(shown(after.text))"
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

  @Test func removalsAreInOrderAndInsertNothing() {
    expect(seed: 79) { text, sample in
      let document = try Document(Source(text.bytes), allowsComments: true, names: NameTable())
      guard let splices = try? DocumentEditor(document).removing(sample.paths) else { return nil }
      let isRight =
        zip(splices, splices.dropFirst()).allSatisfy { $0.range.end <= $1.range.start }
        && splices.allSatisfy { $0.bytes.isEmpty && $0.range.start < $0.range.end }
      return isRight ? nil : "\(splices)"
    }
  }

  @Test func aNameIsAddedToAListAndRemovedFromIt() {
    let key = Array("a key that no sample has".utf8)
    expect(seed: 206) { text, sample in
      let place = Array(sample.path.dropLast())
      let expected = sample.tree.adding(key, place)
      func add(_ text: CommentedText) -> CommentedText? {
        try? text.edited { (editor) throws(EditError) in
          try editor.adding(key, toList: CommentedText.stop, inObjectAt: place)
        }
      }
      guard let added = add(text) else { return expected == nil ? nil : "refused" }
      if added.value != expected { return "another value: \(shown(added.text))" }
      if added.comments != text.comments { return "lost a comment: \(shown(added.text))" }
      if add(added)?.bytes != added.bytes { return "not the same twice" }
      guard sample.isListUndoable else { return nil }
      let out = try added.edited { (editor) throws(EditError) in
        try editor.removing([key], fromList: CommentedText.stop, inObjectAt: place)
      }
      let isBack =
        out.value == text.value && out.comments == text.comments
        && (!text.comments.isEmpty || text.bytes != sample.bytes || out.bytes == text.bytes)
      return isBack ? nil : "\(shown(added.text)) \(shown(out.text))"
    }
  }
}

extension CommentedText {
  fileprivate func setting(_ sample: SpliceSample) -> CommentedText? {
    try? edited { (editor) throws(EditError) in
      guard let value = try? read(sample.value.text()) else { return [] }
      return try editor.setting(value, at: sample.path)
    }
  }

  fileprivate func removing(_ path: [MemberName]) -> CommentedText? {
    try? edited { (editor) throws(EditError) in try editor.removing(path) }
  }

  fileprivate func removing(_ sample: SpliceSample) -> CommentedText? {
    try? edited { (editor) throws(EditError) in try editor.removing(sample.paths) }
  }
}
