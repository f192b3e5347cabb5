import Cascade

extension CheckRule {
  static let duplicateName = CheckRule(
    reading: .duplicateName, "two members of one object with the same name",
    tripping: ExampleTree(.file("properties.json", #"{ "port": 5432, "port": 5433 }"#)),
    clean: ExampleTree(.file("properties.json", #"{ "port": 5432, "host": "db" }"#)))
}
