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
  /// A pattern as other tools have them.
  case foreignPattern([UInt8], in: Settings.Name)
  /// Nothing in the tree is what a list names.
  case namesNothing(Settings.Name, [UInt8])

  var words: String {
    switch self {
    case .noObject: "'.heir' holds one object"
    case .unknownName(let name):
      "\"\(Printable.string(name))\" means nothing in '.heir'; it takes \"files\" and \"ignore\""
    case .noList(let name): "\"\(name)\" takes a list of names"
    case .noName(let name): "\"\(name)\" lists names, and a name is a string"
    case .noFileName(let name):
      "\"\(name)\" lists names in a directory: not empty, and without '/'"
    case .foreignPattern(let text, let name):
      "in \"\(name)\" '*' alone has a meaning, and it stands for any text: "
        + "'\(Printable.string(text))' is no such pattern"
    case .namesNothing(.files, let text):
      "no property file in the tree has a name like '\(Printable.string(text))'"
    case .namesNothing(.ignore, let text):
      "no directory in the tree that could be a scope is named like '\(Printable.string(text))'"
    }
  }
}
