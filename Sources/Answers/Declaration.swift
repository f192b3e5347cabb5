import Cascade
import JSONSource

/// An attribute as it stands for one key: the marker that declares it, and what holds there.
package struct Declaration {
  package let marker: Marker
  /// The position of its level.
  package let position: Int
  package let key: Key
  /// The node of the key, or of the computed value that the key leads into.
  let node: ViewNode?
  /// Whether no other marker of its level says something else of the key (D46).
  package let isInForce: Bool
  /// Whether a key that leads into a computed value has a value; nil for any other key.
  private(set) var hasValueInside: Bool?

  /// Whether the key leads into a computed value.
  package var isInside: Bool { hasValueInside != nil }

  /// Whether the key has no value.
  package var isMissing: Bool { !(hasValueInside ?? (node?.isLive == true)) }
}

extension [Declaration] {
  /// What one directive declares in force.
  package func inForce(_ directive: Directive) -> [Declaration] {
    filter { $0.isInForce && $0.marker.directive == directive }
  }
}

extension Level {
  /// What it declares of exactly one key.
  func declarations(of key: Key) -> [Declaration] {
    guard hasMarkers else { return [] }
    return PatternCursor([(0, self)], .attribute).descending(key.names).declarations(of: key, nil)
  }
}

/// What one level says one thing of.
private struct DeclarationID: Hashable {
  let position: Int
  let directive: Directive
}

extension PatternCursor {
  /// What is declared of exactly the key here.
  package func declarations(of key: Key, _ node: ViewNode?) -> [Declaration] {
    let all = markers.filter { !$0.marker.directive.takes }
    // Of names of one's own there may be as many as there are keys.
    var best: [DeclarationID: Marker] = [:]
    if all.count > 1 {
      for (position, marker) in all where marker.directive.saysOneThing {
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

  /// The markers of secrets that name this key or something in it.
  fileprivate var secrets: [Marker] {
    var told: Set<ObjectIdentifier> = []
    return (markers.map(\.marker) + markersBelow()).filter {
      $0.directive == .secret && told.insert(ObjectIdentifier($0)).inserted
    }
  }

  /// The cursor where what stands behind a `*` applies to a node: only objects have to have something.
  package func applying(to node: ViewNode?) -> PatternCursor {
    node?.isObject == true ? self : filter { !$0.isByAny }
  }

  /// The cursor at a member, for which a `*` stands only where there is one.
  package func descending(_ name: Name, to member: ViewNode?) -> PatternCursor {
    let next = descending(name)
    return member?.isLive == true ? next : next.filter { !$0.isByAny }
  }
}

/// Goes along the keys of a view of which attributes speak.
package struct DeclarationWalk {
  package private(set) var found: [Declaration] = []
  /// Where something is declared of what a computed value comes to: whoever can evaluate it goes on.
  package private(set) var computed: [Computed] = []

  /// A computed value, with what is declared there and in it.
  package typealias Computed = (key: Key, node: ViewNode, cursor: PatternCursor)

  /// Whether anything is said of keys that are not there; else nobody goes where nothing is.
  package var seeksMissing = true
  /// What is required and missing is told of so many keys at a time, and nobody reads more.
  package static let mostMissing = 10_000
  private var missingCount = 0
  /// The marker at which there were more missing keys than that; what comes behind is not looked at.
  package private(set) var excess: Marker?
  // Arrays beside each other mostly have them in common, and a pattern may go on for long.
  private var last: (cursor: PatternCursor, secrets: [Marker])?

  package init() {}

  /// Everything that is declared at and below a node.
  package mutating func visit(_ key: Key, _ node: ViewNode?, _ cursor: PatternCursor) {
    if cursor.isEmpty || excess != nil { return }
    note(key, node, cursor)
    if let node, node.isComputedValue { return computed.append((key, node, cursor)) }
    let cursor = cursor.applying(to: node)
    var names = NameMap<Void>()
    if seeksMissing {
      // Behind a star each object may be told much of which it has nothing; only what is required is missed.
      let hasAny = cursor.hasAny
      for name in hasAny ? cursor.names(concerning: .required) : cursor.names { names[name] = () }
    }
    // A `*` stands for what there is; behind it, a name for what each object there should have.
    if cursor.hasAny || !seeksMissing, let node {
      for member in node.liveMembers() { names[member.name] = () }
    }
    for name in names.names {
      let member = node?.member(name)
      visit(key.appending(name), member, cursor.descending(name, to: member))
    }
  }

  /// What is declared of the keys that were touched; all below a key that is an object since the scope
  /// above, or no longer.
  package mutating func visit(_ key: Key, _ cursor: PatternCursor, in delta: Delta) {
    if cursor.isEmpty || excess != nil { return }
    let node = delta.node
    if (node?.isObject ?? false) != (delta.old?.isObject ?? false) {
      visit(key, node, cursor)
      return
    }
    note(key, node, cursor)
    if let node, node.isComputedValue { return computed.append((key, node, cursor)) }
    let cursor = cursor.applying(to: node)
    for (name, inner) in delta.all {
      visit(key.appending(name), cursor.descending(name, to: inner.node), in: inner)
    }
  }

  private mutating func note(_ key: Key, _ node: ViewNode?, _ cursor: PatternCursor) {
    let declared = cursor.declarations(of: key, node)
    // What has no value is of interest to what asks for one.
    found += declared.filter { !$0.isMissing || $0.marker.directive == .required }
    for one in declared where one.isMissing && one.marker.directive == .required {
      missingCount += 1
      if missingCount > Self.mostMissing { excess = one.marker }
    }
    guard let node, node.isLive, node.isArray else { return }
    for secret in secrets(inside: cursor) {
      found.append(
        Declaration(marker: secret, position: 0, key: key, node: node, isInForce: true))
    }
  }

  /// The secrets that may stand in an array: there `*` leads to any element (A1).
  private mutating func secrets(inside array: PatternCursor) -> [Marker] {
    let cursor = array.ofElements
    if let last, last.cursor.isSame(as: cursor) { return last.secrets }
    let secrets = cursor.secrets
    last = (cursor, secrets)
    return secrets
  }
}
