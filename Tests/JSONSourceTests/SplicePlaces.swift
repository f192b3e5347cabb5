import TestSupport
import Testing

@testable import JSONSource

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
    try editor.removing(paths)
  }
}

extension DocumentEditor {
  func removing(_ paths: [[MemberName]]) throws(EditError) -> [Splice] {
    var items: Set<Int> = []
    for path in paths {
      guard let value = try trail(path).value, let last = path.last else { continue }
      items.insert(last.isElement ? value : value - 1)
    }
    return removing(items: items)
  }

  func removing(
    _ keys: [[UInt8]], fromList directive: [UInt8], inObjectAt path: [MemberName]
  ) throws(EditError) -> [Splice] {
    guard let list = try trail(path + [.directive(directive)]).value else { return [] }
    return removing(
      items: Set(document.elements(list).filter { keys.contains(document.string($0) ?? []) }))
  }
}

/// A text made visible for a failure's message.
func shown(_ text: String) -> String {
  text.replacing("\r", with: "␍").replacing("\t", with: "→")
}
