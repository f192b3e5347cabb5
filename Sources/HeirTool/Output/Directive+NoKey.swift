import Cascade
import Trees

extension Directive {
  /// The failure if a directive's name is used as a key.
  package var noKey: Failure {
    let quoted = "write '\"\(rawValue)\"' for an ordinary key"
    return .message(
      "'\(rawValue)' is a directive, not a key",
      notes: [
        writing, self == .secret ? "\(quoted), which masks nothing" : quoted,
        "see 'heir help directives'",
      ])
  }

  private var writing: String {
    switch self {
    case .stop:
      "'heir stop SCOPE KEY' adds it, 'heir resume SCOPE KEY' removes it"
    case .ref, .format, .env, .file:
      "'heir set SCOPE KEY --as-json JSON' sets a value with it"
    case .until, .because:
      "'--\(rawValue.dropFirst())' of 'heir set' and 'heir stop' adds it"
    case .secret, .required, .final, .exclude, .closed, .type, .merge, .about, .deprecated:
      "'heir declare SCOPE KEY --\(rawValue.dropFirst())' adds it, '--remove \(rawValue.dropFirst())' removes it"
    default: "no command adds it; edit the file"
    }
  }
}
