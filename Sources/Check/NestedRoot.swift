import Cascade

extension CheckRule {
  static let nestedRoot = CheckRule(
    .warning, .nestedRoot, "a '.heir' below the root, which begins another tree for those below it",
    .file("a/.heir", "", mended: nil),
    .file(".heir", nil, mended: ""),
    .file("a/properties.json", nil, mended: #"{ "port": 5432 }"#)
  ) { scope in
    scope.visited.reading.settings.map { home, path in
      Diagnostic(.warning, .nestedRoot, .nestedRoot, path: path, home: home)
    }
  }
}
