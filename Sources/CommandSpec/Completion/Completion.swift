/// The shells for which there is a completion script.
package enum CompletionShell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}

/// How a completion script asks the program for what stands in no table.
package struct CompletionSource: Sendable {
  /// Words of the command that prints all scopes, each with a NUL behind it.
  package let scopes: String
  /// Words of the command that prints the keys of the scopes given after them, likewise.
  package let keys: String
  /// The option that both take from the line.
  package let root: String

  package init(scopes: String, keys: String, root: String) {
    self.scopes = scopes
    self.keys = keys
    self.root = root
  }
}

extension Catalogue {
  /// The script that completes the tool's commands, options and values in a shell.
  package func completionScript(for shell: CompletionShell, _ source: CompletionSource) -> String {
    switch shell {
    case .bash: bashCompletion(source)
    case .zsh: zshCompletion(source)
    case .fish: fishCompletion(source)
    }
  }

  /// The commands that can be completed.
  var offered: [CommandDescription] { commands }

  /// What a script offers before the command's name: options that commands share.
  var leadingOptions: [OptionDescription] {
    unique(offered.flatMap(\.options).filter(\.isCommon))
      + OptionDescription.builtIn
  }

  /// Every option that takes a value before the command's name.
  var leadingValueOptions: [OptionDescription] {
    unique(offered.flatMap(\.options).filter(\.takesValue))
  }

  private func unique(_ options: [OptionDescription]) -> [OptionDescription] {
    var seen: Set<String> = []
    return options.filter { seen.insert($0.name).inserted }
  }
}

extension CommandDescription {
  /// The options that a script offers.
  var offeredOptions: [OptionDescription] {
    options + OptionDescription.builtIn
  }

  /// How many scopes stand before the other arguments.
  var scopeCount: Int { arguments.prefix { $0.kind == .scope }.count }
}

extension OptionDescription {
  /// What the option's value stands for, nil where it takes none.
  var valueKind: ValueKind? {
    if case .value(_, let kind, _) = form { kind } else { nil }
  }
}

/// Text in single quotes, as bash and zsh read it.
func singleQuoted(_ text: String) -> String {
  var result = "'"
  for scalar in text.unicodeScalars {
    if scalar == "'" { result += "'\\''" } else { result.unicodeScalars.append(scalar) }
  }
  return result + "'"
}
