import Answers
import Cascade
import Snapshots

extension Directive {
  /// What is said to somebody who takes the directive's name for a key.
  package var noKey: Failure {
    let quoted = "'\"\(rawValue)\"' in quotes is an ordinary key"
    return .message(
      "'\(rawValue)' is no key but a directive, which is written into a scope's file",
      notes: [
        writing, self == .secret ? "\(quoted), and masks nothing" : quoted,
        "'heir help directives' tells about them",
      ])
  }

  /// By what it is written.
  private var writing: String {
    switch self {
    case .stop:
      "'heir stop SCOPE KEY' writes it, and 'heir resume SCOPE KEY' takes it out"
    case .ref, .format, .env, .file:
      "'heir set SCOPE KEY --json JSON' writes a value with it"
    case .until, .because:
      "'heir set SCOPE KEY VALUE' and 'heir stop SCOPE KEY' write it, with '--\(rawValue.dropFirst())'"
    case .secret, .required, .final, .exclude, .closed, .type, .merge, .about, .deprecated:
      "'heir declare SCOPE KEY --\(rawValue.dropFirst())' writes it, '--no-\(rawValue.dropFirst())' takes it out"
    default: "no command writes it; edit the file"
    }
  }
}
