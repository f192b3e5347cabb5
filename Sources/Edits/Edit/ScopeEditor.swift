import Answers
import Cascade
import JSONSource

/// Edits a key in the files of a scope, regardless of inherited values.
package struct ScopeEditor {
  package static let usualName = Array("properties.json".utf8)

  let level: Level
  let key: Key
  let names: NameTable

  package init(_ level: Level, _ key: Key, _ names: NameTable) throws(EditRefusal) {
    (self.level, self.key, self.names) = (level, key, names)
    let problems = level.openInclusions(along: key)
    if !problems.isEmpty { throw .broken(problems) }
  }

  /// `name` is the file that the user chose.
  package func result(
    of edit: KeyEdit, in name: [UInt8]?, _ element: ElementPlace? = nil
  ) throws(EditRefusal) -> EditResult {
    if let element {
      guard case .set(let value, let reasons) = edit else {
        return try self.edit(element, nil, EditReasons(), name)
      }
      return try self.edit(element, value, reasons, name)
    }
    return switch edit {
    case .set(let value, let reasons): try set(value, reasons, name)
    case .unset: try unset(name)
    case .stop(let reasons): try stop(reasons, name)
    case .resume: try resume(name)
    case .declare(let declaration): try declare(declaration, name)
    }
  }

  // MARK: The file

  private func file(named name: [UInt8]) -> PropertyFile? { level.files.first { $0.name == name } }

  /// The file to write, new if missing (W3).
  func draft(_ name: [UInt8]?) throws(EditRefusal) -> FileDraft {
    if let name {
      if let file = file(named: name) { return FileDraft(file) }
      return try FileDraft(new: name, of: level.scope, names)
    }
    let reaches = level.files.map { ($0, $0.reach(of: key.names)) }
    let most = reaches.map(\.1).max() ?? 0
    var candidates = reaches.filter { $0.1 == most }.map(\.0)
    if most == key.names.count, let last = candidates.last { return FileDraft(last) }
    if most > 0 && candidates.count > 1 {
      // A file with a non-object on the path cannot take the value.
      let fit = candidates.filter {
        $0.parts(at: Array(key.names.prefix(most))).last?.isObject == true
      }
      if fit.count == 1 { candidates = fit } else { throw .tie(candidates.map(\.name)) }
    }
    if candidates.count == 1 { return FileDraft(candidates[0]) }
    if let usual = file(named: Self.usualName) { return FileDraft(usual) }
    return try FileDraft(new: Self.usualName, of: level.scope, names)
  }

  func overruling(_ name: [UInt8]) -> SourceRange? {
    for file in level.files where name.lexicographicallyPrecedes(file.name) {
      if let winning = file.overruling(key.names) { return winning.place }
    }
    return nil
  }

  // MARK: The edits

  var path: [MemberName] { path(of: key) }

  private func path(of key: Key) -> [MemberName] {
    key.names.map { .ordinary(Array(names.bytes(of: $0))) }
  }

  func set(
    _ value: Document, _ reasons: EditReasons, _ name: [UInt8]?
  ) throws(EditRefusal) -> EditResult {
    var draft = try draft(name)
    if let place = overruling(draft.name) { throw .overridden(place) }
    try give(reasons, &draft)
    if value.isPlainObject { try refuseAdditions(to: draft) }
    try put(value, at: key, &draft)
    return draft.editResult(written: draft.file.node(of: key.names).map { [$0] } ?? [])
  }

  private func refuseAdditions(to draft: FileDraft) throws(EditRefusal) {
    for file in level.files {
      for part in file.parts(at: key.names) where part.isObject && !part.isEmptyObject {
        if part.file.name != draft.name || part.file.file.includedFrom != nil {
          throw .membersAdded(key, part.place)
        }
      }
    }
  }

  /// Writes a value. Directives and comments in an existing object stay; its other members are replaced.
  private func put(
    _ value: Document, at key: Key, _ draft: inout FileDraft
  ) throws(EditRefusal) {
    let file = draft.file
    let old = file.node(of: key.names)
    let members = value.kind(0) == .object ? Array(value.members(0)) : []
    if let directive = old.flatMap({ file.directives(in: $0).first }) {
      // An object with directives alone is no value.
      if members.isEmpty || value.hasDirectives { throw .containsDirective(key, directive) }
    } else if old.map(file.containsComments) != true || members.isEmpty
      || members.contains(where: \.isDirective)
    {
      return try draft.set(value, key, at: path(of: key))
    }
    for member in members {
      let inner = try document(spelling: value.spelling(member.value))
      try put(inner, at: key.appending(member.name), &draft)
    }
    guard let held = draft.file.node(of: key.names) else { return }
    let gone = draft.file.ordinaryItems(in: held) { name in !members.contains { $0.name == name } }
    try draft.remove(gone, key)
  }

  private func unset(_ name: [UInt8]?) throws(EditRefusal) -> EditResult {
    let files = name.map { name in level.files.filter { $0.name == name } } ?? level.files
    var found: (file: PropertyFile, items: [Int])?
    for file in files {
      guard let node = file.node(of: key.names) else { continue }
      // Directives of the key and in its value stay.
      let items = file.containsDirectives(node) ? file.ordinaryItems(in: node) : [node - 1]
      if !items.isEmpty { found = (file, items) }
    }
    guard let (file, items) = found else {
      let part = files.flatMap { $0.parts(at: key.names) }.last {
        $0.file.file.includedFrom != nil
      }
      if let part { return .nothing(.included(part.place)) }
      let other = level.files.flatMap { $0.parts(at: key.names) }.last
      return .nothing(name == nil ? .notWritten : other.map { .elsewhere($0.place) } ?? .notWritten)
    }
    var draft = FileDraft(file)
    // Reasons belong to the override; a stop of the same key keeps them.
    let isStopped = markers(.stop).contains { $0.pattern == key }
    let reasons = isStopped ? [] : markers(.because, .until, in: file).filter { $0.pattern == key }
    try draft.remove(items + reasons.map(\.node), key)
    return .files([draft.result()])
  }

  private func stop(
    _ reasons: EditReasons, _ name: [UInt8]?
  ) throws(EditRefusal) -> EditResult {
    let covering = markers(.stop).filter { $0.pattern.leadsTo(key) }
    let isStopped = covering.contains { $0.pattern == key }
    var draft = try draft(name)
    if !isStopped, let wider = covering.first {
      return .same(draft.result(), by: wider.place)
    }
    try give(reasons, &draft)
    if !isStopped {
      let depth = draft.file.depthOfObject(around: key.names)
      try draft.add(
        relative(depth), key, toList: .stop, inObjectAt: Array(path.prefix(depth)))
    }
    let stops = markers(.stop, in: draft.file).filter { $0.pattern == key }
    return draft.editResult(written: stops.map(\.node))
  }

  private func resume(_ name: [UInt8]?) throws(EditRefusal) -> EditResult {
    if let wider = markers(.stop).first(where: { $0.pattern != key && $0.pattern.leadsTo(key) }) {
      return .nothing(.wider(.stop, wider.place))
    }
    let keepsReasons = level.files.contains { $0.node(of: key.names) != nil }
    var edited: [EditedFile] = []
    for file in level.files where name == nil || file.name == name {
      let stops = markers(.stop, in: file).filter { $0.pattern == key }
      if stops.isEmpty { continue }
      let reasons =
        keepsReasons ? [] : markers(.because, .until, in: file).filter { $0.pattern == key }
      var draft = FileDraft(file)
      try draft.remove((stops + reasons).map(\.node), key)
      edited.append(draft.result())
    }
    if edited.isEmpty {
      guard let other = markers(.stop).first(where: { $0.pattern == key }) else {
        return .nothing(.notStopped)
      }
      return .nothing(
        other.file.includedFrom == nil ? .elsewhere(other.place) : .included(other.place))
    }
    return .files(edited)
  }

  // MARK: Markers

  private func markers(_ directive: Directive) -> [Marker] {
    level.markers.filter { $0.directive == directive }
  }

  private func markers(_ directives: Directive..., in file: PropertyFile) -> [Marker] {
    file.markers.filter { directives.contains($0.directive) }
  }

  private func relative(_ depth: Int) -> [UInt8] {
    names.spelling(Key(Array(key.names.dropFirst(depth))))
  }

  func give(_ reasons: EditReasons, _ draft: inout FileDraft) throws(EditRefusal) {
    for (directive, text) in reasons.each {
      let name = draft.name
      for file in level.files where name.lexicographicallyPrecedes(file.name) {
        let later = markers(directive, in: file).last { $0.pattern == key }
        if let later { throw .reasonOverridden(later.place) }
      }
      let value = try document(text)
      let own = draft.file.markers.last { $0.directive == directive && $0.pattern == key }
      if let old = own?.value {
        try draft.replace(old, key, by: value)
        continue
      }
      let depth = draft.file.depth(ofDirective: directive, around: key.names)
      let place = path.prefix(depth) + [directive.memberName, .ordinary(relative(depth))]
      try draft.set(value, key, at: Array(place))
    }
  }

  private func document(_ text: [UInt8]) throws(EditRefusal) -> Document {
    try document(spelling: StringEscapes.quoted(text)[...])
  }

  func document(spelling: ArraySlice<UInt8>) throws(EditRefusal) -> Document {
    let quoted = Array(spelling)
    do throws(SyntaxError) {
      return try Document(Source(quoted), names: names)
    } catch {
      let file = SourceFile(path: [], scope: level.scope, source: Source(quoted))
      throw .broken([Diagnostic(error, in: file)])
    }
  }
}

extension Document {
  fileprivate var isPlainObject: Bool { kind(0) == .object && !hasDirectives }
}

extension ScopeEditor {
  /// Adds directives in the file and object of the key's value, and removes directives from all files of the scope.
  func declare(
    _ declaration: KeyDeclaration, _ name: [UInt8]?
  ) throws(EditRefusal) -> EditResult {
    var own = declaration.added.isEmpty ? nil : try draft(name)
    var drafts: [FileDraft] = []
    var cover: SourceRange?
    for change in declaration.changes {
      switch change {
      case .adding(let directive, let value):
        guard var draft = own else { continue }
        cover = try add(directive, value, declaration, &draft) ?? cover
        own = draft
      case .removing: continue
      }
    }
    for file in level.files where name == nil || file.name == name {
      let isOwn = own?.name == file.name
      var draft = isOwn ? own ?? FileDraft(file) : FileDraft(file)
      for case .removing(let directive) in declaration.changes {
        try remove(directive, declaration, &draft)
      }
      if isOwn { own = draft } else if draft.isChanged { drafts.append(draft) }
    }
    if let own, own.isChanged { drafts.append(own) }
    if !drafts.isEmpty {
      return .files(drafts.map { $0.result(written: written(declaration, in: $0.file)) })
    }
    if let own { return .same(own.result(), by: cover) }
    return .nothing(whyNothing(declaration))
  }

  private func written(_ declaration: KeyDeclaration, in file: PropertyFile) -> [Int] {
    declaration.added.flatMap { file.markers.about(declaration.pattern, $0) }.map(\.node)
  }

  /// The path to the keys. A pattern with stars gets a placeholder, because callers drop the last name.
  private func way(_ declaration: KeyDeclaration) -> [Name] {
    declaration.pattern.parts.count == key.names.count
      ? key.names : key.names + [names.intern(Array("*".utf8))]
  }

  /// Adds a directive; returns the place of an existing entry that covers the pattern.
  private func add(
    _ directive: Directive, _ value: Document?, _ declaration: KeyDeclaration,
    _ draft: inout FileDraft
  ) throws(EditRefusal) -> SourceRange? {
    let pattern = declaration.pattern
    if value == nil, let cover = markers(directive).first(where: { $0.covers(pattern) }) {
      return cover.place
    }
    let name = directive.memberName
    if pattern.parts.isEmpty {
      if let list = draft.file.document.value(of: name, in: 0) {
        throw .listExists(SourceRange(draft.file.file, draft.file.document.range(list)))
      }
      try draft.set(try document(spelling: Array("true".utf8)[...]), key, at: [name])
      return nil
    }
    let depth = draft.file.depth(ofDirective: directive, around: way(declaration))
    let around = Array(path.prefix(depth))
    let text = names.spelling(KeyPattern(parts: Array(pattern.parts.dropFirst(depth))))
    guard let value else {
      try draft.add(text, key, toList: directive, inObjectAt: around)
      return nil
    }
    let later = level.files.filter { draft.name.lexicographicallyPrecedes($0.name) }
    if let marker = later.flatMap({ $0.markers.about(pattern, directive) }).last {
      throw .overridden(marker.place)
    }
    let old = draft.file.markers.about(pattern, directive).last { $0.file === draft.file.file }
    if let old = old?.value {
      try draft.replace(old, key, by: value)
    } else {
      try draft.set(value, key, at: around + [name, .ordinary(text)])
    }
    return nil
  }

  private func remove(
    _ directive: Directive, _ declaration: KeyDeclaration, _ draft: inout FileDraft
  ) throws(EditRefusal) {
    let items = draft.file.markers.about(declaration.pattern, directive)
      .map { $0.argument == nil ? $0.node - 1 : $0.node }
    if !items.isEmpty { try draft.remove(items, key) }
  }

  private func whyNothing(_ declaration: KeyDeclaration) -> EditResult.Nothing {
    for case .removing(let directive) in declaration.changes {
      guard let said = level.markers.about(declaration.pattern, directive).first else { continue }
      return said.file.includedFrom == nil ? .elsewhere(said.place) : .included(said.place)
    }
    guard let key = declaration.pattern.key else { return .notDeclared }
    for case .removing(let directive) in declaration.changes {
      let wider = level.markers.first { $0.directive == directive && $0.pattern.leadsTo(key) }
      if let wider { return .wider(directive, wider.place) }
    }
    return .notDeclared
  }
}

extension [Marker] {
  fileprivate func about(_ pattern: KeyPattern, _ directive: Directive) -> [Marker] {
    filter { $0.directive == directive && $0.pattern.parts == pattern.parts }
  }
}

extension Directive {
  var memberName: MemberName { .directive(Array(rawValue.utf8)) }
}

extension Marker {
  /// Whether the entry covers every key of the other pattern.
  fileprivate func covers(_ other: KeyPattern) -> Bool {
    if pattern.parts == other.parts { return true }
    guard directive != .required, directive != .closed, let key = other.key else { return false }
    return pattern.leadsTo(key)
  }
}
