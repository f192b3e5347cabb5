/// The version of the program.
package enum ProgramVersion {
  package static let sources = "0.1.0"

  /// The version set by the build, such as a tag or commit.
  package static var version: String {
    guard let text = heirVersion() else { return sources }
    return unsafe String(cString: text)
  }
}
