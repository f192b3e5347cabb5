import CommandSpec
import Files
import Output
import SystemCalls
import Trees

/// The program: its command table, and the conversion of failures to messages and an exit status.
package enum Tool {
  /// The source of help, manuals, completion and parsing.
  package static let table: Table = Table(
    tool: "heir", summary: "resolves cascading configuration and explains every value",
    manuals: "Manuals: heir(1) commands, heir(5) files, heir(7) recipes, heir-rules(7) rules.",
    groups: groups.map { group in
      NameGroup(group.title, group.commands.map { $0().name }, writes: group.writes)
    },
    topics: Topics.all, sections: CommandManual.sections(of: table), others: otherNames,
    describe: { command($0)?.describe() })

  private static let groups: [CommandGroup] = [
    CommandGroup(
      title: "Read the configuration",
      commands: [
        { GetCommand.command }, { ResolveCommand.command }, { ExplainCommand.command },
        { DiffCommand.command }, { ScopesCommand.command }, { FilesCommand.command },
        { WhereCommand.command }, { ImpactCommand.command }, { LogCommand.command },
        { CheckCommand.command }, { SchemaCommand.command },
      ]),
    CommandGroup(
      title: "Edit files",
      commands: [
        { SetCommand.command }, { UnsetCommand.command }, { StopCommand.command },
        { ResumeCommand.command }, { DeclareCommand.command }, { TidyCommand.command },
      ], writes: true),
    CommandGroup(
      title: "Run programs", commands: [{ WatchCommand.command }, { ExecCommand.command }]),
    CommandGroup(
      title: "Set up",
      commands: [
        { ImportCommand.command }, { RootCommand.command }, { CompletionCommand.command { table } },
      ]),
  ]

  static func command(_ name: String) -> Command? {
    for group in groups {
      for command in group.commands.lazy.map({ $0() }) where command.name == name { return command }
    }
    return nil
  }

  /// Runs a command line, given without the program's name.
  package static func run(_ arguments: [[UInt8]], _ session: Session) -> Int32 {
    var console = Console(session)
    let line = table.read(arguments)
    let status: ExitStatus
    do throws(Failure) { status = try answer(line, session, &console) } catch {
      console.output.discard()
      let hints = console.isQuiet ? nil : LineHints(line, session, table)?.notes(for: error)
      console.report(error, hints ?? [])
      if case .program(_, let errno) = error {
        // The status of env(1) for a program that is missing or cannot be run.
        status = ExitStatus(rawValue: errno == .notFound ? 127 : 126)
      } else {
        status = failed(line)
      }
    }
    if console.hasDirectiveProblem { console.note("see 'heir help directives'") }
    if status != .answered, let failing = failingLine(line, status) {
      // Lets `eval "$(heir …)"` fail with the status instead of continuing.
      session.output.discard()
      session.output.append(failing)
    }
    defer { _ = session.errors.flush() }
    do throws(Failure) {
      try console.finishOutput(after: status)
    } catch {
      console.report(error)
      return failed(line).rawValue
    }
    return status.rawValue
  }

  /// A line that fails in the shell that evaluates standard output, if any; output to a file is not evaluated.
  private static func failingLine(_ line: ArgumentReader, _ status: ExitStatus) -> String? {
    var failing: String?
    for one in line.parsed.occurrences {
      if one.option == "--output" { return nil }
      let word = String(decoding: one.bytes, as: UTF8.self)
      // An option counts only if the command has it.
      let isTaken = line.command?.hasOption(one.option, taking: word.isEmpty ? nil : word)
      if isTaken == false { continue }
      switch (one.option, word) {
      case ("--shell", _), ("--args", _), ("--format", "shell"):
        failing = "(exit \(status.rawValue))\n"
      // Fish has no subshell in parentheses, and its `exit` would end the calling shell.
      case ("--fish", _), ("--format", "fish"): failing = "sh -c 'exit \(status.rawValue)'\n"
      default: break
      }
    }
    return failing
  }

  /// Throws if the file name of `-o` is the name of a format; `--below` and `--all` write a directory.
  private static func refuseFormat(asOutputOf line: ArgumentReader) throws(UsageError) {
    guard let file = line.parsed.value(of: "--output"), !line.has("--below", "--all"),
      let word = String(validating: file, as: UTF8.self),
      // Formats are short lower-case words; all commands are described only for such a word.
      file.count < 16, file.allSatisfy({ UInt8(ascii: "a")...UInt8(ascii: "z") ~= $0 }),
      table.commands.contains(where: { $0.hasOption("--format", taking: word) })
    else { return }
    var advice = "'./\(word)' for a file of that name"
    if line.command?.hasOption("--format", taking: word) == true {
      advice = "'--format \(word)', or " + advice
    } else if line.command?.hasOption("--\(word)") == true {
      advice = "'--\(word)', or " + advice
    }
    throw .fileExpected(option: "-o", advice: "use " + advice)
  }

  /// Replaces the console by one with the options of the command, once they are known.
  private static func answer(
    _ line: ArgumentReader, _ session: Session, _ console: inout Console
  ) throws(Failure) -> ExitStatus {
    let action: Action
    if line.arguments.isEmpty {
      // As git: help, and a status that stops a script.
      session.output.append(table.helpText())
      return .failed
    }
    do throws(UsageError) {
      switch try table.invocation(of: line) {
      case .run(let name, let arguments):
        guard let command = command(name) else {
          throw .unknownWord(Array(name.utf8), isCommand: true, advice: nil)
        }
        do throws(UsageError) {
          try refuseFormat(asOutputOf: line)
          action = try command.read(arguments)
          console = Console(session, action.options)
        } catch {
          if let options = try? CommonOptions(arguments, taking: .all) {
            console = Console(session, options)
          }
          throw error
        }
      case .page(let text):
        session.output.append(text)
        return .answered
      case .version:
        session.output.append("heir \(ProgramVersion.version)\n")
        return .answered
      }
    } catch { throw .usage(error) }
    let status = try action.run(console)
    for note in console.typoNotes { console.note(note) }
    return status
  }

  /// `exec` fails with a status of heir, because other statuses are those of the command.
  private static func failed(_ line: ArgumentReader) -> ExitStatus {
    line.command?.name == ExecCommand.name ? .commandError : .failed
  }

  /// Names for commands and options from other programs or habit. The answer marks commands that write files of the
  /// tree. A heading is an option that the command must have.
  static let otherNames = ForeignCommands.all(
    in: #"""
      - show cat print dump config view all effective → 'heir resolve SCOPE' prints the effective
        configuration
      - res → 'heir resolve SCOPE' prints the effective configuration, 'heir resume SCOPE KEY'
        removes a stop (writes)
      - value values fetch read lookup query key → 'heir get SCOPE KEY' prints a value
      - keys names leaves → 'heir resolve SCOPE --keys' prints the keys
      - list ls tree scope dirs → 'heir scopes' lists the scopes, 'heir scopes --tree' draws them
      - lint validate verify test doctor → 'heir check' reports errors and warnings
      - unused orphans stale redundant → 'heir check' reports entries without effect, 'heir tidy'
        removes them (writes)
      - version ver → 'heir --version' prints the version
      - env export run environment → 'heir exec SCOPE --prefix APP_ -- COMMAND' runs a command with
        the configuration in its environment, 'heir resolve SCOPE --format shell --prefix APP_'
        prints it for a shell
      - why trace origin origins source describe → 'heir explain SCOPE KEY' shows where a value
        comes from
      - blame annotate who → 'heir explain SCOPE KEY --blame' shows the commits of a value's lines
      - history commits revisions changelog → 'heir log SCOPE KEY' lists the commits that changed a
        value
      - status uncommitted pending plan preview → 'heir impact' lists the values that uncommitted
        edits change, '--dry-run' of a command that edits prints a patch
      - compare cmp changes delta → 'heir diff SCOPE SCOPE' compares two scopes, 'heir diff SCOPE
        --since REV' compares one with a revision
      - find grep search usage uses → 'heir where SCOPE KEY' shows where a key is set
      - html page graph draw → 'heir where SCOPE KEY --html FILE' and 'heir impact --html FILE'
        write an HTML page
      - render build generate compile apply deploy → 'heir resolve SCOPE' prints the effective configuration,
        'heir resolve SCOPE --below -o DIR/{scope}.json' renders a file for each scope below
      - template templates interpolate → '$format' combines values ('heir help directives'), 'heir
        resolve SCOPE --below -o DIR/{scope}.json' renders a file for each scope below
      - put write add edit update assign → 'heir set SCOPE KEY VALUE' sets a value (writes)
      - append array arrays → 'heir set SCOPE KEY VALUE' sets a value (writes), where the key
        'LIST.+' appends to an array; '$merge' declares how arrays merge ('heir help directives')
      - merge → 'heir resolve SCOPE' prints the merged configuration; '$merge' declares how values
        merge ('heir help directives')
      - fmt format → files keep the layout that they are written with; 'heir resolve SCOPE --format
        yaml' prints values in another format
      - override → 'heir get SCOPE KEY --set KEY=VALUE' tries a value once, 'heir set SCOPE KEY
        VALUE' sets it (writes)
      - delete del rm remove erase → 'heir unset SCOPE KEY' removes a value from a file (writes),
        'heir stop SCOPE KEY' stops its inheritance (writes)
      - rename mv move cp copy → 'heir where / KEY' shows where a key is set, 'heir set SCOPE KEY
        VALUE' sets the new key (writes), 'heir unset SCOPE KEY' removes the old key (writes)
      - load convert migrate hiera reclass helm ansible kustomize → 'heir help import' shows how to
        convert files of other tools
      - sops vault age encrypt decrypt → '--values -' merges decrypted values for one run, 'heir
        declare SCOPE KEY --secret' masks a key in reports (writes)
      - serve server api daemon → 'heir watch SCOPE' reports changes as they happen
      - block disable → 'heir stop SCOPE KEY' stops the inheritance of a value (writes)
      - unstop unblock enable → 'heir resume SCOPE KEY' removes a stop (writes)
      - lock final freeze protect → 'heir declare SCOPE KEY --final' prevents descendants from
        changing a key (writes)
      - unlock unfreeze → 'heir declare SCOPE KEY --remove final' lets descendants change a key
        again (writes)
      - exclude private → 'heir declare SCOPE KEY --exclude' hides a key from descendants (writes)
      - secret secrets mask hide → 'heir declare SCOPE KEY --secret' masks a key in reports (writes)
      - type document deprecate annotation → 'heir declare SCOPE KEY --type TYPE --about TEXT'
        describes a key (writes)
      - clean prune dedupe simplify → 'heir tidy' removes entries without effect (writes), 'heir
        tidy --dry-run' prints a patch
      - follow monitor tail → 'heir watch SCOPE' reports changes as they happen
      - init new create → create an empty file '.heir' to make a directory the root of a tree
      - man manual info → 'man heir' is the manual, 'heir help' lists the commands
      - --node --scope --key → SCOPE and KEY are arguments: 'heir get SCOPE KEY'
      - --explain --show-origin → 'heir explain SCOPE KEY' shows where a value comes from
      - --merge → '$merge' declares how values merge ('heir help directives')

      # --remove

      - --no-secret --no-required --no-final --no-exclude --no-closed → '--remove NAME' removes a
        declaration
      - --no-type --no-merge --no-about --no-deprecated → '--remove NAME' removes a declaration

      # --dry-run

      - -n --check --diff → '--dry-run' writes nothing

      # --rules

      - --fix --repair → 'heir tidy' removes entries without effect (writes)

      # --setters

      - --scope → '--scopes' lists the scopes with a value, '--setters' the scopes that set the key

      # --from

      - --value → VALUE is an argument: 'heir set SCOPE KEY VALUE' (writes)

      # --at

      - --since → 'heir get SCOPE KEY --at REV' reads a revision, 'heir diff SCOPE --since REV'
        compares with one

      # --create

      - --virtual → use '--create' to create the directories of a new scope

      # --format

      - -f --output-format → use '--format' to choose a format

      # --origins

      - --all --recursive --tree --everything → 'heir resolve SCOPE' prints all values of one scope,
        'heir where / KEY' shows one key in all scopes, 'heir resolve / --below -o DIR/{scope}.json'
        renders a file for each scope
      - --env --envfile --env-file --environment --vars --variables --sh --bash --zsh --posix → formats
        of variables: 'dotenv' for '.env' files, 'docker' for '--env-file', 'systemd' for
        'EnvironmentFile=', 'shell' for eval; 'heir exec SCOPE --prefix APP_ -- COMMAND' runs a
        command with variables

      # --exists

      - -r --raw --raw-output → strings are printed raw unless '--json' is given
      """#)
}

/// Commands under a title of the help.
private struct CommandGroup {
  let title: String
  /// Each is made when it is looked at, because it costs pages of memory.
  let commands: [@Sendable () -> Command]
  var writes = false
}
