import Foundation
import TestSupport
import Testing

@testable import HeirTool
@testable import Output
@testable import Trees

@Suite struct DotenvTests {
  /// Programs that take JSON texts of `.env` files and print what each says of V.
  static let canHaveWarnings = [
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

  /// What stands in compose-go's dotenv/parser.go and template/template.go, as no test can ask compose: text
  /// that it would fill in, whatever with, is not carried.
  static let compose = """
    python3 -c 'import json, re
    SPACES = "\\t\\n\\v\\f\\r \\x85\\xa0\\u1680\\u2028\\u2029\\u202f\\u205f\\u3000" + "".join(map(chr, range(0x2000, 0x200b)))
    def filled(text):
        lone = re.sub(r"[$](?![$_a-z{])", "", text, flags=re.I)
        return None if "$" in lone else text
    def escaped(text):
        return re.sub(r"\\\\(?:[abcfnrtv$\\x22\\\\]|0[0-9]{0,3})", "\\0", text)
    def value(rest):
        quote = rest[:1]
        if quote not in ("\\x22", "\\x27"):
            return filled(rest.split("\\n")[0].split(" #")[0].rstrip(SPACES))
        chars, hidden = "", False
        for at, char in enumerate(rest[1:], 2):
            if char == quote and not hidden:
                if rest[at:at + 1] != "\\n": return None
                return filled(escaped(chars)) if quote == "\\x22" else chars
            if char != quote and hidden: chars, hidden = chars + "\\\\" + char, False
            elif char == "\\\\": hidden = True
            else: chars, hidden = chars + char, False
    files = json.load(open("_files"))
    print(json.dumps([value(f[2:].lstrip("\\t\\v\\f\\r \\x85\\xa0")) for f in files]))'
    """

  private static func validate(_ files: [String], in scratch: Scratch) throws -> [[String?]] {
    scratch.write("_files", Array(try JSONEncoder().encode(files)))
    return try (canHaveWarnings + [compose]).map { validate in
      let result = try Program.shell(validate, in: scratch.url)
      #expect(result.errors == "")
      return try JSONDecoder().decode([String?].self, from: Data(result.output.utf8))
    }
  }

  private static func isRead(_ text: String, _ index: Int, _ read: [[String?]]) -> Bool {
    read.allSatisfy { Array(($0[index] ?? "?").utf8) == Array(text.utf8) }
  }

  /// A line after it, into which a quote that is hidden would run, and which ends a quote that is open.
  private static let next = "W='`\"'\n"

  private static let short: [String] = (0..<3).reduce([""]) { texts, _ in
    texts + texts.flatMap { text in "'\"\\$# n\n`{}X=:-é0".map { text + String($0) } }
  }
  .reduce(into: Set<String>()) { $0.insert($1) }.sorted()

  @Test(.needs("python3:dotenv", "node"), arguments: [true, false])
  func aTextIsWrittenExactlyIfASpellingCanHoldIt(isEveryShortText: Bool) throws {
    let nasty = NastyStrings.make(1_000, seed: 61).filter { $0.utf8.count < 1_000 }
    let texts = isEveryShortText ? Self.short : nasty
    let name = try VariableName(Array("V".utf8))
    var written: [(text: String, file: String)] = []
    var refused: [(text: String, file: String)] = []
    for text in texts {
      let assignment = Assignment(name: name, text: Array(text.utf8))
      do throws(RepresentationError) {
        let line = String(decoding: try DotenvText.line(assignment), as: UTF8.self)
        written.append((text, line + Self.next))
      } catch {
        refused += ["'", "\"", ""].map { (text, "V=\($0)\(text)\($0)\n" + Self.next) }
      }
    }
    #expect(written.count > texts.count / 2)
    #expect(refused.count > 50)
    let scratch = Scratch([])
    let read = try Self.validate((written + refused).map(\.file), in: scratch)
    for (index, (text, file)) in written.enumerated() where !Self.isRead(text, index, read) {
      Issue.record("\(text.debugDescription) is not read back from \(file.debugDescription)")
    }
    for (index, (text, file)) in refused.enumerated()
    where Self.isRead(text, written.count + index, read) {
      Issue.record("\(text.debugDescription) is refused, and \(file.debugDescription) carries it")
    }
  }
}
