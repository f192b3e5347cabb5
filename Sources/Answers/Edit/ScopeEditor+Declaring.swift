import Cascade
import JSONSource

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
    file.markers.filter {
      declaration.added.contains($0.directive) && $0.pattern.parts == declaration.pattern.parts
    }.map(\.node)
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
    let said = level.markers.filter { $0.directive == directive }
    if value == nil, let cover = said.first(where: { $0.covers(pattern) }) { return cover.place }
    let name = MemberName.directive(Array(directive.rawValue.utf8))
    if pattern.parts.isEmpty {
      let list = draft.file.document.value(of: name, in: 0)
      if let list {
        throw .listExists(SourceRange(draft.file.file, draft.file.document.range(list)))
      }
      let all = try document(spelling: Array("true".utf8)[...])
      try draft.edit(key) { (editor) throws(EditError) in try editor.setting(all, at: [name]) }
      return nil
    }
    let depth = draft.file.depth(ofDirective: directive, around: way(declaration))
    let around = Array(path.prefix(depth))
    let text = names.spelling(KeyPattern(parts: Array(pattern.parts.dropFirst(depth))))
    guard let value else {
      try draft.edit(key) { (editor) throws(EditError) in
        try editor.adding([text], toList: Array(directive.rawValue.utf8), inObjectAt: around)
      }
      return nil
    }
    let later = level.files.last { file in
      draft.name.lexicographicallyPrecedes(file.name)
        && file.markers.contains { $0.directive == directive && $0.pattern.parts == pattern.parts }
    }
    if let later,
      let marker = later.markers.last(where: {
        $0.directive == directive && $0.pattern.parts == pattern.parts
      })
    {
      throw .overridden(marker.place)
    }
    let old = draft.file.markers.last {
      $0.directive == directive && $0.pattern.parts == pattern.parts && $0.file === draft.file.file
    }
    if let old = old?.value {
      try draft.edit(key) { (editor) throws(EditError) in try editor.replacing(old, by: value) }
    } else {
      try draft.edit(key) { (editor) throws(EditError) in
        try editor.setting(value, at: around + [name, .ordinary(text)])
      }
    }
    return nil
  }

  private func remove(
    _ directive: Directive, _ declaration: KeyDeclaration, _ draft: inout FileDraft
  ) throws(EditRefusal) {
    let items = draft.file.markers.filter {
      $0.directive == directive && $0.pattern.parts == declaration.pattern.parts
    }.map { $0.argument == nil ? $0.node - 1 : $0.node }
    if !items.isEmpty { try draft.edit(key) { $0.removing(items: Set(items)) } }
  }

  private func whyNothing(_ declaration: KeyDeclaration) -> EditResult.Nothing {
    for case .removing(let directive) in declaration.changes {
      let said = level.markers.first {
        $0.directive == directive && $0.pattern.parts == declaration.pattern.parts
      }
      guard let said else { continue }
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

extension Marker {
  /// Whether the entry covers every key of the other pattern.
  fileprivate func covers(_ other: KeyPattern) -> Bool {
    if pattern.parts == other.parts { return true }
    guard directive != .required, directive != .closed, let key = other.key else { return false }
    return pattern.leadsTo(key)
  }
}
