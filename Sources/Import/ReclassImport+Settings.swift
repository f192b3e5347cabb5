import SafeText
import SystemCalls
import YAMLSource

extension ReclassImport {
  /// Refuses settings that reclass refuses for every node, or that may be such.
  static func refuse(_ file: ImportSource.File) {
    func refuse(_ words: String, _ node: YAMLNode) {
      file.refuse("\(words), so reclass refuses every node", node.start)
    }
    let settings = file.root
    if settings.members == nil {
      refuse("settings other than an object", settings)
    } else if file.isRefused {
      refuse("a file that YAML does not allow", settings)
    }
    for place in settings.leftOut { file.refuse("a value that reclass may refuse", place.start) }
    if let base = settings["inventory_base_uri"], base.isTrueInPython, base.text == nil {
      refuse("'inventory_base_uri' is not a text", base)
    }
    if let environment = settings["default_environment"], environment.isContainer {
      refuse("'default_environment' is not a text", environment)
    }
    if settings["ignore_class_notfound"]?.isTrueInPython == true,
      let pattern = settings["ignore_class_notfound_regexp"]
    {
      if pattern.text == nil && pattern.elements?.allSatisfy({ $0.text != nil }) != true {
        refuse("'ignore_class_notfound_regexp' is not a text or a list of texts", pattern)
      } else if RubyPattern.isRefusedByPython(pattern.choices) {
        refuse("Python refuses the regular expression", pattern)
      }
    }
    for mapping in settings["class_mappings"]?.elements ?? [] {
      let words = (mapping.text ?? []).split(maxSplits: 1) { $0 <= 0x20 }
      if let inner = expression(words.first ?? []), RubyPattern.isRefusedByPython(inner) {
        refuse("Python refuses the regular expression", mapping)
      }
    }
  }

  /// Returns whether the names of nodes contain their directories.
  mutating func readSettings() -> Bool {
    let settings = file?.root
    func isOn(_ name: String, usually: Bool = false) -> Bool {
      settings?[name].map(\.isTrueInPython) ?? usually
    }
    rules.scalarOverDict = isOn("allow_scalar_over_dict")
    rules.scalarOverList = isOn("allow_scalar_over_list")
    rules.dictOverScalar = isOn("allow_dict_over_scalar")
    rules.listOverScalar = isOn("allow_list_over_scalar")
    rules.nullOverride = isOn("allow_none_override")
    rules.refusesConstants = isOn("strict_constant_parameters", usually: true)
    defaultEnvironment = settings?["default_environment"] ?? defaultEnvironment
    if isOn("ignore_class_notfound") {
      let pattern = settings?["ignore_class_notfound_regexp"] ?? .text(".*".utf8)
      ignoredClasses = RubyPattern(
        Array("^(".utf8) + pattern.choices + Array(")".utf8), isPython: true)
      if ignoredClasses == nil {
        leaveOut("an unknown pattern of classes, which reclass may refuse", pattern.start)
      }
    }
    // Settings that change no value.
    let known = [
      "nodes_uri", "classes_uri", "class_mappings", "inventory_base_uri", "output",
      "pretty_print", "no_refs", "group_errors", "compose_node_name", "allow_scalar_over_dict",
      "allow_scalar_over_list", "allow_dict_over_scalar", "allow_list_over_scalar",
      "allow_none_override", "ignore_class_notfound", "ignore_class_notfound_regexp",
      "ignore_class_notfound_warning",
      "strict_constant_parameters", "default_environment", "inventory_ignore_failed_node",
      "inventory_ignore_failed_render",
    ]
    // These change how every text and key is read.
    let grammar: [String: YAMLNode] = [
      "storage_type": .text("yaml_fs".utf8),
      "delimiter": .text(":".utf8), "escape_character": .text("\\".utf8),
      "dict_key_override_prefix": .text("~".utf8), "dict_key_constant_prefix": .text("=".utf8),
      "reference_sentinels": .list(["${", "}"].map { Array($0.utf8) }),
      "export_sentinels": .list(["$[", "]"].map { Array($0.utf8) }),
      "automatic_parameters": YAMLNode(.boolean(true)),
      "scalar_parameters": YAMLNode(.boolean(false)),
      "class_mappings_match_path": YAMLNode(.boolean(false)),
      "ignore_overwritten_missing_references": YAMLNode(.boolean(true)),
    ]
    for member in settings?.members ?? [] {
      if let usual = grammar[String(decoding: member.name, as: UTF8.self)] {
        if usual.identity != member.value.identity {
          file?.refuse(
            "the setting \(Printable.quoted(member.name)) is only known with its default value",
            member.start)
        }
      } else if !known.contains(where: { member.name.elementsEqual($0.utf8) }) {
        leaveOut("the setting \(Printable.quoted(member.name))", member.start)
      }
    }
    return isOn("compose_node_name")
  }

  /// Reads the mappings of node names to classes; only `*` and simple regular expressions are known.
  mutating func readMappings() {
    let settings = file
    if let all = settings?.root["class_mappings"], all.elements == nil, all.isSet {
      settings?.refuse("'class_mappings' is not a list, so reclass refuses every node", all.start)
    }
    for node in settings?.root["class_mappings"]?.elements ?? [] {
      // A backslash escapes a star that YAML would read as an alias.
      let words = (node.text ?? []).split { $0 <= 0x20 }.map { word in
        word.starts(with: "\\*".utf8) ? Array(word.dropFirst()) : Array(word)
      }
      let matches = Self.matcher(words.first ?? [])
      let found = nodes.map(matches).filter { $0 != false }
      if found.isEmpty { continue }
      // A class may contain a part of the node's name.
      let isKnown = !words.dropFirst().joined().contains(UInt8(ascii: "\\"))
      if !isKnown || found.contains(nil) {
        settings?.leaveOut(
          "a mapping with another pattern than '*', and the nodes that it may concern", node.start
        )
        missingMappings.append { isKnown ? matches($0) == nil : matches($0) != false }
      }
      guard isKnown, found.contains(true) else { continue }
      for name in words.dropFirst()
      where classes[name] == nil && !isIgnored(name) {
        settings?.leaveOut(
          "unknown class \(Printable.quoted(name)), and the nodes with it", node.start)
      }
      mappings.append(({ matches($0) == true }, Array(words.dropFirst())))
    }
  }

  /// What is between the slashes of a pattern.
  private static func expression(_ pattern: some Collection<UInt8>) -> [UInt8]? {
    let inner = Array(pattern.dropFirst().dropLast())
    // Of two backslashes reclass removes one.
    let isKnown = !inner.contains(.slash) && !inner.contains("\\\\".utf8)
    return pattern.count > 2 && isKnown && pattern.starts(with: [.slash])
      && pattern.suffix(1).elementsEqual([.slash]) ? inner : nil
  }

  /// Whether a node matches a pattern; nil if that is not known.
  private static func matcher(_ pattern: [UInt8]) -> (FileName) -> Bool? {
    if pattern.first == .slash {
      // The name of a file has at most 255 bytes.
      guard let inner = expression(pattern), inner.count <= 250,
        let expression = RubyPattern(inner, isPython: true)
      else { return { _ in nil } }
      return { expression.matches($0) }
    }
    if pattern.isEmpty || pattern.contains(where: { "'\"[\\".utf8.contains($0) }) {
      return { _ in nil }
    }
    let isKnown = !pattern.contains(UInt8(ascii: "?"))
    let stars = StarPattern(pattern.map { $0 == UInt8(ascii: "?") ? UInt8(ascii: "*") : $0 })
    return { stars.matches($0) ? isKnown ? true : nil : false }
  }
}

extension YAMLNode {
  var isTrueInPython: Bool {
    switch content {
    case .leftOut: false
    case .number(let spelling): spelling.contains { $0.isDigit && $0 != UInt8(ascii: "0") }
    default: !isFalsy && isSet && text?.isEmpty != true
    }
  }

  /// The texts of a list, or the text, as choices of a regular expression.
  fileprivate var choices: [UInt8] {
    Array((elements ?? [self]).map { $0.text ?? [] }.joined(separator: [UInt8(ascii: "|")]))
  }
}
