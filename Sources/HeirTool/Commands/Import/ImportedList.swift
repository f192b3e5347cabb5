import Files
import JSONSource
import SafeText
import SystemCalls
import Trees

/// The content of `.heir-imported`: the files that imports wrote into a tree, with a digest of their bytes.
struct ImportedList: Equatable {
  static let name = FileName(".heir-imported".utf8)

  private var written: [[UInt8]: [UInt8]] = [:]
  /// Files that an interrupted run may have written.
  private var begun: [[UInt8]: [UInt8]] = [:]

  init() {}

  init(_ bytes: [UInt8], called name: String) throws(Failure) {
    let document = try? Document(Source(bytes), names: NameTable())
    guard let document, let written = Self.digests("imported", document),
      let begun = document.member("begun", of: 0) == nil ? [:] : Self.digests("begun", document)
    else {
      throw .message(
        "\(name) was not written by heir",
        notes: ["it lists the imported files; restore it, or delete it with those files"])
    }
    (self.written, self.begun) = (written, begun)
  }

  /// Without paths that no import writes, which another author may have added.
  private static func digests(_ name: String, _ document: Document) -> [[UInt8]: [UInt8]]? {
    guard let all = document.member(name, of: 0), document.kind(all) == .object else { return nil }
    var digests: [[UInt8]: [UInt8]] = [:]
    for member in document.members(all) {
      let path = document.text(member.nameIndex)
      if isWritten(path.components) { digests[path] = document.string(member.value) }
    }
    return digests
  }

  private static func isWritten(_ path: [FileName]) -> Bool {
    path == [.settings]
      || path.allSatisfy { $0.isComponent && !$0.isHidden }
        && path.last?.reversed().starts(with: ".jsonc".utf8.reversed()) == true
  }

  /// FNV-1a. It finds edits; who can choose bytes with an equal digest can also edit the list.
  private static func digest(_ bytes: [UInt8]) -> [UInt8] {
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return Array(String(hash, radix: 16).utf8)
  }

  /// Whether an import wrote exactly these bytes; then they count as written, whatever is begun there next.
  mutating func confirm(_ bytes: [UInt8], at path: [FileName]) -> Bool {
    let (path, digest) = (path.joinedPath, Self.digest(bytes))
    guard written[path] == digest || begun[path] == digest else { return false }
    written[path] = digest
    return true
  }

  mutating func begin(_ bytes: [UInt8], at path: [FileName]) {
    begun[path.joinedPath] = Self.digest(bytes)
  }

  mutating func note(_ bytes: [UInt8]?, at path: [FileName]) {
    written[path.joinedPath] = bytes.map(Self.digest)
    begun[path.joinedPath] = nil
  }

  var paths: [[FileName]] {
    Set(written.keys).union(begun.keys).sorted { $0.lexicographicallyPrecedes($1) }
      .map(\.components)
  }

  var bytes: [UInt8] {
    var writer = JSONWriter(.indented)
    writer.object { writer in
      for (name, digests) in [("imported", written), ("begun", begun)]
      where name == "imported" || !digests.isEmpty {
        writer.member(name)
        writer.object { writer in
          for (path, digest) in digests.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
            writer.member(path)
            writer.string(digest)
          }
        }
      }
    }
    return writer.take() + [0x0A]
  }
}
