import Foundation
import Testing

/// What is written as a `.env` file is read back by the readers that people use.
@Suite struct DotenvTests {
  /// Programs that read `_env` and print name, NUL, value, NUL for each variable.
  static let readers = [
    "python3 -c 'import dotenv,sys\nfor k,v in dotenv.dotenv_values(\"_env\").items(): sys.stdout.buffer.write(k.encode()+b\"\\0\"+v.encode()+b\"\\0\")'",
    "node --env-file=_env -e 'for (const k in process.env) if (k.startsWith(\"V\")) process.stdout.write(k+\"\\0\"+process.env[k]+\"\\0\")'",
  ]

  /// Some strings a scope: each question reads one scope's file.
  private static func scope(_ index: Int) -> String { "/s\(index / 30)" }

  private static func tree(_ strings: [String]) -> Scratch {
    let members = Dictionary(grouping: strings.indices, by: scope).mapValues { indices in
      indices.map { "\"k\($0)\": \(NastyStrings.json(strings[$0]))" }
    }
    return Scratch(
      [(".heir", "")]
        + members.map { scope, members in
          ("\(scope.dropFirst())/a.json", "{\(members.joined(separator: ",\n"))}")
        })
  }

  @Test(arguments: readers) func everyValueThatIsWrittenIsReadBack(reader: String) throws {
    let strings = NastyStrings.make(1_500, seed: 60)
    let scratch = Self.tree(strings)
    let harness = Harness(in: scratch.url)
    var lines = ""
    var expected: [String: String] = [:]
    for (index, text) in strings.enumerated() where text.utf8.count < 1_000 {
      let result = harness.run(
        "resolve", Self.scope(index), "k\(index)", "--format", "dotenv", "--prefix", "V\(index)")
      if result.status == 2 {
        #expect(result.errors.contains("k\(index)"))
        continue
      }
      lines += result.output
      expected["V\(index)"] = text
    }
    // Most are carried; a format that refused all would prove nothing.
    #expect(expected.count > 500)
    scratch.write("_env", Array(lines.utf8))
    let result = try Program.shell(reader, in: scratch.url)
    #expect(result.errors == "")
    let parts = result.output.unicodeScalars.split(
      separator: "\0", omittingEmptySubsequences: false
    )
    .map { String($0) }
    var read: [String: String] = [:]
    for index in stride(from: 0, to: parts.count - 1, by: 2) where parts[index].hasPrefix("V") {
      read[parts[index]] = parts[index + 1]
    }
    for (name, text) in expected where Array((read[name] ?? "?").utf8) != Array(text.utf8) {
      Issue.record("\(name): \(text.debugDescription) came back as \(read[name].debugDescription)")
    }
  }

  /// Programs that take JSON texts of `.env` files and print what each says of V.
  static let judges = [
    """
    python3 -c 'import dotenv,io,json,logging
    logging.disable(logging.CRITICAL)
    files = json.load(open("_files"))
    print(json.dumps([dotenv.dotenv_values(stream=io.StringIO(f, newline=None)).get("V") for f in files]))'
    """,
    """
    node -e 'const files = JSON.parse(fs.readFileSync("_files"));
    console.log(JSON.stringify(files.map(f => util.parseEnv(f).V ?? null)))'
    """,
  ]

  @Test func onlyWhatAReaderWouldChangeIsRefused() throws {
    let strings = NastyStrings.make(1_500, seed: 61).filter { $0.utf8.count < 1_000 }
    let scratch = Self.tree(strings)
    let harness = Harness(in: scratch.url)
    var refused: [String] = []
    var files: [String] = []
    for (index, text) in strings.enumerated() {
      let result = harness.run(
        "resolve", Self.scope(index), "k\(index)", "--format", "dotenv", "--prefix", "V")
      guard result.status == 2 else { continue }
      let scalars = Set(text.unicodeScalars)
      // Compose, which no test can ask, fills in `$` outside single quotes.
      let quotes =
        ["'", scalars.isDisjoint(with: "\\$`".unicodeScalars) ? "\"" : nil]
        + [scalars.contains("$") ? nil : ""]
      for quote in quotes.compactMap({ $0 }) {
        refused.append(text)
        // A line after it, into which a quote that is hidden would run.
        files.append("V=\(quote)\(text)\(quote)\nW='w'\n")
      }
    }
    #expect(refused.count > 50)
    scratch.write("_files", Array(try JSONEncoder().encode(files)))
    var changed: Set<Int> = []
    for judge in Self.judges {
      let result = try Program.shell(judge, in: scratch.url)
      let read = try JSONDecoder().decode([String?].self, from: Data(result.output.utf8))
      for (index, text) in refused.enumerated()
      where Array((read[index] ?? "?").utf8) != Array(text.utf8) {
        changed.insert(index)
      }
    }
    for (index, text) in refused.enumerated() where !changed.contains(index) {
      Issue.record("\(text.debugDescription) is refused, and every reader takes it")
    }
  }
}
