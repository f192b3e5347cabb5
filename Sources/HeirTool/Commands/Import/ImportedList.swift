import Cascade
import Files
import JSONSource
import SafeText
import SystemCalls
import Trees

/// The content of `.heir-imported`: the files that imports wrote into a tree, with a digest of their bytes.
struct ImportedList: Equatable {
  static let name = FileName(".heir-imported".utf8)

  private(set) var digests: [[UInt8]: [UInt8]] = [:]

  init() {}

  init(_ bytes: [UInt8], called name: String) throws(Failure) {
    let document = try? Document(Source(bytes), names: NameTable())
    guard let document, let all = document.member("imported", of: 0),
      document.kind(all) == .object
    else {
      throw .message(
        "\(name) was not written by heir",
        notes: ["it lists the imported files; restore it, or delete it with those files"])
    }
    for member in document.members(all) {
      digests[document.text(member.nameIndex)] = document.string(member.value)
    }
  }

  /// FNV-1a. It finds edits; who can choose bytes with an equal digest can also edit the list.
  private static func digest(_ bytes: [UInt8]) -> [UInt8] {
    let hash = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x100_0000_01B3
    }
    return Array(String(hash, radix: 16).utf8)
  }

  /// Whether an import wrote exactly these bytes.
  func holds(_ bytes: [UInt8], at path: [FileName]) -> Bool {
    digests[path.joinedPath] == Self.digest(bytes)
  }

  mutating func note(_ bytes: [UInt8]?, at path: [FileName]) {
    digests[path.joinedPath] = bytes.map(Self.digest)
  }

  /// The listed paths that an import can write.
  var paths: [[FileName]] {
    digests.keys.map(\.components).filter { path in
      path.allSatisfy { $0.isComponent && (!$0.isHidden || path == [.settings]) }
    }
  }

  var bytes: [UInt8] {
    var writer = JSONWriter(.indented)
    writer.object { writer in
      writer.member("imported")
      writer.object { writer in
        for (path, digest) in digests.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
          writer.member(path)
          writer.string(digest)
        }
      }
    }
    return writer.take() + [0x0A]
  }
}
