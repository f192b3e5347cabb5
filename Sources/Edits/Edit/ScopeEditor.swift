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
    case .stop(let reasons, _): try stop(reasons, name)
    case .resume: try resume(name)
    case .declare(let declaration): try declare(declaration, name)
    }
  }

  // MARK: The file

  private func file(named name: [UInt8]) -> PropertyFile? { level.files.first { $0.name == name } }

  /// The file to write, new if missing (W3).
  func draft(_ name: [UInt8]?) throws(EditRefusal) -> EditedFile {
    if let name {
      if let file = file(named: name) { return EditedFile(file) }
      return try EditedFile(new: name, of: level.scope, names)
    }
    let reaches = level.files.map { ($0, $0.reach(of: key.names)) }
    let most = reaches.map(\.1).max() ?? 0
    var candidates = reaches.filter { $0.1 == most }.map(\.0)
    if most == key.names.count, let last = candidates.last { return EditedFile(last) }
    if most > 0 && candidates.count > 1 {
      // A file with a non-object on the path cannot take the value.
      let fit = candidates.filter {
        $0.parts(at: Array(key.names.prefix(most))).last?.isObject == true
      }
      if fit.count == 1 { candidates = fit } else { throw .tie(candidates.map(\.name)) }
    }
    if candidates.count == 1 { return EditedFile(candidates[0]) }
    if let usual = file(named: Self.usualName) { return EditedFile(usual) }
    return try EditedFile(new: Self.usualName, of: level.scope, names)
  }

  /// The files that override a file of this name.
  private func files(after name: [UInt8]) -> [PropertyFile] {
    level.files.filter { name.lexicographicallyPrecedes($0.name) }
  }

  func overruling(_ name: [UInt8]) -> SourceRange? {
    files(after: name).lazy.compactMap { $0.overruling(key.names) }.first?.place
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
    if value.kind(0) == .object, !value.hasDirectives { try refuseAdditions(to: draft) }
    try put(value, at: key, &draft)
    return draft.result(written: draft.file.node(of: key.names).map { [$0] } ?? [])
  }

  private func refuseAdditions(to draft: EditedFile) throws(EditRefusal) {
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
    _ value: Document, at key: Key, _ draft: inout EditedFile
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
    var draft = EditedFile(file)
    // Reasons belong to the override; a stop of the same key keeps them.
    let isStopped = !level.markers.about(pattern, .stop).isEmpty
    let reasons = isStopped ? [] : file.markers.about(pattern, .because, .until)
    try draft.remove(items + reasons.map(\.node), key)
    return .files([draft])
  }

  private func stop(
    _ reasons: EditReasons, _ name: [UInt8]?
  ) throws(EditRefusal) -> EditResult {
    let isStopped = !level.markers.about(pattern, .stop).isEmpty
    var draft = try draft(name)
    if !isStopped, let widerStop { return .same(draft, by: widerStop.place) }
    try give(reasons, &draft)
    if !isStopped {
      let depth = draft.file.depthOfObject(around: key.names)
      try draft.add(
        relative(depth), key, toList: .stop, inObjectAt: Array(path.prefix(depth)))
    }
    return draft.result(written: draft.file.markers.about(pattern, .stop).map(\.node))
  }

  private func resume(_ name: [UInt8]?) throws(EditRefusal) -> EditResult {
    if let widerStop { return .nothing(.wider(.stop, widerStop.place)) }
    let keepsReasons = level.files.contains { $0.node(of: key.names) != nil }
    var edited: [EditedFile] = []
    for file in level.files where name == nil || file.name == name {
      let stops = file.markers.about(pattern, .stop)
      if stops.isEmpty { continue }
      let reasons = keepsReasons ? [] : file.markers.about(pattern, .because, .until)
      var draft = EditedFile(file)
      try draft.remove((stops + reasons).map(\.node), key)
      edited.append(draft)
    }
    if !edited.isEmpty { return .files(edited) }
    return .nothing(level.markers.about(pattern, .stop).first.map(Self.notHere) ?? .notStopped)
  }

  // MARK: Markers

  private var pattern: KeyPattern { KeyPattern(key) }

  /// The first entry that stops more than the key.
  private var widerStop: Marker? {
    level.markers.first {
      $0.directive == .stop && $0.pattern.leadsTo(key) && $0.pattern.parts != pattern.parts
    }
  }

  /// Why an edit cannot remove an entry of the scope.
  private static func notHere(_ marker: Marker) -> EditResult.Nothing {
    marker.file.includedFrom == nil ? .elsewhere(marker.place) : .included(marker.place)
  }

  private func relative(_ depth: Int) -> [UInt8] {
    names.spelling(Key(Array(key.names.dropFirst(depth))))
  }

  func give(_ reasons: EditReasons, _ draft: inout EditedFile) throws(EditRefusal) {
    for (directive, text) in reasons.each {
      for file in files(after: draft.name) {
        if let later = file.markers.about(pattern, directive).last {
          throw .reasonOverridden(later.place)
        }
      }
      let value = try document(text)
      if let old = draft.file.markers.about(pattern, directive).last?.value {
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

  /// Adds directives in the file and object of the key's value, and removes directives from all files of the scope.
  func declare(
    _ declaration: KeyDeclaration, _ name: [UInt8]?
  ) throws(EditRefusal) -> EditResult {
    var own = declaration.added.isEmpty ? nil : try draft(name)
    var drafts: [EditedFile] = []
    var cover: SourceRange?
    if var draft = own {
      // A directive is inserted at the start of its object, so the first is read last.
      if let known = declaration.known { try add(types: known, &draft) }
      for case .adding(let directive, let value) in declaration.changes {
        cover = try add(directive, value, declaration, &draft) ?? cover
      }
      own = draft
    }
    for file in level.files where name == nil || file.name == name {
      let isOwn = own?.name == file.name
      var draft = isOwn ? own ?? EditedFile(file) : EditedFile(file)
      for directive in declaration.removed {
        let items = draft.file.markers.about(declaration.pattern, directive)
          .map { $0.argument == nil ? $0.node - 1 : $0.node }
        if !items.isEmpty { try draft.remove(items, key) }
      }
      if isOwn { own = draft } else if draft.isChanged { drafts.append(draft) }
    }
    if let own, own.isChanged { drafts.append(own) }
    if !drafts.isEmpty {
      return .files(drafts.map { $0.writing(written(declaration, in: $0.file)) })
    }
    if let own { return .same(own, by: cover) }
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
    _ draft: inout EditedFile
  ) throws(EditRefusal) -> SourceRange? {
    let pattern = declaration.pattern
    if value == nil,
      let cover = level.markers.first(where: { $0.directive == directive && $0.covers(pattern) })
    {
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
    for file in files(after: draft.name).reversed() {
      if let marker = file.markers.about(pattern, directive).last {
        throw .overridden(marker.place)
      }
    }
    let old = draft.file.markers.about(pattern, directive).last { $0.file === draft.file.file }
    if let old = old?.value {
      try draft.replace(old, key, by: value)
    } else {
      try draft.set(value, key, at: around + [name, .ordinary(text)])
    }
    return nil
  }

  /// Adds types of keys to the nearest `$type`; a new one is written at once.
  private func add(
    types: [(key: Key, type: [UInt8])], _ draft: inout EditedFile
  ) throws(EditRefusal) {
    if types.isEmpty { return }
    let depth = draft.file.depth(ofDirective: .type, around: key.names + [names.intern([])])
    let place = Array(path.prefix(depth)) + [Directive.type.memberName]
    let members = types.map { key, type in
      (names.spelling(Key(Array(key.names.dropFirst(depth)))), type)
    }
    let object = draft.file.node(of: Array(key.names.prefix(depth))) ?? 0
    if draft.file.document.value(of: Directive.type.memberName, in: object) == nil {
      let lines = members.map { StringEscapes.quoted($0) + Array(": ".utf8) + $1 }
      let text = Array("{\n  ".utf8) + lines.joined(separator: Array(",\n  ".utf8))
      return try draft.set(
        try document(spelling: (text + Array("\n}".utf8))[...]), key, at: place)
    }
    try draft.edit(key) { (editor) throws(EditError) in
      try editor.adding(members.map { (.ordinary($0), $1) }, toObjectAt: place)
    }
  }

  private func whyNothing(_ declaration: KeyDeclaration) -> EditResult.Nothing {
    for directive in declaration.removed {
      if let said = level.markers.about(declaration.pattern, directive).first {
        return Self.notHere(said)
      }
    }
    guard let key = declaration.pattern.key else { return .notDeclared }
    let wider = declaration.removed.lazy.compactMap { directive in
      level.markers.first { $0.directive == directive && $0.pattern.leadsTo(key) }
    }.first
    return wider.map { .wider($0.directive, $0.place) } ?? .notDeclared
  }
}

extension [Marker] {
  fileprivate func about(_ pattern: KeyPattern, _ directives: Directive...) -> [Marker] {
    filter { directives.contains($0.directive) && $0.pattern.parts == pattern.parts }
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
