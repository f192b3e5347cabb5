import Sessions
import Snapshots
import SystemCalls

/// How a command shows what it has to tell: in colour or without, with secrets or without, and with each
/// tree's directory as the caller gave it.
///
/// It is made from the options alone, so that what goes wrong before a tree is open is shown no
/// differently from what goes wrong in it. Of two trees in one session each has its own.
package final class Presentation {
  package let isQuiet: Bool
  package let isRevealing: Bool
  let isStrict: Bool
  let errors: Sink
  package let printout: Printout
  /// Whether something was said that is wrong with a directive.
  var meetsDirectiveProblem = false
  /// Keys that nobody has and that may be meant otherwise, told once the command has been run.
  package var slips: [Slip] = []
  private let session: Session
  private let options: CommonOptions?
  // Most commands say nothing beside their answer.
  package private(set) lazy var places = PlaceText(paths)
  package private(set) lazy var outputStyle = Style(output, session, options?.color)
  private(set) lazy var errorStyle = Style(session.errors, session, options?.color)

  /// A key as it was given, and the one that is probably meant.
  package struct Slip {
    package let given: [UInt8]
    package let meant: [UInt8]

    package init(given: [UInt8], meant: [UInt8]) { (self.given, self.meant) = (given, meant) }
  }

  /// Takes the options, if the command line could be read.
  package init(_ session: Session, _ options: CommonOptions?) {
    self.session = session
    self.options = options
    errors = session.errors
    printout = Printout(session, to: options?.output)
    isQuiet = options?.isQuiet ?? false
    isRevealing = options?.isRevealing ?? false
    isStrict = options?.isStrict ?? false
  }

  /// The trees as the caller named them.
  package var paths: TreePaths { TreePaths(options, session) }

  /// Where programs are looked for.
  var programPath: ProgramPath { ProgramPath(session.environment(Array("PATH".utf8))) }

  /// Takes what a command prints.
  package var output: Sink { printout.sink }

  /// One for the same options that remembers no file of this one.
  package func again() -> Presentation { Presentation(session, options) }
}
