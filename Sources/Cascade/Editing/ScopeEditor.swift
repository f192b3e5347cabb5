import JSONSource

/// Edits one key in the files of one scope of the root's tree: which file that is, and what becomes of it.
///
/// It knows what the scope's own files say, and nothing of what is inherited.
package struct ScopeEditor {
  package static let usualName = Array("properties.json".utf8)

  private let level: Level
  let key: Key
  let names: NameTable

  /// Takes the scope's level with what is included along the key opened.
  package init(_ level: Level, _ key: Key, _ names: NameTable) throws(EditRefusal) {
    (self.level, self.key, self.names) = (level, key, names)
    let problems = level.openInclusions(along: key)
    if !problems.isEmpty { throw .broken(problems) }
  }

  /// Works the edit out; `name` is the file that the user chose.
  package func result(
    of edit: KeyEdit, in name: [UInt8]?
  ) throws(EditRefusal) -> EditResult {
    switch edit {
    case .set(let value, let reasons): try set(value, reasons, name)
    case .unset: try unset(name)
    case .stop(let reasons): try stop(reasons, name)
    case .resume: try resume(name)
    }
  }

  // MARK: The file

  private func file(named name: [UInt8]) -> PropertyFile? { level.files.first { $0.name == name } }

  /// The file to write in, made where there is none (W3).
  private func draft(_ name: [UInt8]?) throws(EditRefusal) -> FileDraft {
    if let name {
      if let file = file(named: name) { return FileDraft(file) }
      return try FileDraft(new: name, of: level.scope, names)
    }
    let reaches = level.files.map { ($0, $0.reach(of: key.names)) }
    let most = reaches.map(\.1).max() ?? 0
    let candidates = reaches.filter { $0.1 == most }.map(\.0)
    if most == key.names.count, let last = candidates.last { return FileDraft(last) }
    if most > 0 && candidates.count > 1 { throw .tie(candidates.map(\.name)) }
    if candidates.count == 1 { return FileDraft(candidates[0]) }
    if let usual = file(named: Self.usualName) { return FileDraft(usual) }
    return try FileDraft(new: Self.usualName, of: level.scope, names)
  }

  /// The place where a later file of the scope would still win.
  private func overruling(_ name: [UInt8]) -> Place? {
    for file in level.files where name.lexicographicallyPrecedes(file.name) {
      if let winning = file.overruling(key.names) { return winning.place }
    }
    return nil
  }

  // MARK: The edits

  private var path: [MemberName] { key.names.map { .ordinary(Array(names.bytes(of: $0))) } }

  private func set(
    _ value: Document, _ reasons: EditReasons, _ name: [UInt8]?
  ) throws(EditRefusal) -> EditResult {
    var draft = try draft(name)
    if let place = overruling(draft.name) { throw .overruled(place) }
    try give(reasons, &draft)
    try draft.edit(key) { (editor) throws(EditError) in try editor.setting(value, at: path) }
    let written = draft.file.node(of: key.names).map { [$0] } ?? []
    return .files(draft.isChanged ? [draft.result(written: written)] : [])
  }

  private func unset(_ name: [UInt8]?) throws(EditRefusal) -> EditResult {
    let files = name.map { name in level.files.filter { $0.name == name } } ?? level.files
    guard let file = files.last(where: { $0.node(of: key.names) != nil }) else {
      let part = files.flatMap { $0.parts(at: key.names) }.last
      return .nothing(part.map { .included($0.place) } ?? .notWritten)
    }
    var draft = FileDraft(file)
    let member = file.node(of: key.names).map { $0 - 1 }
    // The reasons were those of the override; a stop of the same key keeps them.
    let isStopped = markers(.stop).contains { $0.pattern == key }
    let reasons = isStopped ? [] : markers(.because, .until, in: file).filter { $0.pattern == key }
    let items = Set((member.map { [$0] } ?? []) + reasons.map(\.node))
    try draft.edit(key) { $0.removing(items: items) }
    return .files([draft.result()])
  }

  private func stop(
    _ reasons: EditReasons, _ name: [UInt8]?
  ) throws(EditRefusal) -> EditResult {
    let isStopped = markers(.stop).contains { $0.pattern.covers(key) }
    var draft = try draft(name)
    try give(reasons, &draft)
    if !isStopped {
      let depth = draft.file.depthOfObject(around: key.names)
      try draft.edit(key) { (editor) throws(EditError) in
        try editor.adding(
          [relative(depth)], toList: Self.name(of: .stop),
          inObjectAt: Array(path.prefix(depth)))
      }
    }
    let written = draft.file.markers.filter { $0.kind == .stop && $0.pattern == key }.map(\.node)
    return .files(draft.isChanged ? [draft.result(written: written)] : [])
  }

  private func resume(_ name: [UInt8]?) throws(EditRefusal) -> EditResult {
    if let wider = markers(.stop).first(where: { $0.pattern != key && $0.pattern.covers(key) }) {
      return .nothing(.widerStop(wider.place))
    }
    let keepsReasons = level.files.contains { $0.node(of: key.names) != nil }
    var edited: [EditedFile] = []
    for file in level.files where name == nil || file.name == name {
      let stops = markers(.stop, in: file).filter { $0.pattern == key }
      if stops.isEmpty { continue }
      let reasons =
        keepsReasons
        ? []
        : markers(.because, .until, in: file)
          .filter { $0.pattern == key }
      var draft = FileDraft(file)
      try draft.edit(key) { $0.removing(items: Set((stops + reasons).map(\.node))) }
      edited.append(draft.result())
    }
    if edited.isEmpty {
      let included = markers(.stop).first { $0.pattern == key }
      return .nothing(included.map { .included($0.place) } ?? .notStopped)
    }
    return .files(edited)
  }

  // MARK: Markers

  /// The scope's markers of one kind, those of its fragments, too.
  private func markers(_ kind: Marker.Kind) -> [Marker] {
    level.markers.filter { $0.kind == kind }
  }

  private func markers(_ kinds: Marker.Kind..., in file: PropertyFile) -> [Marker] {
    file.markers.filter { kinds.contains($0.kind) }
  }

  private static func name(of directive: Directive) -> [UInt8] { Array(directive.rawValue.utf8) }

  /// The key as a directive writes it in an object that so many names lead to.
  private func relative(_ depth: Int) -> [UInt8] {
    names.spelling(Key(Array(key.names.dropFirst(depth))))
  }

  /// Writes why and until when, in the place of what the file says of the key already.
  private func give(_ reasons: EditReasons, _ draft: inout FileDraft) throws(EditRefusal) {
    for (directive, kind, text) in reasons.each {
      let name = draft.name
      for file in level.files where name.lexicographicallyPrecedes(file.name) {
        let later = markers(kind, in: file).last { $0.pattern == key }
        if let later { throw .reasonOverruled(later.place) }
      }
      let value = try document(text)
      let own = draft.file.markers.last { $0.kind == kind && $0.pattern == key }
      if let old = own?.value {
        try draft.edit(key) { (editor) throws(EditError) in
          try editor.replacing(old, by: value)
        }
        continue
      }
      let depth = draft.file.depth(ofDirective: directive, around: key.names)
      let place =
        Array(path.prefix(depth))
        + [.directive(Self.name(of: directive)), .ordinary(relative(depth))]
      try draft.edit(key) { (editor) throws(EditError) in try editor.setting(value, at: place) }
    }
  }

  private func document(_ text: [UInt8]) throws(EditRefusal) -> Document {
    var quoted: [UInt8] = []
    StringEscapes.append(text, to: &quoted)
    do throws(SyntaxError) {
      return try Document(Source(quoted), names: names)
    } catch {
      let file = SourceFile(path: [], scope: level.scope, source: Source(quoted))
      throw .broken([Diagnostic(error, in: file)])
    }
  }
}
