extension CheckRule {
  static let nestedRoot = CheckRule(
    .warning, .nestedRoot, "a '.heir' below the root, which begins another tree for those below it",
    tripping: ExampleTree(.file("a/.heir", "")),
    clean: ExampleTree(.file(".heir", ""), .file("a/properties.json", #"{ "port": 5432 }"#))
  ) { scope in
    scope.visited.reading.settings.map { home, path in
      Diagnostic(
        .warning, .nestedRoot,
        "'.heir' below the root; from here on down another root is found unless --root is given",
        path: path, home: home)
    }
  }
}
