@testable import Cascade

extension ViewNode {
  /// Calls `body` for every scalar, array, computed value and empty object in this node's value.
  func forEachLeaf(_ key: Key = Key(), _ body: (Key, ViewNode) -> Void) {
    guard case .object(isWrittenEmpty: false) = state else {
      // The top is no key, also where nothing is in it.
      if isLive && !(isObject && key.names.isEmpty) { body(key, self) }
      return
    }
    for member in liveMembers() { member.node.forEachLeaf(key.appending(member.name), body) }
  }
}
