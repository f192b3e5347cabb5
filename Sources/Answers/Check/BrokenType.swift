import Cascade

extension CheckRule {
  static let type = CheckRule(
    .error, .type, "Value of another type than '$type' declares",
    .file("properties.json", #"{ "$type": { "port": "integer" }, "port": 5432 }"#),
    .file("a/properties.json", #"{ "port": "6432" }"#, mended: #"{ "port": 6432 }"#)
  ) { _ in [] }
}
