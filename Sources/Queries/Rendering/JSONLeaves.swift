import Cascade
import JSONSource

/// The scalars, arrays and empty objects of a JSON text, by their keys.
package struct JSONLeaves {
  private let document: Document
  /// Whether it is an object, of which nothing is left where the other is none.
  let isObject: Bool
  private(set) var keys: [Key] = []
  private var places: [Key: Int] = [:]

  /// Reads a text, or the part of it that one of its members is; nil where it is none.
  package init?(_ bytes: [UInt8], member: String? = nil, under key: Key, _ names: NameTable) {
    // Names are data here, also those that begin as directives do.
    guard let document = try? Document(Source(bytes), names: names) else { return nil }
    self.document = document
    var top = 0
    if let member {
      guard document.kind(0) == .object,
        let found = document.value(of: .ordinary(Array(member.utf8)), in: 0)
      else { return nil }
      top = found
    }
    isObject = document.kind(top) == .object
    add(top, key)
  }

  // Its recursion is bounded by how deep JSON may nest.
  private mutating func add(_ index: Int, _ key: Key) {
    var isEmpty = true
    if document.kind(index) == .object {
      for member in document.members(index) {
        isEmpty = false
        let name = document.names.intern(document.text(member.nameIndex))
        add(member.value, key.appending(name))
      }
    }
    if !isEmpty { return }
    keys.append(key)
    places[key] = index
  }

  /// Whether the leaves of both have keys to compare.
  package func isLike(_ other: JSONLeaves) -> Bool { isObject == other.isObject }

  /// The keys that have another value than in another text, or none there.
  package func changed(since old: JSONLeaves) -> [Key] {
    keys.filter { key in
      guard let here = places[key], let there = old.places[key] else { return true }
      return !document.equal(here, old.document, there, namesAreData: true)
    }
  }

  /// The keys that only another text has.
  package func gone(since old: JSONLeaves) -> [Key] { old.keys.filter { places[$0] == nil } }
}
