import Cascade

extension CheckRule {
  static let deprecated = CheckRule(
    .warning, .deprecated, "Value of a deprecated key",
    .file("properties.json", #"{ "$deprecated": { "port": "use listen" }, "listen": 1 }"#),
    .file("a/properties.json", #"{ "port": 5432 }"#, mended: #"{ "$stop": ["listen"] }"#)
  ) { scope in
    scope.declared.activeDeclarations(.deprecated).flatMap { declared in
      // A declaration applies from its own level on, in any tree.
      scope.own.filter { $0.position >= declared.position }.compactMap { position, _ in
        guard let node = scope.view.node(declared.key, at: position),
          node.step.position == position, let part = node.lastWritten
        else { return nil }
        return scope.asked.deprecation(declared, at: part.place)
      }
    }
  }
}
