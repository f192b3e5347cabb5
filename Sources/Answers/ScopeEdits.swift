import Cascade
import JSONSource

/// What two times of one scope say otherwise, statement by statement.
final class ScopeEdits {
  let all: [StatementChange]
  // Those of one file, in the order in which they stand in it; no two overlap.
  private var byFile: BeforeAfter<[SourceFile.ID: [StatementChange]]> = BeforeAfter(
    from: [:], to: [:])

  /// Compares what a scope's own levels say, one for each tree; none where a time does not have the
  /// scope; nil where nothing is edited. All that they include is opened.
  init?(_ scope: Scope, _ levels: BeforeAfter<[Level]>, _ names: NameTable) {
    let files = BeforeAfter { Self.files(levels[$0]) }
    if files.from.elementsEqual(files.to, by: Self.isSame) { return nil }
    let paths = BeforeAfter { Dictionary(grouping: files[$0], by: \.file.path) }
    let same = Self.samePaths(paths)
    let statements = BeforeAfter { side in
      Statements(files[side].filter { !same.contains($0.file.path) }, names) {
        Self.twin(of: $0, among: paths[side], in: paths[side.other])
      }
    }
    let (before, after) = (statements.from, statements.to)
    var edits: [StatementChange] = []
    for id in after.byID.ids {
      let (old, new) = Statements.different(before, after, id)
      for index in 0..<max(old.count, new.count) {
        edits.append(
          Self.edit(
            scope, id, index < old.count ? old[index] : nil, index < new.count ? new[index] : nil,
            paths))
      }
    }
    for (id, all) in zip(before.byID.ids, before.byID.items) where after.byID[id] == nil {
      for said in all { edits.append(Self.edit(scope, id, said, nil, paths)) }
    }
    if edits.isEmpty { return nil }
    all = edits
    note(edits)
    for level in levels.to where level.hasMarkers { for edit in edits { edit.note(level) } }
  }

  /// Edits of what stands in no scope's own files.
  init(_ edits: [StatementChange]) {
    all = edits
    note(edits)
  }

  /// Whether both times have the same documents and include nothing, as in most scopes.
  static func areOne(_ levels: BeforeAfter<[Level]>) -> Bool {
    guard let from = levels.from.first, let to = levels.to.first else { return false }
    return from.files.elementsEqual(to.files) {
      $0.document === $1.document && $0.file.path == $1.file.path
    } && !from.mayCompute
  }

  private static func files(_ levels: [Level]) -> [PropertyFile] {
    // Overlays are those of today in both times.
    guard let level = levels.first else { return [] }
    // What cannot be included is told where a value needs it.
    _ = level.openInclusions(along: Key())
    return level.filesAndFragments
  }

  private static func isSame(_ file: PropertyFile, _ other: PropertyFile) -> Bool {
    file.file.path == other.file.path && file.prefix == other.prefix
      && file.document.range(0) == other.document.range(0)
      && (file.document === other.document || file.file.source.isEqual(to: other.file.source))
  }

  /// The files that are the same in both times, byte for byte.
  private static func samePaths(_ paths: BeforeAfter<Paths>) -> Set<[UInt8]> {
    Set(
      paths.from.filter { path, own in
        guard let other = paths.to[path], other.count == own.count else { return false }
        return zip(own, other).allSatisfy(Self.isSame)
      }.keys)
  }

  /// What a file is in the other time, where both read it once, for the same place.
  private static func twin(
    of file: PropertyFile, among own: Paths, in others: Paths
  ) -> PropertyFile? {
    guard own[file.file.path]?.count == 1, let other = others[file.file.path], other.count == 1,
      other[0].prefix == file.prefix
    else { return nil }
    return other[0]
  }

  private typealias Paths = [[UInt8]: [PropertyFile]]

  private static func edit(
    _ scope: Scope, _ id: Said.ID, _ old: Said?, _ new: Said?, _ paths: BeforeAfter<Paths>
  ) -> StatementChange {
    let isPart =
      if let old, new == nil {
        isPart(id, old, isOld: true, paths.to)
      } else if let new, old == nil {
        isPart(id, new, isOld: false, paths.from)
      } else {
        false
      }
    return StatementChange(
      scope, id.directive, KeyPattern(parts: id.pattern),
      BeforeAfter(from: old?.place, to: new?.place), BeforeAfter(from: old?.value, to: new?.value),
      isPart: isPart)
  }

  /// Whether the other time says in the same file what a statement of one time alone is no more than a side
  /// of: a value of another kind took its place, or `{}` has come to hold something.
  private static func isPart(
    _ id: Said.ID, _ said: Said, isOld: Bool, _ others: Paths
  ) -> Bool {
    guard id.directive == nil, let key = KeyPattern(parts: id.pattern).key else { return false }
    let others = others[said.place.file.path] ?? []
    guard let other = others.lazy.compactMap({ $0.written(at: key) }).first else { return false }
    guard other.isObject else { return isOld }
    let isWrittenEmpty = other.isEmptyObject && other.file.writes(other.node)
    return (said.isEmptyObject || isOld) && other.writesSomething && !isWrittenEmpty
  }

  private func note(_ edits: [StatementChange]) {
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

  /// The keys of which they speak; nil where those may be any. What stands elsewhere they do not change; beside such a
  /// key a directive may: a final in an object keeps it from being replaced.
  private(set) lazy var keys: KeyTree<Void>? = {
    let keys = KeyTree<Void>()
    // What quotes a text is worked out, wherever that is edited.
    for edit in all where edit.directive != .file {
      guard case .name(let name) = edit.pattern.parts.first else { return nil }
      keys.place(of: edit.valueKey ?? Key([name])).content = ()
    }
    return keys
  }()

  /// Takes note of a scope in which the statements are read, in one of the times.
  func note(in scope: Evaluation, _ side: Side) {
    for edit in all { edit.values[side]?.note(in: scope) }
  }

  /// The edited statements that a place is of, or that stand in it.
  func edits(at place: SourceRange, _ side: Side) -> [StatementChange] {
    guard let all = byFile[side][place.file.id] else { return [] }
    func range(_ edit: StatementChange) -> ByteRange { edit.places[side]?.range ?? place.range }
    let first = all.indices.bisected {
      max(range(all[$0]).end, range(all[$0]).start + 1) > place.range.start
    }
    let end = max(place.range.end, place.range.start + 1)
    return Array(all[first...].prefix { range($0).start < end })
  }
}

extension StatementChange {
  /// Takes over why and until when its scope says that it overrides.
  fileprivate func note(_ level: Level) {
    guard let key = valueKey else { return }
    let declared = level.declarations(of: key)
    because = declared.inForce(.because).last?.marker.text ?? because
    until = declared.inForce(.until).last?.marker.text ?? until
  }
}

/// One thing that a file says, to be compared with what it says in another time.
private struct Said {
  struct ID: Hashable {
    let path: [UInt8]
    let directive: Directive?
    // Spelled it may be long, and that once for each of many.
    let pattern: [KeyPattern.Part]
  }

  let place: SourceRange
  let text: [UInt8]
  let value: KeptValue?
  /// Whether it is a `{}`, with a comment in it or not.
  let isEmptyObject: Bool
}

/// What a scope's files say, by what it is said of, but for values that a file's twin in the other time spells the
/// same.
private struct Statements {
  // A list may name one key twice, and a fragment may be included more than once.
  private(set) var byID = Catalog<Said.ID, [Said]>()
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
    // Of other objects the members are statements.
    let said = Said(
      place: written.place, text: value.json, value: value,
      isEmptyObject: directive == nil && written.isObject)
    add(said, directive, key.names.map(KeyPattern.Part.name))
  }

  private mutating func add(_ marker: Marker) {
    let text = marker.value.map { value in
      JSONWriter.compact { $0.value(marker.document, value, asWritten: true) }
    }
    let said = Said(place: marker.place, text: text ?? [], value: nil, isEmptyObject: false)
    add(said, marker.directive, marker.pattern.parts)
  }

  private mutating func add(
    _ said: Said, _ directive: Directive?, _ pattern: [KeyPattern.Part]
  ) {
    let id = Said.ID(path: said.place.file.path, directive: directive, pattern: pattern)
    byID[id, orNew: []].append(said)
  }

  /// What two times say of one thing that the other one does not say.
  static func different(
    _ before: Statements, _ after: Statements, _ id: Said.ID
  ) -> (before: [Said], after: [Said]) {
    let (old, new) = (before.byID[id] ?? [], after.byID[id] ?? [])
    let (oldTexts, newTexts) = (Set(old.map(\.text)), Set(new.map(\.text)))
    return (
      old.filter { !newTexts.contains($0.text) }, new.filter { !oldTexts.contains($0.text) }
    )
  }
}

extension PropertyFile {
  /// Whether an object is written `{}`, which is a value of its own.
  fileprivate func isWrittenEmpty(_ node: Int) -> Bool {
    writes(node) && !document.hasMembers(node)
  }
}
