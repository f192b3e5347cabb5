/// Under which circumstances two times of a tree are compared.
struct Circumstances {
  /// What every variable and every fact holds; nil for what the caller allows and gives.
  var variables: [UInt8]?
  var hasOverlays = true

  static let asGiven = Circumstances()
  /// The root's tree is read without what is stacked on it, too.
  static let withoutOverlays = Circumstances(hasOverlays: false)

  /// The same where others allow or give what this caller does not: then what draws on it is compared, too.
  var withVariables: [Circumstances] {
    ["7", "true"].map { Circumstances(variables: Array($0.utf8), hasOverlays: hasOverlays) }
  }
}
