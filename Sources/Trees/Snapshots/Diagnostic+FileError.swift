import Cascade
import SafeText
import SystemCalls

extension Diagnostic {
  init(_ error: FileError, in home: SourceFile.TextOrigin) {
    let rule: Rule
    switch error.kind {
    case .linkLeavesTree, .pathLeavesTree: rule = .outsideRoot
    case .directoryCycle: rule = .cycle
    default: rule = .unreadable
    }
    let path: [UInt8]
    switch error.place {
    case .inTree(let names): path = names.joinedPath
    case .given(let given): path = given
    }
    self.init(
      .error, rule, .foreign(error), path: path, home: home)
  }
}

extension FileError: ForeignProblem {
  /// Without the path, and safe to print.
  package var words: String { Printable.string(problem.utf8) }
}
