/// Conditions under which a tree is compared before and after a tidying.
struct Circumstances {
  /// Assumed value of every variable and fact; nil to use those of the caller.
  var variables: [UInt8]?
  var hasOverlays = true

  static let asGiven = Circumstances()
  static let withoutOverlays = Circumstances(hasOverlays: false)

  /// These conditions with assumed variables, because other callers may allow other variables.
  var withVariables: [Circumstances] {
    ["7", "true"].map { Circumstances(variables: Array($0.utf8), hasOverlays: hasOverlays) }
  }
}
