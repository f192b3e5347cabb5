import Foundation
import JSONSource
import TestSupport
import Testing

@Suite struct ToolConformanceTests {
  static let folder = Harness.fixtures.appending(path: "conformance")

  static let topics: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted()
  }()

  @Test(arguments: topics) func everyCaseHoldsForTheProgram(topic: String) throws {
    let bytes = try Array(Data(contentsOf: Self.folder.appending(path: topic)))
    for one in try ConformanceCase.read(bytes) {
      let scratch = Scratch()
      scratch.write(".heir", [])
      for (path, text) in one.files { scratch.write(String(path.dropFirst()), text) }
      for scope in one.scopesWithoutFiles { scratch.makeDirectory(scope) }
      var overlays: [Scratch] = []
      for files in one.overlayFiles {
        let overlay = Scratch()
        for (path, text) in files { overlay.write(String(path.dropFirst()), text) }
        overlays.append(overlay)
      }
      for ask in one.questions {
        var harness = Harness(in: scratch.url)
        harness.environment = ask.variables
        harness.options = overlays.flatMap { ["--overlay", $0.url.path] }
        lazy var given = Scratch()
        for (number, setting) in ask.settings.enumerated() {
          switch setting {
          case .setting(let text): harness.options += ["--set", text]
          case .values(let text):
            given.write("\(number).json", Array(text.utf8))
            harness.options += ["--values", given.url.path + "/\(number).json"]
          }
        }
        if !ask.allowed.isEmpty {
          harness.options += ["--allow-env", ask.allowed.joined(separator: ",")]
        }
        if let facts = ask.facts {
          given.write("facts.json", Array(facts.utf8))
          harness.options += ["--facts", given.url.path + "/facts.json"]
        }
        let problems = Self.problems(harness, ask)
        for problem in problems {
          Issue.record("\(topic): \(one.name): \(ask.scope) \(ask.key ?? ""): \(problem)")
        }
      }
    }
  }

  private static func problems(_ harness: Harness, _ ask: ConformanceCase.Question) -> [String] {
    var problems: [String] = []
    if let key = ask.key {
      let got = harness.run("get", ask.scope, key, "--json")
      if let value = ask.value {
        if got.output != value + "\n" || got.status != 0 {
          problems.append("get prints \(got), not \(value)")
        }
      } else if ask.absent != nil, got.status != 1 || !got.output.isEmpty {
        problems.append("get is \(got), not absent")
      }
      let isExplained =
        ask.absent != nil || ask.place != nil && ask.error == nil || ask.outcomes != nil
        || ask.attributes != nil
      let explained =
        isExplained ? harness.run("explain", ask.scope, key, "--json", "-c").output : ""
      let data = try? JSONSerialization.jsonObject(with: Data(explained.utf8)) as? [String: Any]
      let absent = data?["absent"] as? [String: Any]
      if let reason = ask.absent, absent?["reason"] as? String != reason {
        problems.append("explain says \(explained), not \(reason)")
      }
      if let place = ask.place, ask.error == nil {
        let origins = data?["origins"] as? [Any] ?? [data?["origin"] ?? absent?["at"] ?? [:]]
        if !origins.contains(where: { Self.isAt($0, place) }) {
          problems.append("explain says \(explained), not at \(place)")
        }
      }
      if let outcomes = ask.outcomes {
        let trace = data?["trace"] as? [[String: Any]] ?? []
        let found = trace.filter { $0["directive"] == nil }.map {
          "[\"\(Self.level($0))\",\"\($0["outcome"] ?? "")\"]"
        }
        if found != outcomes { problems.append("went \(found), not \(outcomes)") }
      }
      if let attributes = ask.attributes {
        let isSaid =
          attributes == "{}"
          ? !explained.contains("\"attributes\"")
          : explained.contains("\"attributes\":\(attributes),")
        if !isSaid { problems.append("explain says \(explained), not \(attributes)") }
      }
    }
    if let resolved = ask.resolved {
      let got = harness.run("resolve", ask.scope, "-c")
      if got.output != resolved + "\n" { problems.append("resolves to \(got), not \(resolved)") }
    }
    if let findings = ask.findings {
      let got = Self.findings(
        harness.run("check", ask.scope, "--json", "--rules", "required,type,unknown-key"))
      if got != findings.sorted() { problems.append("check finds \(got), not \(findings)") }
    }
    if let error = ask.error {
      let words = ask.key.map { ["get", ask.scope, $0] } ?? ["resolve", ask.scope]
      let got = harness.run(words)
      let place = ask.place.map { "\($0.dropFirst()): error: " } ?? ""
      let isSaid =
        (error.isEmpty || got.errors.lowercased().contains(error))
        && (place.isEmpty || got.errors.contains(place))
      if got.status != 2 || !got.output.isEmpty || got.errors.isEmpty || !isSaid {
        problems.append("is \(got), and should fail with '\(error)'")
      }
    }
    return problems
  }

  /// The level of a place: `/prod`, `1:/prod` in the first overlay, `set:1` for the first `--set`.
  private static func level(_ place: [String: Any]) -> String {
    if let number = place["commandLine"] { return "set:\(number)" }
    return (place["overlay"].map { "\($0):" } ?? "") + (place["scope"] as? String ?? "")
  }

  private static func isAt(_ place: Any, _ expected: String) -> Bool {
    guard let place = place as? [String: Any] else { return false }
    let words = ["file", "line", "column"].map { "\(place[$0] ?? "")" }.joined(separator: ":")
    return [level(place), "/" + words].contains(expected)
  }

  /// What a report of `check` tells: rule, key and level, as lists in compact JSON.
  private static func findings(_ result: Harness.Result) -> [String] {
    let report = try? JSONSerialization.jsonObject(with: Data(result.output.utf8))
    guard let findings = (report as? [String: Any])?["findings"] as? [[String: Any]] else {
      return ["no report: \(result)"]
    }
    return findings.map { finding in
      let tree = (finding["overlay"] as? Int).map { "\($0):" } ?? ""
      let words = [finding["rule"], finding["key"], tree + (finding["scope"] as? String ?? "")]
      return PlainValue.array(
        words.map { PlainValue.string(Array((($0 as? String) ?? "").utf8)) }
      ).compact
    }.sorted()
  }
}

extension Scratch {
  fileprivate func makeDirectory(_ path: String) {
    try? FileManager.default.createDirectory(
      at: url.appending(path: String(path.dropFirst())), withIntermediateDirectories: true)
  }
}
