import Cascade

extension CheckRule {
  static let cycle = CheckRule(
    reading: .cycle, "references, inclusions or links that lead back to where they began",
    tripping: ExampleTree(
      .file("properties.json", #"{ "a": { "$ref": "b" }, "b": { "$ref": "a" } }"#)),
    clean: ExampleTree(
      .file("properties.json", #"{ "a": { "$ref": "b" }, "b": 1 }"#)),
    isOfWorking: true)
}
