import Cascade

extension Checker {
  /// Whether what a scope says in vain of a key can go from files that hold no directive, and nothing else comes to
  /// be said in vain: what holds there is then what the scope above hands down, written as it was, of that key and of
  /// all others, so that what any scope says meets the same as before.
  ///
  /// That is not so where arrays are put together from what several say, where others are kept back than those that
  /// somebody mentions, and where a file has its say in scopes that stand elsewhere.
  package var leavesNothingInVain: Bool {
    uncertainCount == 0 && !hasOthersToo && elsewhere.inherited.isEmpty
      && directives.isDisjoint(with: [.merge, .remove, .pass])
  }
}
