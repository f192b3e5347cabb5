import Cascade

extension CheckRule {
  static let directive = CheckRule(
    reading: .directive, "a directive that is unknown, in the wrong place or of the wrong shape",
    tripping: ExampleTree(
      .file("properties.json", #"{ "port": 5432 }"#),
      .file("a/properties.json", #"{ "$stopp": ["port"] }"#)),
    clean: ExampleTree(
      .file("properties.json", #"{ "port": 5432 }"#),
      .file("a/properties.json", #"{ "$stop": ["port"] }"#)))
}
