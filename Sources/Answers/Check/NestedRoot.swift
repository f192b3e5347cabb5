import Cascade

extension CheckRule {
  static let nestedRoot = CheckRule(
    .warning, .nestedRoot, "'.heir' below the root; starts another tree there",
    .file("a/.heir", "", mended: nil),
    .file(".heir", nil, mended: ""),
    .file("a/properties.json", nil, mended: #"{ "port": 5432 }"#)
  ) { scope in
    scope.visited.reading.settings.map { home, path in
      Diagnostic(.warning, .nestedRoot, .nestedRoot, path: path, home: home)
    }
  }
}
