import Foundation
import TestSupport
import Testing

@testable import HeirTool

/// Imports of random inventories are compared with reclass, node by node.
@Suite(.needs("python3:reclass", "python3:yaml")) struct ImportReclassLawTests {
  @Test func aValueEqualsThatOfReclassOrIsListed() throws {
    let inventories = Seeds.upTo(5).map { seed in
      var random = RandomInventory(seed: UInt64(seed))
      return Scratch(random.files()).keptUntilTheEnd()
    }
    let answers = try Self.ask(inventories)
    var counts = Counts()
    for (seed, (inventory, nodes)) in zip(inventories, answers).enumerated() {
      Self.compare(seed, inventory, nodes, &counts)
    }
    #expect(counts.refusedButWritten * 10 <= counts.failed + 10, "\(counts)")
    #expect(counts.equal > 10 * counts.absent, "\(counts)")
    #expect(counts.falseAlarms * 10 <= counts.whole + 10, "\(counts)")
  }

  private struct Counts {
    var (equal, absent, failed) = (0, 0, 0)
    var refusedButWritten = 0
    /// Inventories of which all values are equal, and those with status 1 among them.
    var (whole, falseAlarms) = (0, 0)
  }

  private static func compare(
    _ seed: Int, _ inventory: Scratch, _ nodes: [String: JSONValue?], _ counts: inout Counts
  ) {
    let harness = Harness(in: inventory.url)
    let imported = harness.run("import", "reclass", ".", "-o", "t", "-q")
    guard imported.status < 2 else {
      Issue.record("\(seed): \(inventory.url.path): \(imported)")
      return
    }
    let isListed = imported.status == 1
    let check = harness.run("check", "--root", "t")
    let errors = check.output.split(separator: "\n").filter {
      $0.contains(": error:") && !$0.hasSuffix("[required]")
    }
    #expect(check.status < 2 && errors.isEmpty, "\(seed): \(errors)")
    var isWhole = true
    // reclass changes the values of such keys from one node to the next.
    let hasTwins = imported.output.contains("refuses because of a key with and without '~' or '='")
    #expect(
      !imported.output.contains("which reclass refuses") || hasTwins
        || nodes.values.contains { $0 == nil },
      "\(seed): \(imported.output)")
    for (name, answer) in nodes {
      guard case .object(var members)? = answer else {
        counts.failed += 1
        isWhole = false
        #expect(isListed, "\(seed): reclass fails for \(name)")
        let found = harness.run("resolve", "/nodes/\(name)", "--root", "t", "--json")
        if found.status == 0 { counts.refusedButWritten += 1 }
        continue
      }
      members["_reclass_"] = nil
      let resolved = harness.run("resolve", "/nodes/\(name)", "--root", "t", "--json")
      if resolved.status == 2, hasTwins {
        counts.absent += members.count
        isWhole = false
        continue
      }
      guard resolved.status == 0 else {
        Issue.record("\(seed): \(name): \(resolved)")
        continue
      }
      guard
        let own = try? JSONDecoder().decode(JSONValue.self, from: Data(resolved.output.utf8))
      else {
        Issue.record("\(seed): \(resolved)")
        continue
      }
      var differences: [String] = []
      let absent = counts.absent
      own.compare(with: .object(members), [], &differences, &counts.equal, &counts.absent)
      if counts.absent > absent { isWhole = false }
      #expect(
        differences.isEmpty && (isListed || counts.absent == absent),
        "\(seed) \(name): \(differences) \(imported.output)")
    }
    if isWhole {
      counts.whole += 1
      if isListed { counts.falseAlarms += 1 }
    }
  }

  // MARK: reclass

  /// The parameters of each node; nil if reclass fails for it.
  private static func ask(_ inventories: [Scratch]) throws -> [[String: JSONValue?]] {
    let script = Scratch([("ask.py", program)])
    let result = try Program.run(
      "python3", ["ask.py"] + inventories.map(\.url.path), in: script.url)
    let lines = result.output.split(separator: "\n").filter { $0.hasPrefix("{") }
    try #require(lines.count == inventories.count, "\(result)")
    return try lines.map {
      try JSONDecoder().decode([String: JSONValue?].self, from: Data($0.utf8))
    }
  }

  // reclass 1.7 uses a name that Python 3.10 removed.
  private static let program = """
    import collections, collections.abc, contextlib, json, os, resource, signal, sys, yaml
    collections.Iterable = collections.abc.Iterable
    from reclass import get_storage
    from reclass.core import Core
    from reclass.errors import ReclassException
    from reclass.settings import Settings
    # Some cycles of references make reclass run for ever.
    resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
    def stop(*_): raise TimeoutError
    signal.signal(signal.SIGALRM, stop)
    for path in sys.argv[1:]:
        options = {}
        if os.path.exists(path + '/reclass-config.yml'):
            options = yaml.safe_load(open(path + '/reclass-config.yml')) or {}
        nodes = {}
        with contextlib.redirect_stderr(open(os.devnull, 'w')), \\
             contextlib.redirect_stdout(open(os.devnull, 'w')):
            storage = get_storage('yaml_fs', path + '/nodes', path + '/classes',
                                  options.get('compose_node_name', False))
            core = Core(storage, options.get('class_mappings'), Settings(options))
            for node in storage.enumerate_nodes():
                signal.setitimer(signal.ITIMER_REAL, 2)
                try: nodes[node] = json.loads(json.dumps(core.nodeinfo(node)['parameters']))
                except Exception as error:
                    nodes[node] = None
                finally: signal.setitimer(signal.ITIMER_REAL, 0)
        print(json.dumps(nodes))
    """
}

/// A value of a JSON text; Foundation's own types treat 1 and true as equal.
private enum JSONValue: Decodable, Equatable {
  case null
  case boolean(Bool)
  case number(Double)
  case text(String)
  case array([JSONValue])
  case object([String: JSONValue])

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let value = try? container.decode(Bool.self) {
      self = .boolean(value)
    } else if let value = try? container.decode(Double.self) {
      self = .number(value)
    } else if let value = try? container.decode(String.self) {
      self = .text(value)
    } else if let value = try? container.decode([JSONValue].self) {
      self = .array(value)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  func compare(
    with other: JSONValue, _ path: [String], _ differences: inout [String], _ equal: inout Int,
    _ absent: inout Int
  ) {
    guard case .object(let own) = self, case .object(let others) = other else {
      if self == other {
        equal += 1
      } else {
        differences.append("\(path.joined(separator: ".")) is \(self), not \(other)")
      }
      return
    }
    for (name, value) in others {
      guard let mine = own[name] else {
        absent += 1
        continue
      }
      mine.compare(with: value, path + [name], &differences, &equal, &absent)
    }
    for name in own.keys where others[name] == nil {
      differences.append("\((path + [name]).joined(separator: ".")) should not be there")
    }
  }
}

/// Classes and nodes with inheritance, references, merged lists and objects, overrides and constants.
private struct RandomInventory {
  private var random: SplitMix64
  /// How many of a hundred values are hard to import; none in every second inventory.
  private let rate: Int

  init(seed: UInt64) {
    random = SplitMix64(seed: seed &* 7919 &+ 3)
    rate = seed % 2 == 1 ? 2 : 0
  }

  private mutating func pick<T>(_ items: [T]) -> T {
    items[Int.random(in: 0..<items.count, using: &random)]
  }

  private mutating func chance(_ percent: Int) -> Bool {
    Int.random(in: 0..<100, using: &random) < percent
  }

  /// The kind of a value is that of the key's first letter. Only the last keys refer to others.
  private static let keys = [
    "s0", "s1", "s2", "t0", "l0", "l1", "d0", "d1", "r0", "q0", "m0", "f0", "f1", "é x", "a.b",
  ]

  /// The values to which the others refer.
  private static let base = """
    classes: []
    parameters: {
      "s0": "zero", "s1": 1, "s2": "s0", "t0": true, "l0": ["x", {"s0": "y"}], "l1": [],
      "d0": {"s0": "a", "s1": 2, "l0": [1], "d0": {"s0": "deep", "l1": ["p"]}},
      "d1": {"s0": "b", "s1": "c", "l0": ["q"], "d0": {"s0": "e", "l1": []}}, "é x": 1, "a.b": 2}

    """

  private mutating func path() -> String {
    if chance(rate) {
      return pick(["t0", "r1", "missing", "q0", "l0:0", "l0:9:s0", "d0:s0:x", "l0:x", "f1"])
    }
    return switch Int.random(in: 0..<10, using: &random) {
    case 0..<3: pick(["s0", "s1", "s2"])
    case 3..<6: pick(["d0", "d1"]) + ":" + pick(["s0", "s1"])
    case 6: pick(["d0:d0:s0", "d1:d0:s0"])
    case 7: pick(["l0:1:s0", "é x"])
    default: pick(["_reclass_:name:full", "d0:s1", "s0"])
    }
  }

  private mutating func text() -> String {
    if chance(rate) {
      return pick([
        "$[ exports:x ]", "${d0:${s2}}", "ENC[PKCS7,aGk=]", "$ANSIBLE_VAULT;1.1;AES256\\n00",
        "${s0",
        "a${}", "${_reclass_:environment}", "x ENC[GPG,abc] y", "${_reclass_:name:short}",
      ])
    }
    return switch Int.random(in: 0..<8, using: &random) {
    case 0..<4: pick(["a", "b", "two words", "é", ""])
    case 4: pick([#"\\${s0}"#, #"\\\\${x}"#, #"\\\\\\${x} y"#, #"x\\$[y]"#, #"a\\b"#])
    case 5: pick(["$5", "a $ b", "{x}", #"c:\\x"#, "%{x}", #"a\\\\}"#])
    default: pick(["c", "d"])
    }
  }

  private mutating func referringText() -> String {
    switch Int.random(in: 0..<5, using: &random) {
    case 0: "\(pick(["a", " ", "-"]))${\(path())}\(pick(["", " b", ":"]))"
    case 1: "${\(path())}${\(path())}"
    case 2: pick([#"a}b ${s0}"#, #"c:\\x ${s0}"#, #"${s0}\\\\}"#, "${s0}$", #"\\\\${s0}"#])
    default: "${\(path())}"
    }
  }

  private mutating func scalar() -> String {
    switch Int.random(in: 0..<10, using: &random) {
    case 0..<3: pick(["1", "-2", "300", "1.5", "0.25"])
    case 3 where chance(rate): pick(["true", "null"])
    default: "\"\(text())\""
    }
  }

  private mutating func list(_ depth: Int) -> String {
    let elements = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      chance(20) && depth > 0 ? value(pick(["l0", "d1"]), depth - 1, isInList: true) : scalar()
    }
    return "[\(elements.joined(separator: ", "))]"
  }

  /// A value of the kind that the first letter of the key names, with few exceptions.
  private mutating func value(_ key: String, _ depth: Int, isInList: Bool = false) -> String {
    if chance(rate) { return pick([scalar(), list(depth), object(depth, isInList: isInList)]) }
    return switch key.first {
    case "l": list(depth)
    case "d": object(depth, isInList: isInList)
    case "r": "\"${\(path())}\""
    case "q" where depth > 0: "\"${\(pick(["d0", "d1", "d0:d0", "d1:d0"]))}\""
    case "m" where depth > 0: "\"${\(pick(["l0", "l1", "d0:l0", "d1:d0:l1"]))}\""
    case "f": "\"\(referringText())\""
    case "t": pick(["true", "null", "1.0e+20", "1", "\"x\""])
    default: scalar()
    }
  }

  private mutating func object(_ depth: Int, isInList: Bool = false) -> String {
    if depth < 0 { return "{}" }
    var keys = Self.keys.shuffled(using: &random).prefix(Int.random(in: 0...4, using: &random))
    if chance(rate) { keys += keys.prefix(1).map { "~" + $0 } }
    let members = keys.map { key -> String in
      let sign =
        isInList || key.hasPrefix("~") ? "" : chance(6) ? "~" : chance(1 + rate / 3) ? "=" : ""
      return "\"\(sign)\(key)\": \(value(key, depth - 1, isInList: isInList))"
    }
    return "{\(members.joined(separator: ", "))}"
  }

  private static let classes: [(name: String, file: String, aliases: [String])] = [
    ("a", "a.yml", []), ("c.d", "c/d.yml", []), ("c.e", "c/e.yaml", [".d"]),
    ("c", "c/init.yml", []),
    ("b", "b.yml", [".a"]), ("c.f.g", "c/f/g.yml", [".h", "..e"]), ("z-9", "z-9.yml", []),
  ]

  mutating func files() -> [(path: String, text: String)] {
    var files: [(path: String, text: String)] = [("classes/base.yml", Self.base)]
    for (index, one) in Self.classes.enumerated() {
      var known = Self.classes[..<index].map(\.name)
      known += one.aliases.filter { $0 != ".h" }
      files.append(("classes/" + one.file, entity(known, percent: 40)))
    }
    var names = Self.classes.map(\.name)
    if chance(rate) { names.append("unknown") }
    for node in ["n", "sub/m", pick(["o", "web.example.org"])] {
      files.append(("nodes/\(node).yml", entity(names, percent: 40, first: ["base"])))
    }
    var settings: [String] = []
    if chance(40) { settings.append("compose_node_name: \(pick(["true", "false"]))") }
    if chance(40) { settings.append("allow_none_override: \(pick(["true", "false"]))") }
    for name in ["scalar_over_dict", "scalar_over_list", "list_over_scalar", "dict_over_scalar"]
    where chance(15) {
      settings.append("allow_\(name): true")
    }
    if chance(10) { settings.append("ignore_class_notfound: true") }
    if chance(10) { settings.append("strict_constant_parameters: false") }
    if chance(30) {
      settings.append(#"class_mappings: ["\\* \#(pick(names))", "n* \#(pick(names)) b"]"#)
    }
    if !settings.isEmpty {
      files.append(("reclass-config.yml", settings.joined(separator: "\n") + "\n"))
    }
    return files
  }

  private mutating func entity(
    _ known: [String], percent: Int, first: [String] = []
  ) -> String {
    let classes = first + known.shuffled(using: &random).filter { _ in chance(percent) }
    return "classes: [\(classes.map { "\"\($0)\"" }.joined(separator: ", "))]\n"
      + "parameters: \(object(2))\n"
  }
}
