import TestSupport

@testable import Answers
@testable import HeirTool
@testable import Trees

/// Trees that are alike but for their secrets, at two times each: whatever stands under a key that is
/// secret where it stands, and the tables that translate such a thing.
///
/// Each leaf has a line of its own, so that no place tells how long a secret before it is.
struct SecretTwins {
  typealias Files = [(path: String, text: String)]

  /// What a file says.
  indirect enum Say {
    case plain(String)
    /// A secret by its number; `number` where it is a number as JSON has it.
    case secret(Int, number: Bool = false)
    case object([(name: Name, value: Say)])
    case array([Say])
  }

  /// A member's name, which in a table of translations may be a secret.
  enum Name: Equatable {
    case plain(String)
    case secret(Int)
  }

  /// What every secret text holds, and nothing else does.
  static let mark = "ZQ"
  static let scopes = ["/", "/q", "/q/u", "/s", "/s/t"]
  static let keys = [
    "pw", "o", "o.pw", "o.x", "l", "l.0", "l.0.pw", "l.1", "c", "t", "m", "al", "dsn", "sec",
    "sec.a", "nosuch", "u", "f", "g", "g.pw", "g.x",
  ]

  private(set) var random: SplitMix64
  private(set) var hasOverlay = false
  /// The files by their paths from the directory that holds `new`, `old` and the overlay.
  private var files: [(path: String, say: Say)] = []
  private var texts: [(path: String, secret: Int)] = []
  // The scopes that call the usual keys secret, for themselves and those below.
  private var hiding: Set<String> = []
  /// Whether the usual keys hold secrets in all scopes, though some do not call them so.
  private let spreads: Bool
  /// The times in which the scopes that call them so say it.
  private var times = ["new", "old"]
  /// A file that is broken, and how.
  private var broken: (path: String, how: Breakage)?

  /// How a file is broken: it is not JSON, or a directive in it is wrong.
  enum Breakage: CaseIterable { case syntax, unknownDirective, otherDirective, cut }

  /// `breaks` asks for one file that cannot be read.
  init(seed: UInt64, spreads: Bool = false, breaks: Bool = false) {
    self.spreads = spreads
    random = SplitMix64(seed: seed &* 104_729 &+ 71)
    if spreads { times = random.pickOne([["new", "old"], ["new"], ["old"]]) }
    hasOverlay = chance(40)
    hiding = chance(50) ? [""] : chance(50) ? ["q", "s"] : [random.pickOne(["q", "s", "s/t"])]
    let trees = hasOverlay ? ["new", "ov"] : ["new"]
    for tree in trees { addTree(tree) }
    // The overlay is the same in both times.
    for (path, say) in files where path.hasPrefix("new/") {
      let former = "old/" + path.dropFirst(4)
      if path.hasSuffix("z.json") {
        if times.contains("old") { files.append((former, say)) }
      } else if !chance(55) {
        files.append((former, say))
      } else if !chance(15) {
        files.append((former, edited(say, String(path))))
      }
    }
    if !times.contains("new") {
      files.removeAll { $0.path.hasSuffix("z.json") && $0.path.hasPrefix("new/") }
    }
    for (path, secret) in texts where path.hasPrefix("new/") {
      texts.append(("old/" + path.dropFirst(4), chance(50) ? secret : random.upTo(5)))
    }
    if breaks {
      let paths = files.map(\.path).filter { !$0.contains("/_") }
      let hiding = paths.filter { $0.hasSuffix("z.json") }
      let path = random.pickOne(chance(60) && !hiding.isEmpty ? hiding : paths)
      broken = (path, random.pickOne(Breakage.allCases))
    }
  }

  // MARK: Writing

  /// The files, each secret spelled by its number; `isNumber` asks for one that JSON takes for a number.
  func files(_ spelling: (Int) -> String) -> Files {
    var written: Files = files.map { path, say in
      let text = Self.text(say, 0, spelling)
      return (path, broken?.path == path ? broken!.how.text(text) : text)
    }
    written += texts.map { ($0.path, spelling($0.secret)) }
    written += [("new/.heir", ""), ("old/.heir", "")]
    return written
  }

  /// Two spellings that tell the same secrets apart, of other lengths.
  static let spellings: [@Sendable (Int) -> String] = [
    { "\(mark)\($0)a" }, { "\(mark)\($0)-" + String(repeating: "long", count: 3 + 7 * $0) },
  ]

  private static func text(_ say: Say, _ depth: Int, _ spelling: (Int) -> String) -> String {
    let indent = "\n" + String(repeating: " ", count: depth + 1)
    switch say {
    case .plain(let text): return text
    case .secret(let number, let isNumber):
      return isNumber
        ? String(spelling(number).utf8.count) + "0\(number)" : "\"\(spelling(number))\""
    case .array(let elements):
      let inner = elements.map { indent + text($0, depth + 1, spelling) }
      return "[\(inner.joined(separator: ","))]"
    case .object(let members):
      var known: Set<String> = []
      let inner = members.compactMap { name, value -> String? in
        let start: String
        switch name {
        case .plain(let name): start = "\"\(name)\": "
        case .secret(let number): start = "\"\(spelling(number))\":\(indent) "
        }
        // Where secrets that differ are spelled alike, a table has a row for them.
        guard known.insert(start).inserted else { return nil }
        return indent + start + text(value, depth + 1, spelling)
      }
      return "{\(inner.joined(separator: ","))}"
    }
  }

  // MARK: Making

  private mutating func chance(_ percent: Int) -> Bool { random.upTo(99) < percent }

  private mutating func addTree(_ tree: String) {
    for scope in Self.scopes.map({ String($0.dropFirst()) }) {
      let folder = scope.isEmpty ? "\(tree)/" : "\(tree)/\(scope)/"
      if tree == "new" && hiding.contains(scope) {
        let patterns = ["pw", "*.pw", "l.*.pw", "g.in.*.pw", "sec", "f"].map {
          Say.plain("\"\($0)\"")
        }
        files.append((folder + "z.json", .object([(.plain("$secret"), .array(patterns))])))
      }
      if tree == "new" && isHiding(scope) {
        files.append(
          (
            folder + "_f.json",
            .object([
              (.plain("pw"), secret()), (.plain("x"), plain()),
              (.plain("y"), .object([(.plain("$format"), .plain(#""<${.pw}>""#))])),
            ])
          ))
        texts.append((folder + "_t.txt", random.upTo(5)))
      }
      for name in ["a.json", "b.json"] where chance(name == "a.json" ? 85 : 35) {
        files.append((folder + name, .object(members(of: scope, tree))))
      }
    }
  }

  /// The scopes in which the usual keys are called secret now.
  var secretScopes: [String] {
    if !times.contains("new") { return [] }
    return Self.scopes.filter { scope in
      hiding.contains("") || hiding.contains { scope == "/" + $0 || scope.hasPrefix("/\($0)/") }
    }
  }

  /// Whether the usual keys hold secrets in a scope.
  private func isHiding(_ scope: String) -> Bool {
    spreads || hiding.contains("") || hiding.contains { scope == $0 || scope.hasPrefix($0 + "/") }
  }

  private mutating func members(of scope: String, _ tree: String) -> [(name: Name, value: Say)] {
    var members: [(name: Name, value: Say)] = []
    func add(_ name: String, _ value: Say) { members.append((.plain(name), value)) }
    for key in ["pw", "o", "l", "c", "t", "m", "al", "dsn", "sec", "u", "f", "g"] where chance(45) {
      if let value = value(of: key, scope, tree) { add(key, value) }
    }
    directives(scope, &members)
    return members
  }

  private mutating func directives(_ scope: String, _ members: inout [(name: Name, value: Say)]) {
    func list(_ key: String) -> Say { .array([.plain("\"\(key)\"")]) }
    let keys = ["pw", "o", "l", "c", "t", "al", "sec", "o.pw"]
    for name in ["$stop", "$exclude", "$final"] where chance(10) {
      members.append((.plain(name), list(random.pickOne(keys))))
    }
    if chance(25) {
      let strategy = random.pickOne([#""append""#, #""prepend""#, #""union""#, #"{"by": "n"}"#])
      members.append((.plain("$merge"), .object([(.plain("l"), .plain(strategy))])))
    }
    if chance(20), isHiding(scope) {
      let element: Say = .object([(.plain("n"), .plain("0")), (.plain("pw"), secret())])
      let removed: (name: Name, value: Say) =
        chance(50)
        ? (.plain("sec"), .array([secret()])) : (.plain("l"), .array([element]))
      members.append((.plain("$remove"), .object([removed])))
    }
    if chance(15) {
      let type = random.pickOne([#""integer""#, #""object""#, #"["null", "array"]"#])
      let key = random.pickOne(["pw", "al", "dsn", "t", "sec"])
      members.append((.plain("$type"), .object([(.plain(key), .plain(type))])))
    }
    if chance(10) {
      members.append((.plain("$because"), .object([(.plain("pw"), .plain(#""so it is""#))])))
    }
  }

  private mutating func plain() -> Say {
    .plain(random.pickOne([#""p0""#, #""p1""#, #""p2""#, "1", "true", "null", "[]"]))
  }

  private mutating func secret() -> Say { .secret(random.upTo(5), number: chance(15)) }

  /// Something to stand where all is secret.
  private mutating func hidden(_ depth: Int = 0) -> Say {
    switch random.upTo(depth > 1 ? 2 : 6) {
    case 3: return .array((0...random.upTo(2)).map { _ in hidden(depth + 1) })
    case 4: return .object([(.plain("a"), hidden(depth + 1)), (.plain("b"), secret())])
    case 5:
      return .object([(.plain("$ref"), .plain(#""nosuch""#)), (.plain("default"), secret())])
    default: return secret()
    }
  }

  /// Directives that hold values of a secret member.
  private mutating func hiddenDirectives() -> [(name: Name, value: Say)] {
    var members: [(name: Name, value: Say)] = []
    if chance(30) {
      members.append((.plain("$remove"), .object([(.plain("pw"), .array([secret(), secret()]))])))
    }
    if chance(30) {
      let condition: (name: Name, value: Say) =
        chance(70)
        ? (.plain("enum"), .array([secret(), secret()]))
        : (.plain("items"), .object([(.plain("enum"), .array([secret()]))]))
      let type: Say = .object([condition])
      let key = chance(50) ? "pw" : "*w"
      members.append((.plain("$type"), .object([(.plain(key), type)])))
    }
    return members
  }

  private mutating func value(of key: String, _ scope: String, _ tree: String) -> Say? {
    // What is no secret there is the same in both.
    let isHiding = isHiding(scope)
    switch key {
    case "pw", "sec": return isHiding ? hidden() : plain()
    case "f":
      guard isHiding, tree == "new" else { return plain() }
      return .object([(.plain("$file"), .plain(#""_t.txt""#))])
    case "o":
      if isHiding, tree == "new", chance(40) {
        return .object([(.plain("$include"), .plain(#""_f.json""#)), (.plain("x"), plain())])
      }
      let pw = isHiding ? hidden() : plain()
      if chance(10) { return plain() }
      var members: [(name: Name, value: Say)] = [(.plain("pw"), pw), (.plain("x"), plain())]
      if isHiding { members += hiddenDirectives() }
      return .object(members)
    case "g":
      // What is in it is secret, though nobody writes it.
      let pw = isHiding ? secret() : plain()
      let inner: Say = .array([.object([(.plain("pw"), pw)]), plain()])
      return .object([
        (.plain("$ref"), .plain(random.pickOne([#""nosuch""#, #""o""#]))),
        (
          .plain("default"),
          .object([(.plain("pw"), pw), (.plain("x"), plain()), (.plain("in"), inner)])
        ),
      ])
    case "l":
      return .array(
        (0...random.upTo(2)).map { index in
          switch random.upTo(4) {
          case 0: return plain()
          case 1:
            return .object([(.plain("$ref"), .plain(#""pw""#)), (.plain("default"), plain())])
          case 2: return table(scope)
          default:
            let pw = isHiding ? secret() : plain()
            return .object([(.plain("n"), .plain("\(index)")), (.plain("pw"), pw)])
          }
        })
    case "c", "u": return chance(50) ? plain() : drawing(scope)
    case "al": return .object([(.plain("$ref"), .plain(#""pw""#)), (.plain("default"), plain())])
    case "dsn":
      return .object([
        (.plain("$format"), .plain(#""u:${pw}@${o.x}""#)), (.plain("default"), plain()),
      ])
    case "t", "m": return table(scope)
    default: return nil
    }
  }

  /// A computed value, maybe of another scope.
  private mutating func drawing(_ scope: String) -> Say {
    let target = random.pickOne([
      "pw", "o", "o.pw", "l.0", "al", "dsn", "sec", "t", "f", "g", "g.pw", "g.in", "$inherited",
    ])
    var members: [(name: Name, value: Say)] = [(.plain("$ref"), .plain("\"\(target)\""))]
    if chance(50), target != "$inherited" {
      members.append((.plain("scope"), .plain("\"\(random.pickOne(Self.scopes))\"")))
    }
    if chance(60) { members.append((.plain("default"), plain())) }
    return .object(members)
  }

  /// A table of translations; of secrets where what it translates is one.
  private mutating func table(_ scope: String) -> Say {
    var members: [(name: Name, value: Say)] = []
    var isSecret = isHiding(scope)
    let targets = isSecret ? ["pw", "o.pw", "f", "sec.a"] : ["pw", "c"]
    members.append((.plain("$ref"), .plain("\"\(random.pickOne(targets))\"")))
    if chance(30) {
      let other = random.pickOne(Self.scopes)
      members.append((.plain("scope"), .plain("\"\(other)\"")))
      isSecret = isHiding(String(other.dropFirst()))
      // What is secret there has no other name.
      members[0].value = .plain(#""pw""#)
    }
    var rows: [(name: Name, value: Say)] = []
    for number in 0...random.upTo(3) {
      let name: Name = isSecret ? .secret(number) : .plain("p\(number)")
      rows.append((name, isSecret && chance(50) ? secret() : plain()))
    }
    if chance(70) { rows.append((.plain("*"), plain())) }
    members.append((.plain("map"), .object(rows)))
    if chance(40) { members.append((.plain("default"), plain())) }
    return .object(members)
  }

  /// What a file said at the other time.
  private mutating func edited(_ say: Say, _ path: String) -> Say {
    guard case .object(var members) = say else { return say }
    let parts = path.split(separator: "/").dropFirst().dropLast()
    let scope = parts.joined(separator: "/")
    if path.hasSuffix("_f.json") {
      members[0].value = secret()
      return .object(members)
    }
    for index in members.indices.reversed() where chance(40) {
      guard case .plain(let name) = members[index].name, !name.hasPrefix("$") else {
        if chance(50) { members.remove(at: index) }
        continue
      }
      if let value = value(of: name, scope, "new"), !chance(20) {
        members[index].value = value
      } else {
        members.remove(at: index)
      }
    }
    return .object(members)
  }
}

extension SecretTwins.Breakage {
  /// A file's text, broken at its beginning, so that no place tells how long a secret is.
  func text(_ whole: String) -> String {
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

extension SplitMix64 {
  mutating func pickOne<Element>(_ elements: [Element]) -> Element {
    elements[upTo(elements.count - 1)]
  }
}
