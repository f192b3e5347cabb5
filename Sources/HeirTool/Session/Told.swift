import Cascade

/// What is told in words already, where a finding with a place is wanted.
struct Told: ForeignProblem {
  let words: String
}
