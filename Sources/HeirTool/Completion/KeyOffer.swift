import Answers
import Cascade
import CommandSpec
import JSONSource
import Legible
import Queries
import Sessions
import Snapshots

/// The keys that may stand where one is typed: all that begin so, or, where these are many, one level.
struct KeyOffer {
  /// What every key begins with.
  private let typed: [UInt8]
  private let names: NameTable
  private let separator: UInt8
  private let isPointer: Bool
  /// Keys on the level that is typed at, with what is there in each scope.
  private var level: [(text: [UInt8], node: ViewNode)] = []

  init(typed: [UInt8], _ names: NameTable) {
    self.typed = typed
    self.names = names
    isPointer = typed.first == UInt8(ascii: "/")
    separator = UInt8(ascii: isPointer ? "/" : ".")
  }

  /// What is typed without the name that it ends in, which a shell compares in its own way.
  static func wholeNames(of typed: [UInt8]) -> [UInt8] {
    let separator = UInt8(ascii: typed.first == UInt8(ascii: "/") ? "/" : ".")
    var end = 0
    var isQuoted = false
    for (index, byte) in typed.enumerated() {
      if byte == UInt8(ascii: "\""), separator == UInt8(ascii: ".") { isQuoted.toggle() }
      if byte == separator, !isQuoted { end = index + 1 }
    }
    return Array(typed[..<end])
  }

  /// Adds the keys that have a value in a scope.
  mutating func add(_ query: Query, _ scope: [UInt8]) throws(Failure) {
    if scope.isEmpty { throw .message("the scope is empty") }
    let asked = try query.scope(ScopeArgument(text: scope))
    let top = try query.worked { () throws(Unresolved) in try asked.value(Key()) }
    if let top { descend(top.node, []) }
  }

  /// Goes down as far as names are typed whole.
  private mutating func descend(_ node: ViewNode, _ text: [UInt8]) {
    for (text, node) in members(of: node, text) {
      if typed.starts(with: text + [separator]) {
        descend(node, text)
      } else if text.starts(with: typed) {
        level.append((text, node))
      }
    }
  }

  private func members(of node: ViewNode, _ text: [UInt8]) -> [(text: [UInt8], node: ViewNode)] {
    node.liveMembers().compactMap { member in
      let name = names.bytes(of: member.name)
      if isPointer {
        // A pointer has no way to say an empty name.
        return name.isEmpty ? nil : (text + names.pointer(Key([member.name])), member.node)
      }
      let spelling = names.spelling(Key([member.name]))
      if !text.isEmpty { return (text + [separator] + spelling, member.node) }
      // As it is it would be an option.
      let quote = [UInt8(ascii: "\"")]
      let isDashed = spelling.first == UInt8(ascii: "-")
      return (isDashed ? quote + spelling + quote : spelling, member.node)
    }
  }

  var candidates: [Candidate] {
    if let few = keys(atMost: CompletionDesk.most) { return few.map { Candidate($0) } }
    var places: [[UInt8]: Int] = [:]
    var result: [(word: [UInt8], isObject: Bool)] = []
    for (text, node) in level where text.count <= Printable.longest {
      let isObject = !node.liveMembers().isEmpty
      if let place = places[text] {
        if isObject { result[place].isObject = true }
      } else {
        places[text] = result.count
        result.append((text, isObject))
      }
    }
    return result.flatMap { word, isObject in
      [Candidate(word)] + (isObject ? [Candidate(word + [separator], isOpen: true)] : [])
    }
  }

  /// The same with the keys that are declared in a scope, and of each what it is for.
  func candidates(declaredIn scope: Evaluation) -> [Candidate] {
    var all = candidates
    var seen = Set(all.map(\.word))
    for marker in scope.view.levels.flatMap(\.markers) where marker.directive.makesKnown {
      guard let key = marker.pattern.key, !isPointer else { continue }
      let text = names.spelling(key)
      if text.starts(with: typed), text.first != UInt8(ascii: "-"), seen.insert(text).inserted {
        all.append(Candidate(text))
      }
    }
    return all.map { candidate in
      guard !candidate.isOpen, let key = try? KeySyntax.key(candidate.word, names),
        let about = scope.declarations(.about, of: key).first
      else { return candidate }
      return Candidate(candidate.word, help: Printable.string(about.text, limit: 60))
    }
  }

  /// Every key, an object before what is in it.
  var all: [[UInt8]] { keys(atMost: .max) ?? [] }

  /// Every key, or nil where there are more than so many.
  private func keys(atMost limit: Int) -> [[UInt8]]? {
    var seen: Set<[UInt8]> = []
    var result: [[UInt8]] = []
    func add(_ text: [UInt8], _ node: ViewNode) -> Bool {
      // Nobody types a name as long as that.
      if text.count > Printable.longest { return true }
      if seen.insert(text).inserted {
        if result.count == limit { return false }
        result.append(text)
      }
      return members(of: node, text).allSatisfy { add($0.text, $0.node) }
    }
    return level.allSatisfy { add($0.text, $0.node) } ? result : nil
  }
}
