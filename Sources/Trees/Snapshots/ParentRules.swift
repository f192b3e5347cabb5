import Cascade

/// The rules of all trees, indexed by their scope patterns.
struct ParentRules {
  private final class Place {
    var named: [[UInt8]: Place] = [:]
    var any: Place?
    var rules: [Int] = []
  }

  private let all: [ParentRule]
  private let top = Place()
  let byFacts: [ParentRule]
  let byKeys: [ParentRule]

  /// `all` is in order of precedence.
  init(_ all: [ParentRule]) {
    self.all = all
    byFacts = all.filter { $0.templates.contains(where: \.readsFacts) }
    byKeys = all.filter { $0.templates.contains(where: \.readsKeys) }
    for (number, rule) in all.enumerated() {
      var place = top
      for component in rule.components {
        let next: Place
        switch component {
        case .name(let name):
          next = place.named[name] ?? Place()
          place.named[name] = next
        case .any:
          next = place.any ?? Place()
          place.any = next
        }
        place = next
      }
      place.rules.append(number)
    }
  }

  var isEmpty: Bool { all.isEmpty }

  /// In order of precedence.
  func matching(_ scope: Scope) -> [ParentRule] {
    if isEmpty { return [] }
    var places = [top]
    for name in scope.names {
      places = places.flatMap { [$0.named[name], $0.any].compactMap(\.self) }
    }
    return places.flatMap(\.rules).sorted().map { all[$0] }
  }
}
