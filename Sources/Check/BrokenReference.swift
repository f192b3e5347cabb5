import Cascade

extension CheckRule {
  static let reference = CheckRule(
    reading: .reference, "a value that cannot be worked out in some scope",
    tripping: ExampleTree(
      .file("properties.json", #"{ "url": { "$format": "http://${host}/" } }"#),
      .file("a/properties.json", #"{ "host": "db" }"#),
      .file("b/properties.json", #"{ "port": 5432 }"#)),
    clean: ExampleTree(
      .file("properties.json", #"{ "url": { "$format": "http://${host}/" } }"#),
      .file("a/properties.json", #"{ "host": "db" }"#),
      .file("b/properties.json", #"{ "port": 5432, "host": "other" }"#)),
    isOfWorking: true)
}
