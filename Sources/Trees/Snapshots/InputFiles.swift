import Cascade
import JSONSource

/// The content of the files and settings given on the command line.
package struct InputFiles {
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

  package enum Setting {
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

  package let facts: FactFiles?
  package let settings: [Setting]

  package init(facts: FactFiles? = nil, settings: [Setting] = []) {
    (self.facts, self.settings) = (facts, settings)
  }

  package var hasOneFileOfFacts: Bool { if case .one? = facts { true } else { false } }

  package func hasSameSettings(as other: InputFiles) -> Bool {
    settings.elementsEqual(other.settings) { $0.isSame(as: $1) }
  }

  package func hasSameFacts(as other: InputFiles) -> Bool {
    switch (facts, other.facts) {
    case (let mine?, let others?): mine.isSame(as: others)
    case (nil, nil): true
    default: false
    }
  }
}
