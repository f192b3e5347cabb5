import JSONSource
import Testing

@testable import YAMLSource

@Suite struct SentenceTests {
  @Test func readsTypesOfBothDialects() throws {
    let text = "a: [1:30, 0755, yes, ~, .5, 1.]\nb: *x\n".replacing("*x", with: "&y {k: v}")
    #expect(try JSON.text(of: text, .ruby) == #"{"a":[5400,493,true,null,0.5,1.0],"b":{"k":"v"}}"#)
    #expect(try JSON.text(of: text, .python) == #"{"a":[90,493,true,null,0.5,1.0],"b":{"k":"v"}}"#)
  }
}
