import TestSupport

extension ReferenceTree {
  /// The tree without the member `key` in one file.
  func without(_ key: PlainKey, in origin: ReferenceOrigin) -> ReferenceTree {
    ReferenceTree(
      scopes.map { scope in
        guard scope.path == origin.scope else { return scope }
        return Scope(
          scope.path,
          scope.files.map { file in
            file.name == origin.file ? File(file.name, file.content.without(key[...])) : file
          })
      })
  }
}

extension PlainValue {
  fileprivate func without(_ key: ArraySlice<PlainName>) -> PlainValue {
    guard let first = key.first, case .object(let members) = self else { return self }
    let spelled =
      first.bytes.first == UInt8(ascii: "$") ? [UInt8(ascii: "$")] + first.bytes : first.bytes
    return .object(
      members.compactMap { member in
        guard member.name.bytes == spelled else { return member }
        return key.count == 1
          ? nil : PlainMember(member.name, member.value.without(key.dropFirst()))
      })
  }
}
