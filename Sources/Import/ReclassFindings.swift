import SafeText
import SystemCalls

/// What is left out of nodes, by its place in a file; a place is listed once for all nodes.
struct ReclassFindings {
  private struct Place: Hashable {
    let path: [FileName]
    let start: Int
    let words: String
  }

  private var nodes: [Place: (names: [FileName], isRefused: Bool)] = [:]

  mutating func add(
    _ words: String, _ statement: ReclassStatement, node: FileName, isRefused: Bool = false
  ) {
    let place = Place(path: statement.path, start: statement.start, words: words)
    if nodes[place]?.names.last == node { return }
    nodes[place, default: ([], isRefused)].names.append(node)
  }

  /// Lists the places in the files of classes and nodes.
  func report(_ entities: [ReclassImport.Entity]) {
    let files = Dictionary(entities.map { ($0.file.path, $0.file) }) { $1 }
    // Findings at one place must not depend on hashes.
    let sorted = nodes.sorted { ($0.key.start, $0.key.words) < ($1.key.start, $1.key.words) }
    for (place, (names, isRefused)) in sorted {
      let others = names.count == 1 ? "" : " and \(Printable.count(names.count - 1, "other node"))"
      let all = Printable.quoted(names[0]) + others
      files[place.path]?.leaveOut(
        isRefused
          ? "node \(all), which reclass refuses because of \(place.words)"
          : "\(place.words), for \(all)", place.start)
    }
  }
}
