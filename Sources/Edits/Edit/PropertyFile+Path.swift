import Answers
import Cascade
import JSONSource

extension PropertyFile {
  /// Number of the path's names that lead to something in the file or its fragments.
  func reach(of path: [Name]) -> Int {
    var parts = top
    for (count, name) in path.enumerated() {
      parts = parts.members(name)
      if parts.isEmpty { return count }
    }
    return path.count
  }

  func parts(at path: [Name]) -> [Definition] {
    path.reduce(top) { $0.members($1) }
  }

  /// The value at a path, or a non-object on it, that overrides earlier files of the scope.
  func overruling(_ path: [Name]) -> Definition? {
    var parts = top
    for name in path {
      parts = parts.members(name)
      if let last = parts.last, !last.isObject { return last }
    }
    return parts.last
  }

  /// The node at a path in this file, without fragments.
  func node(of path: [Name]) -> Int? {
    let objects = objects(around: path)
    guard objects.count == path.count, let last = path.last, let object = objects.last else {
      return nil
    }
    return document.value(of: last, in: object)
  }

  /// Depth of the nearest object on the path that can take a directive. A written `{}` cannot: with a directive it
  /// would write no value (I6).
  func depthOfObject(around path: [Name]) -> Int {
    objects(around: path).lastIndex { object in
      object == 0 || !writes(object) || !Definition(file: self, node: object).isEmptyObject
    } ?? 0
  }

  /// Depth of the nearest object on the path that has the directive; otherwise as `depthOfObject`.
  func depth(ofDirective directive: Directive, around path: [Name]) -> Int {
    objects(around: path).lastIndex { document.value(of: directive.memberName, in: $0) != nil }
      ?? depthOfObject(around: path)
  }

  /// Whether a node contains directives, apart from comments and computed values.
  func containsDirectives(_ node: Int?) -> Bool {
    node.map { !directives(in: $0).isEmpty } ?? false
  }

  func containsComments(_ node: Int) -> Bool {
    Definition(file: self, node: node).isObject && document.containsComments(node)
  }

  /// Places of the directives in an object, apart from comments and computed values.
  func directives(in node: Int) -> [SourceRange] {
    guard document.hasDirectives, !isPlain(node), Definition(file: self, node: node).isObject else {
      return []
    }
    return document.members(node).flatMap { member -> [SourceRange] in
      if !member.isDirective { return directives(in: member.value) }
      return document.isComment(member) ? [] : [SourceRange(file, document.range(member.nameIndex))]
    }
  }

  /// Members of an object that can be removed without removing directives. `isChosen` filters the object's direct
  /// members.
  func ordinaryItems(in object: Int, where isChosen: (Name) -> Bool = { _ in true }) -> [Int] {
    guard Definition(file: self, node: object).isObject else { return [] }
    return document.members(object).flatMap { member -> [Int] in
      if member.isDirective || !isChosen(member.name) { return [] }
      return containsDirectives(member.value)
        ? ordinaryItems(in: member.value) : [member.nameIndex]
    }
  }

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
  fileprivate func members(_ name: Name) -> [Definition] {
    compactMap { $0.isObject ? $0.member(name) : nil }.withInclusions
  }

  /// Each definition, after the fragments that its object includes.
  fileprivate var withInclusions: [Definition] {
    flatMap { written -> [Definition] in
      guard written.isObject, let included = written.file.included(in: written.node) else {
        return [written]
      }
      return included.files.map { Definition(file: $0, node: 0) }.withInclusions + [written]
    }
  }
}

extension Evaluation {
  /// The values of a property file that may be secret, because an inclusion beside them cannot be read.
  package func uncertainPlaces(in file: PropertyFile) -> [(key: [UInt8], place: SourceRange)] {
    view.levels.flatMap { $0.failedInclusions() }.flatMap { key in
      if key.names.isEmpty { return values(in: file) }
      return file.node(of: key.names).map {
        [(view.names.spelling(key), SourceRange(file.file, file.document.range($0)))]
      } ?? []
    }
  }

  /// Secret values that a property file writes, with their spelled keys or patterns. `others` adds the secrets of
  /// further scopes.
  package func secretPlaces(
    in file: PropertyFile, _ others: ReportMask
  ) -> [(key: [UInt8], place: SourceRange)] {
    let mask = mask(Key()).union(others.mask(Key()))
    if mask.isNone { return [] }
    let secrets = mask.secrets(in: file.document, 0) { node, pattern in
      guard let key = pattern.key else { return false }
      let written = Definition(file: file, node: node)
      return self.mask(ofStep: written, under: key).isSecret
        || self.translatesSecret(written, under: key, others.keys)
    }
    return secrets.map { secret in
      (
        view.names.spelling(secret.key),
        SourceRange(file.file, file.document.range(secret.node))
      )
    }
  }

  /// The top-level values, and directives that contain values.
  private func values(in file: PropertyFile) -> [(key: [UInt8], place: SourceRange)] {
    file.document.members(0).filter { member in
      !member.isDirective
        || [.remove, .type].contains(Directive.named(view.names.bytes(of: member.name)))
    }.map { member in
      (
        view.names.spelling(Key([member.name])),
        SourceRange(file.file, file.document.range(member.value))
      )
    }
  }
}
