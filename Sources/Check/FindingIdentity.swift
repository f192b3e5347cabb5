import Answers
import Cascade

extension Checker.Finding {
  /// What a finding is known by in another run, wherever its lines have gone: rule, scope and key.
  package struct Identity: Hashable {
    /// What a finding is about.
    package enum Subject: Hashable {
      /// A key, or a scope.
      case named([UInt8])
      /// A file or a directory of a tree, where no key is at fault; another time of the root is the root.
      case file([UInt8], tree: Int)
    }

    package let rule: Diagnostic.Rule
    package let scope: Scope
    package let subject: Subject
  }

  /// What it is known by.
  package var identity: Identity { identity(in: scope) }

  /// What it would be known by if another scope were told with it.
  func identity(in scope: Scope) -> Identity {
    Identity(
      rule: diagnostic.rule, scope: scope,
      subject: diagnostic.subject.map(Identity.Subject.named) ?? file)
  }

  /// What all findings of its rule in one file are known by.
  var identityOfFile: Identity { Identity(rule: diagnostic.rule, scope: scope, subject: file) }

  private var file: Identity.Subject {
    .file(diagnostic.anyPath, tree: diagnostic.treeNumber)
  }
}

extension SourceFile.Home {
  /// The number of the tree, whichever its time; a command line is in none, and no finding is about one.
  var treeNumber: Int {
    switch self {
    case .tree(let number): number
    case .former: 0
    case .commandLine(let number), .values(let number): -number
    case .facts: .min
    }
  }
}
