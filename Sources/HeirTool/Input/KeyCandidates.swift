import Cascade
import CommandSpec
import JSONSource
import SafeText
import Trees

/// The keys that complete a typed word: all of them, or a single level if there are many.
struct KeyCandidates {
  private let typed: [UInt8]
  private let names: NameTable
  private let separator: UInt8
  private let isPointer: Bool
  /// Keys at the typed level, with the node in each scope.
  private var level: [(text: [UInt8], node: ViewNode)] = []

  init(typed: [UInt8], _ names: NameTable) {
    self.typed = typed
    self.names = names
    isPointer = typed.first == UInt8(ascii: "/")
    separator = UInt8(ascii: isPointer ? "/" : ".")
  }

  /// The typed key without its last name, which the shell matches by itself.
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

  mutating func add(_ context: CommandContext, _ scope: [UInt8]) throws(Failure) {
    if scope.isEmpty { throw .message("the scope is empty") }
    let asked = try context.scope(ScopeArgument(text: scope))
    let top = try context.evaluating(try asked.value(Key()))
    if let top { descend(top.node, []) }
  }

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
        // A pointer cannot express an empty name.
        return name.isEmpty ? nil : (text + names.pointer(Key([member.name])), member.node)
      }
      let spelling = names.spelling(Key([member.name]))
      if !text.isEmpty { return (text + [separator] + spelling, member.node) }
      // Without quotes it would be an option.
      let quote = [UInt8(ascii: "\"")]
      let isDashed = spelling.first == UInt8(ascii: "-")
      return (isDashed ? quote + spelling + quote : spelling, member.node)
    }
  }

  var candidates: [Candidate] {
    if let few = keys(atMost: CompletionSource.most) { return few.map { Candidate($0) } }
    let words = level.filter { $0.text.count <= Printable.longest }.grouped(by: \.text)
    return words.flatMap { word, all in
      let isObject = all.contains { !$0.node.liveMembers().isEmpty }
      return [Candidate(word)] + (isObject ? [Candidate(word + [separator], isOpen: true)] : [])
    }
  }

  /// The candidates and the keys declared in a scope, with descriptions.
  func candidates(declaredIn scope: Evaluation) -> [Candidate] {
    var all = candidates
    var seen = Set(all.map(\.word))
    for marker in scope.view.levels.flatMap(\.markers) where marker.directive.declaresMember {
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

  var all: [[UInt8]] { keys(atMost: .max) ?? [] }

  private func keys(atMost limit: Int) -> [[UInt8]]? {
    var seen: Set<[UInt8]> = []
    var result: [[UInt8]] = []
    func add(_ text: [UInt8], _ node: ViewNode) -> Bool {
      // A key of this length is never typed.
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
