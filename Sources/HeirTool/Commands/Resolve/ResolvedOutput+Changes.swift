import Cascade
import JSONSource
import Trees

extension ResolvedOutput {
  func changes(
    in printed: [UInt8], since old: [UInt8], _ scope: Evaluation
  ) throws(Failure) -> RenderProblem.Changes {
    let leaves = try leaves(scope)
    let changed: [Key]
    var gone: [Key] = []
    var remark: String?
    if form.style == .format(.json) {
      guard let found = jsonChanges(in: printed, since: old) else {
        return RenderProblem.Changes([], remark: "the file is not JSON of this kind")
      }
      (changed, gone) = found
    } else {
      let (keys, losesLines) = try form.text(of: formats(leaves)).change(since: old)
      changed = leaves.map(\.key).filter(keys.contains)
      if losesLines { remark = "the file has lines without a value" }
    }
    if changed.isEmpty && gone.isEmpty && remark == nil {
      remark = "the values are equal; the formatting differs"
    }
    let wanted = Set(changed)
    var all: [RenderProblem.Changes.Changed] = []
    for leaf in leaves where wanted.contains(leaf.key) {
      all.append((leaf.key, leaf.places, false))
    }
    for key in gone {
      if case .absent(let absence?)? = try? scope.answer(key) {
        all.append((key, [absence.place], true))
      } else {
        all.append((key, [], true))
      }
    }
    return RenderProblem.Changes(all, remark: remark)
  }

  private func jsonChanges(
    in printed: [UInt8], since old: [UInt8]
  ) -> (changed: [Key], gone: [Key])? {
    let member = form.hasOrigins ? "value" : nil
    guard let new = JSONLeaves(printed, member: member, under: key, context.names),
      let former = JSONLeaves(old, member: member, under: key, context.names),
      !key.names.isEmpty || new.isLike(former)
    else { return nil }
    return (new.changed(since: former), new.gone(since: former))
  }
}
