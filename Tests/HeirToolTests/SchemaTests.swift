import Cascade
import Foundation
import JSONSource
import TestSupport
import Testing

/// What schemas say of files, held against what `check` says.
@Suite struct SchemaTests {
  private static let trees = Harness.fixtures.appending(path: "trees")

  /// What no schema can say: what other files say of a value, what it comes to, or what day it is.
  private static let elsewhere = [
    "final", "required", "expired", "idle-attribute", "reference", "cycle", "outside-root",
    "environment",
  ]
  private static let computing = "types/late/properties.json"

  @Test(.needs("python3:jsonschema")) func everyValidFileIsTaken() throws {
    var cases: [SchemaJudge.Case] = []
    var told: [(file: String, errors: [String])] = []
    var kept: [SchemaTree] = []
    let names = try FileManager.default.contentsOfDirectory(atPath: Self.trees.path).sorted()
    for name in Seeds.every(8, of: names) where name != "settings-pattern" {
      let tree = SchemaTree(Self.trees.appending(path: name))
      let errors = try tree.errors([])
      // The schemas go with their tree.
      kept.append(tree)
      for (path, scope) in tree.files {
        let file = tree.root.appending(path: path)
        guard let schema = tree.schema(of: scope),
          let text = try? String(contentsOf: file, encoding: .utf8),
          errors[path]?.contains(where: { error in
            ["syntax", "duplicate-name"].contains { error.hasPrefix($0) }
          }) != true
        else { continue }
        cases.append(.init(schema: schema, text: text))
        let wrong = (errors[path] ?? []).filter { error in
          !Self.elsewhere.contains { error.hasPrefix($0 + ":") }
        }
        told.append(("\(name)/\(path)", wrong))
      }
    }
    #expect(
      cases.count > (Seeds.isLong ? 280 : 22) && kept.count > (Seeds.isLong ? 80 : 8),
      "\(cases.count), \(kept.count)")
    for (found, told) in zip(try SchemaJudge.errors(cases), told) {
      let isWrong = !told.errors.isEmpty && told.file != Self.computing
      #expect(found.isEmpty != isWrong, "\(told.file): \(told.errors); \(found)")
    }
  }

  // MARK: Planted errors

  private static let values = [
    #""planted""#, "1.5", "7", "-3", "true", "null", "[]", "[7]",
    #"["a", {"$ref": "p", "default": 1}]"#, #"{"planted": 7}"#, #"{"$env": "P"}"#,
    #"{"$stp": ["p"]}"#, #"[{"$stop": ["p"]}]"#, #"{"$env": "P", "p": 1}"#,
  ]
  /// It writes no value, which schemas of closed objects do not look at.
  private static let silent = #"{"$stop": ["p"]}"#

  private static func planted(_ text: String, _ values: [String]) throws -> [String] {
    let bytes = Array(text.utf8)
    let document = try Document(Source(bytes), names: NameTable())
    var found: [String] = []
    func put(_ text: String, _ range: ByteRange) {
      let whole = bytes[..<range.start] + Array(text.utf8) + bytes[range.end...]
      found.append(String(decoding: whole, as: UTF8.self))
    }
    func visit(_ node: Int) {
      if node > 0 { for value in values { put(value, document.range(node)) } }
      switch document.kind(node) {
      case .object:
        for member in document.members(node) {
          let name = document.range(member.nameIndex)
          put(
            "\"\(String(decoding: bytes[(name.start + 1)..<(name.end - 1)], as: UTF8.self))x\"",
            name)
          visit(member.value)
        }
      case .array: for element in document.elements(node) { visit(element) }
      default: break
      }
    }
    visit(0)
    return found
  }

  private static func differences(
    _ files: [(path: String, text: String)], planting path: String, _ values: [String]
  ) throws -> (count: Int, told: [String]) {
    let scratch = Scratch(tree: files)
    let tree = SchemaTree(scratch.url)
    let (file, scope) = try #require(tree.files.first { $0.path == path })
    let schema = try #require(tree.schema(of: scope))
    let text = try #require(scratch.text(file))
    var cases: [SchemaJudge.Case] = []
    var told: [[String]] = []
    for planted in Seeds.every(4, of: try planted(text, values)) {
      scratch.write(file, Array(planted.utf8))
      cases.append(.init(schema: schema, text: planted))
      told.append(try tree.errors(["type", "unknown-key", "directive"])[file] ?? [])
    }
    let found = try SchemaJudge.errors(cases)
    let differing = zip(cases, zip(found, told)).filter { $1.0.isEmpty != $1.1.isEmpty }
    return (cases.count, differing.map { "\($0.text): check \($1.1), schema \($1.0)" })
  }

  private static let rules = #"""
    {"$type": {"port": {"type": "integer", "min": 1, "max": 65535}, "db.*": ["string", "null"],
       "db.pool": "object", "db.pool.size": "integer", "urls": {"items": {"match": "https://*"}},
       "level": {"enum": ["debug", "info", 3]}, "**.flag": "boolean", "mul*ti": "number",
       "name": {"length": [2, 7]}, "list": {"type": "array", "length": [1, 3]},
       "rows.*.id": "string", "m*x": {"type": "string"}, "m*xti": "string"},
     "$merge": {"list": "append"}, "$secret": ["pw"], "$about": {"port": "where it listens"},
     "port": 80, "db": {"host": "h", "pool": {"size": 3, "max": 4}}, "list": [1], "pw": "x",
     "rows": {"a": {"id": "1"}}, "free": {"x": {"flag": true}}}
    """#

  @Test(
    .needs("python3:jsonschema"),
    arguments: Seeds.first(
      2,
      of: [
        #"{"port": 81, "db": {"host": "i", "pool": {"size": 4}}, "urls": ["https://a"], "level": "info"}"#,
        #"{"free": {"x": {"flag": false, "y": [1, {"flag": 3}]}}, "multi": 3, "name": "abc", "list": [2]}"#,
        #"{"rows": {"b": {"id": "2", "n": 1}}, "other": {"flag": true, "in": {"flag": true}}, "max": "x"}"#,
        #"{"$final": ["db.host"], "$remove": {"list": [1]}, "$merge": {"list": "union"}, "pw": "y"}"#,
        #"{"$x-owner": {"db": "me"}, "$include": "_f", "$comment": 1, "$until": {"port": "2027-01-01"}}"#,
      ]))
  func schemaAndCheckFindTheSameErrors(text: String) throws {
    let open = try Self.differences(
      [("p.json", Self.rules), ("s/p.json", text), ("s/_f", "{}")], planting: "s/p.json",
      Self.values + [Self.silent])
    #expect(open.count > (Seeds.isLong ? 30 : 12), "\(open.count)")
    for one in open.told { Issue.record("\(one)") }
    let closed = Self.rules.replacing(#"{"$type""#, with: #"{"$closed": true, "$type""#)
    let shut = try Self.differences(
      [("p.json", closed), ("s/p.json", text), ("s/_f", "{}")], planting: "s/p.json",
      Self.values)
    for one in shut.told { Issue.record("closed: \(one)") }
  }

  @Test func patternsThatLeadEverywhereAreRefused() throws {
    let stars = (1...14).map { "\"**.a\(String(repeating: ".*", count: $0)).b\": \"string\"" }
    let text = "{\"$type\": {\(stars.joined(separator: ","))}}"
    let result = Scratch(tree: [("p.json", text)]).run(["schema"])
    #expect(result.status == 2 && result.errors.contains("would be too large"), "\(result)")
  }
}
