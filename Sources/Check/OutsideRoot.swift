import Cascade

extension CheckRule {
  static let outsideRoot = CheckRule(
    reading: .outsideRoot, "a link or a path that leads out of the tree",
    tripping: ExampleTree(.link("a/db.json", to: "../../outside.json")),
    clean: ExampleTree(
      .link("a/db.json", to: "../b/db.json"), .file("b/db.json", #"{ "port": 5432 }"#)),
    isOfWorking: true)
}
