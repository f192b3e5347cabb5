import Cascade

extension CheckRule {
  static let unreadable = CheckRule(
    reading: .unreadable, "a file or directory that cannot be read",
    tripping: ExampleTree(.link("properties.json", to: "missing.json")),
    clean: ExampleTree(
      .link("properties.json", to: ".shared/properties.json"),
      .file(".shared/properties.json", #"{ "port": 5432 }"#)),
    isOfWorking: true)
}
