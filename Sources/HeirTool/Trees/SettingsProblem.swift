import Cascade
import Legible

/// What is wrong in a tree's `.heir`.
enum SettingsProblem: ForeignProblem {
  case noObject
  case unknownName([UInt8])
  case noList(Settings.Name)
  /// In a list stands something else than a string; a string that names nothing in a directory.
  case noName(in: Settings.Name)
  case noFileName(in: Settings.Name)

  var words: String {
    switch self {
    case .noObject: "'.heir' holds one object"
    case .unknownName(let name):
      "\"\(Printable.string(name))\" means nothing in '.heir'; it takes \"files\" and \"ignore\""
    case .noList(let name): "\"\(name)\" takes a list of names"
    case .noName(let name): "\"\(name)\" lists names, and a name is a string"
    case .noFileName(let name):
      "\"\(name)\" lists names in a directory: not empty, and without '/'"
    }
  }
}
