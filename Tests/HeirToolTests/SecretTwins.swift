import TestSupport

/// Trees that differ only in their secrets, each at two times and maybe with an overlay.
///
/// In a text, `«N»` is secret N and `«#N»` one that is a number. Each value has a line of its own, so that no place
/// depends on the length of a secret before it.
struct SecretTwins {
  typealias Members = [(name: String, value: String)]

  /// Every secret text contains it, and no other text does.
  static let mark = "ZQ"
  static let scopes = ["/", "/q", "/q/u", "/s", "/s/t"]
  static let keys = [
    "pw", "o", "o.pw", "o.x", "l", "l.0", "l.0.pw", "l.1", "c", "t", "m", "al", "dsn", "sec",
    "sec.a", "nosuch", "u", "f", "g", "g.pw", "g.x",
  ]

  /// Two spellings of other lengths, by which the same secrets are equal.
  static let spellings: [@Sendable (Int) -> String] = [
    { "\(mark)\($0)a" }, { "\(mark)\($0)-" + String(repeating: "long", count: 3 + 7 * $0) },
  ]

  /// How a file is broken, at its beginning.
  enum Breakage: CaseIterable { case syntax, unknownDirective, otherDirective, cut }

  private(set) var random: SplitMix64
  private(set) var hasOverlay = false
  private var objects: [(path: String, members: Members)] = []
  private var texts: [(path: String, secret: Int)] = []
  /// The scopes that declare the usual keys secret, for themselves and their descendants.
  private let declaring: Set<String>
  /// Whether the usual keys have secrets in all scopes, though only some declare them.
  private let spreads: Bool
  /// The times at which the scopes declare them.
  private var times = ["new", "old"]
  private var broken: (path: String, how: Breakage)?

  init(seed: UInt64, spreads: Bool = false, breaks: Bool = false) {
    self.spreads = spreads
    random = SplitMix64(seed: seed &* 104_729 &+ 71)
    declaring =
      random.chance(50)
      ? [""] : random.chance(50) ? ["q", "s"] : [random.pick(["q", "s", "s/t"])]
    if spreads { times = random.pick([["new", "old"], ["new"], ["old"]]) }
    hasOverlay = random.chance(40)
    for tree in hasOverlay ? ["new", "ov"] : ["new"] { addTree(tree) }
    for (path, members) in objects where path.hasPrefix("new/") {
      let former = "old/" + path.dropFirst(4)
      if path.hasSuffix("z.json") {
        if times.contains("old") { objects.append((former, members)) }
      } else if !random.chance(55) {
        objects.append((former, members))
      } else if !random.chance(15) {
        objects.append((former, edited(members, path)))
      }
    }
    if !times.contains("new") {
      objects.removeAll { $0.path.hasSuffix("z.json") && $0.path.hasPrefix("new/") }
    }
    texts += texts.filter { $0.path.hasPrefix("new/") }.map { path, secret in
      ("old/" + path.dropFirst(4), random.chance(50) ? secret : random.upTo(5))
    }
    if breaks {
      let paths = objects.map(\.path).filter { !$0.contains("/_") }
      let declaring = paths.filter { $0.hasSuffix("z.json") }
      // What only a file that cannot be read declares secret is no secret elsewhere (D253).
      let path =
        spreads
        ? random.pick(paths.filter { !$0.hasSuffix("z.json") })
        : random.pick(random.chance(60) && !declaring.isEmpty ? declaring : paths)
      broken = (path, random.pick(Breakage.allCases))
    }
  }

  /// The scopes in which the usual keys are declared secret now.
  var secretScopes: [String] {
    times.contains("new") ? Self.scopes.filter { Self.isBelow(declaring, $0) } : []
  }

  /// The files, with each secret spelled by its number.
  func files(_ spelling: (Int) -> String) -> [(path: String, text: String)] {
    let written = objects.map { path, members in
      let text = Self.object(members)
      return (path, broken?.path == path ? broken!.how.text(text) : text)
    }
    return (written + texts.map { ($0, "«\($1)»") } + [("new/.heir", ""), ("old/.heir", "")]).map {
      ($0, Self.spelled($1, spelling))
    }
  }

  private static func spelled(_ text: String, _ spelling: (Int) -> String) -> String {
    (0...5).reduce(text) { text, number in
      text.replacing("«\(number)»", with: spelling(number))
        .replacing("«#\(number)»", with: "\(spelling(number).utf8.count)0\(number)")
    }
  }

  private static func isBelow(_ scopes: Set<String>, _ scope: String) -> Bool {
    let path = scope.drop { $0 == "/" }
    return scopes.contains("") || scopes.contains { path == $0 || path.hasPrefix($0 + "/") }
  }

  // MARK: Files

  private mutating func addTree(_ tree: String) {
    for scope in Self.scopes.map({ String($0.dropFirst()) }) {
      let folder = scope.isEmpty ? "\(tree)/" : "\(tree)/\(scope)/"
      if tree == "new", declaring.contains(scope) {
        let patterns = ["pw", "*.pw", "l.*.pw", "g.in.*.pw", "sec", "f"].map { "\"\($0)\"" }
        objects.append((folder + "z.json", [("$secret", Self.array(patterns))]))
      }
      if tree == "new", hasSecrets(scope) {
        let format = Self.object([("$format", #""<${.pw}>""#)])
        objects.append((folder + "_f.json", [("pw", secret()), ("x", plain()), ("y", format)]))
        texts.append((folder + "_t.txt", random.upTo(5)))
      }
      for (name, percent) in [("a.json", 85), ("b.json", 35)] where random.chance(percent) {
        objects.append((folder + name, members(of: scope, isOverlay: tree == "ov")))
      }
    }
  }

  private func hasSecrets(_ scope: String) -> Bool { spreads || Self.isBelow(declaring, scope) }

  private mutating func members(of scope: String, isOverlay: Bool) -> Members {
    var members: Members = []
    for key in ["pw", "o", "l", "c", "t", "m", "al", "dsn", "sec", "u", "f", "g"]
    where random.chance(45) {
      members.append((key, value(of: key, scope, isOverlay: isOverlay)))
    }
    for name in ["$stop", "$exclude", "$final"] where random.chance(10) {
      let key = random.pick(["pw", "o", "l", "c", "t", "al", "sec", "o.pw"])
      members.append((name, "[\"\(key)\"]"))
    }
    if random.chance(25) {
      let strategy = random.pick([#""append""#, #""prepend""#, #""union""#, #"{"by": "n"}"#])
      members.append(("$merge", "{\"l\": \(strategy)}"))
    }
    if random.chance(20), hasSecrets(scope) {
      let element = Self.object([("n", "0"), ("pw", secret())])
      let removed =
        random.chance(50)
        ? ("sec", Self.array([secret()])) : ("l", Self.array([element]))
      members.append(("$remove", Self.object([removed])))
    }
    if random.chance(15) {
      let type = random.pick([#""integer""#, #""object""#, #"["null", "array"]"#])
      members.append(("$type", "{\"\(random.pick(["pw", "al", "dsn", "t", "sec"]))\": \(type)}"))
    }
    if random.chance(10) { members.append(("$because", #"{"pw": "so it is"}"#)) }
    return members
  }

  /// The members of a file at the other time.
  private mutating func edited(_ members: Members, _ path: String) -> Members {
    var members = members
    if path.hasSuffix("_f.json") {
      members[0].value = secret()
      return members
    }
    let scope = path.split(separator: "/").dropFirst().dropLast().joined(separator: "/")
    for index in members.indices.reversed() where random.chance(40) {
      if members[index].name.hasPrefix("$") ? random.chance(50) : random.chance(20) {
        members.remove(at: index)
      } else if !members[index].name.hasPrefix("$") {
        members[index].value = value(of: members[index].name, scope, isOverlay: false)
      }
    }
    return members
  }

  // MARK: Values

  private static func object(_ members: Members) -> String {
    "{" + members.map { "\n\"\($0)\": \($1)" }.joined(separator: ",") + "}"
  }

  private static func array(_ elements: [String]) -> String {
    "[" + elements.map { "\n" + $0 }.joined(separator: ",") + "]"
  }

  private mutating func plain() -> String {
    random.pick([#""p0""#, #""p1""#, #""p2""#, "1", "true", "null", "[]"])
  }

  private mutating func secret() -> String {
    random.chance(15) ? "«#\(random.upTo(5))»" : "\"«\(random.upTo(5))»\""
  }

  /// A value for a key that is secret as a whole.
  private mutating func hidden(_ depth: Int = 0) -> String {
    switch random.upTo(depth > 1 ? 2 : 6) {
    case 3: Self.array((0...random.upTo(2)).map { _ in hidden(depth + 1) })
    case 4: Self.object([("a", hidden(depth + 1)), ("b", secret())])
    case 5: Self.object([("$ref", #""nosuch""#), ("default", secret())])
    default: secret()
    }
  }

  private mutating func value(of key: String, _ scope: String, isOverlay: Bool) -> String {
    let hides = hasSecrets(scope)
    switch key {
    case "pw", "sec": return hides ? hidden() : plain()
    case "f": return hides && !isOverlay ? #"{"$file": "_t.txt"}"# : plain()
    case "o":
      if hides, !isOverlay, random.chance(40) {
        return Self.object([("$include", #""_f.json""#), ("x", plain())])
      }
      if random.chance(10) { return plain() }
      let members = [("pw", hides ? hidden() : plain()), ("x", plain())]
      return Self.object(members + (hides ? hiddenDirectives() : []))
    case "g":
      // A secret of a computed object.
      let pw = hides ? secret() : plain()
      let inner = Self.array([Self.object([("pw", pw)]), plain()])
      return Self.object([
        ("$ref", random.pick([#""nosuch""#, #""o""#])),
        ("default", Self.object([("pw", pw), ("x", plain()), ("in", inner)])),
      ])
    case "l":
      return Self.array(
        (0...random.upTo(2)).map { index in
          switch random.upTo(4) {
          case 0: plain()
          case 1: Self.object([("$ref", #""pw""#), ("default", plain())])
          case 2: table(scope)
          default: Self.object([("n", "\(index)"), ("pw", hides ? secret() : plain())])
          }
        })
    case "c", "u": return random.chance(50) ? plain() : reference()
    case "al": return Self.object([("$ref", #""pw""#), ("default", plain())])
    case "dsn": return Self.object([("$format", #""u:${pw}@${o.x}""#), ("default", plain())])
    default: return table(scope)
    }
  }

  /// Directives with values of a secret member.
  private mutating func hiddenDirectives() -> Members {
    var members: Members = []
    if random.chance(30) {
      members.append(("$remove", Self.object([("pw", Self.array([secret(), secret()]))])))
    }
    if random.chance(30) {
      let condition =
        random.chance(70)
        ? ("enum", Self.array([secret(), secret()]))
        : ("items", Self.object([("enum", Self.array([secret()]))]))
      let key = random.pick(["pw", "*w"])
      members.append(("$type", Self.object([(key, Self.object([condition]))])))
    }
    return members
  }

  private mutating func reference() -> String {
    let target = random.pick([
      "pw", "o", "o.pw", "l.0", "al", "dsn", "sec", "t", "f", "g", "g.pw", "g.in", "$inherited",
    ])
    var members = [("$ref", "\"\(target)\"")]
    if random.chance(50), target != "$inherited" {
      members.append(("scope", "\"\(random.pick(Self.scopes))\""))
    }
    if random.chance(60) { members.append(("default", plain())) }
    return Self.object(members)
  }

  /// A reference with a map, which has secrets if its target is one.
  private mutating func table(_ scope: String) -> String {
    var isSecret = hasSecrets(scope)
    var members = [
      ("$ref", "\"\(random.pick(isSecret ? ["pw", "o.pw", "f", "sec.a"] : ["pw", "c"]))\"")
    ]
    if random.chance(30) {
      let other = random.pick(Self.scopes)
      isSecret = hasSecrets(other)
      // Other names may be no secrets there.
      members = [("$ref", #""pw""#), ("scope", "\"\(other)\"")]
    }
    var rows = (0...random.upTo(3)).map { number in
      (
        isSecret ? "«\(number)»" : "p\(number)",
        "\n" + (isSecret && random.chance(50) ? secret() : plain())
      )
    }
    if random.chance(70) { rows.append(("*", plain())) }
    members.append(("map", Self.object(rows)))
    if random.chance(40) { members.append(("default", plain())) }
    return Self.object(members)
  }
}

extension SecretTwins.Breakage {
  fileprivate func text(_ whole: String) -> String {
    switch self {
    case .syntax: "{\n,\n" + whole.dropFirst()
    case .cut: "{"
    case .unknownDirective: "{\n\"$nosuch\": 1" + rest(whole)
    case .otherDirective: "{\n\"$because\": 1" + rest(whole)
    }
  }

  private func rest(_ whole: String) -> String {
    let members = whole.replacing("\"$because\":", with: "\"$about\":").dropFirst()
    return members == "}" ? "}" : "," + members
  }
}
