import CommandSpec
import Files
import Trees

enum WatchCommand {
  static let command = Command(
    "watch", summary: "Report changes of effective values as files change",
    details: """
      Prints a report only if an effective value of the scope differs from the last report. \
      Changes within --settle become one report. While the files have errors, these are printed \
      once and the last good values stay. With --below, every scope has its own reports. watch \
      runs until it gets a signal or its output is closed.

      Each COMMAND of --exec is a line for sh. After each report, the commands run one after the \
      other, with the scope in HEIR_SCOPE, the keys in HEIR_KEYS (one per line; unset if over \
      100 KiB) and the report on standard input. Their output goes to standard error. A command \
      that exceeds --timeout is ended with its process group. If sixteen reports wait for their \
      commands, later changes become one report.
      """,
    examples: [
      Example("heir watch /prod/eu/web", "Report every change in a scope"),
      Example("heir watch /prod db log.level --json", "Watch two keys and print JSON"),
      Example("heir watch / --below 'hosts.*.port'", "Watch the ports of all scopes"),
      Example(
        "heir watch /prod/eu/web --exec 'systemctl reload app'",
        "Reload a service after each change"),
    ],
    exitStatus: "ends by a signal; 2 cannot start or print"
  ) { (arguments) throws(UsageError) in
    let scope = try arguments.argument(.scope, help: "Scope to watch")
    let keys = try arguments.keyPatterns(minimum: 0)
    let form = try WatchOptions(arguments)
    return Action(try CommonOptions(arguments, taking: .present)) { (console) throws(Failure) in
      if form.isBelow {
        try console.options.exclude([.virtual, .settings, .values], with: "--below")
      }
      let watched = WatchedScope(scope, keys, form)
      return try WatchLoop(console.session, watched, form).run(console)
    }
  }
}

/// The options of `watch`.
struct WatchOptions {
  var isJSON = false
  var isInitial = false
  var isOwn = false
  var isBelow = false
  /// Times are in milliseconds.
  var settle = 100
  var poll: Int?
  var commands: [[UInt8]] = []
  /// 0 means no limit.
  var timeout = 60_000
}

extension WatchOptions {
  fileprivate init(_ arguments: Arguments) throws(UsageError) {
    isJSON = arguments.flag("--json", help: "Print each report as one line of JSON")
    isInitial = arguments.flag("--initial", help: "Start with a report of all values")
    isOwn = arguments.flag("--own", help: "Report only changes in the scope's own files")
    isBelow = arguments.flag("--below", help: "Watch all scopes at and below SCOPE")
    let settle = try arguments.option(
      "--settle", type: .duration(unit: 1),
      help: "Wait until files stay unchanged this long (default 100ms)")
    poll = try arguments.option(
      "--poll", type: .duration(unit: 1, least: 10),
      help: "Read the files at this interval; do not wait for events")
    commands = try arguments.options(
      "--exec", type: .bytes("COMMAND", .program), help: "Run COMMAND after each report")
    let timeout = try arguments.option(
      "--timeout", type: .duration(unit: 1000),
      help: "End commands of --exec after TIME (default 60s; 0: never)")
    if isOwn && isBelow { throw .conflictingOptions("--own", "--below") }
    if timeout != nil && commands.isEmpty { throw .optionNeeds("--timeout", other: "--exec") }
    if let settle { self.settle = settle }
    if let timeout { self.timeout = timeout }
  }
}
