import Cascade
import Files
import JSONSource
import SystemCalls
import YAMLSource

/// Converts a directory tree of YAML files: each directory is a scope, and `values-NAME.yaml` one below it.
package struct PlainImport: ValueConverter {
  package private(set) var plan = ImportPlan()
  /// The file that is being converted, and whether it overrides values of Helm.
  private var file: ImportSource.File?
  private var removesNull = false

  package init(_ source: ImportSource) throws(FileError) {
    // The other files of a chart are templates and descriptions.
    let paths = try source.paths(in: [], endings: [".yaml", ".yml"])
    let isChart = paths.contains([FileName("Chart.yaml".utf8)])
    for path in paths where !isChart || path.last?.starts(with: "values".utf8) == true {
      guard let file = try source.dataFile(at: path), let name = path.last?.withoutEnding else {
        continue
      }
      guard file.root.members != nil else {
        switch file.root.content {
        case .null: break
        case .leftOut(let why, _): file.leaveOut(why, file.root.start)
        default: file.leaveOut("the file contains no object", file.root.start)
        }
        continue
      }
      let scope = Array(path.dropLast())
      let start = Array("values-".utf8)
      removesNull = name.starts(with: start) && name.count > start.count
      self.file = file
      var object = file.root
      convert(&object)
      plan.add(
        object.members ?? [], from: file,
        at: removesNull
          ? scope + [Array(name.dropFirst(start.count)), ImportPlan.fileName]
          : scope + [name + Array(".jsonc".utf8)], end: file.commentsAtEnd)
    }
    plan.addSettings()
  }

  /// In overriding values of Helm, null removes what is inherited.
  func converted(_ members: [YAMLMember], isInList: Bool) -> [YAMLMember] {
    guard removesNull && !isInList else { return members.escapingNames }
    let names = NameTable()
    let removed = members.filter { if case .null = $0.value.content { true } else { false } }
      .map { names.spelling(Key([names.intern($0.name)])) }
    let rest = members.filter { if case .null = $0.value.content { false } else { true } }
    return (removed.isEmpty ? [] : [YAMLMember("$stop", .list(removed))]) + rest.escapingNames
  }

  mutating func converted(_ text: [UInt8], at start: Int) -> YAMLNode.Content {
    if text.indices.contains(where: { text[$0...].starts(with: "{{".utf8) }) {
      file?.leaveOut("a template in a text", start)
    }
    return .text(text)
  }
}
