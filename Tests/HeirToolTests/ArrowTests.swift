import Foundation
import Testing

@testable import HeirTool
@testable import Trees

/// The compiler keeps the arrows between modules; these are the ones between the folders of a module.
@Suite struct ArrowTests {
  private static let modules = Set(SwiftSource.all.keys.map { String($0.prefix { $0 != "/" }) })

  private static func arrows(in module: String) -> Arrows {
    let files = SwiftSource.all.filter { $0.key.hasPrefix(module + "/") }
    return Arrows(
      Dictionary(
        uniqueKeysWithValues: files.map { (String($0.dropFirst(module.count + 1)), $1) }))
  }

  /// The arrows of a module that do not lead down an order of its folders.
  private static func back(
    in module: String, _ order: [String], least count: Int
  ) -> [String] {
    let arrows = arrows(in: module)
    #expect(arrows.folders == Set(order))
    #expect(arrows.all.count > count)
    #expect(Set(arrows.all.flatMap { [$0.from, $0.to] }) == Set(order))
    return arrows.all.filter { arrow in
      guard let from = order.firstIndex(of: arrow.from), let to = order.firstIndex(of: arrow.to)
      else { return true }
      return from > to
    }.map(\.description).sorted()
  }

  @Test func theDomainPointsFromItsResolutionToItsReadingOnly() {
    let order = ["Resolution", "Hierarchy", "Inheritance", "Reading", ""]
    let back = Self.back(in: "Cascade", order, least: 50)
    #expect(back == [])
  }

  @Test(arguments: modules.sorted()) func foldersDependOnEachOtherWithoutCycles(module: String) {
    let circular = Self.arrows(in: module).circular
    #expect(circular.isEmpty, "\(circular.map(\.description).sorted().prefix(40))")
  }

  /// Whoever else asks the system does it in words of Swift, and asks no question about the platform.
  @Test func oneModuleNamesTheCLibrary() {
    var naming: Set<String> = []
    var importing: Set<String> = []
    var asking: Set<String> = []
    for (path, source) in SwiftSource.all {
      let module = String(path.prefix { $0 != "/" })
      let lines = source.code.split(separator: "\n").map { $0.drop { $0 == " " } }
      let imported = lines.filter { $0.contains("import ") }.compactMap {
        $0.split(separator: " ").last
      }
      if !Set(["Darwin", "Glibc", "Musl", "LinuxCalls"]).isDisjoint(with: imported) {
        naming.insert(path)
        importing.insert(module)
      }
      #expect(!source.text.contains("@_silgen_name"), "declare it in LinuxCalls/calls.h: \(path)")
      if lines.contains(where: { $0.hasPrefix("#if") || $0.hasPrefix("#elseif") }) {
        asking.insert(module)
      }
    }
    #expect(naming == ["SystemCalls/CLibrary.swift"])
    #expect(importing == ["SystemCalls"])
    // The entry point's file is about the runtime of a static binary.
    #expect(asking == ["SystemCalls", "heir"])
  }

  /// What reports show is made by masks; only what prints data asks for values with their secrets.
  @Test func noReportGetsAtABareValue() {
    let modules = ["HeirTool", "Trees", "Edits"]
    let asking = SwiftSource.all.filter { path, source in
      modules.contains { path.hasPrefix($0 + "/") } && source.code.contains(".data()")
    }.keys
    #expect(
      asking.sorted() == [
        "HeirTool/Commands/Exec/ExecCommand.swift",
        "HeirTool/Commands/Files/FilesCommand.swift",
        "HeirTool/Commands/Get/GetCommand.swift",
        // Shows no value that may hold a secret.
        "HeirTool/Commands/Import/ImportVerification.swift",
        "HeirTool/Commands/Resolve/ResolvedOutput.swift",
        "HeirTool/Input/CommandContext.swift",
      ])
  }

  @Test func namesInCommentsAndStringsAreIgnored() {
    let folders = ["A/One.swift": "struct One {}", "B/Two.swift": "final class Two {}"]
    func arrows(_ text: String) -> [String] {
      Arrows(folders.merging(["B/Other.swift": text]) { $1 }.mapValues(SwiftSource.init)).all.map(
        \.name)
    }
    #expect(arrows("let x: One") == ["One"])
    #expect(arrows(#"let x = "a \(One.name("One")) b""#) == ["One"])
    for text in [
      "// One", "import One", "/* One */", "/// One\nlet x: Two", #"let x = "One""#,
      ##"let x = #"a"One"#"##, "let x = \"\"\"\n  \"One\"\n  \"\"\"", "let x: Other.One",
      "struct S<One> {}", "func f<each One: B>() {}", "struct S { struct One {} }",
      "struct S {\n  enum One {}\n  let x: One\n}", #"let x = "\\" // One"#,
    ] {
      #expect(arrows(text) == [], "\(text)")
    }
  }

  @Test func aCycleOfFoldersIsFound() {
    let files = [
      "A/One.swift": "struct One { let x: Two }", "B/Two.swift": "struct Two { let x: Three }",
      "C/Three.swift": "struct Three { let x: One }", "D/Four.swift": "struct Four { let x: One }",
    ]
    let arrows = Arrows(files.mapValues(SwiftSource.init))
    #expect(Set(arrows.circular.map(\.name)) == ["One", "Two", "Three"])
    #expect(!arrows.circular.contains { $0.from == "D" })
  }
}
