/// Conditions under which a tree is compared before and after a tidying.
struct ProofConditions {
  /// Assumed value of every variable and fact; nil to use those of the caller.
  var variables: [UInt8]?
  var hasOverlays = true

  static let asGiven = ProofConditions()
  static let withoutOverlays = ProofConditions(hasOverlays: false)

  /// These conditions with assumed variables, because other callers may allow other variables.
  var withVariables: [ProofConditions] {
    ["7", "true"].map { ProofConditions(variables: Array($0.utf8), hasOverlays: hasOverlays) }
  }
}
