import JSONSource
import TestSupport
import Testing

@Suite struct MemberTests {
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
