import Cascade
import JSONSource

/// An attribute of a key: the marker that declares it, and the node that it applies to.
package struct Declaration {
  package let marker: Marker
  package let position: Int
  package let key: Key
  /// The node of the key, or of the computed value that contains it.
  let node: ViewNode?
  /// Whether no other marker of the level prevails (D46).
  package let isInForce: Bool
  /// Whether a key inside a computed value has a value; nil for all other keys.
  private(set) var hasValueInside: Bool?

  package var isInside: Bool { hasValueInside != nil }

  package var isMissing: Bool { !(hasValueInside ?? (node?.isLive == true)) }

  /// The declaration for a key inside a computed value; nil for directives that apply only to written values.
  func inside(hasValue: Bool) -> Declaration? {
    guard [.secret, .type, .required].contains(marker.directive) else { return nil }
    return Declaration(
      marker: marker, position: position, key: key, node: node, isInForce: isInForce,
      hasValueInside: hasValue)
  }
}

extension [Declaration] {
  package func activeDeclarations(_ directive: Directive) -> [Declaration] {
    filter { $0.isInForce && $0.marker.directive == directive }
  }
}

extension Level {
  func declarations(of key: Key) -> [Declaration] {
    guard hasMarkers else { return [] }
    return PatternCursor([(0, self)], .attribute).descending(key.names).declarations(of: key, nil)
  }
}

private struct DeclarationID: Hashable {
  let position: Int
  let directive: Directive
}

extension PatternCursor {
  package func declarations(of key: Key, _ node: ViewNode?) -> [Declaration] {
    let all = markers.filter { !$0.marker.directive.takes }
    // A key may have thousands of custom attributes.
    var best: [DeclarationID: Marker] = [:]
    if all.count > 1 {
      for (position, marker) in all where marker.directive.canConflict {
        let id = DeclarationID(position: position, directive: marker.directive)
        if best[id].map({ marker.prevails(over: $0) }) ?? true { best[id] = marker }
      }
    }
    return all.map { position, marker in
      let id = DeclarationID(position: position, directive: marker.directive)
      return Declaration(
        marker: marker, position: position, key: key, node: node,
        isInForce: best[id].map { !$0.prevails(over: marker) } ?? true)
    }
  }

  fileprivate var secrets: [Marker] {
    var told: Set<ObjectIdentifier> = []
    return (markers.map(\.marker) + markersBelow()).filter {
      $0.directive == .secret && told.insert(ObjectIdentifier($0)).inserted
    }
  }

  /// The members in which declarations may apply: the declared ones, and after a `*` all that have a value.
  func names(withValues all: @autoclosure () -> [Name], seeksMissing: Bool = true) -> [Name] {
    let hasAny = hasAny
    // After a `*` only missing required keys are of interest: all other declared names may be absent.
    let declared = !seeksMissing ? [] : hasAny ? names(concerning: .required) : names
    return (declared + (hasAny || !seeksMissing ? all() : [])).uniqued
  }

  /// The cursor for the members of a node: without `*` if the node is no object.
  package func applying(to node: ViewNode?) -> PatternCursor {
    node?.isObject == true ? self : filter { !$0.isByWildcard }
  }

  /// The cursor at a member: without `*` if the member is missing.
  package func descending(_ name: Name, to member: ViewNode?) -> PatternCursor {
    let next = descending(name)
    return member?.isLive == true ? next : next.filter { !$0.isByWildcard }
  }
}

/// Collects the declarations along the keys of a view.
package struct DeclarationWalk {
  package private(set) var found: [Declaration] = []
  /// Computed values with declarations inside; an evaluation continues there.
  package private(set) var computed: [ComputedValue] = []

  package typealias ComputedValue = (key: Key, node: ViewNode, cursor: PatternCursor)

  package var seeksMissing = true
  package static let maxMissing = 10_000
  private var missingCount = 0
  /// The marker at which the limit of missing keys was exceeded; the walk ends there.
  package private(set) var excess: Marker?
  // Neighbouring arrays mostly have the same cursor, and a pattern may name many keys.
  private var last: (cursor: PatternCursor, secrets: [Marker])?

  package init() {}

  /// Collects the declarations of a key and of all keys below it; with a delta, only those of touched keys.
  /// If a key became an object or ceased to be an object, all below it is visited.
  package mutating func visit(
    _ key: Key, _ node: ViewNode?, _ cursor: PatternCursor, in delta: Delta? = nil
  ) {
    if cursor.isEmpty || excess != nil { return }
    note(key, node, cursor)
    if let node, node.isComputedValue { return computed.append((key, node, cursor)) }
    let cursor = cursor.applying(to: node)
    let isSameKind = delta.map { $0.old?.isObject ?? false } == (node?.isObject ?? false)
    let delta = isSameKind ? delta : nil
    let names =
      delta?.names
      ?? cursor.names(
        withValues: node?.liveMembers().map(\.name) ?? [], seeksMissing: seeksMissing)
    for name in names {
      let member = node?.member(name)
      visit(
        key.appending(name), member, cursor.descending(name, to: member), in: delta?.member(name))
    }
  }

  private mutating func note(_ key: Key, _ node: ViewNode?, _ cursor: PatternCursor) {
    let declared = cursor.declarations(of: key, node)
    // Only `$required` applies to missing keys.
    found += declared.filter { !$0.isMissing || $0.marker.directive == .required }
    for one in declared where one.isMissing && one.marker.directive == .required {
      missingCount += 1
      if missingCount > Self.maxMissing { excess = one.marker }
    }
    guard let node, node.isLive, node.isArray else { return }
    for secret in secrets(inside: cursor) {
      found.append(
        Declaration(marker: secret, position: 0, key: key, node: node, isInForce: true))
    }
  }

  /// The `$secret` markers inside an array, where `*` matches any element (A1).
  private mutating func secrets(inside array: PatternCursor) -> [Marker] {
    let cursor = array.atElements
    if let last, last.cursor.isSame(as: cursor) { return last.secrets }
    let secrets = cursor.secrets
    last = (cursor, secrets)
    return secrets
  }
}

extension Evaluation {
  /// The declarations of `$secret`, `$type` and `$required` inside a computed value (K4); empty if it fails.
  package func declarations(inside computed: DeclarationWalk.ComputedValue) -> [Declaration] {
    let (key, node, cursor) = computed
    let position = ValueCursor(self, key, node, mask(key))
    guard let value = try? position.evaluated().whole() else { return [] }
    var found: [Declaration] = []
    collect(value, key, node, cursor, &found)
    return found
  }

  // Recursion is bounded by the nesting of values.
  private func collect(
    _ value: EffectiveValue, _ key: Key, _ node: ViewNode, _ cursor: PatternCursor,
    _ found: inout [Declaration]
  ) {
    if cursor.isEmpty { return }
    // A star matches only members of objects.
    let cursor = value.kind == .object ? cursor : cursor.filter { !$0.isByWildcard }
    var members: [Name: EffectiveValue] = [:]
    for (name, member) in value.members { members[name] = member }
    for name in cursor.names(withValues: value.members.map(\.name)) {
      let member = members[name]
      let next = cursor.descending(name)
      let inner = member == nil ? next.filter { !$0.isByWildcard } : next
      let key = key.appending(name)
      found += inner.declarations(of: key, node).compactMap {
        $0.inside(hasValue: member != nil)
      }
      collect(
        member ?? EffectiveValue(.text([]), .none), key, node, inner, &found)
    }
  }
}
