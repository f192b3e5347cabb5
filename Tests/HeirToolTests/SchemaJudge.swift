import Foundation
import TestSupport
import Testing

/// Python's jsonschema, which holds files against schemas.
struct SchemaJudge {
  struct Case: Codable {
    /// The path of a schema, and the text of a file; comments are taken out of it.
    let schema: String
    let text: String
  }

  private static let script = """
    import json, pathlib, re, sys
    from jsonschema import Draft7Validator, RefResolver
    token = re.compile(r'"(?:[^"\\\\]|\\\\.)*"|//[^\\n]*|/[*].*?[*]/', re.S)
    def plain(text):
        text = token.sub(lambda m: m[0] if m[0][0] == '"' else "", text.lstrip("\\ufeff"))
        return re.sub(r',(?=\\s*[\\]}])', "", text)
    schemas = {}
    def schema(path):
        if path not in schemas:
            found = json.load(open(path, encoding="utf-8"))
            Draft7Validator.check_schema(found)
            # References lead to other files of the directory.
            place = RefResolver(pathlib.Path(path).resolve().as_uri(), found)
            schemas[path] = Draft7Validator(found, resolver=place)
        return schemas[path]
    cases = json.load(open("_cases", encoding="utf-8"))
    print(json.dumps([
        [e.message[:200] for e in schema(c["schema"]).iter_errors(json.loads(plain(c["text"])))]
        for c in cases]))
    """

  static func errors(_ cases: [Case]) throws -> [[String]] {
    let scratch = Scratch()
    scratch.write("_cases", Array(try JSONEncoder().encode(cases)))
    scratch.write("_judge.py", Array(script.utf8))
    let result = try Program.run("python3", ["_judge.py"], in: scratch.url)
    #expect(result.status == 0, "\(result.errors)")
    return try JSONDecoder().decode([[String]].self, from: Data(result.output.utf8))
  }
}

/// A tree with the schemas of its scopes, and what `check` says of it.
struct SchemaTree {
  let root: URL
  let schemas = Scratch()
  /// The property files, each with the scope in which it stands.
  let files: [(path: String, scope: String)]

  private struct Report: Decodable {
    struct Finding: Decodable {
      let rule: String
      let severity: String
      let message: String
      let file: String?
    }
    let findings: [Finding]
  }

  init(_ root: URL) {
    self.root = root
    let harness = Harness(in: root)
    _ = harness.run("schema", "--all", "-o", schemas.url.path, "--root", root.path)
    let scopes = harness.run("scopes", "-0", "--abstract", "--root", root.path).output
    files = scopes.split(separator: "\0").flatMap { scope -> [(path: String, scope: String)] in
      let folder = scope == "/" ? "" : scope.dropFirst() + "/"
      let names =
        (try? FileManager.default.contentsOfDirectory(atPath: root.path + "/" + folder)) ?? []
      return names.sorted().filter { name in
        !name.hasPrefix(".") && !name.hasPrefix("_")
          && (name.hasSuffix(".json") || name.hasSuffix(".jsonc"))
      }.map { (folder + $0, String(scope)) }
    }
  }

  /// The schema of a scope's files, if one was written.
  func schema(of scope: String) -> String? {
    let name = scope.dropFirst().replacing(".", with: "..").replacing("/", with: ".")
    let path = schemas.url.path + "/" + (name.isEmpty ? "_root" : name) + ".schema.json"
    return FileManager.default.fileExists(atPath: path) ? path : nil
  }

  func errors(_ rules: [String]) throws -> [String: [String]] {
    let result = Harness(in: root).run(
      ["check", "--json", "-q", "--root", root.path]
        + (rules.isEmpty ? [] : ["--rules", rules.joined(separator: ",")]))
    let report = try JSONDecoder().decode(Report.self, from: Data(result.output.utf8))
    var found: [String: [String]] = [:]
    let scopes = Dictionary(files.map { ($0.path, $0.scope) }) { first, _ in first }
    for finding in report.findings where finding.severity == "error" {
      guard let file = finding.file else { continue }
      if finding.rule == "type", let scope = scopes[file],
        !finding.message.contains(" in \(scope),") && !finding.message.hasSuffix(" in \(scope)")
      {
        continue
      }
      found[file, default: []].append("\(finding.rule): \(finding.message)")
    }
    return found
  }
}
