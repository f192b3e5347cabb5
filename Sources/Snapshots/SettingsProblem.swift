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
  /// What `inherit` takes; a pattern in it, and a template.
  case noRules
  case noScopePattern([UInt8])
  case noTemplate
  /// An object in the place of a template is not one that says that it is optional.
  case noTemplateObject
  /// A template that no scope inherits by.
  case leadsNowhere
  /// Nothing in the tree is what a list names.
  case namesNothing(Settings.Name, [UInt8])

  var words: String {
    switch self {
    case .noObject: "'.heir' holds one object"
    case .unknownName(let name):
      "\"\(Printable.string(name))\" means nothing in '.heir'; it takes \"files\", \"ignore\" and \"inherit\""
    case .noList(let name): "\"\(name)\" takes a list of names"
    case .noName(let name): "\"\(name)\" lists names, and a name is a string"
    case .noFileName(let name):
      "\"\(name)\" lists names in a directory: not empty, and without '/'"
    case .foreignPattern(let text, let name):
      "in \"\(name)\" '*' alone has a meaning, and it stands for any text: "
        + "'\(Printable.string(text))' is no such pattern"
    case .noRules:
      "\"inherit\" takes an object: patterns of scopes, each with a list of templates of scopes"
    case .noScopePattern(let text):
      "'\(Printable.string(text))' is no pattern of scopes: a path from the root, in which '*' and '{name}' stand "
        + "for one name each, and no other sign for anything; no scope's name begins with '.' or '_'"
    case .noTemplate:
      "a template is the path of a scope from the root, in which '${name}' stands for a part of the pattern, "
        + "'${KEY}' for a value, '${$facts.KEY}' for a fact, and '${$scope.name}' for the scope's name"
    case .noTemplateObject:
      "an object in a list of templates is {\"scope\": TEMPLATE, \"optional\": true}"
    case .leadsNowhere: "no scope inherits by this template"
    case .namesNothing(.inherit, let text):
      "no scope has a path like '\(Printable.string(text))'"
    case .namesNothing(.files, let text):
      "no property file in the tree has a name like '\(Printable.string(text))'"
    case .namesNothing(.ignore, let text):
      "no directory in the tree that could be a scope is named like '\(Printable.string(text))'"
    }
  }
}
