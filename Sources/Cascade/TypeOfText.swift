/// What the text of a variable is read as.
package enum TypeOfText: String, CaseIterable, Sendable {
  case string, integer, number, boolean, json
}
