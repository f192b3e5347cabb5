import Cascade
import JSONSource

/// The leaves of a JSON text by key.
package struct JSONLeaves {
  private let document: Document
  let isObject: Bool
  private(set) var keys: [Key] = []
  private var places: [Key: Int] = [:]

  package init?(_ bytes: [UInt8], member: String? = nil, under key: Key, _ names: NameTable) {
    // Names are data here, including names that begin with `$`.
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

  // Recursion is bounded by the nesting limit of JSON.
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

  package func isLike(_ other: JSONLeaves) -> Bool { isObject == other.isObject }

  package func changed(since old: JSONLeaves) -> [Key] {
    keys.filter { key in
      guard let here = places[key], let there = old.places[key] else { return true }
      return !document.equal(here, old.document, there, namesAreData: true)
    }
  }

  package func gone(since old: JSONLeaves) -> [Key] { old.keys.filter { places[$0] == nil } }
}
