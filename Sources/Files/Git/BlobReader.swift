import SystemCalls

/// Reads git objects through a `git cat-file` process.
/// Requests are sent in advance, because waiting for each answer costs more than reading it.
package final class BlobReader {
  private let git: Git
  private var child: ChildProcess?
  /// Whether git stopped responding, after which it is not asked again.
  private var isStuck = false
  private var used = 0
  private var asked: ArraySlice<ObjectID> = []
  private var known: [ObjectID: Answer] = [:]
  /// Oldest first, for eviction.
  private var evictionOrder: ArraySlice<ObjectID> = []
  private var size = 0

  private enum Answer {
    case awaited
    case found(Object)
    case failed(FileError.Kind)
  }

  private struct Object {
    /// nil for kinds that are not read.
    let kind: GitObjectKind?
    let bytes: [UInt8]

    var size: Int { bytes.count + 128 }
  }

  private let maxBytes: Int

  init(_ git: Git, maxBytes: Int = 8 << 20) { (self.git, self.maxBytes) = (git, maxBytes) }

  /// At most `limit` bytes; `next` returns objects that will probably be read next.
  func bytes(
    of object: ObjectID, _ kind: GitObjectKind, limit: Int = Descriptor.contentLimit,
    next: () -> [ObjectID] = { [] }
  ) throws(FileError.Kind) -> [UInt8] {
    while true {
      switch known[object] {
      case .found(let found)?:
        if found.kind != kind { throw .missingObject(id: object.letters) }
        return found.bytes
      case .failed(let error)?: throw error
      case .awaited?: break
      case nil: try ask(for: [object] + next())
      }
      do throws(Errno) {
        while let first = asked.first {
          try readAnswer(limit)
          if first == object { break }
        }
      } catch {
        // Another process would probably hang again, for every object.
        if error == .timedOut { isStuck = true }
        stop()
        throw unreadable(error)
      }
    }
  }

  private func unreadable(_ error: Errno) -> FileError.Kind {
    .unreadableObjects(Array(Git.words(of: error).utf8))
  }

  private func ask(for objects: [ObjectID]) throws(FileError.Kind) {
    if isStuck { throw unreadable(.timedOut) }
    if child == nil {
      do throws(Errno) { child = try git.start(["cat-file", "--batch"]) } catch {
        throw unreadable(error)
      }
    }
    var lines: [UInt8] = []
    for object in objects {
      if known[object] != nil { continue }
      known[object] = .awaited
      asked.append(object)
      lines += object.letters
      lines.append(0x0A)
    }
    if !lines.isEmpty { child?.write(lines) }
  }

  /// Requests objects in advance; errors are reported when they are read.
  func expect(_ objects: [ObjectID]) { try? ask(for: objects) }

  /// Reads the oldest answer: `OBJECT KIND SIZE`, a newline and the bytes.
  private func readAnswer(_ limit: Int) throws(Errno) {
    guard let child, let object = asked.first else { return }
    var end: Int?
    try child.serve { [self] in
      end = child.output[used...].firstIndex(of: 0x0A)
      return end != nil
    }
    guard let end else { return handleExit(child) }
    let head = child.output[used..<end]
    let space = UInt8(ascii: " ")
    guard let last = head.lastIndex(of: space), let first = head[..<last].lastIndex(of: space),
      let size = GitOutput.number(head[(last + 1)...])
    else {
      take(through: end + 1)
      return note(.failed(.missingObject(id: object.letters)), of: object)
    }
    guard size <= limit else {
      stop()
      return note(.failed(.tooLarge(limit: limit)), of: object)
    }
    let start = end + 1
    try child.serve { child.output.count > start + size }
    guard child.output.count > start + size else { return handleExit(child) }
    let kind = GitObjectKind.allCases.first {
      $0.rawValue.utf8.elementsEqual(child.output[(first + 1)..<last])
    }
    let found = Object(kind: kind, bytes: Array(child.output[start..<(start + size)]))
    take(through: start + size + 1)
    note(.found(found), of: object)
  }

  private func take(through end: Int) {
    used = end
    asked.removeFirst()
    guard let child, used == child.output.count || used > 1 << 20 else { return }
    child.output.removeSubrange(..<used)
    used = 0
  }

  private func note(_ answer: Answer, of object: ObjectID) {
    known[object] = answer
    evictionOrder.append(object)
    if case .found(let found) = answer { size += found.size }
    // The newest answer is needed next, so it is never evicted.
    while size > maxBytes, evictionOrder.count > 1 {
      if case .found(let found)? = known.removeValue(forKey: evictionOrder.removeFirst()) {
        size -= found.size
      }
    }
  }

  private func stop() {
    _ = child?.stop()
    child = nil
    for object in asked { known[object] = nil }
    (asked, used) = ([], 0)
  }

  private func handleExit(_ child: ChildProcess) {
    child.drainAndStop()
    guard let object = asked.first else { return }
    let words = Git.reason(in: child.errors) ?? "git ended before it answered"
    stop()
    note(.failed(.unreadableObjects(Array(words.utf8))), of: object)
  }
}
