extension CheckRule {
  static let cycle = CheckRule(
    reading: .cycle, "a link to a directory that holds it",
    tripping: ExampleTree(
      .file("a/properties.json", #"{ "port": 5432 }"#), .link("a/up", to: "..")),
    clean: ExampleTree(
      .file("a/properties.json", #"{ "port": 5432 }"#), .link("b", to: "a")))
}
