import Cascade
import JSONSource

/// An array in a scope's files, and the path from it to an element (K3).
package struct ElementPlace {
  /// The array in a file of the scope; nil to write a new array with the element alone.
  let written: Definition?
  let path: [MemberName]
}

extension EditRequest {
  /// Converts an edit inside an array to an edit of the array, which a file of the scope must write unmerged.
  func ofArray(in scope: Evaluation) throws(EditRefusal) -> EditRequest {
    if case .stop = edit, let array = scope.view.arrayIndexed(by: key) {
      throw .elementNamed(array, isStop: true)
    }
    switch edit {
    case .set, .unset: break
    case .stop, .resume, .declare: return self
    }
    // `ScopeEditor` reports errors of these inclusions.
    _ = scope.view.openInclusions(along: key)
    guard let own = scope.view.lineage.own.first,
      let (array, node) = scope.view.nonObjects(around: key, at: own.position)
        .first(where: { $0.node.isArray })
    else { return self }
    let (count, names) = (array.names.count, scope.view.names)
    let isElement = names.index(key.names[count]) != nil || names.isEnd(key.names[count])
    if !edit.isSet && !isElement { return self }
    try scope.requireNotFinal(array)
    if let place = addition(to: array, own, scope) { return of(place, in: array) }
    guard isElement else { throw .noIndex(array, key.names[count]) }
    guard case .leaf(let written) = node.state else { throw .mergedArray(array, node.places) }
    guard own.level.files.contains(where: { $0 === written.file }) else {
      throw .arrayElsewhere(array, written.place, isSet: edit.isSet)
    }
    guard let path = try path(from: written, count, scope.mask(array), names) else { return self }
    return of(ElementPlace(written: written, path: path), in: array)
  }

  /// The scope's array for an element appended to the inherited array; nil if the array is not appended.
  private func addition(
    to array: Key, _ own: (position: Int, level: Level), _ scope: Evaluation
  ) -> ElementPlace? {
    let names = key.names.dropFirst(array.names.count)
    guard edit.isSet, names.count == 1, names.allSatisfy(scope.view.names.isEnd),
      let strategy = scope.strategy(ofArray: array, at: own.position),
      strategy == .append || strategy == .union
    else { return nil }
    guard let part = own.level.files.flatMap({ $0.parts(at: array.names) }).last else {
      return ElementPlace(written: nil, path: [])
    }
    guard part.isArray, own.level.files.contains(where: { $0 === part.file }) else { return nil }
    let count = Array(part.document.elements(part.node)).count
    return ElementPlace(written: part, path: [.element(count)])
  }

  /// The path from the array along the names after `count`; nil if there is nothing to remove.
  private func path(
    from array: Definition, _ count: Int, _ mask: Mask, _ names: NameTable
  ) throws(EditRefusal) -> [MemberName]? {
    var path: [MemberName] = []
    var (around, mask): (Definition?, Mask) = (array, mask)
    for (place, name) in key.names.enumerated().dropFirst(count) {
      guard let outer = around else {
        if names.isEnd(name) { throw .noArray(key.prefix(place)) }
        // Missing parents become objects.
        path.append(.ordinary(Array(names.bytes(of: name))))
        continue
      }
      guard outer.isArray else {
        guard outer.isObject else {
          if !edit.isSet { return nil }
          throw .through(key.prefix(place), outer.place, isComputed: outer.isComputed)
        }
        path.append(.ordinary(Array(names.bytes(of: name))))
        (around, mask) = (outer.member(name), mask.descending(name))
        continue
      }
      let elements = Array(outer.document.elements(outer.node))
      if let index = names.index(name) {
        guard index < elements.count else {
          if !edit.isSet { return nil }
          // The number of elements is part of a secret.
          throw .noElement(key.prefix(place), count: mask.mayHoldSecret ? nil : elements.count)
        }
        path.append(.element(index))
        around = outer.at(elements[index])
      } else if names.isEnd(name) {
        guard edit.isSet, place == key.names.count - 1 else { throw .misplacedEnd }
        path.append(.element(elements.count))
        around = nil
      } else {
        if !edit.isSet { return nil }
        throw .noIndex(key.prefix(place), name)
      }
      mask = mask.atElements
    }
    return path
  }

  /// Throws if `+` follows a non-array without a member `+`, or if a declaration names an element.
  func requireValidAppend(in scope: Evaluation) throws(EditRefusal) {
    if case .declare = edit, let array = scope.view.arrayIndexed(by: key) {
      throw .elementNamed(array, isStop: false)
    }
    guard element == nil, edit.isSet, let last = key.names.last, scope.view.names.isEnd(last),
      key.names.count > 1, let own = scope.view.lineage.own.first
    else { return }
    let array = key.prefix(key.names.count - 1)
    if scope.view.node(array, at: own.position)?.isLive != true { throw .noArray(array) }
  }
}

extension NameTable {
  /// Whether the name is `+`, a new element at the end of an array (K3).
  fileprivate func isEnd(_ name: Name) -> Bool { bytes(of: name).elementsEqual("+".utf8) }
}

extension KeyEdit {
  fileprivate var isSet: Bool { if case .set = self { true } else { false } }
}

extension ScopeEditor {
  /// Writes an element of the key's array, or a value in it; a nil value removes it.
  func edit(
    _ element: ElementPlace, _ value: Document?, _ reasons: EditReasons, _ name: [UInt8]?
  ) throws(EditRefusal) -> EditResult {
    guard let written = element.written else {
      guard let value else { return .nothing(.notWritten) }
      return try set(
        document(spelling: ([UInt8(ascii: "[")] + value.spelling(0) + [UInt8(ascii: "]")])[...]),
        reasons, name)
    }
    var draft = try draft(name)
    if let place = overruling(draft.name) { throw .overridden(place) }
    guard draft.former === written.file else {
      throw .arrayElsewhere(key, written.place, isSet: value != nil)
    }
    try give(reasons, &draft)
    let path = path + element.path
    if let value {
      try draft.set(value, key, at: path)
    } else {
      try draft.edit(key) { (editor) throws(EditError) in try editor.removing(path) }
    }
    if value == nil, !draft.isChanged { return .nothing(.notWritten) }
    // The whole array is validated.
    return draft.result(written: draft.file.node(of: key.names).map { [$0] } ?? [])
  }
}
