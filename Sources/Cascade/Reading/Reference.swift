import JSONSource

/// What a computed value draws on, made absolute where it is written (V1, V3).
package struct Reference {
  package enum Target {
    /// The asked scope, or its last name.
    case scope, scopeName
    /// What the key would have without the statement.
    case inherited
    case key(Key)
    /// A member of an object that no key leads to, since it stands in an array: so many objects up
    /// from the nearest one.
    case inner(up: Int, [Name])
  }

  package let target: Target
  /// As written.
  let text: [UInt8]

  /// The objects around a computed value, as far as its place tells.
  package struct Surroundings {
    /// To the nearest object that a key leads to, from the top of the scope.
    var path: [Name]
    /// How many objects stand between that and the value: those inside arrays.
    var innerObjects = 0
    /// How many of the path's names lead to the place of inclusion: there keys count from.
    let prefixCount: Int
    /// Whether the value is only to be compared with one that stands elsewhere.
    var isDetached = false

    package init(path: [Name], innerObjects: Int = 0, prefixCount: Int, isDetached: Bool = false) {
      self.path = path
      self.innerObjects = innerObjects
      self.prefixCount = prefixCount
      self.isDetached = isDetached
    }
  }

  /// Reads a reference.
  package static func read(
    _ text: [UInt8], in surroundings: Surroundings, _ names: NameTable
  ) throws(Diagnostic.Problem) -> Reference {
    let special: [(String, Target)] = [
      ("$scope", .scope), ("$scope.name", .scopeName), ("$inherited", .inherited),
    ]
    if let known = special.first(where: { $0.0.utf8.elementsEqual(text) }) {
      return Reference(target: known.1, text: text)
    }
    if text.first == UInt8(ascii: "$") { throw .unknownReference(text) }
    let dots = text.prefix { $0 == UInt8(ascii: ".") }.count
    let key: Key
    do throws(KeyError) {
      key = try KeySyntax.key(Array(text.dropFirst(dots)), names)
    } catch {
      throw .badKey(text, error, in: nil)
    }
    if dots > 0, dots <= surroundings.innerObjects {
      return Reference(target: .inner(up: dots - 1, key.names), text: text)
    }
    let start: ArraySlice<Name>
    if dots == 0 {
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
}
