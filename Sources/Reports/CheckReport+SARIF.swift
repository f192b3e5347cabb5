import Answers
import Cascade
import Check
import JSONSource
import Legible
import Sessions

extension JSONWriter {
  /// Writes a SARIF 2.1.0 log with one run.
  package mutating func sarif(_ report: CheckReport) {
    object { log in
      log.member("$schema")
      log.string("https://json.schemastore.org/sarif-2.1.0.json")
      log.member("version")
      log.string("2.1.0")
      log.member("runs")
      log.array { runs in
        runs.element()
        runs.run(report)
      }
    }
  }

  private mutating func run(_ report: CheckReport) {
    object { run in
      run.member("tool")
      run.object { tool in
        tool.member("driver")
        tool.driver(report.rules)
      }
      // Ours count bytes, which SARIF has no name for.
      run.member("columnKind")
      run.string("unicodeCodePoints")
      run.member("results")
      run.array { results in
        var fingerprints = Fingerprints()
        for finding in report.findings {
          results.element()
          results.result(finding, report, fingerprints.next(finding))
        }
      }
    }
  }

  private mutating func driver(_ rules: [CheckRule]) {
    object { driver in
      driver.member("name")
      driver.string("heir")
      driver.member("version")
      driver.string(Release.version)
      driver.member("rules")
      driver.array { list in
        for rule in rules {
          list.element()
          list.descriptor(rule)
        }
      }
    }
  }

  private mutating func descriptor(_ rule: CheckRule) {
    object { descriptor in
      descriptor.member("id")
      descriptor.string(rule.name.rawValue)
      descriptor.member("shortDescription")
      descriptor.message(rule.summary)
      descriptor.member("fullDescription")
      descriptor.message(rule.summary)
      descriptor.member("defaultConfiguration")
      descriptor.object { configuration in
        configuration.member("level")
        configuration.string(rule.severity.rawValue)
      }
      descriptor.member("help")
      descriptor.message(rule.help)
    }
  }

  private mutating func result(
    _ finding: Checker.Finding, _ report: CheckReport, _ fingerprint: String
  ) {
    let diagnostic = finding.diagnostic
    let notes = report.places.notes(of: diagnostic)
    let loose = notes.filter { $0.place == nil }.map { " (\($0.message))" }.joined()
    object { result in
      result.member("ruleId")
      result.string(diagnostic.rule.rawValue)
      if let index = report.rules.firstIndex(where: { $0.name == diagnostic.rule }) {
        result.member("ruleIndex")
        result.number(index)
      }
      result.member("level")
      result.string(diagnostic.severity.rawValue)
      result.member("message")
      result.message(diagnostic.message + loose)
      result.member("locations")
      result.array { locations in
        locations.element()
        locations.object { $0.physicalLocation(report.place(finding, .codePoints)) }
      }
      result.member("relatedLocations")
      result.array { locations in
        for note in notes {
          guard let place = note.place else { continue }
          locations.element()
          locations.object { location in
            location.physicalLocation(report.place(place, .codePoints))
            location.member("message")
            location.message(note.message)
          }
        }
      }
      result.member("occurrenceCount")
      result.number(finding.scopeCount)
      result.member("partialFingerprints")
      result.object { fingerprints in
        fingerprints.member("ruleScopeKey/v1")
        fingerprints.string(fingerprint)
      }
    }
  }

  private mutating func physicalLocation(_ place: (file: [UInt8], region: Region)) {
    member("physicalLocation")
    object { location in
      location.member("artifactLocation")
      location.object { artifact in
        artifact.member("uri")
        artifact.string(URIReference.text(place.file))
      }
      location.member("region")
      location.object { region in
        region.member("startLine")
        region.number(place.region.startLine)
        region.member("startColumn")
        region.number(place.region.startColumn)
      }
    }
  }

  private mutating func message(_ text: String) {
    object { message in
      message.member("text")
      message.string(SARIFText.plain(text))
    }
  }
}

extension CheckRule {
  /// What it finds, and the two trees that show it.
  fileprivate var help: String {
    "\(summary)\n\nThis tree has it:\n\(tripping.listing)\nThis one has not:\n\(clean.listing)"
  }
}

extension ExampleTree {
  /// A line for each file with what it holds.
  fileprivate var listing: String {
    items.map { item in
      switch item {
      case .file(let path, let text): "  \(path)\(text.isEmpty ? " (empty)" : ": \(text)")\n"
      case .link(let path, let target): "  \(path) -> \(target)\n"
      }
    }.joined()
  }
}
