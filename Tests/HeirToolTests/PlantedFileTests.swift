import Foundation
import TestSupport
import Testing

@Suite struct PlantedFileTests {
  private static let other: uid_t = 4242
  private let scratch = Scratch([("t/.heir", ""), ("t/a.json", #"{"k": 1}"#), ("t/s/a.json", "{}")])

  private func heir(_ line: String) -> Harness.Result { scratch.run(Transcript.words(line)) }

  private func path(_ name: String) -> String { scratch.url.path + "/" + name }

  private func share(_ name: String, _ mode: mode_t) {
    scratch.folder(name)
    chmod(path(name), mode)
  }

  private func owner(_ name: String) -> uid_t {
    var status = stat()
    lstat(path(name), &status)
    return status.st_uid
  }

  private static let lines = [
    "resolve / --root t -o out/_root.json", "where / k --root t -q --html out/_root.json",
    "resolve / --root t --below -o out/{scope}.json", "schema --all --root t -o out",
  ]

  @Test(.needs(.root), arguments: lines, [0o1777, 0o777, 0o1775] as [mode_t])
  func aFileThatAnotherUserPlantedIsRefused(line: String, mode: mode_t) {
    share("out", mode)
    let name = line.hasPrefix("schema") ? "out/_root.schema.json" : "out/_root.json"
    scratch.write(name, Array("old".utf8))
    #expect(chown(path(name), Self.other, Self.other) == 0)
    let result = heir(line)
    #expect(result.status == 2 && result.errors.contains("belongs to user 4242"), "\(result)")
    #expect(scratch.text(name) == "old" && scratch.text("out/.heir-rendered") == nil)
    // Who owns the directory may do as he likes in it.
    chown(path("out"), Self.other, Self.other)
    #expect(heir(line).status == 0 && scratch.text(name) != "old")
  }

  @Test(.needs(.root), arguments: lines.prefix(2), ["mine", "none"])
  func aLinkThatAnotherUserPlantedIsNotFollowed(line: String, target: String) {
    share("out", 0o1777)
    scratch.write("mine", Array("old".utf8))
    symlink("../\(target)", path("out/_root.json"))
    #expect(lchown(path("out/_root.json"), Self.other, Self.other) == 0)
    let result = heir(line)
    #expect(result.status == 2 && result.errors.contains("belongs to user 4242"), "\(result)")
    #expect(scratch.text("mine") == "old" && scratch.text("none") == nil)
    lchown(path("out/_root.json"), 0, 0)
    #expect(heir(line).status == 0 && scratch.text(target) != "old")
  }

  @Test(.needs(.root), arguments: ["fifo", "device"]) func aPipeThatAnotherUserPlantedIsNotWritten(
    kind: String
  ) {
    share("out", 0o1777)
    mkfifo(path("out/_root.json"), 0o666)
    let reader = open(path("out/_root.json"), O_RDWR | O_NONBLOCK)
    defer { close(reader) }
    #expect(chown(path("out/_root.json"), Self.other, Self.other) == 0)
    let result = heir(Self.lines[0])
    #expect(result.status == 2 && result.errors.contains("belongs to user 4242"), "\(result)")
    var buffer = [UInt8](repeating: 0, count: 9)
    #expect(read(reader, &buffer, 9) == -1)
  }

  /// A link on the way is followed by the system, which need not look whose it is.
  @Test(
    .needs(.root),
    arguments: [
      "resolve / --root t -o pub/way/x.json", "resolve / --root t --below -o pub/way/{scope}.json",
      "resolve / --root t --below -o pub/way/new/{scope}.json", "schema --all --root t -o pub/way",
      "resolve / --root t -o pub/link",
    ])
  func aLinkOnTheWayThatAnotherUserPlantedIsNotFollowed(line: String) {
    share("pub", 0o1777)
    scratch.folder("far")
    symlink("../far", path("pub/way"))
    symlink("way/x", path("pub/link"))
    #expect(lchown(path("pub/way"), Self.other, Self.other) == 0)
    let result = heir(line)
    #expect(result.status == 2 && result.errors.contains("belongs to user 4242"), "\(result)")
    #expect((try? FileManager.default.contentsOfDirectory(atPath: path("far"))) == [])
    lchown(path("pub/way"), 0, 0)
    #expect(heir(line).status == 0)
  }

  @Test(.needs(.root)) func aListOrADirectoryThatAnotherUserPlantedIsRefused() throws {
    for name in [".heir-rendered", "s"] {
      let scratch = Scratch([
        ("t/.heir", ""), ("t/a.json", "{}"), ("t/s/u/a.json", "{}"), ("out/mine.json", "mine"),
      ])
      let out = scratch.url.path + "/out"
      chmod(out, 0o1777)
      if name == "s" {
        scratch.folder("out/s")
      } else {
        let entry = #"{"root": "../t", "files": "{scope}.json", "scopes": ["/mine"]}"#
        scratch.write("out/\(name)", Array("{\"version\": 2, \"rendered\": [\(entry)]}".utf8))
      }
      #expect(chown("\(out)/\(name)", Self.other, Self.other) == 0)
      let result = scratch.run(
        Transcript.words("resolve / --root t --below --prune -o out/{scope}.json"))
      #expect(result.status == 2 && result.errors.contains("belongs to user 4242"), "\(result)")
      #expect(scratch.text("out/mine.json") == "mine" && scratch.text("out/_root.json") == nil)
    }
  }

  @Test(.needs(.root)) func whereNobodyElseMayWriteAFileKeepsItsOwner() {
    share("out", 0o755)
    scratch.write("out/_root.json", Array("old".utf8))
    #expect(chown(path("out/_root.json"), Self.other, Self.other) == 0)
    #expect(heir(Self.lines[0]) == .init() && owner("out/_root.json") == Self.other)
    #expect(heir(Self.lines[2] + " -c -q") == .init() && owner("out/_root.json") == Self.other)
  }

  // MARK: Drafts

  /// What a directory of its own gives its files, such as a group, a draft elsewhere would not have.
  @Test(.needs(.root)) func aNewFileHasTheGroupOfItsDirectory() {
    scratch.folder("out/s")
    #expect(chown(path("out/s"), 0, Self.other) == 0)
    chmod(path("out/s"), 0o2770)
    #expect(heir("resolve / --root t --below -q -o out/{scope}/f") == .init())
    var status = stat()
    lstat(path("out/s/f"), &status)
    #expect(status.st_gid == Self.other)
  }
}
