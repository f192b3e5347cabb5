import JSONSource
import Legible

/// What section 6 and finals have to say of asked keys.
extension AskedScope {
  /// Whether no level declares anything that could be broken.
  package var isBeyondJudgement: Bool { view.isOpen }

  /// What levels tried in vain against final keys, at and below a key and around it (I7).
  package func refusals(under key: Key) -> [Diagnostic] {
    guard !view.isOpen else { return [] }
    var found: [Diagnostic] = []
    var entry: Entry? = view.root
    for (index, name) in key.names.enumerated() {
      found += entry?.ownRefusals(Key(Array(key.names[..<index])), view.names) ?? []
      entry = entry?.members?.entry(name)
    }
    entry?.collectRefusals(key, view.names, into: &found)
    var seen: Set<Diagnostic.FindingID> = []
    return found.reversed().filter { seen.insert($0.findingID).inserted }
  }

  /// What is wrong with the asked keys: types, required keys, deprecated ones, overrides that have
  /// outlived their date. `isLast` tells that the scope has no scopes below it.
  package func shortcomings(
    under key: Key, today: CalendarDate, isLast: Bool
  ) throws(Unresolved) -> [Diagnostic] {
    var found: [Diagnostic] = []
    let statements = view.levels.map(\.statements).filter { $0.concerns.contains(.attribute) }
    guard !statements.isEmpty else { return [] }
    for declared in Declarations.find(in: view.root, statements, under: key)
    where declared.isInForce {
      switch declared.marker.kind {
      case .type: if let problem = try typeProblem(declared) { found.append(problem) }
      case .required where isLast && declared.isMissing:
        found.append(requiredProblem(declared))
      case .deprecated where declared.entry?.isLive == true:
        found.append(deprecation(declared))
      case .until: if let problem = expiry(declared, today) { found.append(problem) }
      default: break
      }
    }
    return found
  }

  /// The warning that a deprecated key was asked for, where one was.
  package func deprecations(of key: Key) -> [Diagnostic] {
    view.declarations(.deprecated, of: key).map {
      deprecation(
        Declarations.Found(marker: $0, key: key, entry: view.entry(key), isMissing: false))
    }
  }

  func typeProblem(_ declared: Declarations.Found) throws(Unresolved) -> Diagnostic? {
    guard let entry = declared.entry, entry.isLive, case .types(let types) = declared.marker.detail
    else { return nil }
    let value = try worked(EffectiveValue(entry: entry, key: declared.key))
    let spelling = value.value?.spelling ?? entry.spelling
    if types.contains(where: { $0.matches(value.kind, spelling) }) { return nil }
    let wanted = types.map(\.rawValue).joined(separator: " or ")
    let isFraction = TypeName(value.kind) == .number && types.contains(.integer)
    let kind = isFraction ? "number with a fraction or an exponent" : TypeName(value.kind).rawValue
    let scope = Printable.string(view.scope.path)
    return Diagnostic(
      .error, .type,
      "'\(view.names.text(declared.key))' is of type \(kind) in \(scope), not \(wanted)",
      at: entry.place, key: view.names.spelling(declared.key),
      notes: [.init("the type is declared here", at: declared.marker.place)])
  }

  func requiredProblem(_ declared: Declarations.Found) -> Diagnostic {
    let scope = Printable.string(view.scope.path)
    var notes: [Diagnostic.Note] = []
    if let absence = view.absence(declared.key) {
      notes.append(.init("it was \(absence.reason.rawValue) here", at: absence.taking.place))
    }
    return Diagnostic(
      .error, .required,
      "'\(view.names.text(declared.key))' is required and has no value in \(scope)",
      at: declared.marker.place, key: view.names.spelling(declared.key), notes: notes)
  }

  func deprecation(_ declared: Declarations.Found, at place: Place? = nil) -> Diagnostic {
    Diagnostic(
      .warning, .deprecated,
      "'\(view.names.text(declared.key))' is deprecated: \(Printable.string(declared.marker.text))",
      at: place ?? declared.entry?.place ?? declared.marker.place,
      key: view.names.spelling(declared.key),
      notes: [.init("so it is declared here", at: declared.marker.place)])
  }

  /// Where an override that holds has outlived its date.
  func expiry(_ declared: Declarations.Found, _ today: CalendarDate) -> Diagnostic? {
    guard case .date(let date) = declared.marker.detail, date < today, let entry = declared.entry,
      entry.isLive, let part = entry.part(of: declared.marker.file)
    else { return nil }
    return Diagnostic(
      .error, .expired,
      "'\(view.names.text(declared.key))' was to be overridden until "
        + "\(Printable.string(declared.marker.text)) only; take it out, or give it a later day",
      at: part.place, key: view.names.spelling(declared.key),
      notes: [.init("the date stands here", at: declared.marker.place)])
  }
}

extension Entry {
  /// The part of the value that holds which a level wrote, told by one of its files.
  func part(of file: SourceFile) -> Written? { part { $0.rank == file.rank } }

  /// The part of the value that holds which a level of a scope wrote.
  func part(ofScope scope: Scope) -> Written? { part { $0.scope == scope } }

  private func part(where isMeant: (SourceFile) -> Bool) -> Written? {
    var current: Entry? = self
    while let entry = current {
      switch entry.event {
      case .value(let parts):
        if let part = parts.last(where: { isMeant($0.file.file) }) { return part }
        // Whatever is behind a leaf holds no more, unless arrays were merged.
        if let part = parts.last, !part.isObject, arrays.isEmpty { return nil }
      case .taken: return nil
      case .takenBack(_, let to):
        current = to
        continue
      case .removed, .refused, .inside: break
      }
      current = entry.behind
    }
    return nil
  }

  fileprivate var spelling: ArraySlice<UInt8> {
    if case .leaf(let written) = state { written.document.spelling(written.node) } else { [] }
  }

  /// What was tried at this very key.
  func ownRefusals(_ key: Key, _ names: NameTable) -> [Diagnostic] {
    var found: [Diagnostic] = []
    var current: Entry? = self
    while let entry = current {
      if case .refused(let refusals) = entry.event {
        found += refusals.compactMap { $0.diagnostic(key, names) }
      }
      current = entry.behind
    }
    return found
  }

  /// What was tried at this key and below it.
  func collectRefusals(_ key: Key, _ names: NameTable, into found: inout [Diagnostic]) {
    found += ownRefusals(key, names)
    var seen: Set<Name> = []
    var layer = members
    while let members = layer {
      for (name, entry) in zip(members.own.names, members.own.values)
      where seen.insert(name).inserted {
        entry.collectRefusals(key.appending(name), names, into: &found)
      }
      layer = members.behind
    }
  }
}

extension Refusal {
  /// Both places, as a warning; `check` makes it an error.
  func diagnostic(_ key: Key, _ names: NameTable) -> Diagnostic? {
    let text = names.text(key)
    let final = String(decoding: names.spelling(by.pattern), as: UTF8.self)
    let message: String
    let place: Place?
    switch attempt {
    case .values(let parts):
      // Of an object each member is told.
      guard let part = parts.last(where: { !$0.isObject || $0.isEmptyObject }) else { return nil }
      message = "what is set for '\(text)' is refused: '\(final)' is final"
      place = part.place
    case .marker(let marker):
      message = "\"\(marker.directive.rawValue)\" is refused for '\(text)': '\(final)' is final"
      place = marker.place
    }
    return Diagnostic(
      .warning, .final, message, at: place, key: names.spelling(key),
      notes: [.init("it is final here", at: by.place)])
  }
}

extension Diagnostic {
  /// What tells two findings of one rule apart.
  struct FindingID: Hashable {
    let rule: Rule
    let home: SourceFile.Home
    let path: [UInt8]
    let start: Int
    let key: [UInt8]?
  }

  var findingID: FindingID {
    FindingID(
      rule: rule, home: place?.file.home ?? home, path: anyPath, start: place?.range.start ?? 0,
      key: place == nil ? key : nil)
  }

  package var asError: Diagnostic {
    Diagnostic(
      .error, rule, problem, at: place, key: key, path: path, home: home, notes: notes)
  }
}

extension View {
  /// The markers of one kind that name exactly this key, the nearest level's first.
  package func declarations(_ kind: Marker.Kind, of key: Key) -> [Marker] {
    levels.reversed().flatMap { level in
      level.statements.concerns.contains(.attribute)
        ? level.statements.markersInForce(kind, of: key) : []
    }
  }
}

extension Statements {
  fileprivate func markersInForce(_ kind: Marker.Kind, of key: Key) -> [Marker] {
    let all = markers(kind, of: key.names[...])
    return all.filter { $0.isInForce(among: all) }
  }

  func markers(_ kind: Marker.Kind, of path: ArraySlice<Name>) -> [Marker] {
    guard let name = path.first else { return markers(kind) }
    return [members[name], any].flatMap { $0?.markers(kind, of: path.dropFirst()) ?? [] }
  }
}
