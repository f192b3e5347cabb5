import Cascade
import Foundation
import JSONSource
import TestSupport
import Testing

/// The cases under `Fixtures/conformance`, which other implementations can run, too.
@Suite struct ConformanceTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/conformance")

  static let topics: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".json") }.sorted()
  }()

  @Test func thereAreTopics() {
    #expect(Self.topics.count > 15)
  }

  @Test(arguments: topics) func everyCaseHolds(topic: String) throws {
    let bytes = try Array(Data(contentsOf: Self.folder.appending(path: topic)))
    let cases = try ConformanceCase.read(bytes)
    #expect(!cases.isEmpty)
    for one in cases {
      for problem in one.problems() {
        Issue.record("\(topic): \(one.name): \(problem)")
      }
    }
  }
}
