import Cascade
import JSONSource

/// The statements of a scope that differ between two snapshots.
final class ScopeEdits {
  let all: [StatementChange]
  // In order of places; they do not overlap.
  private var byFile: BeforeAfter<[SourceFile.ID: [StatementChange]]> = BeforeAfter(
    from: [:], to: [:])

  /// Compares the own levels of a scope, and opens their inclusions; nil if unchanged.
  convenience init?(_ scope: Scope, _ levels: BeforeAfter<[Level]>, _ names: NameTable) {
    let files = BeforeAfter { Self.files(levels[$0]) }
    if files.from.elementsEqual(files.to, by: Self.isSame) { return nil }
    let paths = BeforeAfter { Dictionary(grouping: files[$0], by: \.file.path) }
    let statements = BeforeAfter { side in
      Statements(files[side], names) { file in
        let all = BeforeAfter { paths[$0][file.file.path] ?? [] }
        let areTwins =
          all.from.count == 1 && all.to.count == 1 && all.from[0].prefix == all.to[0].prefix
        return areTwins ? all[side.other][0] : nil
      }.byID
    }
    let gone = statements.from.ids.filter { statements.to[$0] == nil }
    var edits: [StatementChange] = []
    for id in statements.to.ids + gone {
      let all = BeforeAfter { statements[$0][id] ?? [] }
      let texts = BeforeAfter { Set(all[$0].map(\.text)) }
      let changed = BeforeAfter { side in
        all[side].filter { !texts[side.other].contains($0.text) }
      }
      for index in 0..<max(changed.from.count, changed.to.count) {
        let pair = BeforeAfter { index < changed[$0].count ? changed[$0][index] : nil }
        let isPart =
          switch (pair.from, pair.to) {
          case (let old?, nil): Self.isPart(id, old, isOld: true, paths.to)
          case (nil, let new?): Self.isPart(id, new, isOld: false, paths.from)
          default: false
          }
        edits.append(
          StatementChange(
            scope, id.directive, KeyPattern(parts: id.pattern), BeforeAfter { pair[$0]?.place },
            BeforeAfter { pair[$0]?.value }, isPart: isPart))
      }
    }
    if edits.isEmpty { return nil }
    self.init(edits)
    for level in levels.to where level.hasMarkers { for edit in edits { edit.note(level) } }
  }

  init(_ edits: [StatementChange]) {
    all = edits
    for side in [Side.from, .to] {
      var found: [SourceFile.ID: [StatementChange]] = [:]
      for edit in edits {
        if let place = edit.places[side] { found[place.file.id, default: []].append(edit) }
      }
      byFile[side] = found.mapValues { all in
        all.sorted { ($0.places[side]?.range.start ?? 0) < ($1.places[side]?.range.start ?? 0) }
      }
    }
  }

  private static func files(_ levels: [Level]) -> [PropertyFile] {
    // Overlays are read from disk in both snapshots.
    guard let level = levels.first else { return [] }
    // A failed inclusion is reported by the value that needs it.
    _ = level.openInclusions(along: Key())
    return level.filesAndFragments
  }

  private static func isSame(_ file: PropertyFile, _ other: PropertyFile) -> Bool {
    file.file.path == other.file.path && file.prefix == other.prefix
      && file.document.range(0) == other.document.range(0)
      && (file.document === other.document || file.file.source.isEqual(to: other.file.source))
  }

  /// Whether the other snapshot has a statement of another kind in its place, or `{}` gained members.
  /// The other statement reports the change then.
  private static func isPart(
    _ id: FileStatement.ID, _ said: FileStatement, isOld: Bool,
    _ others: [[UInt8]: [PropertyFile]]
  ) -> Bool {
    guard id.directive == nil, let key = KeyPattern(parts: id.pattern).key else { return false }
    let others = others[said.place.file.path] ?? []
    guard let other = others.lazy.compactMap({ $0.written(at: key) }).first else { return false }
    guard other.isObject else { return isOld }
    let isWrittenEmpty = other.isEmptyObject && other.file.writes(other.node)
    return (said.isEmptyObject || isOld) && other.writesSomething && !isWrittenEmpty
  }

  func note(in scope: Evaluation, _ side: Side) {
    for edit in all { edit.values[side]?.note(in: scope) }
  }

  func edits(at place: SourceRange, _ side: Side) -> [StatementChange] {
    guard let all = byFile[side][place.file.id] else { return [] }
    func range(_ edit: StatementChange) -> ByteRange { edit.places[side]?.range ?? place.range }
    let first = all.indices.bisected {
      max(range(all[$0]).end, range(all[$0]).start + 1) > place.range.start
    }
    let end = max(place.range.end, place.range.start + 1)
    return Array(all[first...].prefix { range($0).start < end })
  }

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

extension StatementChange {
  fileprivate func note(_ level: Level) {
    guard let key = valueKey else { return }
    let declared = level.declarations(of: key)
    because = declared.activeDeclarations(.because).last?.marker.text ?? because
    until = declared.activeDeclarations(.until).last?.marker.text ?? until
  }
}

/// A statement of a file, to be compared with the other snapshot.
private struct FileStatement {
  struct ID: Hashable {
    let path: [UInt8]
    let directive: Directive?
    // Parts instead of a spelling: long keys would be copied for each statement.
    let pattern: [KeyPattern.Part]
  }

  let place: SourceRange
  let text: [UInt8]
  let value: KeptValue?
  /// Whether it is `{}`, with or without a comment.
  let isEmptyObject: Bool
}

/// The statements of a scope's files, except for values that are spelled the same in the other snapshot.
/// Leaving these out halves the time of `set` in a file of 30,000 values.
private struct Statements {
  // A list may repeat a key, and a fragment may be included twice.
  private(set) var byID = Catalog<FileStatement.ID, [FileStatement]>()
  private var writer = JSONWriter(.compact)
  private let names: NameTable

  init(_ files: [PropertyFile], _ names: NameTable, twin: (PropertyFile) -> PropertyFile?) {
    self.names = names
    for file in files {
      for marker in file.markers { add(marker) }
      let other = twin(file).map { Definition(file: $0, node: 0) }
      addValues(of: file, 0, Key(file.prefix), beside: other)
    }
  }

  private mutating func addValues(
    of file: PropertyFile, _ node: Int, _ key: Key, beside other: Definition?
  ) {
    for member in file.document.members(node) {
      let written = Definition(file: file, node: member.value)
      let twin = member.isDirective ? nil : other?.member(member.name)
      if let twin, twin.document.spelling(twin.node) == file.document.spelling(member.value) {
        continue
      }
      if member.isDirective {
        let directive = Directive.named(names.bytes(of: member.name))
        if let directive, [.files, .scope].contains(directive.subject) {
          add(written, directive, key)
        }
        continue
      }
      let inner = key.appending(member.name)
      if written.isObject, !file.isWrittenEmpty(member.value) {
        addValues(of: file, member.value, inner, beside: twin?.isObject == true ? twin : nil)
      } else {
        add(written, nil, inner)
      }
    }
  }

  private mutating func add(_ written: Definition, _ directive: Directive?, _ key: Key) {
    let value = KeptValue(asWritten: written, of: key, &writer)
    let said = FileStatement(
      place: written.place, text: value.json, value: value,
      isEmptyObject: directive == nil && written.isObject)
    add(said, directive, key.names.map(KeyPattern.Part.name))
  }

  private mutating func add(_ marker: Marker) {
    let text = marker.value.map { value in
      JSONWriter.compact { $0.value(marker.document, value, asWritten: true) }
    }
    let said = FileStatement(
      place: marker.place, text: text ?? [], value: nil, isEmptyObject: false)
    add(said, marker.directive, marker.pattern.parts)
  }

  private mutating func add(
    _ said: FileStatement, _ directive: Directive?, _ pattern: [KeyPattern.Part]
  ) {
    let id = FileStatement.ID(path: said.place.file.path, directive: directive, pattern: pattern)
    byID[id, orNew: []].append(said)
  }
}

extension PropertyFile {
  /// Whether an object is written `{}`, which is a value.
  fileprivate func isWrittenEmpty(_ node: Int) -> Bool {
    writes(node) && !document.hasMembers(node)
  }
}
