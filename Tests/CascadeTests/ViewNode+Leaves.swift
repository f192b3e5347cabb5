@testable import Cascade

extension ViewNode {
  func forEachLeaf(_ key: Key = Key(), _ body: (Key, ViewNode) -> Void) {
    guard case .object(isWrittenEmpty: false) = state else {
      // The top is no key, also where nothing is in it.
      if isLive && !(isObject && key.names.isEmpty) { body(key, self) }
      return
    }
    for member in liveMembers() { member.node.forEachLeaf(key.appending(member.name), body) }
  }
}
