/// The type as which the text of an environment variable is read.
package enum TypeOfText: String, CaseIterable, Sendable {
  case string, integer, number, boolean, json
}
