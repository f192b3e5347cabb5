extension CheckRule {
  static let deprecated = CheckRule(
    .warning, .deprecated, "a key that is set although '$deprecated' names it",
    tripping: ExampleTree(
      .file("properties.json", #"{ "$deprecated": { "port": "use listen" }, "listen": 1 }"#),
      .file("a/properties.json", #"{ "port": 5432 }"#)),
    clean: ExampleTree(
      .file("properties.json", #"{ "$deprecated": { "port": "use listen" }, "listen": 1 }"#),
      .file("a/properties.json", #"{ "$stop": ["listen"] }"#))
  ) { scope in
    scope.declared.filter { $0.isInForce && $0.marker.kind == .deprecated }.compactMap { declared in
      guard let node = declared.node,
        let part = node.part(where: { $0.scope == scope.view.scope })
      else { return nil }
      return scope.asked.deprecation(declared, at: part.place)
    }
  }
}
