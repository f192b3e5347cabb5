import Foundation
import Testing

/// Memory is asked for by its address in few places, of which each has its reason.
@Suite struct UnsafeTests {
  /// Rooms that are run under the address sanitizer, by `Tests/Sanitizer/check`.
  private static let rooms = ["JSONSource/", "System/", "CLibrary/"]

  /// Files elsewhere, and what none of the checked ways gives them.
  private static let reasons = [
    "Legible/Printable.swift": "the bytes of a StaticString, which has them by their address alone",
    "Legible/StarPattern.swift": "bytes of an array and of a name, told apart by nothing",
    "CommandSpec/Completion/BashLine.swift": "the bytes of a StaticString",
    "Cascade/KeyPattern.swift": "the bytes of a name, which are not to be copied for each pattern",
    "Cascade/Inheritance/Element.swift": "the bytes of an integer",
    "Check/NoReference.swift": "a look at each byte of a source without a check of the index",
    "FileTree/Revision/RevisionTree.swift":
      "slices of a listing that are not counted, and the bytes of a StaticString",
    "Reports/Layout/HTMLText.swift": "the bytes of a StaticString",
    "Reports/Places/InsideMap.swift":
      "a look at each byte of a source without a check of the index",
    "Sessions/Session/Session.swift": "the arguments as the C library hands them",
    "heir/EntryPoint.swift": "the same, and a session that is never released",
    "heir/CommandLineArguments.swift": "a function that the runtime's declares so",
    "heir/CrashReporter.swift": "a function that the runtime's declares so",
  ]

  @Test func memoryIsAskedForByAddressWhereThereIsAReasonOnly() throws {
    let sources = Harness.fixtures.deletingLastPathComponent().appending(path: "Sources")
    var found: Set<String> = []
    for path in try FileManager.default.subpathsOfDirectory(atPath: sources.path)
    where path.hasSuffix(".swift") && !Self.rooms.contains(where: path.hasPrefix) {
      let text = try String(contentsOf: sources.appending(path: path), encoding: .utf8)
      // What is unsafe to show is another matter.
      let code = Arrows.code(text).replacing("isUnsafe", with: "")
      if code.contains(#/[Uu]nsafe|Unmanaged/#) { found.insert(path) }
    }
    #expect(found.subtracting(Self.reasons.keys).sorted() == [], "a reason is missing")
    #expect(Set(Self.reasons.keys).subtracting(found).sorted() == [], "a reason is left over")
  }
}
