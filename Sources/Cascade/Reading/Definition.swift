import JSONSource
import SafeText

/// A value as written in a file.
package struct Definition {
  package let file: PropertyFile
  package let node: Int

  package init(file: PropertyFile, node: Int) {
    self.file = file
    self.node = node
  }

  package var document: Document { file.document }
  package var kind: Node.Kind { document.kind(node) }
  package var place: SourceRange { SourceRange(file.file, document.range(node)) }

  /// The place of the member name; the value on the command line.
  package var namePlace: SourceRange {
    guard case .tree = file.file.home, node > 0, document.kind(node - 1) == .name else {
      return place
    }
    return SourceRange(file.file, document.range(node - 1))
  }

  // Pattern matching, because comparing kinds of another module costs a call.
  private var isBraced: Bool { if case .object = kind { true } else { false } }

  var computed: ComputedValue? { isBraced ? file.computed(node) : nil }

  package var isComputed: Bool { isBraced && file.isComputed(node) }

  /// Whether the value is an object for inheritance; a computed value is not (I3).
  package var isObject: Bool { isBraced && !file.isComputed(node) }

  package var isArray: Bool { if case .array = kind { true } else { false } }
  package var isComputing: Bool { file.isComputing(node) }
  package var isPlain: Bool { file.isPlain(node) }

  package var memberNames: [Name] { isObject ? document.memberNames(node) : [] }

  package func forEachMember(_ body: (Name, Definition) -> Void) {
    if isObject { document.forEachMember(node) { body($0, at($1)) } }
  }

  package func member(_ name: Name) -> Definition? {
    isObject ? document.value(of: name, in: node).map { at($0) } : nil
  }

  package func isSame(as other: Definition) -> Bool { file === other.file && node == other.node }

  package func at(_ node: Int) -> Definition { Definition(file: file, node: node) }

  func element(_ number: Int) -> Definition? { document.element(number, of: node).map(at) }

  package struct ID: Hashable {
    let file: ObjectIdentifier
    let node: Int
  }

  package var id: ID { ID(file: ObjectIdentifier(file), node: node) }

  package func following(_ key: Key) -> Definition? { key.names.reduce(self) { $0?.inner($1) } }

  func inner(_ name: Name) -> Definition? {
    guard isArray, let index = document.names.index(name) else { return member(name) }
    return element(index)
  }

  func nearest(to key: Key, _ searchLimit: SearchLimit = SearchLimit()) -> Key? {
    let (way, hasTypo) = following(key.names, searchLimit)
    return hasTypo ? Key(way) : nil
  }
}

extension Definition: NamedPlace {
  package var labels: [Name] { memberNames }

  package func below(_ label: Name) -> Definition? { member(label) }

  package func spelling(_ label: Name) -> ArraySlice<UInt8> { document.names.bytes(of: label) }
}

/// A value or a directive's entry that a scope sets for a key.
package enum Statement {
  case value(Definition)
  case marker(Marker)

  package var written: Definition? { if case .value(let written) = self { written } else { nil } }
  package var marker: Marker? { if case .marker(let marker) = self { marker } else { nil } }

  package var place: SourceRange {
    switch self {
    case .value(let value): value.place
    case .marker(let marker): marker.place
    }
  }
}

/// Facts about the machine (V3).
package final class Facts {
  private let top: Definition
  private let isAssumed: Bool
  private let advice = KeySuggestions()

  /// The file must not contain directives.
  package init(_ file: PropertyFile) { (top, isAssumed) = (Definition(file: file, node: 0), false) }

  /// Facts in which every key has `value`.
  package init(assuming value: Document) {
    let file = SourceFile(.facts, path: [], scope: .root, source: value.source)
    (top, isAssumed) = (Definition(file: PropertyFile(file, plain: value), node: 0), true)
  }

  package func value(of key: Key) -> Definition? {
    if isAssumed { return top }
    return top.following(key)
  }

  func nearest(to key: Key) -> Key? { advice.suggestion(for: key) { top.nearest(to: key, $0) } }
}
