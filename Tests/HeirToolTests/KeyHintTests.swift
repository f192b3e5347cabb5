import Foundation
import Testing

@testable import HeirTool

@Suite struct KeyHintTests {
  private let scratch = Scratch([
    (".heir", ""),
    (
      "p.json",
      #"""
      {"db": {"host": "h", "port": 1, "pool": {"max": 9, "min": 1}, "password": "p"},
       "http": {"port": 80}, "v": {"x": 1}, "l": [1, 2],
       "servers": [{"name": "a", "port": 1}], "hidden": [{"token": "t"}],
       "made": {"$ref": "db.pool"}, "$secret": ["hidden"]}
      """#
    ),
    ("a/p.json", #"{"l": [9], "servers": 5}"#), ("a/b/p.json", #"{"l": {"k": 1}}"#),
  ])

  private func errors(_ arguments: String...) -> String {
    Harness(in: scratch.url).run(arguments).errors
  }

  @Test(arguments: ["w.x", "v.y", "hidden.0.tokn", "xy.ab", "dc.part.x"])
  func anotherKeyIsNotNear(key: String) {
    #expect(!errors("get", "/", key).contains("nearest"))
  }

  @Test func anArrayThatTookThePlaceOfAnotherIsNoOtherKind() {
    let errors = errors("get", "/a", "l.1")
    #expect(
      errors == "heir: note: l.1 has no value in /a: replaced by another array at a/p.json:1:7; "
        + "l has 1 element, l.0\n")
    for key in ["servers.0.name"] {
      #expect(self.errors("get", "/a", key).contains("another kind of value"))
    }
  }

  @Test func whoEditsAKeyThatNobodyMentionsIsTold() {
    let note = "heir: note: no level of / mentions db.prt; the nearest key is db.port\n"
    for command in ["unset", "resume", "stop"] {
      #expect(errors(command, "/", "db.prt").contains(note), "\(command)")
    }
    let tree = Harness(in: scratch.url)
    #expect(tree.run("stop", "/a", "db.prt").status == 0)
    // It is mentioned now, if only by a stop.
    #expect(!tree.run("resume", "/a", "db.prt").errors.contains("no level"))
    for command in ["unset", "resume", "stop"] {
      #expect(!errors(command, "/", "db.port", "--dry-run").contains("no level"), "\(command)")
      #expect(tree.run(command, "/", "no.such", "-q").errors == "", "\(command)")
    }
  }
}
