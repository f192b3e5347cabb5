import Cascade
import SafeText
import YAMLSource

/// The values of reclass as heir writes them.
extension ReclassImport {
  /// `~name` replaces what is inherited, `=name` is final.
  mutating func converted(_ members: [YAMLMember], isInList: Bool) -> [YAMLMember] {
    if isInList { return members.escapingNames }
    var (stopped, final, plain) = ([[UInt8]](), [[UInt8]](), [YAMLMember]())
    var indexes: [[UInt8]: Int] = [:]
    for var member in members {
      let (name, signs) = member.reclassName
      let sign = signs.first
      member.name = name
      if signs.count > 1 { member.value.content = .leftOut("a key with two of '~' and '='") }
      let key = names.spelling(Key([names.intern(name)]))
      if sign == UInt8(ascii: "~") { stopped.append(key) }
      if sign == UInt8(ascii: "=") {
        final.append(key)
        finals.insert(Array(target.dropLast()))
      }
      if let index = indexes[name] {
        plain[index].value.content = .leftOut("a key with and without '~' or '='")
      } else {
        indexes[name] = plain.count
        plain.append(member)
      }
    }
    return (stopped.isEmpty ? [] : [YAMLMember("$stop", .list(stopped))])
      + (final.isEmpty ? [] : [YAMLMember("$final", .list(final))]) + plain.escapingNames
  }

  /// `${a:b}` alone is a reference, in a text a part of a format.
  mutating func converted(_ text: [UInt8], at start: Int) -> YAMLNode.Content {
    if text.isCiphertext { return .leftOut("encrypted value", isSecret: true) }
    let parsed = ReclassText(text)
    if let problem = parsed.problem { return .leftOut(problem) }
    if let path = parsed.reference { return YAMLNode.computed(.ref, key(path)).content }
    let dollar = UInt8(ascii: "$")
    let format = parsed.pieces.flatMap { (piece) -> [UInt8] in
      switch piece {
      case .text(let text): text.flatMap { $0 == dollar ? [$0, $0] : [$0] }
      case .reference(let path): Array("${".utf8) + key(path) + [UInt8(ascii: "}")]
      case .nested, .query: []
      }
    }
    if parsed.isComputed { return YAMLNode.computed(.format, format).content }
    let plain = parsed.plain
    if plain != text { plan.expect([.noReference], in: target.joinedPath) }
    return .text(plain)
  }

  private func key(_ path: [[UInt8]]) -> [UInt8] {
    Self.ownNames.contains(path)
      ? Array("$scope.name".utf8) : names.spelling(Key(path.map(names.intern)))
  }
}
