import JSONSource

/// The content of the files and settings given on the command line.
package struct InputFiles {
  package struct File: Equatable {
    package let path: [UInt8]
    private let bytes: [UInt8]

    package init(_ path: [UInt8], _ bytes: [UInt8]) { (self.path, self.bytes) = (path, bytes) }

    package var source: Source { Source(bytes) }
  }

  package enum Setting: Equatable {
    case text([UInt8])
    case file(File)
  }

  package let facts: FactFiles?
  package let settings: [Setting]

  package init(facts: FactFiles? = nil, settings: [Setting] = []) {
    (self.facts, self.settings) = (facts, settings)
  }

  package var hasOneFileOfFacts: Bool { if case .one? = facts { true } else { false } }
}
