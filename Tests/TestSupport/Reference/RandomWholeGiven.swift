/// Files of values, and facts for references, beside the trees of a sample.
extension RandomTree {
  /// The same for all samples: a fact of every kind, one of them deep, and not of every key.
  package static let facts: PlainValue = [
    "a": 1, "b": "text", "c": nil, "o": ["a": [1, ["name": "n"]], "b": ["c": true]], "x.y": 2,
  ]

  /// What references may ask of them; the last is none.
  private static let asked = [
    "a", "b", "c", "o.a", "o.a.1.name", "o.b", "o.b.c", "\"x.y\"", "none",
  ]

  /// The same sample, in which some references ask for facts, now and then with files of values in turns with
  /// what the command line sets.
  package static func giving(_ whole: ReferenceWhole, seed: UInt64) -> ReferenceWhole {
    var random = SplitMix64(seed: ~seed)
    func asking(_ tree: ReferenceTree) -> ReferenceTree {
      var tree = tree
      for (number, scope) in tree.scopes.enumerated() {
        for (index, file) in scope.files.enumerated() {
          tree.scopes[number].files[index].content = Self.asking(file.content, &random)
        }
      }
      return tree
    }
    var given = ReferenceWhole(
      asking(whole.tree), overlays: whole.overlays.map(asking), set: whole.set)
    // Trees that say nothing of the command line say what a file of values may.
    if random.chance(30) {
      let plain = Self.plain(random.pick(whole.tree.scopes).files.first?.content ?? [:])
      given.set.insert(([], plain), at: random.upTo(given.set.count))
      if random.chance(30) { given.set.append(([], ["a": ["b": 3], "c": [4]])) }
    }
    return given
  }

  private static func asking(_ value: PlainValue, _ random: inout SplitMix64) -> PlainValue {
    switch value {
    case .array(let elements): return .array(elements.map { asking($0, &random) })
    case .object(let members):
      return .object(
        members.map { member in
          guard member.name == "$ref" || member.name == "$format" else {
            return PlainMember(member.name, asking(member.value, &random))
          }
          guard random.chance(15) else { return member }
          let fact = "$facts.\(random.pick(asked))"
          let text = member.name == "$ref" ? fact : "-${\(fact)}"
          return PlainMember(member.name, .text(text))
        })
    default: return value
    }
  }

  /// The same without directives.
  private static func plain(_ value: PlainValue) -> PlainValue {
    switch value {
    case .array(let elements): .array(elements.map(plain))
    case .object(let members):
      .object(
        members.filter { member in
          member.name.bytes.first != UInt8(ascii: "$")
            || member.name.bytes.starts(with: Array("$$".utf8))
        }.map { PlainMember($0.name, plain($0.value)) })
    default: value
    }
  }
}
