import Cascade
import FileTree
import Foundation
import JSONSource
import Testing

@testable import HeirTool
@testable import Reports
@testable import Sessions
@testable import Snapshots

@Suite struct PresentationTests {
  @Test func whatCannotBeReadInAnOverlayIsToldWithItsPath() throws {
    let root = Scratch([("a.json", #"{"x": 1, "y": {"$ref": "x", "scope": "/b"}}"#)])
    let overlay = Scratch([("c/a.json", "{}")])
    var harness = Harness(in: root.url)
    harness.options = ["--root", ".", "--overlay", overlay.url.path]
    for (path, arguments) in [
      (".heir", ["get", "/", "x"]),
      ("b", ["get", "/", "y"]),
      ("b", ["get", "/b", "x", "--virtual"]),
      ("c/b.json", ["get", "/c", "x"]),
      ("c/b.json", ["scopes", "--json"]),
    ] {
      let link = overlay.url.appending(path: path)
      try FileManager.default.createSymbolicLink(
        atPath: link.path, withDestinationPath: "/etc")
      let result = harness.run(arguments)
      try FileManager.default.removeItem(at: link)
      #expect(result.status == 2)
      #expect(
        result.errors.hasPrefix("\(overlay.url.path)/\(path): error: link to \"/etc\""),
        "\(arguments): \(result.errors)")
    }
  }

  @Test func whatGoesWrongBeforeATreeIsOpenIsInTheWantedColour() {
    let scratch = Scratch()
    var harness = Harness(in: scratch.url)
    for arguments in [
      ["get", "/"], ["get", "/", "x", "--root", "nowhere"],
      ["resolve", "/", "-c", "--own", "--set", "x"],
      ["scopes", "--root", "nowhere"], ["completion", "bash", "--reveal"], ["explain", "/", "-c"],
    ] {
      harness.isTerminal = false
      #expect(harness.run(arguments + ["--color", "always"]).errors.hasPrefix("\u{1B}["))
      harness.isTerminal = true
      #expect(harness.run(arguments + ["--color", "never"]).errors.hasPrefix("\u{1B}[") == false)
    }
  }

  @Test func twoTreesOfOneSessionAreShownEachWithItsOwnDirectory() throws {
    let scratch = Scratch([
      ("one/a.json", #"{"x": {"$ref": "gone"}}"#), ("two/a.json", #"{"x": {"$ref": "lost"}}"#),
    ])
    final class Said { var bytes: [UInt8] = [] }
    let said = Said()
    let sink = Sink {
      said.bytes += $0
      return nil
    }
    let session = Session(
      output: Sink { _ in nil }, errors: sink,
      workingDirectory: try WorkingDirectory(Array(scratch.url.path.utf8)),
      today: { .init(year: 2026, month: 3, day: 14) }, variable: { _ in nil },
      childEnvironment: { [] })
    let names = NameTable()
    func open(_ root: String, _ color: CommonOptions.Color) throws -> (World, Presentation) {
      let options = CommonOptions(
        root: Array(root.utf8), overlays: [], isVirtual: false, settings: [], allowed: [],
        isStrict: false, isRevealing: false, isQuiet: false, color: color)
      let snapshot = try Snapshot(TreePaths(options, session), from: session.workingDirectory)
      let environment = AllowedEnvironment(options, session)
      let world = World(snapshot, names, environment, reveals: false)
      return (world, Presentation(session, options))
    }
    let (one, showOne) = try open("one", .never)
    let (two, showTwo) = try open("two/", .always)
    for (world, show) in [(two, showTwo), (one, showOne)] {
      let scope = world.resolver.scope(try world.view(of: .root, isVirtual: false))
      do throws(Unresolved) {
        _ = try scope.value(Key()).map { (value) throws(Unresolved) in try value.data() }
      } catch { show.report(.diagnostics(error.diagnostics)) }
    }
    _ = sink.flush()
    let lines = String(decoding: said.bytes, as: UTF8.self).split(separator: "\n")
    #expect(lines.first?.hasPrefix("\u{1B}[1mtwo/a.json:1:") == true, "\(lines)")
    #expect(lines.contains { $0.hasPrefix("one/a.json:1:") }, "\(lines)")
  }
}
