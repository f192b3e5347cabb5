extension ArgumentDescription {
  /// `SCOPE`, `[SCOPE]`, `KEY...`.
  var synopsis: String {
    switch count {
    case .one: name
    case .optional: "[\(name)]"
    case .remaining(minimum: 0): "[\(name)...]"
    case .remaining: "\(name)..."
    case .passedOn: "-- \(name)..."
    }
  }
}

extension CommandDescription {
  /// The synopses without the tool's name; generated unless declared.
  var synopsisLines: [String] {
    if !synopses.isEmpty { return synopses.map { "\(name) \($0)" } }
    let options = options.isEmpty ? [] : ["[OPTIONS]"]
    return [([name] + options + arguments.map(\.synopsis)).joined(separator: " ")]
  }

  package func usageLine(tool: String) -> String {
    synopsisLines.map { "\(tool) \($0)" }.joined(separator: "\n       ")
  }
}

extension OptionDescription {
  /// `-c, --compact`, `--format FORMAT`.
  var label: String {
    let spelled = spellings.joined(separator: ", ")
    guard case .value(let name, _, _) = form else { return spelled }
    return "\(spelled) \(name)"
  }

  var fullHelp: String {
    guard case .value(_, let kind, let isRepeatable) = form else { return help }
    let words = kind.words.isEmpty ? "" : ": \(kind.words.joined(separator: ", "))"
    return help + words + (isRepeatable ? " (repeatable)" : "")
  }
}
