import Cascade

extension CheckRule {
  static let environment = CheckRule(
    .note, .environment, "a value that needs a variable which is not allowed: it is not judged",
    tripping: ExampleTree(.file("properties.json", #"{ "home": { "$env": "HOME" } }"#)),
    clean: ExampleTree(
      .file("properties.json", #"{ "home": { "$env": "HOME", "default": "/" } }"#)),
    isOfWorking: true
  ) { _ in [] }
}
