import Cascade
import JSONSource
import Trees

/// Finds the tidy steps that can cause a change.
package struct CleanupIndex {
  private struct FileID: Hashable {
    let scope: Scope
    let path: [UInt8]
  }

  /// A range that a step removes from a file.
  private struct RemovedRange {
    let range: ByteRange
    /// The largest end of this range and all before it.
    var end: Int
    let step: Int
  }

  private let steps: [Cleanup]
  /// Sorted by start.
  private var gone: [FileID: [RemovedRange]] = [:]
  /// The steps that add a value, by key and scope.
  private var coming: [[Name]: [Scope: [Int]]] = [:]

  package init(_ steps: [Cleanup]) {
    self.steps = steps
    for (number, step) in steps.enumerated() {
      for item in step.items {
        let id = FileID(scope: item.scope, path: item.file.file.path)
        gone[id, default: []].append(RemovedRange(range: item.range, end: 0, step: number))
      }
      if let target = step.target {
        coming[step.names, default: [:]][target, default: []].append(number)
      }
    }
    gone = gone.mapValues { all in
      var (sorted, end) = (all.sorted { $0.range.start < $1.range.start }, 0)
      for index in sorted.indices {
        end = max(end, sorted[index].range.end)
        sorted[index].end = end
      }
      return sorted
    }
  }

  /// The scopes that only gain a hoisted value by the change.
  package func gaining(by change: ImpactChange) -> Set<Scope> {
    change.from == nil ? Set((coming[change.key.names] ?? [:]).keys) : []
  }

  package func causing(_ change: ImpactChange) -> [Cleanup] {
    var found: Set<Int> = []
    for cause in change.causes {
      if !coming.isEmpty, let key = cause.edit.valueKey {
        for count in 0...key.names.count {
          found.formUnion(coming[Array(key.names[..<count])]?[cause.edit.scope] ?? [])
        }
      }
      let id = FileID(scope: cause.edit.scope, path: cause.place.file.path)
      let start = cause.place.range.start
      let all = gone[id] ?? []
      for one in all[..<all.indices.bisected { all[$0].range.start > start }].reversed() {
        if one.end <= start { break }
        if one.range.end > start { found.insert(one.step) }
      }
    }
    return found.sorted().map { steps[$0] }
  }
}
