import Answers
import Cascade
import Files
import Trees

/// A requested edit of a key in a scope of the root's tree.
package struct EditRequest {
  package let scope: Scope
  package private(set) var key: Key
  package private(set) var edit: KeyEdit
  /// The value as typed, if its type is a guess.
  package let typed: [UInt8]?
  package let file: [UInt8]?
  package let makesScope: Bool
  /// The element to edit; nil to edit the whole value.
  private(set) var element: ElementPlace?

  package init(
    _ edit: KeyEdit, of key: Key, in scope: Scope, typed: [UInt8]?, file: [UInt8]?,
    makesScope: Bool
  ) {
    (self.edit, self.key, self.scope) = (edit, key, scope)
    (self.typed, self.file, self.makesScope) = (typed, file, makesScope)
  }

  /// Finds the keys that a declaration makes known.
  func findingKnown(in scope: Evaluation, _ treeReader: TreeReader) throws(EditRefusal)
    -> EditRequest
  {
    guard case .declare(var declaration) = edit, declaration.known != nil else { return self }
    do throws(Failure) {
      declaration.known = try KnownKeys(self.scope, in: key, treeReader).undeclared(in: scope.view)
    } catch { throw .failed(error) }
    var request = self
    request.edit = .declare(declaration)
    return request
  }

  func of(_ element: ElementPlace, in array: Key) -> EditRequest {
    var request = self
    (request.key, request.element) = (array, element)
    return request
  }
}

/// A validated edit of a key, with the trees before and after it; nothing is written yet.
package struct EditPlan {
  /// An edit of an element becomes an edit of its array.
  package let request: EditRequest
  package let result: EditResult
  package private(set) var proposal = Proposal()
  package let times: BeforeAfter<TreeReader>
  package let scopes: BeforeAfter<Evaluation>
  /// Owns the evaluation before the edit.
  private let before: TreeReader
  package var files: [EditedFile] { result.files }

  package init(
    _ asked: EditRequest, at transaction: WriteTransaction, _ present: TreeReader,
    today: CalendarDate
  ) throws(EditRefusal) {
    before = TreePatch().applied(on: transaction.root, of: present, isFormer: true)
    let view = try Self.view(asked, before)
    let from = before.resolver.scope(view)
    let request = try asked.ofArray(in: from).findingKnown(in: from, before)
    self.request = request
    let doubt = asked.doubt(in: from, isElement: request.element != nil)
    do throws(EditRefusal) {
      let (edit, key) = (request.edit, request.key)
      try from.refuse(edit, of: key, today: today)
      try request.requireValidAppend(in: from)
      let rules = present.snapshot.trees[0].rules
      result = try ScopeEditor(view.lineage.own[0].level, key, present.names)
        .result(of: edit, in: request.file, request.element)
      for file in result.files {
        if file.former == nil { try rules.refuse(file.name) }
        do throws(Failure) {
          proposal.put(
            file, of: request.scope, at: try transaction.path(of: file.name, in: request.scope))
        } catch { throw EditRefusal.failed(error) }
      }
      times = BeforeAfter(
        from: proposal.formerPatch().applied(on: transaction.root, of: present, isFormer: true),
        to: proposal.patch.applied(on: transaction.root, of: present, isFormer: false))
      scopes = BeforeAfter(
        from: from, to: times.to.resolver.scope(try Self.view(request, times.to)))
      let isSet = request.element != nil
      for file in files { try scopes.refuse(edit, of: key, in: file, today: today, isSet: isSet) }
      // An existing value may be refused, too.
      if case .same(let file, _) = result {
        try BeforeAfter(from: from, to: from).refuse(edit, of: key, in: file, today: today)
      }
    } catch {
      // A final key is reported rather than a doubtful value.
      if case .final = error { throw error }
      throw doubt ?? error
    }
    if let doubt { throw doubt }
  }

  private static func view(_ request: EditRequest, _ time: TreeReader) throws(EditRefusal) -> View {
    do throws(Failure) {
      return try time.view(of: request.scope, isVirtual: request.makesScope)
    } catch { throw .failed(error) }
  }

  /// Compares the edited scope and its descendants, then all other scopes, until `isOver`. `forSecrets` continues in
  /// scopes that inherit from the edited scope, to find secrets. By lineage, all scopes are compared.
  package func impact(
    reveals: Bool, forSecrets: Bool = false, byLineage: Bool = false,
    until isOver: @escaping (_ hasSeenScope: Bool) -> Bool
  ) throws(Failure) -> Impact {
    let impact = Impact(
      times.to.names, BeforeAfter(from: times.from, to: times.to), reveals: reveals,
      edited: request.scope)
    try times.walk(impact, editOf: request.scope, byLineage: byLineage) { hasSeen in
      guard isOver(hasSeen) else { return false }
      impact.endComparing()
      return !forSecrets
    }
    return impact
  }

  /// The steps that keep the written values from having effect in the scope.
  package var ineffectiveSteps: [TraceEntry] {
    let steps = scopes.to.explained(request.key).steps
    return files.compactMap { file in steps.first { file.wrote($0.place) } }
      .filter { !$0.outcome.isInForce && $0.outcome != .acted }
  }

  package var deprecations: [(key: Key, declared: Marker)] {
    guard case .set(let value, _) = request.edit else { return [] }
    // Declarations do not apply inside arrays.
    return scopes.from.deprecations(setting: request.element == nil ? value : nil, at: request.key)
  }
}

extension EditRequest {
  fileprivate func doubt(in scope: Evaluation, isElement: Bool) -> EditRefusal? {
    guard let typed, case .set(let guess, _) = edit,
      let doubt = scope.doubt(about: guess, typed: typed, for: key, isElement: isElement)
    else { return nil }
    let isSecret = !scope.isRevealing && !scope.mask(key).secrets(in: guess, 0).isEmpty
    let kind = TypeName(guess.kind(0))
    let json = kind == .string ? Array(guess.spelling(0)) : typed
    return .doubtful(doubt, typed: typed, kind, json: json, isSecret: isSecret)
  }
}

extension Rules {
  package func refuse(_ name: [UInt8]) throws(EditRefusal) {
    if !takes(name) { throw .noPropertyFile(name, patterns: patterns.map(\.text)) }
  }
}
