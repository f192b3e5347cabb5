import Cascade
import FileTree
import JSONSource

/// What a tree's `.heir` says: which files are property files, which directories are no scopes (T9).
enum Settings {
  /// What its object may hold.
  enum Name: String, CaseIterable { case files, ignore }

  static let usual = Rules(patterns: usualPatterns)
  private static let usualPatterns = [FilePattern(Array("*.json".utf8))]

  static func read(
    _ bytes: [UInt8], _ home: SourceFile.Home
  ) throws(Diagnostic) -> (rules: Rules, use: SettingsUse) {
    let file = SourceFile(home, path: Array(".heir".utf8), scope: .root, source: Source(bytes))
    let text = file.source[ByteRange(file.source.textStart, file.source.count)]
    if text.allSatisfy({ $0 == 0x20 || $0 == 0x0A || $0 == 0x0D || $0 == 0x09 }) {
      return (usual, SettingsUse([]))
    }
    let document: Document
    do throws(SyntaxError) {
      document = try Document(file.source, names: NameTable())
    } catch {
      throw Diagnostic(error, in: file)
    }
    func wrong(_ problem: SettingsProblem, _ node: Int) -> Diagnostic {
      Diagnostic(.error, .directive, .foreign(problem), at: Place(file, document.range(node)))
    }
    guard document.kind(0) == .object else { throw wrong(.noObject, 0) }
    var patterns: [FilePattern]?
    var ignored: [FilePattern] = []
    var items: [SettingsUse.Item] = []
    for member in document.members(0) {
      let name = document.text(member.nameIndex)
      let known = Name.allCases.first { $0.rawValue.utf8.elementsEqual(name) }
      guard let known else { throw wrong(.unknownName(name), member.nameIndex) }
      guard document.kind(member.value) == .array else {
        throw wrong(.noList(known), member.value)
      }
      var names: [[UInt8]] = []
      for element in document.elements(member.value) {
        guard document.kind(element) == .string else {
          throw wrong(.noName(in: known), element)
        }
        let text = document.text(element)
        guard !text.isEmpty, !text.contains(UInt8(ascii: "/")), !text.contains(0) else {
          throw wrong(.noFileName(in: known), element)
        }
        if FilePattern.isForeign(text) { throw wrong(.foreignPattern(text, in: known), element) }
        names.append(text)
        items.append(.init(known, text, Place(file, document.range(element))))
      }
      switch known {
      case .files: patterns = names.map(FilePattern.init)
      case .ignore: ignored = names.map(FilePattern.init)
      }
    }
    let rules = Rules(patterns: patterns ?? usualPatterns, ignored: ignored)
    return (rules, SettingsUse(items))
  }
}
