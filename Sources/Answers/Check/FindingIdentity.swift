import Cascade

extension Checker.Finding {
  /// Identifies a finding across snapshots, independent of lines.
  package struct Identity: Hashable {
    package enum Subject: Hashable {
      case named([UInt8])
      /// A file or directory, for findings without a key.
      case file([UInt8], tree: Int)
    }

    package let rule: Diagnostic.Rule
    package let scope: Scope
    package let subject: Subject
  }

  package var identity: Identity { identity(in: scope) }

  func identity(in scope: Scope) -> Identity {
    Identity(
      rule: diagnostic.rule, scope: scope,
      subject: diagnostic.subject.map(Identity.Subject.named) ?? file)
  }

  var identityOfFile: Identity { Identity(rule: diagnostic.rule, scope: scope, subject: file) }

  private var file: Identity.Subject {
    .file(diagnostic.anyPath, tree: diagnostic.treeNumber)
  }
}

extension SourceFile.TextOrigin {
  /// The number of the tree, equal in all snapshots.
  var treeNumber: Int {
    switch self {
    case .tree(let number): number
    case .former: 0
    case .commandLine(let number), .values(let number): -number
    case .facts: .min
    }
  }
}

extension Checker {
  /// The finding with the custom attributes of its key in its scope.
  package func addingAttributes(to finding: Finding) -> Finding {
    guard directives.contains(where: \.isOwn), let key = finding.diagnostic.named,
      let view = (try? treeReader.view(of: finding.scope)) ?? nil
    else { return finding }
    let attributes = PatternCursor(view.lineage.levels(concerning: .attribute), .attribute)
    var finding = finding
    finding.attributes = view.ownAttributes(of: key, attributes)
    return finding
  }
}
