import Foundation
import Testing

#if os(Linux)
  /// Over many scopes a copy of the process reads ahead of the walk; it saves time and changes nothing.
  @Suite struct ReadingAheadTests {
    /// Many scopes, and all that keeps a directory from being told: links, what is no file, what is broken or large.
    private let tree: Scratch = {
      var files: [(String, String)] = [
        (".heir", #"{"ignore": ["left-*"], "inherit": {"r/{host}": ["/z/far"]}}"#),
        ("a.json", #"{"k": 1, "$final": ["f"], "f": 1, "o": {"p": 1}}"#),
        ("m/left-out/a.json", #"{"k": "ignored"}"#), ("m/.hidden/a.json", #"{"k": "hidden"}"#),
        ("m/broken/a.json", #"{"k": "#), ("m/broken/below/a.json", #"{"k": 2}"#),
        ("m/large/a.json", "{\"k\": \"\(String(repeating: "x", count: 1 << 17))\"}"),
        ("m/include/a.json", #"{"k": {"$include": "_part.json"}}"#),
        ("m/include/_part.json", #"{"a": 1}"#), ("m/many/a.json", #"{"k": 3}"#),
        ("m/many/b.jsonc", "{\"k\": 4, // later\n}"), ("m/text/a.txt", ""),
        ("m/over/a.json", #"{"f": 2}"#), ("m/nested/.heir", "{}"),
        ("z/far/a.json", #"{"k": "far", "q": 1}"#),
      ]
      for outer in 0..<6 {
        for inner in 0..<20 {
          files.append(("s\(outer)/h\(inner)/a.json", #"{"k": \#(inner), "o": {"p": 1}}"#))
          files.append(("s\(outer)/h\(inner)/deep/er/b.json", #"{"q": "${k}"}"#))
          files.append(("r/h\(outer)x\(inner)/a.json", #"{"n": {"$ref": "q", "scope": "/z/far"}}"#))
        }
      }
      return Scratch(files)
    }()

    private static let commands = [
      "check --format json", "where / '*' --json", "scopes --json", "scopes /s3 --json",
      "resolve / --below -q -o OUT/{scope}.json; cd OUT && cat $(find . -name '*.json' | sort)",
      "impact --against s0 --json", "where /s1 k --json --overlay s2 --overlay s3",
      "check --format json --overlay s2",
    ]

    private func answers(_ before: String, behind: String = "") throws -> [String] {
      try Self.commands.enumerated().map { (number, command) in
        let out = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString).path
        defer { try? FileManager.default.removeItem(atPath: out) }
        let line = command.replacing("OUT", with: out)
        let result = try Program.shell("\(before) $HEIR \(line)", in: tree.url)
        return "\(result.status) \(result.output) \(result.errors)".replacing(out, with: "")
      }
    }

    private func addOddities() throws {
      let shell = """
        ln -s ../s0/h1 m/link; ln -s nowhere m/dangling; ln -s ../../s0/h1/a.json m/many/c.json
        mkfifo m/many/d.json; mkdir m/dir.json; ln -s / m/out; ln -s .. m/up
        mkdir "m/$(printf 'n\\377')" m/empty m/empty/er; touch "m/many/$(printf 'f\\377.json')"
        """
      let result = try Program.shell(shell, in: tree.url)
      #expect(result.status == 0, "\(result)")
    }

    @Test func whatIsReadAheadIsWhatTheWalkWouldHaveRead() throws {
      try addOddities()
      let alone = try answers("strace -f -qq -o /dev/null -e inject=clone,fork:error=EAGAIN")
      let helped = try answers("")
      for (one, other) in zip(alone, helped) { #expect(one == other) }
      #expect(alone.allSatisfy { $0.count > 200 })
    }

    /// It is there, or nothing of this is tested.
    @Test func aLongWalkIsReadAheadAndAShortOneIsNot() throws {
      func copies(_ line: String) throws -> Int {
        let result = try Program.shell(
          "strace -f -qq -e trace=clone,fork -o calls $HEIR \(line) >/dev/null; grep -Ec '(clone|fork)\\(' calls",
          in: tree.url)
        return Int(result.output.filter(\.isNumber)) ?? -1
      }
      #expect(try copies("check -q") == 1)
      #expect(try copies("check -q --root s0/h1") == 0)
      #expect(try copies("get /s5/h7 k") == 0)
    }

    /// What it does not come to tell, the walk reads.
    @Test(arguments: 2...5) func aCopyThatIsKilledIsDoneWithout(turn: Int) throws {
      try addOddities()
      let line = "check --only final,unreadable --format json -q"
      let right = try Program.shell("$HEIR \(line)", in: tree.url)
      let result = try Program.shell(
        "strace -f -qq -o calls -e trace=write -e inject=write:signal=KILL:when=\(turn) $HEIR \(line) >out; "
          + "echo $?; cat out; grep -c 'killed by SIGKILL' calls >&2", in: tree.url)
      #expect(result.errors == "1\n", "\(result.errors)")
      #expect(result.output == "\(right.status)\n\(right.output)")
    }

    @Test func nothingRunsOnBehindAWalkThatEndsEarly() throws {
      let result = try Program.shell(
        """
        ln -s "$HEIR" only-here; ./only-here where / '*' --json | head -c 1
        ps -eo args | grep '^./only-here'
        """, in: tree.url)
      #expect(result.status == 1 && result.output == "{", "\(result)")
    }
  }
#endif
