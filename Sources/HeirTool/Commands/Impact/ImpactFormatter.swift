import Answers
import Cascade
import JSONSource
import Output
import SafeText

/// Text shared by all forms of `impact`.
package struct ImpactFormatter {
  let impact: Impact
  let places: PlaceFormatter
  let scopes: ScopeSetFormatter
  /// The changes grouped by edited statement.
  let causes: [ImpactGroup]
  /// `causes` with equal edits joined, for example a key set to the same value in nine files.
  var groups: [ImpactGroup] {
    causes.grouped(by: likeness).map {
      $0.members.count == 1 ? $0.members[0] : ImpactGroup($0.members)
    }
    .sorted { $0.scopes.count > $1.scopes.count }
  }
  /// Both values of each change, cut so that those of a key stay different.
  private var told: [ObjectIdentifier: BeforeAfter<String?>] = [:]
  private static let maxPlaces = 3
  private static let longest = 60
  private static let maxMoves = 10

  package init(_ impact: Impact, _ places: PlaceFormatter) {
    (self.impact, self.places) = (impact, places)
    scopes = ScopeSetFormatter(impact.scopeIndex)
    causes = ImpactGroup.all(impact.changes)
    for (_, changes) in impact.changes.grouped(by: \.key) {
      let apart = Self.apart(changes.map { impact.shown($0) })
      for (change, sides) in zip(changes, apart) { told[ObjectIdentifier(change)] = sides }
    }
  }

  /// The properties that joined groups share, in bytes, because strings that differ in bytes may be equal.
  private func likeness(_ group: ImpactGroup) -> [[[UInt8]]] {
    let edits = group.edits.joined()
    // An edit of a value has both values in its text; other statements are compared by their changes.
    let isPlain = group.object == nil && edits.allSatisfy { $0.directive == nil }
    let changes = isPlain ? [] : group.changes.map { "\(names.text($0.key)) \(values($0))" }
    return [
      [Array("\(group.edits.count)".utf8)], group.object.map { [names.spelling($0)] } ?? [],
      edits.filter { !$0.isIn(group.object) }.map { Array(whole($0).utf8) },
      changes.map { Array($0.utf8) },
    ]
  }

  private func whole(_ edit: StatementChange) -> String {
    let shown = impact.mask.shown(edit.values)
    return "\(self.edit(edit)) \(shown.from?.string ?? "") → \(shown.to?.string ?? "")"
  }

  var names: NameTable { impact.names }

  /// Both values of changes of a key, cut around their differences; nil for no value.
  private static func apart(_ changes: [ShownChange]) -> [BeforeAfter<String?>] {
    let sides = changes.map { $0.sides(longest) }
    let cut = DifferenceExcerpt.cut(
      sides.flatMap { [$0.from, $0.to].compactMap { $0 } }, to: longest)
    var rest = cut[...]
    return sides.map { side in
      let from = side.from == nil ? nil : rest.popFirst()
      return BeforeAfter(from: from, to: side.to == nil ? nil : rest.popFirst())
    }
  }

  func sides(_ change: ImpactChange) -> BeforeAfter<String?> {
    told[ObjectIdentifier(change)] ?? BeforeAfter(from: nil, to: nil)
  }

  /// For example `"a" → "b"`; a secret only `changes`.
  package func values(_ change: ImpactChange) -> String { Self.values(sides(change)) }

  static func values(_ change: ShownChange) -> String {
    apart([change]).map(values).joined()
  }

  private static func values(_ sides: BeforeAfter<String?>) -> String {
    let (from, to) = (sides.from ?? "none", sides.to ?? "none")
    return from.utf8.elementsEqual(to.utf8) ? "\(to) changes" : "\(from) → \(to)"
  }

  /// Equal changes of a key with all scopes affected, or the changes of an added or removed object.
  struct Row {
    let key: Key
    let sides: BeforeAfter<String?>
    let scopes: ScopeSet
    let changes: [ImpactChange]

    var values: String { ImpactFormatter.values(sides) }
  }

  func rows(_ group: ImpactGroup) -> [Row] {
    if let object = group.object { return [row(of: object, group.changes)] }
    // Bytes, because strings that differ in bytes may be equal.
    return group.changes.grouped { [names.spelling($0.key), Array(values($0).utf8)] }.map {
      Row(
        key: $0.members[0].key, sides: sides($0.members[0]),
        scopes: ScopeSet(joining: $0.members.map(\.scopes)), changes: $0.members)
    }
  }

  func row(of object: Key, _ changes: [ImpactChange]) -> Row {
    let text = "{\(Printable.count(Set(changes.map(\.key)).count, "value"))}"
    let isNew = changes.first?.values.from == nil
    return Row(
      key: object, sides: BeforeAfter(from: isNew ? nil : text, to: isNew ? text : nil),
      scopes: ScopeSet(joining: changes.map(\.scopes)), changes: changes)
  }

  /// For example `config/prod/db.json:3:13`; a removed statement has its former place.
  func place(_ edit: StatementChange) -> String {
    guard let place = edit.place else { return "-" }
    if edit.directive == .file { return places.path(place.file.path, place.file.home) }
    return places.text(place)
  }

  func subject(_ edit: StatementChange) -> String {
    switch edit.directive {
    case nil: names.text(edit.pattern)
    case .file: "the text"
    case let directive? where edit.pattern.parts.isEmpty: directive.rawValue
    case .inherit: "inherit \(names.text(edit.pattern))"
    case .include, .pass:
      "\(edit.directive?.rawValue ?? "") in \(names.text(edit.pattern))"
    case let directive?: names.text(directive, edit.pattern)
    }
  }

  /// How a directive was edited.
  func editVerb(_ edit: StatementChange) -> String {
    switch (edit.places.from, edit.places.to) {
    case (nil, _): "added"
    case (_, nil): "removed"
    default: "edited"
    }
  }

  /// For example `db.host  "a" → "b"`, or `$stop db.host  added`.
  func edit(_ edit: StatementChange) -> String {
    let words = edit.directive == nil ? Self.values(impact.mask.shown(edit.values)) : editVerb(edit)
    return "\(subject(edit))  \(words)"
  }

  /// For example `9 edits: prod/a/x.json:1:2, prod/b/x.json:1:2, prod/c/x.json:1:2 and 6 more`.
  func place(_ edits: [StatementChange], of object: Key? = nil) -> String {
    let places = edits.map { place($0) }
    if places.count == 1 { return places[0] }
    let word = edits[0].isIn(object) ? "places" : "edits"
    return "\(places.count) \(word): \(Printable.listed(places, most: Self.maxPlaces))"
  }

  /// Why the edits have no effect in some scopes, with their reasons and last days.
  package func notes(_ edits: [StatementChange]) -> [String] {
    var words: [String] = []
    let holds = edits.flatMap(\.holds).filter { !$0.scopes.isEmpty }
    let shadows = holds.count { $0.reason == .shadowed }
    if shadows > 0 { words.append("overridden at \(Printable.count(shadows, "place"))") }
    for reason in [StatementChange.Blocker.Reason.stopped, .excluded, .refused] {
      let count = holds.filter { $0.reason == reason }.reduce(0) { $0 + $1.scopes.count }
      if count > 0 { words.append("\(reason.rawValue) in \(count)") }
    }
    let reasons = edits.flatMap { HeirTool.reasons(because: $0.because, until: $0.until) }
    return words + reasons.grouped { $0 }.map(\.id)
  }

  func why(_ edit: StatementChange) -> String {
    let all = edit.holds.filter { !$0.scopes.isEmpty }.map {
      "\($0.reason.words) at \(places.text($0.place)) in \(scopes.words($0.scopes))"
    }
    let rest = all.count > 3 ? ["and at \(Printable.count(all.count - 3, "more place"))"] : []
    return (all.prefix(3) + rest).joined(separator: "; ")
  }

  /// An item on a single line: `gap` follows its place, `before` precedes the reason.
  func line(_ item: Item, _ gap: String, why before: String) -> String {
    switch item {
    case .edits(let edits):
      let why = why(edits[0])
      return place(edits) + gap + edit(edits[0]) + (why.isEmpty ? "" : before + why)
    case .scopes(let top, let count):
      return count == 1 ? top.text : "\(Scope.text(top.tree)) \(count)"
    case .moves(let moves, let changes):
      return pairs(moves).joined(separator: ", ")
        + (changes.isEmpty ? "" : before + few(changes).joined(separator: "; "))
    case .problem(let place, let words): return (place.map { "\($0): " } ?? "") + words
    }
  }

  func pairs(_ moves: [ScopeMove]) -> [String] {
    Printable.few(moves.lazy.map { "\($0.from.text) → \($0.to.text)" }, most: Self.maxMoves)
  }

  func few(_ changes: [String]) -> [String] {
    Printable.few(changes, most: Self.maxMoves, doing: " change")
  }

  /// A line of a section after the changes.
  enum Item {
    /// Equal edits that have no effect for the same reason.
    case edits([StatementChange])
    /// An added or removed scope, with the number of scopes at and below it.
    case scopes(Scope, count: Int)
    /// Moved scopes with the same differences.
    case moves([ScopeMove], changes: [String])
    case problem(place: String?, words: String)
  }

  var sections: [(heading: String, items: [Item])] {
    let unpaired = impact.unpaired
    let all: [(String, [Item])] = [
      ("Edits without effect in these scopes", alike(impact.blockedAbove)),
      ("Edits that change only abstract scopes", alike(impact.ofAbstract)),
      ("Edits without effect", alike(impact.idle)),
      ("Scopes moved", moved), ("Scopes added", trees(unpaired.to)),
      ("Scopes removed", trees(unpaired.from)), ("Cannot be evaluated", unresolved),
      (
        "Unknown keys in closed objects",
        impact.unknownKeys.map { .problem(place: places.text($1), words: places.sentence($1)) }
      ),
    ]
    return all.filter { !$0.1.isEmpty }
  }

  private func alike(_ edits: [StatementChange]) -> [Item] {
    edits.grouped { Array("\(whole($0)) \(why($0))".utf8) }.map { .edits($0.members) }
  }

  private func trees(_ scopes: [Scope]) -> [Item] {
    var trees: [(top: Scope, count: Int)] = []
    for scope in scopes {
      if let last = trees.last, scope.isIn(last.top) {
        trees[trees.count - 1].count += 1
      } else {
        trees.append((scope, 1))
      }
    }
    return trees.map { .scopes($0.top, count: $0.count) }
  }

  var moved: [Item] {
    impact.moves.grouped { move in
      move.changes.map { change in
        Array("\(names.text(change.key))  \(Self.values(impact.shown(change)))".utf8)
      }
    }.map { .moves($0.members, changes: $0.id.map { String(decoding: $0, as: UTF8.self) }) }
  }

  private var unresolved: [Item] {
    let unread = impact.problems.map { _, side, problem in
      Item.problem(
        place: places.text(problem), words: "\(Self.time(side)): \(problem.message)")
    }
    // Scopes share failures, and different failures may have equal texts.
    let failures = impact.failures.grouped { ObjectIdentifier($0.failure) }.map(\.members)
    return unread
      + failures.grouped { all -> String in
        let place = all[0].failure.diagnostics(in: all[0].scope).first?.place
        let key = names.text(all[0].failure.key)
        return "\(all[0].failure.side) \(place.map { places.text($0) } ?? "") \(key)"
      }.map { _, all in
        let (scope, failure) = all[0][0]
        let problem = failure.diagnostics(in: scope).first
        let more = all.reduce(-1) { $0 + $1.count }
        return .problem(
          place: problem?.place.map { places.text($0) },
          words: "\(Self.time(failure.side)): \(names.text(failure.key)) in "
            + "\(scope.text): \(problem?.message ?? "")"
            + (more == 0 ? "" : "; and in \(Printable.count(more, "more scope"))"))
      }
  }

  private static func time(_ side: Side) -> String { side == .from ? "before" : "now" }
}

extension StatementChange.Blocker.Reason {
  var words: String { self == .shadowed ? "overridden" : rawValue }
}

extension ShownChange {
  /// Both values on a single line; of an array longer than `longest` only the elements that differ.
  func sides(_ longest: Int) -> BeforeAfter<String?> {
    let whole = BeforeAfter(from: from?.string, to: to?.string)
    let isLong = [whole.from, whole.to].contains { ($0?.cells ?? 0) > longest }
    guard isLong, let elements else { return whole }
    return BeforeAfter(from: elements.text(elements.gone), to: elements.text(elements.new))
  }
}

extension ShownChange.Elements {
  /// For example `[…3, "a", …7]`: the elements that differ, between the numbers of equal elements.
  fileprivate func text(_ own: [ShownValue]) -> String {
    let parts =
      (start > 0 ? ["…\(start)"] : []) + own.map(\.string) + (end > 0 ? ["…\(end)"] : [])
    return "[\(parts.joined(separator: ", "))]"
  }
}

extension ImpactFormatter {
  private static var maxKeys: Int { 4 }

  /// `impact` as annotations, those that affect the most scopes first, because GitHub shows the first ten of a step.
  package var annotations: String {
    var text = ""
    for (scope, side, problem) in impact.problems {
      text += remark(.error, problem.place, "\(Self.start(side, scope))\(problem.message)")
    }
    for (scope, failure) in impact.failures {
      for problem in failure.diagnostics(in: scope).prefix(1) {
        let start = Self.start(failure.side, scope)
        text += remark(.error, problem.place, "\(start)cannot be evaluated: \(problem.message)")
      }
    }
    // `causes` has a group for each edited line.
    for group in causes {
      guard let edit = group.edits.first?.first else { continue }
      let told = rows(group).lazy.map {
        "\(names.text($0.key))  \($0.values)  \(scopes.words($0.scopes))"
      }
      let parts = Printable.few(told, most: Self.maxKeys, doing: " changes")
      let gone = edit.places.to == nil && group.object == nil ? [self.edit(edit)] : []
      text += remark(.note, edit.place, (gone + parts + notes([edit])).joined(separator: "; "))
    }
    for case .moves(let moves, let changes) in moved where !changes.isEmpty {
      let parts = Printable.few(changes, most: Self.maxKeys, doing: " change")
      let scopes = Printable.listed(pairs(moves), most: Self.maxKeys)
      text += remark(.note, nil, "\(scopes): \(parts.joined(separator: "; "))")
    }
    for edit in impact.idle {
      let parts = ["\(self.edit(edit)): no effect", why(edit)].filter { !$0.isEmpty }
      text += remark(.note, edit.place, parts.joined(separator: "; "))
    }
    return text
  }

  private static func start(_ side: Side, _ scope: Scope) -> String {
    "\(side == .from ? "before, in" : "in") \(scope.text): "
  }

  private func remark(
    _ severity: Diagnostic.Severity, _ place: SourceRange?, _ message: String
  ) -> String {
    // A removed statement has no line, so the annotation is for the file.
    let shown = place.map { place in
      place.file.home == .former
        ? FilePosition(file: places.file(place.file.path, .tree(0))) : places.filePosition(place)
    }
    return Annotation.command(severity, shown, title: "heir: impact", message)
  }
}
