import FileTree
import SystemCalls

/// The bytes of git's objects, from one `git cat-file` that runs as long as somebody asks.
///
/// What will be wanted next is asked for along with what is wanted now, and stays in the pipe until then:
/// to wait for an answer after each question costs more than the answer.
final class BlobReader: BlobStore {
  private let git: Git
  private var child: ChildProcess?
  /// Why nobody is asked any more.
  private var obstacle: Errno?
  /// How much of the child's output is read.
  private var used = 0
  /// What was asked for and not yet answered, in order.
  private var asked: [[UInt8]] = []
  private var answered = 0
  private var isAsked: Set<[UInt8]> = []
  private var known: [[UInt8]: Result<Object, BlobError>] = [:]
  private var ages: [[UInt8]] = []
  private var oldest = 0
  private var size = 0

  private struct Object {
    /// Nil for what nobody asks for.
    let kind: GitObjectKind?
    let bytes: [UInt8]
  }

  /// How many bytes are kept for whoever asks for the same object, or comes to it later.
  private static let mostBytes = 32 << 20

  /// Starts nothing before somebody wants an object.
  init(_ git: Git) { self.git = git }

  func bytes(
    of object: [UInt8], _ kind: GitObjectKind, limit: Int, next: () -> [[UInt8]]
  ) throws(BlobError) -> [UInt8] {
    while true {
      if let answer = known[object] {
        let object = try answer.get()
        if object.kind != kind { throw .missing }
        return object.bytes
      }
      if !isAsked.contains(object) { try ask(for: [object] + next()) }
      do throws(Errno) {
        try readAnswer(limit)
      } catch {
        // Another one would keep as still, for every object.
        if error == .standstill { obstacle = error }
        stop()
        throw .unreadable(Array(Git.words(of: error).utf8))
      }
    }
  }

  private func ask(for objects: [[UInt8]]) throws(BlobError) {
    if let obstacle { throw .unreadable(Array(Git.words(of: obstacle).utf8)) }
    let child: ChildProcess
    if let running = self.child {
      child = running
    } else {
      do throws(Errno) {
        child = try git.start(["cat-file", "--batch"])
      } catch { throw .unreadable(Array(Git.words(of: error).utf8)) }
      self.child = child
    }
    var lines: [UInt8] = []
    for object in objects where known[object] == nil && isAsked.insert(object).inserted {
      asked.append(object)
      lines += object + [0x0A]
    }
    child.write(lines)
  }

  /// Asks for objects that will be wanted.
  func expect(_ objects: [[UInt8]]) throws(BlobError) { try ask(for: objects) }

  /// Reads the answer to the oldest question: `OBJECT blob SIZE`, and then the bytes.
  private func readAnswer(_ limit: Int) throws(Errno) {
    guard let child, answered < asked.count else { return }
    let object = asked[answered]
    var end: Int?
    try child.serve { [self] in
      end = child.output[used...].firstIndex(of: 0x0A)
      return end != nil
    }
    guard let end else { return giveUp(child) }
    let words = child.output[used..<end].split(separator: UInt8(ascii: " "))
    guard words.count == 3, let size = Int(String(decoding: words[2], as: UTF8.self)), size >= 0
    else {
      take(through: end + 1)
      return note(.failure(.missing), of: object)
    }
    guard size <= limit else {
      stop()
      return note(.failure(.tooLarge), of: object)
    }
    let start = end + 1
    try child.serve { child.output.count > start + size }
    guard child.output.count > start + size else { return giveUp(child) }
    let kind = GitObjectKind(rawValue: String(decoding: words[1], as: UTF8.self))
    let found = Object(kind: kind, bytes: Array(child.output[start..<(start + size)]))
    take(through: start + size + 1)
    note(.success(found), of: object)
  }

  private func take(through end: Int) {
    used = end
    answered += 1
    guard let child, used == child.output.count || used > 1 << 20 else { return }
    child.output.removeSubrange(..<used)
    used = 0
  }

  private func note(_ answer: Result<Object, BlobError>, of object: [UInt8]) {
    isAsked.remove(object)
    known[object] = answer
    ages.append(object)
    if case .success(let found) = answer { size += found.bytes.count }
    // What was answered last is about to be taken.
    while size > Self.mostBytes, oldest < ages.count - 1 {
      if case .success(let found)? = known.removeValue(forKey: ages[oldest]) {
        size -= found.bytes.count
      }
      oldest += 1
    }
    if answered == asked.count {
      asked = []
      answered = 0
    }
  }

  /// Lets go of the child, with all that it was asked for.
  private func stop() {
    _ = child?.stop()
    child = nil
    (asked, answered, used) = ([], 0, 0)
    isAsked = []
  }

  /// The child said its last before it answered.
  private func giveUp(_ child: ChildProcess) {
    child.dismiss()
    let object = asked[answered]
    let words = Git.words(of: child.errors).first ?? "git ended before it answered"
    stop()
    note(.failure(.unreadable(Array(words.utf8))), of: object)
  }
}
