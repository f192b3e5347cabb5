import JSONSource

extension Resolver {
  func environment(
    _ name: [UInt8], _ type: TypeOfText, _ position: ValuePosition
  ) throws(Halt) -> KeyTarget {
    let isAllowed: Bool
    switch treeReader.variable(name) {
    case .value(let text):
      guard let value = type.value(of: text, names) else {
        throw fail(.plain(.variableOfOtherType(name, type)))
      }
      try keep(textBytes: text.count)
      note(.variable(name))
      return .made(value)
    case .unset: isAllowed = true
    case .notAllowed: isAllowed = false
    }
    note(.defaulted(name, isAllowed: isAllowed))
    return try fallback(
      position, .plain(isAllowed ? .variableUnset(name) : .variableNotAllowed(name)))
  }

  func fact(_ key: Key, of scope: Scope) throws(Halt) -> KeyTarget {
    if treeReader.hasFactsOfScopes { step.isOfScope = true }
    let written: Definition?
    do throws(Diagnostic) { written = try treeReader.facts(of: scope)?.value(of: key) } catch {
      throw fail(.file(error))
    }
    note(.fact(key, written?.place))
    guard let written else { return .absent(nil) }
    return .made(EffectiveValue(.node(written.document, written.node), .none))
  }

  func noFact(
    _ key: Key, of scope: Scope, _ reference: Reference
  ) -> ResolutionFailure.Problem {
    guard let facts = try? treeReader.facts(of: scope) else {
      return .plain(.noFactsGiven(reference.text, file: treeReader.factsPath(of: scope)))
    }
    let near = facts.nearest(to: key).map { Array("\(Reference.facts).".utf8) + names.shown($0) }
    return .plain(.noFact(reference.text, nearest: near))
  }

  func file(
    _ path: [UInt8], trims: Bool, at place: SourceRange,
    _ position: ValuePosition
  ) throws(Halt) -> KeyTarget {
    let file = place.file
    step.isOutside = true
    let found: (path: [UInt8], bytes: [UInt8])?
    do throws(Diagnostic) {
      found = try treeReader.text(path, of: file, at: place)
    } catch { throw fail(.file(error)) }
    guard let found else { return try fallback(position, .plain(.noFile(path))) }
    let text = trims ? found.bytes.withoutFinalNewline : found.bytes[...]
    guard UTF8Sequence.isValid(text) else { throw fail(.plain(.fileNotText(path))) }
    try keep(textBytes: text.count)
    note(
      .file(SourceFile(file.home, path: found.path, scope: file.scope, source: Source([]))))
    return .made(
      EffectiveValue(.text(Array(text)), .none, drawn: ValueSize(values: 1, bytes: text.count))
    )
  }
}

extension TypeOfText {
  /// nil if the text is not valid for the type.
  fileprivate func value(of text: [UInt8], _ names: NameTable) -> EffectiveValue? {
    guard UTF8Sequence.isValid(text[...]) else { return nil }
    func amount(_ values: Int) -> ValueSize { ValueSize(values: values, bytes: text.count) }
    if self == .string { return EffectiveValue(.text(text), .none, drawn: amount(1)) }
    guard let document = try? Document(Source(text), names: names), !document.hasDirectives else {
      return nil
    }
    let isOne =
      switch self {
      case .integer: TypeName.integer.matches(document.kind(0), document.spelling(0))
      case .number: document.kind(0) == .number
      case .boolean: TypeName.boolean.matches(document.kind(0), [])
      default: true
      }
    return isOne
      ? EffectiveValue(.node(document, 0), .none, drawn: amount(document.valueCount(0))) : nil
  }
}
