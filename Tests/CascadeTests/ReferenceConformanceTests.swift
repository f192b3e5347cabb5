import Foundation
import JSONSource
import TestSupport
import Testing

/// The naive resolver against the conformance data, as far as its rules go: no inclusions, no facts, no files.
@Suite struct ReferenceConformanceTests {
  private static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/conformance")

  private static let topics = [
    "arrays", "directives-only", "dollar-names", "emptied-objects", "exclude", "exclude-and-stop",
    "exclude-nested", "falsy-values", "final", "final-absent", "final-overlays", "inheritance",
    "lineage", "merge-arrays", "merge-objects", "numbers", "overlays", "parents-inheritance",
    "parents-overlays", "pass", "references", "remove", "scope-and-inherited", "several-files",
    "stop", "stop-nested", "stop-scope", "written-empty",
  ]

  @Test func theReferenceResolverPassesTheConformanceData() throws {
    var asked: [String: Int] = [:]
    for topic in Self.topics.map({ $0 + ".json" }) {
      let bytes = try Array(Data(contentsOf: Self.folder.appending(path: topic)))
      for one in try ConformanceCase.read(bytes) {
        if one.questions.contains(where: { $0.error != nil || $0.findings != nil }) { continue }
        guard let tree = Self.tree(one.files) else { continue }
        let overlays = one.overlayFiles.compactMap(Self.tree)
        if overlays.count < one.overlayFiles.count { continue }
        let resolver = ReferenceResolver(ReferenceWhole(tree, overlays: overlays))
        for question in one.questions
        where question.settings.isEmpty && question.variables.isEmpty && question.facts == nil {
          let scope = question.scope.split(separator: "/").map { PlainName(String($0)) }
          guard resolver.paths.contains(scope), resolver.order[scope] != nil else { continue }
          for (kind, problem) in Self.answers(resolver, scope, question) {
            asked[kind, default: 0] += 1
            if let problem { Issue.record("\(topic): \(one.name): \(question.scope): \(problem)") }
          }
        }
      }
    }
    #expect(asked.count == 3, "\(asked)")
  }

  private static func answers(
    _ resolver: ReferenceResolver, _ scope: [PlainName], _ question: ConformanceCase.Question
  ) -> [(kind: String, problem: String?)] {
    var answers: [(kind: String, problem: String?)] = []
    if let resolved = question.resolved {
      let found = resolver.evaluated(scope)?.compact
      answers.append(("resolve", found == resolved ? nil : "\(found ?? "-"), not \(resolved)"))
    }
    guard question.error == nil, let text = question.key, !text.isEmpty else { return answers }
    let parts = ReferencePattern(reading: Array(text.utf8)).parts
    let key = parts.compactMap { if case .name(let name) = $0 { name } else { nil } }
    if let value = question.value {
      let found = resolver.evaluated(scope, key: key)
      let isRight = if case .value(let one) = found { one.compact == value } else { false }
      answers.append(("value", isRight ? nil : "\(text) is \(found), not \(value)"))
    }
    if let absent = question.absent {
      let found = resolver.resolve(scope).answer(key).absence?.reason
      answers.append(
        ("absent", found == absent ? nil : "\(text) is \(found ?? "-"), not \(absent)"))
    }
    return answers
  }

  /// The files as plain data; nil if some of them is read in a way that the reference does not know.
  private static func tree(_ files: MemoryTree.Files) -> ReferenceTree? {
    var scopes: [ReferenceTree.Scope] = []
    for (path, text) in files {
      let names = path.split(separator: "/").map { PlainName(String($0)) }
      let beyond = ["$include", "$env", "$file", "$facts", "$closed"]
      guard let name = names.last, name.text.hasSuffix(".json"), !name.text.hasPrefix("_"),
        !beyond.contains(where: String(decoding: text, as: UTF8.self).contains),
        let document = try? Document(Source(text), names: NameTable())
      else { return nil }
      scopes.append(.init(names.dropLast(), [.init(name, document.plain())]))
    }
    return ReferenceTree(scopes)
  }
}
