import Cascade
import JSONSource

extension Distribution {
  /// The keys without objects whose members are all listed as keys.
  package var leafKeys: [KeyDistribution] {
    let all = Set(keys.map(\.key))
    return keys.filter { key in
      key.values.isEmpty || !key.values.allSatisfy { isContainer($0.value, among: all) }
    }
  }

  private func isContainer(_ value: KeptValue, among all: Set<Key>) -> Bool {
    guard value.kind == .object, !mask.hides(value), let document = value.document(names)
    else { return false }
    func isCovered(_ node: Int, _ key: Key) -> Bool {
      var isEmpty = true
      for member in document.members(node) {
        let key = key.appending(member.name)
        isEmpty = false
        if all.contains(key) { continue }
        guard document.kind(member.value) == .object, isCovered(member.value, key)
        else { return false }
      }
      return !isEmpty
    }
    return isCovered(0, value.key)
  }
}
