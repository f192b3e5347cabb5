import Answers

/// Groups rows that a page shows as a single row: a scope with equal descendants, and equal siblings.
struct RowGrouping {
  /// Rows that are shown as a single row.
  struct Group {
    let members: [(row: Int, size: Int)]
    let covers: Range<Int>
  }

  private(set) var folds: [Group] = []
  private let rows: [HTMLReport.Row]
  private var looks: [Int] = []
  private var parents: [Int] = []
  private var sizes: [Int] = []
  private var isUniform: [Bool] = []

  /// Folds rows whose cells have equal looks; `cellLooks` has the look of each cell. Cost: a single pass.
  init(_ rows: [HTMLReport.Row], looks cellLooks: [Int]) {
    self.rows = rows
    sizes = Array(repeating: 1, count: rows.count)
    isUniform = Array(repeating: true, count: rows.count)
    var known = Catalog<[Int], Void>()
    looks = rows.map { row in known.number(of: row.cells.map { cellLooks[$0] }) }
    findParents()
    compareUpwards()
    fold()
  }

  private mutating func findParents() {
    var open: [Int] = []
    for (index, row) in rows.enumerated() {
      while let last = open.last, !row.isBelow(rows[last]) { open.removeLast() }
      parents.append(open.last ?? -1)
      open.append(index)
    }
  }

  private mutating func compareUpwards() {
    for index in rows.indices.reversed() where parents[index] >= 0 {
      let parent = parents[index]
      sizes[parent] += sizes[index]
      if !isUniform[index] || looks[index] != looks[parent] { isUniform[parent] = false }
    }
  }

  private mutating func fold() {
    var index = 0
    while index < rows.count {
      var members = [(row: index, size: isUniform[index] ? sizes[index] : 1)]
      var end = index + 1
      if isUniform[index] {
        end = index + sizes[index]
        while end < rows.count, isAlike(end, to: index) {
          members.append((end, sizes[end]))
          end += sizes[end]
        }
      }
      folds.append(Group(members: members, covers: index..<end))
      index = end
    }
  }

  /// Rows of a parent have different base paths if scopes between are left out, and cannot be named together then.
  private func isAlike(_ row: Int, to other: Int) -> Bool {
    isUniform[row] && looks[row] == looks[other] && parents[row] == parents[other]
      && rows[row].base.elementsEqual(rows[other].base)
  }
}

extension HTMLReport.Row {
  /// Compares paths, because a report may leave out scopes.
  fileprivate func isBelow(_ other: HTMLReport.Row) -> Bool {
    if other.path.count == 1 { return path.count > 1 }
    return path.starts(with: other.path) && path[other.path.count...].first == UInt8(ascii: "/")
  }

  var base: ArraySlice<UInt8> {
    guard let slash = path.lastIndex(of: UInt8(ascii: "/")), path.count > 1 else { return [] }
    return path[...slash]
  }

  package var name: ArraySlice<UInt8> { path[base.endIndex...] }
}
