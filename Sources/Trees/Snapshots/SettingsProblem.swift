import Cascade
import SafeText

/// An error in `.heir`, or a finding about it.
enum SettingsProblem: ForeignProblem {
  case noObject
  case unknownName([UInt8])
  case noList(Settings.Name)
  /// A list element that is not a string, or not a valid name.
  case noName(in: Settings.Name)
  case noFileName(in: Settings.Name)
  case foreignPattern([UInt8], in: Settings.Name)
  /// An invalid `inherit`, scope pattern, or template.
  case noRules
  case noScopePattern([UInt8])
  case noTemplate
  case noDefault
  case noTemplateObject
  /// An invalid `expected`, or a rule in it.
  case noExpectations
  case noRule
  case leadsNowhere
  case namesNothing(Settings.Name, [UInt8])

  var words: String {
    switch self {
    case .noObject: "'.heir' must contain one object"
    case .unknownName(let name):
      "\"\(Printable.string(name))\" is unknown in '.heir'; the names are \"files\", \"ignore\", \"inherit\" and \"expected\""
    case .noList(let name): "\"\(name)\" takes a list of names"
    case .noName(let name): "\"\(name)\" takes a list of strings"
    case .noFileName(let name):
      "a name in \"\(name)\" must not be empty or contain '/'"
    case .foreignPattern(let text, let name):
      "unsupported pattern '\(Printable.string(text))' in \"\(name)\"; the only wildcard is '*'"
    case .noRules:
      "\"inherit\" takes an object of scope patterns, each with a list of templates"
    case .noScopePattern(let text):
      "'\(Printable.string(text))' is not a scope pattern; write a path from the root, "
        + "with '*' or '{name}' for one name; names do not begin with '.' or '_'"
    case .noTemplate:
      "not a template; write a path from the root, with '${name}' for a part of the pattern, "
        + "'${KEY}' for a value, '${$facts.KEY}' for a fact, '${$scope.name}' for the scope's name"
    case .noDefault:
      "a reference in a template takes no default; quote a name that contains '|'"
    case .noTemplateObject:
      "an object in a list of templates must be {\"scope\": TEMPLATE, \"optional\": true}"
    case .noExpectations:
      "\"expected\" takes an object of paths of files, each with a list of rules of 'heir check'"
    case .noRule: "not a rule of 'heir check'"
    case .leadsNowhere: "no scope inherits through this template"
    case .namesNothing(let name, let text):
      "no \(name == .files ? "property file" : "directory") matches '\(Printable.string(text))'"
    }
  }
}
