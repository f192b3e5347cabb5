import JSONSource

/// An element of a merged array, or a value in it.
package struct Element {
  package enum Content {
    case written(Definition)
    /// An object that the strategy `by` merged from several levels.
    case object([(name: Name, value: Element)], of: [Definition])
  }

  // Kept small, because arrays may have very many elements.
  package let content: Content

  package var parts: [Definition] {
    switch content {
    case .written(let written): [written]
    case .object(_, let parts): parts
    }
  }

  package init(_ written: Definition) { content = .written(written) }

  private init(_ content: Content) { self.content = content }

  var isComputing: Bool {
    switch content {
    case .written(let written): written.isComputing
    case .object(let members, _): members.contains { $0.value.isComputing }
    }
  }

  private var isObject: Bool {
    switch content {
    case .written(let written): written.isObject
    case .object: true
    }
  }

  package var members: [(name: Name, value: Element)] {
    switch content {
    case .object(let members, _): return members
    case .written(let written):
      guard written.isObject else { return [] }
      return written.document.members(written.node).filter { !$0.isDirective }
        .map { ($0.name, Element(written.at($0.value))) }
    }
  }

  package var elements: [Element] {
    guard case .written(let written) = content, written.isArray else { return [] }
    return written.document.elements(written.node).map { Element(written.at($0)) }
  }

  var isArray: Bool { if case .written(let written) = content { written.isArray } else { false } }

  package var isComputed: Bool { computed != nil }

  /// The value if it is a computed value, as written.
  var computed: Definition? {
    guard case .written(let written) = content else { return nil }
    return written.isComputed ? written : nil
  }

  func inner(_ name: Name) -> Element? {
    guard case .written(let written) = content, written.isArray else { return member(name) }
    return written.inner(name).map { Element($0) }
  }

  func member(_ name: Name) -> Element? {
    switch content {
    case .object(let members, _): return members.first { $0.name == name }?.value
    case .written(let written):
      return written.isObject ? written.member(name).map { Element($0) } : nil
    }
  }

  /// Objects merge at every depth; arrays are replaced.
  func overlaid(with own: Definition) -> Element {
    guard isObject, own.isObject else { return Element(own) }
    var merged = NameMap<Element>()
    for (name, value) in members { merged[name] = value }
    for member in own.document.members(own.node) where !member.isDirective {
      let value = own.at(member.value)
      merged[member.name] = merged[member.name]?.overlaid(with: value) ?? Element(value)
    }
    return Element(.object(Array(zip(merged.names, merged.values)), of: parts + [own]))
  }

  /// Equal for equal values (F3); equal computed values are written the same way.
  var identity: [UInt8] { .init { appendIdentity(to: &$0) } }

  private func appendIdentity(to output: inout [UInt8]) {
    switch content {
    case .written(let written): written.document.appendIdentity(written.node, to: &output)
    case .object(let members, _):
      JSONIdentity.append(members: members.map { ($0.name, false, $0.value) }, to: &output) {
        $0.appendIdentity(to: &$1)
      }
    }
  }

  func has(_ way: PatternState) -> Bool {
    if way.isEmpty { return false }
    return way.isAtEnd || elements.contains { $0.has(way.afterElement) }
      || members.contains { $0.value.has(way.descending($0.name)) }
  }

  package func inner(_ path: ArraySlice<Name>) -> Element? { path.reduce(self) { $0?.inner($1) } }
}
