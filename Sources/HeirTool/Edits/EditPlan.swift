import Answers
import Cascade
import Change
import FileTree
import JSONSource
import Legible
import Reports
import Sessions
import SystemCalls
import Verdicts

/// One edit worked out and judged, with the trees before and after; nothing is written yet.
struct EditPlan {
  let result: EditResult
  let edit: KeyEdit
  let times: BeforeAfter<World>
  /// The scope in both.
  let scopes: BeforeAfter<Evaluation>
  /// The files' paths from the root without links.
  let paths: [[FileName]]

  var files: [EditedFile] { if case .files(let files) = result { files } else { [] } }

  /// What to do to a scope as it is, and why it may not be meant so.
  typealias Proposal = (Evaluation) throws(Failure) -> (edit: KeyEdit, doubt: Failure?)

  /// Works out what is proposed for what holds in the scope.
  init(
    _ asked: EditRequest, at desk: ScopeDesk, _ proposal: Proposal
  ) throws(Failure) {
    let (query, key) = (asked.query, asked.key)
    let before = query.time(of: desk.root, TreePatch(), isFormer: true)
    query.session.keep(before)
    let view = try Self.view(asked, before)
    let from = before.resolver.scope(view)
    let (edit, doubt) = try proposal(from)
    self.edit = edit
    func failure(_ refusal: EditRefusal) -> Failure {
      // What is final cannot be changed, however that is spelled.
      if case .final = refusal { return asked.words.failure(refusal, key) }
      return doubt ?? asked.words.failure(refusal, key)
    }
    do throws(EditRefusal) {
      try EditJudgement.refuse(edit, of: key, in: from, today: query.session.today())
      result = try ScopeEditor(view.lineage.own[0].level, key, query.names)
        .result(of: edit, in: asked.options.file)
    } catch { throw failure(error) }
    var edited: [EditedFile] = []
    if case .files(let files) = result { edited = files }
    var edits = BeforeAfter(from: TreePatch(), to: TreePatch())
    var paths: [[FileName]] = []
    for file in edited {
      if file.former == nil { try asked.refuse(fileName: file.name) }
      let path = try desk.path(of: file.name)
      paths.append(path)
      edits.from.set(file.former?.bytes, at: path)
      edits.to.set(file.bytes, at: path)
    }
    self.paths = paths
    times = query.times(of: desk.root, from: edits.from, to: edits.to)
    // What the edit has read is not read again.
    for file in edited {
      times.to.note(file.file.document, file.file.file.path, of: asked.scope)
    }
    scopes = BeforeAfter(from: from, to: times.to.resolver.scope(try Self.view(asked, times.to)))
    do throws(EditRefusal) { try judge(key, today: query.session.today()) } catch {
      throw failure(error)
    }
    if let doubt { throw doubt }
    if query.options.isStrict { try query.judge(scopes.to, [key], at: times.to) }
  }

  /// The scope need not exist where it is to be made.
  private static func view(_ asked: EditRequest, _ time: World) throws(Failure) -> View {
    try time.view(of: asked.scope, isVirtual: asked.options.creates)
  }

  /// What to say of the deprecated keys that it sets, for each where it is declared.
  func deprecations(_ key: Key, _ places: PlaceText) -> [String] {
    guard case .set(let value, _) = edit else { return [] }
    return scopes.from.deprecations(setting: value, at: key).map { key, declared in
      let text = scopes.from.view.names.text(key)
      return "\(text) is deprecated: \(Printable.excerpt(declared.text)) "
        + "(\(places.text(declared.place)))"
    }
  }

  private func judge(_ key: Key, today: CalendarDate) throws(EditRefusal) {
    let judgement = EditJudgement(key, scopes)
    for file in files { try judgement.refuse(edit, file, today: today) }
    // What is there already may be refused there, too.
    if case .same(let file) = result {
      try EditJudgement(key, BeforeAfter(from: scopes.from, to: scopes.from))
        .refuse(edit, file, today: today)
    }
  }
}
