/// The property files of a revision in the order in which a walk over all scopes reads them.
struct ReadingOrder {
  private var files: [Int] = []
  private var starts: [Int]

  init(_ tree: RevisionTree, _ rules: Rules) {
    starts = Array(repeating: 0, count: tree.directoryCount)
    var ahead = [0]
    while let directory = ahead.popLast() {
      starts[directory] = files.count
      var below: [Int] = []
      for entry in (try? tree.entries(of: directory)) ?? [] where !entry.name.isHidden {
        if let number = entry.directory {
          if rules.canBeScope(entry.name) { below.append(number) }
        } else if entry.isProperty(rules) {
          files.append(entry.node)
        }
      }
      ahead += below.reversed()
    }
  }

  func next(from directory: Int, _ count: Int) -> ArraySlice<Int> {
    files[starts[directory]...].prefix(count)
  }
}
