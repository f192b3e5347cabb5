import Answers
import Cascade
import Import
import JSONSource
import SafeText
import SystemCalls
import Trees

/// Compares the values of an imported tree with those of the program that it comes from, one node after another.
final class ImportVerification {
  private let context: CommandContext
  private let peer: PeerProgram
  private let start: Scope
  private var open: [WalkedScope] = []
  private var failure: Failure?
  private var hasTimedOut = false

  private var nodesLeft: Set<FileName>
  /// Nodes that are not imported.
  private let missingCount: Int
  private var equalCount = 0
  private var differentCount = 0
  private var encryptedCount = 0
  private var failedCount = 0
  /// Nodes without an answer, and scopes without facts.
  private var unansweredCount = 0
  private var unaskedCount = 0
  private var droppedCount = 0
  private let incomplete: [FileName: Set<[UInt8]>]
  private let hiera: HieraImport?
  private var incompleteCount = 0
  private var failures: [(words: String, scope: Scope, count: Int)] = []
  private var differences: [Difference] = []
  private var indexes: [String: Int] = [:]
  /// Differences that are printed; all are counted.
  private static let mostLines = 100

  private struct Difference {
    let start: String
    let key: String
    let scope: Scope
    let values: String
    var count = 1

    var line: String {
      let scopes =
        count == 1 ? "in \(scope.text)" : "differs in \(count) scopes; in \(scope.text) it"
      return "\(start)\(key) \(scopes) is \(values)\n"
    }
  }

  init(
    _ console: Console, _ tree: [UInt8], _ peer: PeerProgram.Peer, _ source: ImportSource,
    _ nodeCount: Int
  ) throws(Failure) {
    context = try ImportRun.context(tree, console)
    self.peer = try PeerProgram(peer, source, context.names, console.session)
    nodesLeft = self.peer.nodes
    missingCount = nodeCount - nodesLeft.count
    switch peer {
    case .puppet(let hiera):
      start = Scope(hiera.hostDirectory)
      (droppedCount, incomplete, self.hiera) = (hiera.droppedCount, hiera.incomplete, hiera)
    case .reclass(let reclass):
      start = Scope([ReclassImport.nodeDirectory])
      (incomplete, hiera) = (reclass.incomplete, nil)
    }
  }

  /// Returns whether all values of all nodes are equal; prints the others.
  func run() throws(Failure) -> Bool {
    if !nodesLeft.isEmpty { try context.present.walk(from: start, self) }
    if let failure { throw failure }
    let console = context.console
    for (words, scope, count) in failures {
      let nodes =
        count == 1 ? "\(scope.text) is" : "\(count) nodes, such as \(scope.text), are"
      console.output.append("\(nodes) not compared: \(peer.name): \(words)\n")
    }
    for difference in differences { console.output.append(difference.line) }
    let rest = differentCount - differences.reduce(0) { $0 + $1.count }
    if rest > 0 { console.output.append("and \(Printable.count(rest, "more difference"))\n") }
    console.note(
      "compared with \(peer.name): \(Printable.count(equalCount, "value")) equal, "
        + "\(Printable.count(differentCount, "value")) different")
    let others = [
      (droppedCount, "key", " not imported"), (encryptedCount, "encrypted value", ""),
      (incompleteCount, "value", " left out in part or for a node"),
      (failedCount, "value", " with an error of \(peer.name)"),
      (unaskedCount, "scope", " without facts"), (unansweredCount + nodesLeft.count, "node", ""),
      (missingCount, "node", " not imported"),
    ].filter { $0.0 > 0 }
    if !others.isEmpty {
      let counts = others.map { Printable.count($0, $1) + $2 }
      console.note("not compared: \(counts.joined(separator: ", "))")
    }
    return differentCount == 0 && unansweredCount + nodesLeft.count + failedCount == 0
  }

  // MARK: A node

  private func compare(_ walked: WalkedScope) throws(Failure) {
    let scope = walked.view.scope
    guard scope.depth == start.depth + 1, let node = scope.names.last else { return }
    guard nodesLeft.contains(node) else {
      unaskedCount += 1
      return
    }
    if hasTimedOut { return }
    switch try peer.answer(for: node) {
    case .timeout:
      hasTimedOut = true
      report(scope, "no answer in \(PeerProgram.timeLimit / 1000) seconds; no more nodes are asked")
    case .error(let words):
      nodesLeft.remove(node)
      unansweredCount += 1
      report(scope, words)
    case .values(let answer, let values):
      nodesLeft.remove(node)
      try compare(walked, answer, values)
    }
  }

  private func report(_ scope: Scope, _ words: String) {
    if let index = failures.firstIndex(where: { $0.words == words }) {
      failures[index].count += 1
    } else if failures.count < Self.mostLines {
      failures.append((words, scope, 1))
    }
  }

  private func compare(
    _ walked: WalkedScope, _ answer: Document, _ values: Int
  ) throws(Failure) {
    if let doubt = walked.doubt { throw .diagnostics([doubt]) }
    let asked = try context.evaluation(of: walked)
    let present = answer.members(values)
    let others = Dictionary(present.map { ($0.name, $0.value) }) { $1 }
    let own = walked.view.root.liveMembers().map(\.name)
    let known = Set(own)
    let listed = walked.view.scope.names.last.flatMap { incomplete[$0] } ?? []
    for name in own + present.map(\.name).filter({ !known.contains($0) }) {
      let bytes = context.names.bytes(of: name)
      if bytes.elementsEqual((hiera == nil ? "_reclass_" : "facts").utf8) { continue }
      if hiera?.isDropped(Array(bytes)) == true { continue }
      if listed.contains(Array(bytes)) {
        incompleteCount += 1
        continue
      }
      var other = others[name]
      var error: String?
      // Values of Puppet are in arrays, errors are texts.
      if hiera != nil, let found = other {
        other = answer.kind(found) == .array ? answer.element(0, of: found) : nil
        error = answer.string(found).map { "error: \(Printable.string($0, limit: 200))" }
      }
      try compare(asked, name, answer, other, error)
    }
  }

  /// A value of the other program; nil if it has none.
  private func compare(
    _ asked: Evaluation, _ name: Name, _ answer: Document, _ node: Int?, _ error: String?
  ) throws(Failure) {
    let text = node.map { node in
      JSONWriter.compact { $0.value(answer, node, asWritten: true) }
    }
    if let text, text.isCiphertext {
      encryptedCount += 1
      return
    }
    var (own, place, isSecret): ([UInt8]?, SourceRange?, Bool) = (nil, nil, false)
    var problem: String?
    do throws(EvaluationError) {
      isSecret = asked.topMask.descending(name).mayHoldSecret
      if case .value(let value) = try asked.answer(Key([name])) {
        let data = try value.data()
        own = JSONWriter.compact { $0.value(data, context.names) }
        place = value.places.first
        isSecret = isSecret || value.mask.mayHoldSecret
      }
    } catch {
      problem = "error: \(error.diagnostics.first?.message ?? "")"
      place = error.diagnostics.first?.place
    }
    if own == nil && problem == nil {
      if text == nil {
        if error != nil { failedCount += 1 }
        return
      }
      if hiera?.isOfUnknownModule(Array(context.names.bytes(of: name))) == true {
        incompleteCount += 1
        return
      }
    }
    if let node, let own, let mine = try? Document(Source(own), names: context.names),
      mine.equal(0, answer, node, namesAreData: true)
    {
      equalCount += 1
      return
    }
    differentCount += 1
    func shown(_ text: [UInt8]?, _ error: String?) -> String {
      if let error { return error }
      return text.map { isSecret ? "(secret)" : Printable.string($0, limit: 200) } ?? "no value"
    }
    note(
      name, asked.view.scope, place, "\(shown(own, problem)), not \(shown(text, error))")
  }

  private func note(_ name: Name, _ scope: Scope, _ place: SourceRange?, _ values: String) {
    let start = place.map { "\(context.console.places.text($0)): " } ?? ""
    let key = context.names.text(Key([name]))
    if let index = indexes[start + key] {
      differences[index].count += 1
    } else if differences.count < Self.mostLines {
      indexes[start + key] = differences.count
      differences.append(Difference(start: start, key: key, scope: scope, values: values))
    }
  }
}

extension ImportVerification: ScopeVisitor {
  func enter(_ visited: VisitedScope) {
    let walked = WalkedScope(
      visited, context.present, reveals: context.options.isRevealing, below: open.last)
    open.append(walked)
    defer { walked.release() }
    guard visited.isAsked, failure == nil else { return }
    do throws(Failure) { try compare(walked) } catch { failure = error }
  }

  func miss(_ problem: Diagnostic) { failure = failure ?? .diagnostics([problem]) }

  func leave() { open.removeLast() }
}
