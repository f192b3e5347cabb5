import Answers
import Cascade

extension RenderProblem {
  package static func record(_ all: [RenderProblem]) -> Record {
    ["version": 1, "files": .list(all) { $0.record }]
  }

  private var record: Record {
    var keys: Record?
    var remark: Record?
    if case .differs(let changes) = kind {
      keys = .list(changes.keys) { key, places, isGone in
        ["key": .key(key), "gone": isGone ? true : nil, "places": .list(places, Record.origin)]
      }
      remark = changes.remark.map { .text($0) }
    }
    return [
      "file": .bytes(path), "scope": .bytes(scope.path), "state": .text(word), "keys": keys,
      "remark": remark,
    ]
  }

  var word: String {
    switch kind {
    case .missing: "missing"
    case .differs: "differs"
    case .leftOver: "left-over"
    }
  }
}
