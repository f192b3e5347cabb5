import Answers
import Cascade
import JSONSource
import Output
import Trees

/// Prints the values of a scope for `resolve`, independent of other scopes and of the destination.
struct ResolvedOutput {
  let context: CommandContext
  let key: Key
  let form: ResolveCommand.Options
  let choice: LeafFilter

  enum End {
    case whole
    case nothing(() -> String)
    case partial([Diagnostic])
  }

  /// Reports warnings about keys of a scope.
  typealias WarningHandler = (Evaluation, [Key]) throws(Failure) -> Void

  func print(
    _ scope: Evaluation, to output: OutputBuffer, validate: WarningHandler
  ) throws(Failure) -> End {
    form.isOwn ? try own(scope, output) : try effective(scope, output, validate)
  }

  func leaves(_ scope: Evaluation) throws(Failure) -> [Leaf] {
    if form.isOwn {
      return try ownValue(scope).map { (own) throws(Failure) in try leaves(of: own, scope) } ?? []
    }
    let answer = try context.evaluating(try scope.answer(key))
    guard case .value(let value) = answer else { return [] }
    return try chosen(try all(of: value, try overview(of: value)), in: value)
  }

  /// The leaves if some are left out, which are not evaluated, or if errors are no failure.
  private func overview(of value: ValueCursor) throws(Failure) -> Overview? {
    guard form.keepsGoing || choice.leavesOutKeys else { return nil }
    let overview = Overview(of: value, leavingOut: choice.leavesOut)
    if !form.keepsGoing, let failure = overview.unresolved.first {
      throw .diagnostics(failure.diagnostics)
    }
    return overview
  }

  private func all(of value: ValueCursor, _ overview: Overview?) throws(Failure) -> [Leaf] {
    if let overview { try context.leaves(overview.leaves) } else { try context.leaves(of: value) }
  }

  private func effective(
    _ scope: Evaluation, _ output: OutputBuffer, _ validate: WarningHandler
  ) throws(Failure) -> End {
    let answer = try context.evaluating(try scope.answer(key))
    try validate(scope, [key])
    let value: ValueCursor
    switch answer {
    case .value(let found): value = found
    case .absent(let absence): return .nothing { context.words(for: key, absence, in: scope) }
    }
    let overview = try overview(of: value)
    let unresolved = overview?.unresolved.flatMap(\.diagnostics) ?? []
    if unresolved.isEmpty && form.style == .format(.json) && choice.isEverything && !form.hasOrigins
    {
      let data = try context.evaluating(try value.data())
      context.print(form.layout, sorted: form.isSorted, to: output) {
        $0.value(data, scope.view.names)
      }
      return .whole
    }
    let all = try all(of: value, overview)
    if unresolved.isEmpty { return try print(all, of: value, output) }
    // An object without remaining values is removed, as in inheritance.
    if !all.isEmpty || key.names.isEmpty { _ = try print(all, of: value, output, overview) }
    return .partial(unresolved)
  }

  private func print(
    _ all: [Leaf], of value: ValueCursor, _ output: OutputBuffer, _ overview: Overview? = nil
  ) throws(Failure) -> End {
    let leaves = try chosen(all, in: value)
    if leaves.isEmpty && !value.isObject { return nothingIsLeft }
    guard form.hasOrigins else {
      try print(leaves, to: output)
      return .whole
    }
    let formats = LeafFormats(leaves, key, context.names, sorted: false)
    let record: Record = [
      .with: .head(value.scope.view.scope), "value": .data(formats.value),
      "origins": .object(
        leaves.compactMap(\.effective).map { leaf in
          let key = String(decoding: context.names.spelling(leaf.key), as: UTF8.self)
          return (.named(key), .list(leaf.origins, Record.origin))
        }),
      "unresolved": overview.map { .unresolved($0.unresolved) },
    ]
    context.print(form.layout, sorted: form.isSorted, to: output, record)
    return .whole
  }

  private func chosen(_ leaves: [Leaf], in value: ValueCursor) throws(Failure) -> [Leaf] {
    let scope = value.scope
    return try choice.of(leaves, in: scope) {
      $0.value.containsSecret(scope.mask($0.key), scope.secretKeys)
    }
  }

  private func print(_ leaves: [Leaf], to output: OutputBuffer) throws(Failure) {
    let formats = formats(leaves)
    if form.style == .format(.json) {
      context.print(form.layout, sorted: form.isSorted, to: output) {
        $0.value(formats.value, context.names)
      }
    } else {
      output.append(try form.text(of: formats).bytes)
    }
  }

  func formats(_ leaves: [Leaf]) -> LeafFormats {
    LeafFormats(leaves, key, context.names, sorted: form.isSorted, asWritten: form.isOwn)
  }

  private var nothingIsLeft: End {
    .nothing { "the options leave out \(context.names.text(key)); nothing is left to print" }
  }

  /// Prints the values that the scope's files set in all trees, merged in order of the files.
  private func own(_ scope: Evaluation, _ output: OutputBuffer) throws(Failure) -> End {
    guard let own = try ownValue(scope) else {
      return .nothing {
        "\(scope.view.scope.text) itself does not set \(context.names.text(key))"
      }
    }
    let leaves = try leaves(of: own, scope)
    if leaves.isEmpty && own.leaf != nil { return nothingIsLeft }
    try print(leaves, to: output)
    return .whole
  }

  private func ownValue(_ scope: Evaluation) throws(Failure) -> StatementTree? {
    let view = scope.view
    let level = Level(view.scope, files: view.lineage.own.flatMap(\.level.files))
    let problems = level.openInclusions(along: key)
    if !problems.isEmpty { throw .diagnostics(problems) }
    return level.setting(key)
  }

  private func leaves(of own: StatementTree, _ scope: Evaluation) throws(Failure) -> [Leaf] {
    var leaves: [Leaf] = []
    var secret: Set<Key> = []
    own.forEachLeaf(key) { key, own in
      let value = EffectiveValue(asWritten: own.leaf)
      leaves.append(Leaf(key: key, value: value, places: own.lastPart.map { [$0.place] } ?? []))
      let isSecret =
        own.leaf.map { scope.containsSecret(asWritten: $0, under: key) } ?? scope.mask(key).isSecret
      if isSecret { secret.insert(key) }
    }
    return try choice.of(leaves, in: scope) { secret.contains($0.key) }
  }

  // MARK: Verification

  func changes(
    in printed: [UInt8], since old: [UInt8], _ scope: Evaluation
  ) throws(Failure) -> RenderProblem.Changes {
    let leaves = try leaves(scope)
    let changed: Set<Key>
    var gone: [Key] = []
    var remark: String?
    if form.style == .format(.json) {
      let member = form.hasOrigins ? "value" : nil
      guard let new = JSONLeaves(printed, member: member, under: key, context.names),
        let former = JSONLeaves(old, member: member, under: key, context.names),
        !key.names.isEmpty || new.isObject == former.isObject
      else { return ([], "the file is not JSON of this kind") }
      changed = Set(new.places.ids.filter { !new.isEqual(to: former, at: $0) })
      gone = former.places.ids.filter { new.places[$0] == nil }
    } else {
      let losesLines: Bool
      (changed, losesLines) = try form.text(of: formats(leaves)).change(since: old)
      if losesLines { remark = "the file has lines without a value" }
    }
    if changed.isEmpty && gone.isEmpty && remark == nil {
      remark = "the values are equal; the formatting differs"
    }
    let present = leaves.filter { changed.contains($0.key) }.map { ($0.key, $0.places, false) }
    let removed = gone.map { key -> RenderProblem.Changed in
      guard case .absent(let absence?)? = try? scope.answer(key) else { return (key, [], true) }
      return (key, [absence.place], true)
    }
    return (present + removed, remark)
  }
}

/// The leaves of a JSON text by key.
private struct JSONLeaves {
  private let document: Document
  let isObject: Bool
  private(set) var places = Catalog<Key, Int>()

  init?(_ bytes: [UInt8], member: String?, under key: Key, _ names: NameTable) {
    // Names are data here, including names that begin with `$`.
    guard let document = try? Document(Source(bytes), names: names) else { return nil }
    self.document = document
    var top = 0
    if let member {
      guard let found = document.member(member, of: 0) else { return nil }
      top = found
    }
    isObject = document.kind(top) == .object
    add(top, key)
  }

  // Recursion is bounded by the nesting limit of JSON.
  private mutating func add(_ index: Int, _ key: Key) {
    let members = document.kind(index) == .object ? Array(document.members(index)) : []
    for member in members {
      let name = document.names.intern(document.text(member.nameIndex))
      add(member.value, key.appending(name))
    }
    if members.isEmpty { _ = places[key, orNew: index] }
  }

  func isEqual(to other: JSONLeaves, at key: Key) -> Bool {
    guard let here = places[key], let there = other.places[key] else { return false }
    return document.equal(here, other.document, there, namesAreData: true)
  }
}
