import TestSupport
import Testing

@testable import FileTree

@Suite struct FoundDirectoryTests {
  private let tree: TemporaryTree
  private let folder: Folder

  init() throws {
    tree = try TemporaryTree()
    tree.file("s/a.json", #"{"k": 1}"#)
    tree.file("s/b.txt", "text")
    tree.file("s/ä\n \"c\".json", "")
    tree.folder("s/d.json")
    tree.link("s/e.json", to: "a.json")
    tree.fifo("s/f.json")
    tree.file("s/g.json", String(repeating: " ", count: 1 << 16) + "{}")
    folder = try Folder.root(Array(tree.root.utf8)).folder(
      named: Array("s".utf8), rules: .usual)
  }

  private func passed(_ found: FoundDirectory, behind start: [UInt8] = []) -> FoundDirectory {
    var message = start
    found.write(to: &message)
    return FoundDirectory(at: start.count, in: message)
  }

  @Test func whatIsToldIsWhatIsThere() throws {
    let told = passed(FoundDirectory(folder, .usual), behind: [7, 7, 7])
    #expect(told.depth == 1 && told.name == Array("s".utf8))
    #expect(told.entries.map(\.name) == folder.entries.map(\.name))
    for entry in told.entries {
      let name = String(decoding: entry.name, as: UTF8.self)
      switch name {
      case "a.json", "ä\n \"c\".json":
        let bytes = try folder.read(entry.name)
        #expect(entry.kind == .regular && entry.bytes == bytes)
      case "b.txt", "g.json": #expect(entry.kind == .regular && entry.bytes == nil)
      case "d.json": #expect(entry.kind == .directory && entry.bytes == nil)
      // What is more than it seems is for whoever walks to look at.
      default: #expect(entry.kind == nil && entry.bytes == nil, "\(name)")
      }
    }
    #expect(passed(FoundDirectory(folder, nil)).entries.allSatisfy { $0.bytes == nil })
  }

  /// Half a message is none yet.
  @Test func aMessageIsReadWhenItIsWhole() {
    var message: [UInt8] = []
    FoundDirectory(folder, .usual).write(to: &message)
    for count in [0, 3, 4, 20, message.count - 1] {
      #expect(FoundDirectory.head(at: 0, in: Array(message.prefix(count))) == nil)
    }
    let head = FoundDirectory.head(at: 0, in: message + [1, 2])
    #expect(head?.length == message.count && head?.depth == 1)
  }

  @Test func ofManyFilesNoMoreIsToldThanAMegabyte() throws {
    for number in 0..<40 {
      tree.file("many/f\(number).json", String(repeating: " ", count: 60_000))
    }
    let many = try Folder.root(Array(tree.root.utf8)).folder(
      named: Array("many".utf8), rules: .usual)
    let told = FoundDirectory(many, .usual).entries.compactMap(\.bytes)
    #expect(told.count > 10 && told.reduce(0) { $0 + $1.count } < 1_200_000)
  }
}
