import Answers
import Cascade
import Trees

extension CheckReport {
  /// A SARIF 2.1.0 log with a single run.
  package var sarif: Record {
    let results = Record.items { body in
      var fingerprints = Fingerprints()
      for finding in findings { body(result(finding, fingerprints.next(finding))) }
    }
    return [
      "$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0",
      "runs": .list([results]) { results in
        [
          "tool": [
            "driver": [
              "name": "heir", "version": .text(ProgramVersion.version),
              "rules": .list(rules) { $0.descriptor },
            ]
          ],
          // heir counts columns in bytes, which SARIF cannot express.
          "columnKind": "unicodeCodePoints", "results": results,
        ]
      },
    ]
  }

  private func result(_ finding: Checker.Finding, _ fingerprint: String) -> Record {
    let diagnostic = finding.diagnostic
    let notes = places.notes(of: diagnostic)
    let loose = notes.filter { $0.place == nil }.map { " (\($0.message))" }.joined()
    return [
      "ruleId": .text(diagnostic.rule.rawValue),
      "ruleIndex": rules.firstIndex { $0.name == diagnostic.rule }.map(Record.number),
      "level": .text(diagnostic.severity.rawValue),
      "message": .message(diagnostic.message + loose),
      "locations": .list([place(finding, .codePoints)], physical),
      "relatedLocations": .items { body in
        for note in notes {
          guard let place = note.place else { continue }
          body(
            [.with: physical(self.place(place, .codePoints)), "message": .message(note.message)])
        }
      },
      "occurrenceCount": .number(finding.scopeCount),
      "partialFingerprints": ["ruleScopeKey/v1": .text(fingerprint)],
    ]
  }

  private func physical(_ place: (file: [UInt8], region: Region)) -> Record {
    [
      "physicalLocation": [
        "artifactLocation": ["uri": .text(URIReference.text(place.file))],
        "region": [
          "startLine": .number(place.region.startLine),
          "startColumn": .number(place.region.startColumn),
        ],
      ]
    ]
  }
}

extension Record {
  fileprivate static func message(_ text: String) -> Record {
    ["text": .text(SARIFText.plain(text))]
  }
}

extension CheckRule {
  fileprivate var descriptor: Record {
    [
      "id": .text(name.rawValue), "shortDescription": .message(summary),
      "fullDescription": .message(summary),
      "defaultConfiguration": ["level": .text(severity.rawValue)],
      "help": .message(
        "\(summary)\n\nA tree with the finding:\n\(listing(\.tripping))\nA tree without it:\n"
          + listing(\.mended)),
    ]
  }

  private func listing(_ tree: (ExampleFile) -> ExampleFile.Content?) -> String {
    example.map { file in
      switch tree(file) {
      case .text(let text)?: "  \(file.path)\(text.isEmpty ? " (empty)" : ": \(text)")\n"
      case .link(let target)?: "  \(file.path) -> \(target)\n"
      case nil: ""
      }
    }.joined()
  }
}
