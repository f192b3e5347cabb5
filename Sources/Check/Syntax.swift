import Cascade

extension CheckRule {
  static let syntax = CheckRule(
    reading: .syntax, "a file that is no strict JSON in UTF-8, or holds no object",
    tripping: ExampleTree(.file("properties.json", #"{ "port": 5432, }"#)),
    clean: ExampleTree(.file("properties.json", #"{ "port": 5432 }"#)))
}
