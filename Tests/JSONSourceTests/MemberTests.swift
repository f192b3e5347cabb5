import JSONSource
import TestSupport
import Testing

@Suite struct MemberTests {
  /// An object of `count` members whose names end in their number.
  private static func object(_ count: Int, names prefix: String = "name-") -> [UInt8] {
    var text: [UInt8] = [0x7B]
    for index in 0..<count {
      if index > 0 { text.append(0x2C) }
      text.append(0x22)
      text.append(contentsOf: prefix.utf8)
      text.append(contentsOf: String(index).utf8)
      text.append(contentsOf: [0x22, 0x3A, 0x31])
    }
    return text + [0x7D]
  }

  @Test(arguments: [
    #"{"a":1,"\u0061":2}"#, #"{"/":1,"\/":2}"#, #"{"é":1,"\u00e9":2}"#,
    #"{"😀":1,"\ud83d\ude00":2}"#,
    #"{"":1,"":2}"#, #"{"$a":1,"\u0024a":2}"#, #"{"$$a":1,"$\u0024a":2}"#, #"{"$":1,"$":2}"#,
    #"{"$$":1,"$$":2}"#, #"{"a\u0000b":1,"a\u0000b":2}"#, #"{"x":[{"y":{"a":1,"a":1}}]}"#,
  ]) func namesOfOneSpellingOrAnotherMayNotRepeat(_ text: String) {
    guard case .duplicateName = problem(in: text)?.problem else {
      Issue.record("accepted")
      return
    }
  }

  @Test(arguments: [
    #"{"$$a":1,"$a":2}"#, #"{"$$a":1,"$a":2,"a":3}"#, #"{"$$$a":1,"$$a":2}"#,
    #"{"$$":1,"$":2,"":3}"#,
    "{\"é\":1,\"e\u{301}\":2}", #"{"a\u0000b":1,"a\u0000c":2,"a":3}"#, #"{"a":1,"A":2}"#,
    #"{"a":{"a":{"a":1}}}"#, #"{"1":1,"1.0":2}"#, #"{"\\u0061":1,"a":2}"#,
  ]) func namesOfOtherBytesAreOthers(_ text: String) {
    #expect(problem(in: text) == nil)
  }

  @Test func theEarliestRepetitionIsTold() {
    let marked = MarkedText(#"{"c":0,‹"b"›:1,"a":2,«"b"»:3,"a":4,"c":5}"#)
    let found = problem(in: marked.bytes)
    #expect(found?.range == marked.place)
    #expect(found?.problem == marked.related.map { .duplicateName(first: $0) })
  }

  @Test func theLastOfManyMembersCanBeTheDuplicate() {
    var text = Self.object(5_000)
    text.removeLast()
    text += Array(#","name-17":2}"#.utf8)
    let found = problem(in: text)
    #expect(found?.range == ByteRange(text.count - 12, text.count - 3))
  }

  @Test func timeGrowsWithTheNumberOfMembersAndNotItsSquare() throws {
    for prefix in ["n", String(repeating: "the same for a long time and ", count: 4)] {
      let texts = Dictionary(
        uniqueKeysWithValues: [2_000, 16_000].map { ($0, Self.object($0, names: prefix)) })
      let growth = Growth.ofBusySeconds { #expect(problem(in: texts[$0] ?? []) == nil) }
      #expect(try growth.isInProportion(upTo: 16_000), "\(prefix)")
    }
  }

  @Test func timeGrowsWithTheDepthOfNestedMembersAndNotItsSquare() throws {
    let growth = Growth.ofBusySeconds { count in
      let inner = Self.object(8)
      var text: [UInt8] = [0x5B]
      for _ in 0..<count / 8 { text += inner + [0x2C] }
      #expect(problem(in: text + [0x31, 0x5D]) == nil)
    }
    #expect(try growth.isInProportion(upTo: 16_000))
  }

  @Test func membersAndElementsComeInTheOrderOfTheSource() throws {
    let document = try read(#"{"b":[1,[2],{"c":3}],"$x":{"d":4},"a":{},"$$y":[]}"#)
    let names = document.members(0).map {
      String(decoding: document.names.bytes(of: $0.name), as: UTF8.self)
    }
    #expect(names == ["b", "$x", "a", "$y"])
    #expect(document.members(0).map(\.isDirective) == [false, true, false, false])
    #expect(
      document.members(0).map { document.kind($0.value) } == [.array, .object, .object, .array])
    let spelled = document.members(0).map {
      String(decoding: document.text($0.nameIndex), as: UTF8.self)
    }
    #expect(spelled == ["b", "$x", "a", "$$y"])
    #expect(document.members(0).allSatisfy { document.name($0.nameIndex) == $0.name })
    let array = try #require(document.members(0).first { _ in true }?.value)
    #expect(document.elements(array).map { document.kind($0) } == [.number, .array, .object])
    let last = Array(document.members(0))[3].value
    #expect(document.elements(last).first { _ in true } == nil)
    #expect(document.hasDirectives)
    #expect(try !read(#"{"$$a":"$b","c":["$d"]}"#).hasDirectives)
    #expect(try read(#"[{"\u0024a":1}]"#).hasDirectives)
  }

  @Test func onlyTheDirectiveCommentIsAComment() throws {
    let document = try read(
      #"{"$comment":1,"$$comment":2,"comment":3,"$comments":4,"\u0024comment ":5}"#)
    #expect(
      document.members(0).map { document.isComment($0) } == [true, false, false, false, false])
  }

  @Test func aMemberIsFoundByItsNameHoweverOftenItIsAsked() throws {
    var random = SplitMix64(seed: 11)
    for size in [0, 1, 3, 40, 400] {
      let names = NameTable()
      var text = "{"
      for index in 0..<size {
        let marks = ["", "$", "$$"].randomElement(using: &random) ?? ""
        let value = ["1", #"{"m1":1,"m2":[2]}"#, "[[],{}]", #""m3""#].randomElement(using: &random)
        text += (index == 0 ? "" : ",") + "\"\(marks)m\(index)\":\(value ?? "")"
      }
      let document = try read("[" + text + "}," + text + "}]", names)
      let all = (0..<size + 2).flatMap { ["m\($0)", "$m\($0)"] }.map {
        names.intern(Array($0.utf8))
      }
      for object in document.elements(0) {
        for _ in 0..<4 {
          for name in all {
            let naive = document.members(object).first { !$0.isDirective && $0.name == name }?.value
            let found = document.value(of: name, in: object)
            #expect(found == naive)
          }
        }
      }
    }
  }

  @Test func askingForEveryMemberTakesTimeInProportion() throws {
    let growth = Growth.ofBusySeconds { count in
      let names = NameTable()
      guard let document = try? read(Self.object(count), names) else { return }
      var found = 0
      for index in 0..<count {
        if document.value(of: names.intern(Array("name-\(index)".utf8)), in: 0) != nil {
          found += 1
        }
      }
      #expect(found == count)
    }
    #expect(try growth.isInProportion(upTo: 16_000))
  }

  @Test func aNameTableGivesOneNumberToEachSpelling() {
    let names = NameTable()
    let first = names.intern("a")
    #expect(names.intern(Array("a".utf8)) == first && names.count == 1)
    let all = (0..<3_000).map { names.intern(Array("n\($0)".utf8)) }
    #expect(names.count == 3_001 && Set(all).count == 3_000)
    for index in stride(from: 0, to: 3_000, by: 7) {
      #expect(names.intern(Array("n\(index)".utf8)) == all[index])
      #expect(Array(names.bytes(of: all[index])) == Array("n\(index)".utf8))
    }
    #expect(Array(names.bytes(of: first)) == [0x61])
    let empty = names.intern([UInt8]())
    #expect(names.bytes(of: empty).isEmpty && names.intern("") == empty)
  }
}
