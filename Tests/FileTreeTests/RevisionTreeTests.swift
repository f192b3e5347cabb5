import Testing

@testable import FileTree

@Suite struct RevisionTreeTests {
  /// Objects in memory, and in which order they were expected and read.
  private final class Store: BlobStore {
    private var objects: [ObjectID: [UInt8]] = [:]
    private(set) var log: [String] = []

    func add(_ name: String, _ bytes: [UInt8]) -> [UInt8] {
      let id = Array(name.utf8) + [UInt8](repeating: 0, count: 20 - name.utf8.count)
      objects[ObjectID(id[...])] = bytes
      return id
    }

    /// A directory of so many names with their modes and objects.
    func add(directory name: String, _ entries: [(mode: String, name: String, object: [UInt8])])
      -> [UInt8]
    {
      add(name, entries.flatMap { Array("\($0.mode) \($0.name)\0".utf8) + $0.object })
    }

    private func name(_ object: ObjectID) -> String {
      let letters = object.letters
      let bytes = stride(from: 0, to: letters.count, by: 2).compactMap {
        UInt8(String(decoding: letters[$0..<($0 + 2)], as: UTF8.self), radix: 16)
      }
      return String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }

    func bytes(
      of object: ObjectID, _ kind: GitObjectKind, limit: Int, next: () -> [ObjectID]
    ) throws(BlobError) -> [UInt8] {
      log.append("reads \(name(object))")
      guard let bytes = objects[object] else { throw .missing }
      return bytes
    }

    func expect(_ objects: [ObjectID]) {
      if !objects.isEmpty { log.append("expects \(objects.map(name).joined(separator: " "))") }
    }
  }

  @Test func theFilesOfEachDirectoryOnTheWayAreOnTheirWayBeforeOneIsRead() throws {
    let store = Store()
    let (one, two, more) = (store.add("one", [1]), store.add("two", [2]), store.add("more", [3]))
    let text = store.add("text", [])
    let inner = store.add(
      directory: "inner", [("100644", "a.json", two), ("100644", "b.json", more)])
    let root = store.add(
      directory: "root",
      [
        ("100644", ".h.json", text), ("100644", "a.json", one), ("100644", "a.txt", text),
        ("40000", "in", inner),
      ])
    let folder = try RevisionTree(object: ObjectID(root[...]), blobs: store).root()
    folder.expect(.usual, isWalk: false)
    let child = try folder.child(named: Array("in".utf8), rules: .usual)
    #expect(store.log == ["reads root", "expects one", "reads inner", "expects two more"])
    #expect(try child.read(Array("b.json".utf8)) == [3])
    #expect(try folder.read(Array("a.json".utf8)) == [1])
    #expect(store.log.dropFirst(4) == ["reads more", "reads one"])
  }
}
