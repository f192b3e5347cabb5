import Cascade
import JSONSource

extension ScopeEdits {
  /// Compares the rules of inheritance (T11) in two snapshots of a `.heir` file; nil if unchanged.
  convenience init?(ofRules files: BeforeAfter<SourceFile?>, _ names: NameTable) {
    let rules = BeforeAfter { files[$0].map { Self.rules($0, names) } ?? Catalog() }
    var edits: [StatementChange] = []
    for pattern in rules.from.ids + rules.to.ids.filter({ rules.from[$0] == nil }) {
      let rule = BeforeAfter { rules[$0][pattern] }
      if rule.from?.json == rule.to?.json { continue }
      edits.append(
        StatementChange(
          .root, .inherit, KeyPattern(parts: [.name(pattern)]), BeforeAfter { rule[$0]?.place }))
    }
    if edits.isEmpty { return nil }
    self.init(edits.sorted { Self.order($0) < Self.order($1) })
  }

  /// At equal places a removed rule precedes an added rule.
  private static func order(_ edit: StatementChange) -> (start: Int, isNow: Int) {
    (edit.place?.range.start ?? 0, edit.side == .from ? 0 : 1)
  }

  private static func rules(
    _ file: SourceFile, _ names: NameTable
  ) -> Catalog<Name, (json: [UInt8], place: SourceRange)> {
    var rules = Catalog<Name, (json: [UInt8], place: SourceRange)>()
    guard let document = try? file.document(names), document.kind(0) == .object,
      let all = document.value(of: names.intern("inherit"), in: 0)
    else { return rules }
    for member in document.members(all) {
      let templates = JSONWriter.compact { $0.value(document, member.value, asWritten: true) }
      let place = SourceRange(file, document.range(member.value))
      _ = rules[member.name, orNew: (templates, place)]
    }
    return rules
  }
}
