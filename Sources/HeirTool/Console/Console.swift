import SystemCalls
import Trees

/// Prints messages and output as the options for colour, secrets and quiet require. Made before a tree is open, so
/// that early errors look like later errors.
package final class Console {
  let session: Session
  var options: CommonOptions
  var hasDirectiveProblem = false
  /// Keys that look like typos, reported after the command.
  package var keyTypos: [KeyTypo] = []
  // Lazy, because most commands print no message.
  package private(set) lazy var places = PlaceFormatter(paths)
  package private(set) lazy var outputStyle = Style(output, session, options.color)
  private(set) lazy var errorStyle = Style(session.errors, session, options.color)
  package private(set) lazy var commandOutput = CommandOutput(session, to: options.output)

  /// A key as typed, and the key that is probably meant.
  package struct KeyTypo {
    package let given: [UInt8]
    package let meant: [UInt8]
  }

  /// Without options if the command line could not be read.
  package init(_ session: Session, _ options: CommonOptions = CommonOptions()) {
    (self.session, self.options) = (session, options)
  }

  var isQuiet: Bool { options.isQuiet }
  var errors: OutputBuffer { session.errors }
  package var paths: TreePaths { TreePaths(options, session) }
  var programPath: ProgramPath { ProgramPath(session.variable(Array("PATH".utf8))) }
  package var output: OutputBuffer { commandOutput.sink }
}
