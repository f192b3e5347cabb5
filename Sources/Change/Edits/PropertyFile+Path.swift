import Answers
import Cascade
import Check
import JSONSource
import Snapshots

/// What one file writes along a path from the top of its scope.
extension PropertyFile {
  /// How many names of a path lead to something that the file writes, itself or by inclusion.
  func reach(of path: [Name]) -> Int {
    var parts = top
    for (count, name) in path.enumerated() {
      parts = parts.members(name)
      if parts.isEmpty { return count }
    }
    return path.count
  }

  /// What stands at a path, what is included there among it.
  func parts(at path: [Name]) -> [Definition] {
    path.reduce(top) { $0.members($1) }
  }

  /// What keeps an earlier file of the scope from having its say at a path: a value there, or one that is
  /// no object on the way.
  func overruling(_ path: [Name]) -> Definition? {
    var parts = top
    for name in path {
      parts = parts.members(name)
      if let last = parts.last, !last.isObject { return last }
    }
    return parts.last
  }

  /// The value that the file itself writes at a path.
  func node(of path: [Name]) -> Int? {
    let objects = objects(around: path)
    guard objects.count == path.count, let last = path.last, let object = objects.last else {
      return nil
    }
    return document.value(of: last, in: object)
  }

  /// How many names of a path lead to the nearest object around it in which the file can say something of
  /// it: a written `{}` would be no value any more with a directive in it (I6).
  func depthOfObject(around path: [Name]) -> Int {
    objects(around: path).lastIndex { takesDirective($0) } ?? 0
  }

  private func takesDirective(_ object: Int) -> Bool {
    object == 0 || !writes(object) || !Definition(file: self, node: object).isEmptyObject
  }

  /// The same for the nearest object that has a directive already, if one has it.
  func depth(ofDirective directive: Directive, around path: [Name]) -> Int {
    let name = MemberName.directive(Array(directive.rawValue.utf8))
    let objects = objects(around: path)
    return objects.lastIndex { document.value(of: name, in: $0) != nil }
      ?? depthOfObject(around: path)
  }

  /// Whether directives stand in what is written at a node, comments aside; a computed value is one value.
  func holdsDirectives(_ node: Int?) -> Bool { node.map { !directives(in: $0).isEmpty } ?? false }

  /// Whether comments stand in an object that the file writes.
  func holdsComments(_ node: Int) -> Bool {
    Definition(file: self, node: node).isObject && document.holdsComments(node)
  }

  /// Where directives stand in an object that the file writes, comments aside.
  func directives(in node: Int) -> [SourceRange] {
    guard document.hasDirectives, !isPlain(node), Definition(file: self, node: node).isObject else {
      return []
    }
    return document.members(node).flatMap { member -> [SourceRange] in
      if !member.isDirective { return directives(in: member.value) }
      return document.isComment(member) ? [] : [SourceRange(file, document.range(member.nameIndex))]
    }
  }

  /// The members in an object that can go without a directive going with them, each as a whole; of the
  /// object's own, those that are chosen.
  func ordinaryItems(in object: Int, where isChosen: (Name) -> Bool = { _ in true }) -> [Int] {
    guard Definition(file: self, node: object).isObject else { return [] }
    return document.members(object).flatMap { member -> [Int] in
      if member.isDirective || !isChosen(member.name) { return [] }
      return holdsDirectives(member.value)
        ? ordinaryItems(in: member.value) : [member.nameIndex]
    }
  }

  /// The objects that the file itself writes on the way to a path's last name, the top one first.
  private func objects(around path: [Name]) -> [Int] {
    var objects = [0]
    for name in path.dropLast() {
      guard let value = document.value(of: name, in: objects[objects.count - 1]),
        Definition(file: self, node: value).isObject
      else { return objects }
      objects.append(value)
    }
    return objects
  }

  private var top: [Definition] { [Definition(file: self, node: 0)].withInclusions }
}

extension [Definition] {
  /// What they say of a member, in the order of reading.
  fileprivate func members(_ name: Name) -> [Definition] {
    compactMap { $0.isObject ? $0.member(name) : nil }.withInclusions
  }

  /// Each with what its object includes, which comes first.
  fileprivate var withInclusions: [Definition] {
    flatMap { written -> [Definition] in
      guard written.isObject, let included = written.file.included(in: written.node) else {
        return [written]
      }
      return included.files.map { Definition(file: $0, node: 0) }.withInclusions + [written]
    }
  }
}

extension KeyPattern {
  /// Whether it names exactly one key.
  static func == (pattern: KeyPattern, key: Key) -> Bool {
    pattern.parts.count == key.names.count
      && pattern.parts.elementsEqual(key.names) { $0 == .name($1) }
  }

  static func != (pattern: KeyPattern, key: Key) -> Bool { !(pattern == key) }
}
