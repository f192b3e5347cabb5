import SystemCalls
import Trees

/// Prints messages and output as the options for colour, secrets and quiet require. Made before a tree is open, so
/// that early errors look like later errors.
package final class Console {
  package let isQuiet: Bool
  package let isRevealing: Bool
  let isStrict: Bool
  let errors: OutputBuffer
  package let commandOutput: CommandOutput
  var hasDirectiveProblem = false
  /// Keys that look like typos, reported after the command.
  package var keyTypos: [KeyTypo] = []
  private let session: Session
  private let options: CommonOptions?
  // Lazy, because most commands print no message.
  package private(set) lazy var places = PlaceFormatter(paths)
  package private(set) lazy var outputStyle = Style(output, session, options?.color)
  private(set) lazy var errorStyle = Style(session.errors, session, options?.color)

  /// A key as typed, and the key that is probably meant.
  package struct KeyTypo {
    package let given: [UInt8]
    package let meant: [UInt8]
  }

  /// `options` is nil if the command line could not be read.
  package init(_ session: Session, _ options: CommonOptions?) {
    self.session = session
    self.options = options
    errors = session.errors
    commandOutput = CommandOutput(session, to: options?.output)
    isQuiet = options?.isQuiet ?? false
    isRevealing = options?.isRevealing ?? false
    isStrict = options?.isStrict ?? false
  }

  package var paths: TreePaths { TreePaths(options, session) }
  var programPath: ProgramPath { ProgramPath(session.variable(Array("PATH".utf8))) }
  package var output: OutputBuffer { commandOutput.sink }

  /// A console with the same options and no cached files.
  package func again() -> Console { Console(session, options) }
}
