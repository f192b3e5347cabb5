import JSONSource
import TestSupport
import Testing

/// A text before and after an edit of what stands at a path; unless told otherwise, the opposite edit undoes it.
struct EditCase: CustomTestStringConvertible {
  let name: String
  let path: String
  /// A value, or names with blanks between them.
  let argument: String
  let before: String
  let after: String
  let isUndone: Bool

  init(
    _ name: String, _ path: String, _ argument: String, _ before: String, _ after: String,
    isUndone: Bool = true
  ) {
    (self.name, self.path, self.argument) = (name, path, argument)
    (self.before, self.after, self.isUndone) = (before, after, isUndone)
  }

  /// Of an edit that takes no argument.
  init(_ name: String, _ path: String, _ before: String, _ after: String, isUndone: Bool = true) {
    self.init(name, path, "", before, after, isUndone: isUndone)
  }

  var testDescription: String { name }
}

/// A path as tests write it: names with dots between; one that begins with a single `$` is a directive's.
func path(_ text: String) -> [MemberName] {
  text.split(separator: ".").map { step in
    if step.hasPrefix("$$") { return .ordinary(Array(step.utf8.dropFirst())) }
    return step.hasPrefix("$") ? .directive(Array(step.utf8)) : .ordinary(Array(step.utf8))
  }
}

/// The text after an edit.
func edited(
  _ text: String, _ edit: (DocumentEditor) throws(EditError) -> [Splice]
) throws -> String {
  let document = try read(Array(text.utf8))
  let splices = try edit(DocumentEditor(document))
  return String(decoding: splices.applied(to: document.source), as: UTF8.self)
}

func setting(_ path: [MemberName], _ value: String, in text: String) throws -> String {
  let value = try read(Array(value.utf8))
  return try edited(text) { (editor) throws(EditError) in try editor.setting(value, at: path) }
}

func removing(_ paths: [[MemberName]], in text: String) throws -> String {
  try edited(text) { (editor) throws(EditError) in
    try editor.removing(paths.map { .member($0) })
  }
}

/// A text made visible for a failure's message.
func shown(_ text: String) -> String {
  text.replacing("\r", with: "␍").replacing("\t", with: "→")
}
