import JSONSource
import SafeText

/// A reference of a computed value, made absolute (V1, V3).
package struct Reference {
  package enum Target {
    case scope, scopeName
    case inherited
    case key(Key)
    case fact(Key)
    /// A member of an object in an array, which no key leads to. `up` counts enclosing objects.
    case inner(up: Int, [Name])
  }

  package let target: Target
  let text: [UInt8]

  package var key: Key? { if case .key(let key) = target { key } else { nil } }

  /// The objects around a computed value.
  package struct EnclosingObjects {
    /// The path of the nearest object that a key leads to, from the top of the scope.
    var path: [Name]
    /// The number of objects between that object and the value, which are inside arrays.
    var innerObjects = 0
    /// The number of names before the place of inclusion, where keys start.
    let prefixCount: Int
    /// Whether the value is only compared with others, as in `$remove`.
    var isDetached = false

    package static var detached: EnclosingObjects {
      EnclosingObjects(path: [], prefixCount: 0, isDetached: true)
    }
  }

  package static func read(
    _ text: [UInt8], in surroundings: EnclosingObjects, _ names: NameTable
  ) throws(Diagnostic.Problem) -> Reference {
    if text.first == UInt8(ascii: "$") {
      if let known = special.first(where: { $0.name.utf8.elementsEqual(text) }) {
        return Reference(target: known.target, text: text)
      }
      if let fact = try fact(text, names) { return Reference(target: .fact(fact), text: text) }
      throw .unknownReference(text, nearest: nearest(to: text))
    }
    let dots = text.prefix { $0 == UInt8(ascii: ".") }.count
    let key = try key(text.dropFirst(dots), of: text, names)
    if dots > 0, dots <= surroundings.innerObjects {
      return Reference(target: .inner(up: dots - 1, key.names), text: text)
    }
    let start: ArraySlice<Name>
    if dots == 0 {
      // Only a fragment has its keys at another place than the top.
      if surroundings.prefixCount == 0 { return Reference(target: .key(key), text: text) }
      start = surroundings.path.prefix(surroundings.prefixCount)
    } else {
      let up = dots - surroundings.innerObjects - 1
      guard up <= surroundings.path.count || surroundings.isDetached else {
        throw .tooManyDots(text)
      }
      start = surroundings.path.dropLast(up)
    }
    guard start.count + key.names.count <= KeySyntax.deepest else {
      throw .tooManyNames(text, limit: KeySyntax.deepest, in: nil)
    }
    return Reference(target: .key(Key(start + key.names)), text: text)
  }

  /// nil if the text is not a reference to facts.
  private static func fact(
    _ text: [UInt8], _ names: NameTable
  ) throws(Diagnostic.Problem) -> Key? {
    let rest = text.dropFirst(facts.utf8.count)
    guard text.starts(with: facts.utf8), rest.first.map({ $0 == UInt8(ascii: ".") }) ?? true
    else { return nil }
    if rest.count < 2 { throw .factWithoutKey(text) }
    return try key(rest.dropFirst(), of: text, names)
  }

  private static func key(
    _ part: ArraySlice<UInt8>, of text: [UInt8], _ names: NameTable
  ) throws(Diagnostic.Problem) -> Key {
    do throws(KeyError) { return try KeySyntax.key(Array(part), names) } catch {
      throw .badKey(text, error, in: nil)
    }
  }

  package static let facts = "$facts"

  private static let special: [(name: String, target: Target)] = [
    ("$scope", .scope), ("$scope.name", .scopeName), ("$inherited", .inherited),
  ]

  fileprivate static func nearest(to text: [UInt8]) -> [UInt8]? {
    let start = text.prefix { $0 != UInt8(ascii: ".") }
    if NearMiss.nearest(to: Array(start), among: [facts]) != nil {
      let rest = text.dropFirst(start.count)
      return Array(facts.utf8) + (rest.isEmpty ? Array(".KEY".utf8) : Array(rest))
    }
    return NearMiss.nearest(to: text, among: special.map(\.name)).map { Array($0.utf8) }
  }
}
