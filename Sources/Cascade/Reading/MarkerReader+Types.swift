import JSONSource
import SafeText

extension MarkerReader {
  /// A detail is a type, a list of types, or an object with constraints.
  mutating func type(_ node: Int) -> DeclaredType? {
    if document.kind(node) == .object { return conditionedType(node) }
    return typeNames(node).map { DeclaredType($0) }
  }

  private mutating func typeNames(_ node: Int) -> [TypeName]? {
    let nodes = document.kind(node) == .array ? Array(document.elements(node)) : [node]
    var names: [TypeName] = []
    for node in nodes {
      guard let name = document.string(node).flatMap(TypeName.named) else {
        note(
          .wrongDetail(
            of: directive, choices: TypeName.allCases.map(\.rawValue), given: document.string(node)),
          node)
        return nil
      }
      names.append(name)
    }
    if names.isEmpty { note(.emptyDetail(of: directive), node) }
    return names.isEmpty ? nil : names
  }

  private mutating func conditionedType(_ node: Int) -> DeclaredType? {
    var declared: [TypeName] = []
    var conditions: [(condition: DeclaredType.Condition, option: Directive.Modifier, node: Int)] =
      []
    let members = document.members(node).filter { !document.isComment($0) }
    if members.isEmpty {
      note(.emptyDetail(of: directive), node)
      return nil
    }
    for member in members {
      let name =
        member.isDirective
        ? document.text(member.nameIndex) : Array(document.names.bytes(of: member.name))
      let known = directive.options.first { $0.rawValue.utf8.elementsEqual(name) }
      guard !member.isDirective, let known else {
        let near = NearMiss.nearest(to: name, among: directive.options.map(\.rawValue))
        note(
          .unknownOption(name, of: directive, nearest: near.flatMap(Directive.Modifier.init)),
          member.nameIndex)
        return nil
      }
      if known == .type {
        guard let names = typeNames(member.value) else { return nil }
        declared = names
      } else if let condition = condition(known, member.value) {
        conditions.append((condition, known, member.nameIndex))
      } else {
        return nil
      }
    }
    if case .least(let least)? = conditions.first(where: { $0.option == .min })?.condition,
      let upper = conditions.first(where: { $0.option == .max }),
      case .most(let most) = upper.condition, ExactNumber(most) < ExactNumber(least)
    {
      note(.crossedBounds, upper.node)
      return nil
    }
    // Without a declared type, the constraints limit the types.
    var implied: [TypeName]?
    for (condition, option, node) in conditions {
      guard let types = condition.types else { continue }
      let left = (declared.isEmpty ? implied ?? types : declared).filter(types.contains)
      if left.isEmpty {
        note(.idleOption(option, types), node)
        return nil
      }
      implied = left
    }
    return DeclaredType(declared.isEmpty ? implied ?? [] : declared, conditions.map(\.condition))
  }

  private mutating func condition(
    _ option: Directive.Modifier, _ node: Int
  ) -> DeclaredType.Condition? {
    let found: DeclaredType.Condition?
    switch option {
    case .enum: found = listed(node)
    case .min, .max:
      let spelling = document.kind(node) == .number ? Array(document.spelling(node)) : nil
      found = spelling.map { option == .min ? .least($0) : .most($0) }
    case .match: found = document.string(node).map { .like(StarPattern($0)) }
    case .length: found = length(node).map { .length($0) }
    case .items: return type(node).map { .elements($0) }
    case .default, .scope, .map, .type, .trim: found = nil
    }
    if found == nil { note(.wrongOption(option), node) }
    return found
  }

  private func listed(_ node: Int) -> DeclaredType.Condition? {
    guard document.kind(node) == .array else { return nil }
    let values = Array(document.elements(node))
    if values.isEmpty || values.contains(where: containsDirective) { return nil }
    return .listed(document, values)
  }

  private func containsDirective(_ node: Int) -> Bool {
    switch document.kind(node) {
    case .object:
      document.members(node).contains {
        $0.isDirective ? !document.isComment($0) : containsDirective($0.value)
      }
    case .array: document.elements(node).contains(where: containsDirective)
    default: false
    }
  }

  private func length(_ node: Int) -> ClosedRange<Int>? {
    guard document.kind(node) == .array else { return nil }
    let bounds = document.elements(node).map { element in
      document.kind(element) == .number
        ? Int(String(decoding: document.spelling(element), as: UTF8.self)) : nil
    }
    guard bounds.count == 2, let least = bounds[0], let most = bounds[1], 0 <= least, least <= most
    else { return nil }
    return least...most
  }
}
