import Cascade

extension CheckRule {
  static let settings = CheckRule(
    .warning, .settings, "a name in '.heir' that nothing in the tree has",
    .file(".heir", #"{ "files": ["*.json", "*.conf"] }"#),
    .file("properties.json", #"{ "port": 5432 }"#),
    .file("a/more.conf", nil, mended: #"{ "host": "db" }"#),
    looksBelow: true
  ) { scope in
    // Only who has seen the whole tree can tell.
    scope.view.scope.depth == 0 && scope.isWholeBelow ? scope.visited.place.unmetSettings : []
  }
}
