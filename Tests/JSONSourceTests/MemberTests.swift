import JSONSource
import TestSupport
import Testing

@Suite struct MemberTests {
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

  @Test func aMemberIsFoundByItsNameHoweverOftenItIsAsked() throws {
    var random = SplitMix64(seed: 11)
    for size in [0, 1, 3, 40, Seeds.isLong ? 400 : 150] {
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
}
