import Cascade
import FileTree
import JSONSource
import Legible

/// What a tree's `.heir` says: which files are property files, which directories are no scopes (T9).
enum Settings {
  static let usual = Rules(patterns: [FilePattern(Array("*.json".utf8))])

  static func read(_ bytes: [UInt8], _ home: SourceFile.Home) throws(Diagnostic) -> Rules {
    let file = SourceFile(home, path: Array(".heir".utf8), scope: .root, source: Source(bytes))
    let text = file.source[ByteRange(file.source.textStart, file.source.count)]
    if text.allSatisfy({ $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) { return usual }
    let document: Document
    do throws(SyntaxError) {
      document = try Document(file.source, names: NameTable())
    } catch {
      throw Diagnostic(error, in: file)
    }
    func wrong(_ message: String, _ node: Int) -> Diagnostic {
      Diagnostic(.error, .directive, message, at: Place(file, document.range(node)))
    }
    guard document.kind(0) == .object else { throw wrong("'.heir' holds one object", 0) }
    var patterns: [FilePattern]?
    var ignored: Set<FileName> = []
    for member in document.members(0) {
      let name = document.text(member.nameIndex)
      let known = ["files", "ignore"].first { $0.utf8.elementsEqual(name) }
      guard let known else {
        throw wrong(
          "\"\(Printable.string(name))\" means nothing in '.heir'; it takes \"files\" and \"ignore\"",
          member.nameIndex)
      }
      guard document.kind(member.value) == .array else {
        throw wrong("\"\(known)\" takes a list of names", member.value)
      }
      var names: [[UInt8]] = []
      for element in document.elements(member.value) {
        guard document.kind(element) == .string else {
          throw wrong("\"\(known)\" lists names, and a name is a string", element)
        }
        let text = document.text(element)
        guard !text.isEmpty, !text.contains(UInt8(ascii: "/")), !text.contains(0) else {
          throw wrong(
            "\"\(known)\" lists names in a directory: not empty, and without '/'", element)
        }
        names.append(text)
      }
      if known == "files" { patterns = names.map(FilePattern.init) } else { ignored = Set(names) }
    }
    return Rules(
      patterns: patterns ?? [FilePattern(Array("*.json".utf8))], ignored: ignored)
  }
}
