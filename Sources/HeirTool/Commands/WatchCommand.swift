import Answers
import Cascade
import CommandSpec
import Queries
import Reports
import Sessions
import Snapshots

/// `heir watch`: reports changes of effective values as files change.
enum WatchCommand {
  static let command = Command<Session, CommandResult>(
    "watch", summary: "reports changes of effective values as files change",
    details: """
      Reports when, and only when, an effective value of the scope differs from the last one reported: \
      nothing when an ancestor changes what is overridden, stopped or excluded on the way, and nothing \
      when a file is written anew with equal values. Changes within --settle are one report, start \
      against end. In a KEY, '*' stands for any one name.

      While something in the files is wrong, that is told on standard error once, and the last good \
      values stay. With --below every scope stands for itself: one that comes is reported whole, and so \
      is one that goes.

      Each COMMAND of --exec is a line for sh. After each report they are run in the order given, one \
      at a time, with the scope in HEIR_SCOPE, the keys in HEIR_KEYS (a line each; not set where they \
      take more than 100 KiB), and the report on standard input; what they print goes to standard error. \
      One that fails is told, and one that takes longer than --timeout is ended with its process \
      group. Reports go on meanwhile; when sixteen of them wait for their commands, what changes then \
      is one report.

      It goes on until it gets a signal, or nobody reads its output any more.
      """,
    examples: [
      Example("heir watch /prod/eu/web", "every change of what holds there"),
      Example("heir watch /prod db log.level --json", "two keys, a line of JSON a report"),
      Example("heir watch / --below 'hosts.*.port'", "the ports of all scopes"),
      Example(
        "heir watch /prod/eu/web --exec 'systemctl reload app'", "has a service take up changes"),
    ],
    parameters: Positional(.scope, help: "the scope to watch"),
    RemainingPositionals(
      .bytes("KEY", .keyPattern),
      help: "the keys under which changes matter; '*' stands for any one name, '**' for any number"),
    Group(
      Flag("--json", help: "prints each report as one line of JSON"),
      Flag("--initial", help: "begins with a report of all that holds"),
      Flag("--own", help: "reports only what the scope's own files change"),
      Flag("--below", help: "watches the scope and all below it, a report a scope"),
      Option(
        "--settle", type: .duration(unit: 1),
        help: "how long nothing more has to happen before a look; 100ms is the default"),
      Option(
        "--poll", type: .duration(unit: 1, least: 10),
        help: "looks so often, instead of being told when something happens"),
      RepeatedOption(
        "--exec", type: .bytes("COMMAND", .program), help: "runs this after each report"),
      Option(
        "--timeout", type: .duration(unit: 1000),
        help: "ends a command of --exec that takes longer; 60s is the default, 0 is never"),
      make: {
        (isJSON, isInitial, isOwn, isBelow, settle, poll, commands, timeout) throws(UsageError) in
        if isOwn && isBelow { throw .conflictingOptions("--own", "--below") }
        if timeout != nil && commands.isEmpty { throw .optionNeeds("--timeout", other: "--exec") }
        return WatchForm(
          report: WatchedScope.Form(
            isJSON: isJSON, isInitial: isInitial, isOwn: isOwn, isBelow: isBelow),
          settle: settle ?? 100, poll: poll, commands: commands, timeout: timeout ?? 60_000)
      }),
    CommonOptions.taking(.present),
    run: { (session, scope, keys, form, options) in
      CommandResult(session, options) { (show) throws(Failure) in
        if form.report.isBelow {
          try options.exclude([.virtual, .settings], with: "--below")
        }
        let watched = WatchedScope(session, options, scope, keys, form.report)
        let loop = WatchLoop(session, watched, form)
        return try loop.run(show)
      }
    })

  static let foresight = Foresight(
    .values(tellsAbsence: true) { _ in true },
    harmless: "--virtual", "--set", "--values", "--json", "--initial", "--own", "--settle", "--poll"
  )
}
