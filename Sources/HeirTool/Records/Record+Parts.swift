import Answers
import Cascade
import JSONSource
import SafeText

extension Record {
  package static func head(_ scope: Scope) -> Record {
    ["version": 1, "scope": .bytes(scope.path)]
  }

  /// `origin` for a single place, `origins` for several.
  package static func origins(_ all: [SourceRange]) -> Record {
    all.count == 1 ? ["origin": .origin(all[0])] : ["origins": .list(all, origin)]
  }

  static func absence(_ absence: Absence?) -> Record {
    [
      "reason": .text((absence?.reason ?? .neverSet).rawValue),
      "at": absence.map { .origin($0.place) },
    ]
  }

  package static func attributes(_ all: [OwnAttribute]) -> Record? {
    all.isEmpty ? nil : .object(all.map { (.named($0.name), .text($0.excerpt)) })
  }

  package static func overlay(_ home: SourceFile.TextOrigin) -> Record? {
    if case .tree(let number) = home, number > 0 { ["overlay": .number(number)] } else { nil }
  }

  static func unresolved(_ scope: Scope, _ problem: Diagnostic, _ side: Side? = nil) -> Record {
    [
      "scope": .bytes(scope.path), "side": side.map { .text($0.word) },
      "key": problem.key.map(bytes), "message": .text(problem.message),
      "at": problem.place.map(origin),
      "file": problem.place == nil ? problem.path.map(bytes) : nil,
    ]
  }
}

extension Side {
  var word: String { self == .from ? "from" : "to" }
}
