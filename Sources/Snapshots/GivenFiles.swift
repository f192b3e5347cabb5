import Cascade
import JSONSource

/// What the caller gives beside the trees, as it was read at one time.
package struct GivenFiles {
  /// One file, by its path as it was given.
  package struct File {
    package let path: [UInt8]
    package let source: Source

    package init(_ path: [UInt8], _ bytes: [UInt8]) {
      (self.path, source) = (path, Source(bytes))
    }

    func isSame(as other: File) -> Bool {
      path == other.path && source.isEqual(to: other.source)
    }
  }

  /// What is set in the asked scope (T8).
  package enum Setting {
    /// `KEY=VALUE`, as given.
    case text([UInt8])
    case file(File)

    fileprivate func isSame(as other: Setting) -> Bool {
      switch (self, other) {
      case (.text(let mine), .text(let others)): mine == others
      case (.file(let mine), .file(let others)): mine.isSame(as: others)
      default: false
      }
    }
  }

  /// What is said of the machine (V3).
  package let facts: FactFiles?
  /// In the order given.
  package let settings: [Setting]

  package init(facts: FactFiles? = nil, settings: [Setting] = []) {
    (self.facts, self.settings) = (facts, settings)
  }

  /// Whether the facts of one file stand for every scope.
  package var hasOneFileOfFacts: Bool { if case .one? = facts { true } else { false } }

  /// Whether both set the same.
  package func hasSameSettings(as other: GivenFiles) -> Bool {
    settings.elementsEqual(other.settings) { $0.isSame(as: $1) }
  }

  /// Whether both say the same of the machine.
  package func hasSameFacts(as other: GivenFiles) -> Bool {
    switch (facts, other.facts) {
    case (let mine?, let others?): mine.isSame(as: others)
    case (nil, nil): true
    default: false
    }
  }
}
