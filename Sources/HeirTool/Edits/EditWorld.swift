/// Under which circumstances two times of a tree are compared.
struct EditWorld {
  /// What every variable holds; nil for the environment as the caller allows it.
  var variables: [UInt8]?
  var hasOverlays = true

  static let asGiven = EditWorld()
  /// Others may allow what this caller does not: then what draws on it is compared, too.
  static let otherVariables = ["7", "true"].map { EditWorld(variables: Array($0.utf8)) }
  /// The root's tree is read without what is stacked on it, too.
  static let withoutOverlays = EditWorld(hasOverlays: false)
}
