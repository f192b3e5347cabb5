import JSONSource
import Legible

/// What a computed value draws on, made absolute where it is written (V1, V3).
struct Reference {
  enum Target {
    /// The asked scope, or its last name.
    case scope, scopeName
    /// What the key would have without the statement.
    case inherited
    case key(Key)
    /// A member of an object that no key leads to, since it stands in an array: so many objects up
    /// from the nearest one.
    case inner(up: Int, [Name])
  }

  let target: Target
  /// As written.
  let text: [UInt8]

  /// The objects around a computed value, as far as its place tells.
  struct Surroundings {
    /// To the nearest object that a key leads to, from the top of the scope.
    var path: [Name]
    /// How many objects stand between that and the value: those inside arrays.
    var innerObjects = 0
    /// How many of the path's names lead to the place of inclusion: there keys count from.
    let prefixCount: Int
    /// Whether the value is only to be compared with one that stands elsewhere.
    var isDetached = false
  }

  /// Reads a reference; the error says what is wrong, in words.
  static func read(
    _ text: [UInt8], in surroundings: Surroundings, _ names: NameTable
  ) -> Result<Reference, ReferenceError> {
    let special: [(String, Target)] = [
      ("$scope", .scope), ("$scope.name", .scopeName), ("$inherited", .inherited),
    ]
    if let known = special.first(where: { $0.0.utf8.elementsEqual(text) }) {
      return .success(Reference(target: known.1, text: text))
    }
    if text.first == UInt8(ascii: "$") {
      return .failure(
        ReferenceError(
          words: "'\(Printable.string(text))' is no reference; there are "
            + "'$scope', '$scope.name' and '$inherited', and a name that begins with '$' "
            + "is written '\"$name\"'"))
    }
    let dots = text.prefix { $0 == UInt8(ascii: ".") }.count
    let key: Key
    do throws(KeyError) {
      key = try KeySyntax.key(Array(text.dropFirst(dots)), names)
    } catch {
      return .failure(ReferenceError(words: error.words(for: text)))
    }
    let target: Target
    if dots == 0 {
      target = .key(Key(surroundings.path.prefix(surroundings.prefixCount) + key.names))
    } else if dots <= surroundings.innerObjects {
      target = .inner(up: dots - 1, key.names)
    } else {
      let up = dots - surroundings.innerObjects - 1
      guard up <= surroundings.path.count || surroundings.isDetached else {
        return .failure(
          ReferenceError(
            words: "'\(Printable.string(text))' has more dots in front than objects around it"))
      }
      target = .key(Key(surroundings.path.dropLast(up) + key.names))
    }
    if case .key(let key) = target, key.names.count > KeySyntax.deepest {
      return .failure(
        ReferenceError(
          words: "\(Printable.quoted(text)) has more than \(KeySyntax.deepest) names from the top"))
    }
    return .success(Reference(target: target, text: text))
  }
}

struct ReferenceError: Error {
  let words: String
}
