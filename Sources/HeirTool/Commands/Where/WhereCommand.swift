import Answers
import Cascade
import CommandSpec
import SafeText
import Trees

enum WhereCommand {
  static let command = Command(
    "where", summary: "Show the values of a key in all scopes",
    details: """
      Prints the values, the most common first, and the scopes with each value. Then lists the \
      entries that set, stop, exclude or remove the key. Each shows the scopes in which it is \
      effective, and the entry that overrides it.

      In a key, '*' matches one name or array element, '**' any number of them, and 'db*' names \
      that begin with db. In the output, '/dev/** 9' means nine scopes: /dev and all below it. \
      '/dev/** 5 of 9' means five of them.

      --setters lists the scopes that set a key in a file, even if the value is never effective.
      """,
    examples: [
      Example("heir where / db.port", "Show all values and the scopes that have them"),
      Example("heir where /prod 'hosts.*'", "Show every host of production"),
      Example("heir where / '**.port'", "Show every port at any depth"),
      Example("heir where / db.port --value 5432 --scopes", "List the scopes with this value"),
      Example("heir where / db.port --setters", "List the scopes that set it in a file"),
    ],
    exitStatus: "0 a scope has a value; 1 none has; 2 scopes have errors, the others are printed"
  ) { (arguments) throws(UsageError) in
    let scope = try arguments.argument(.scope, help: "Scope to start from")
    let keys = try arguments.keyPatterns(minimum: 1)
    let form = try arguments.format(orElse: ReportFormat.text, compact: [.json])
    let value = try arguments.option(
      "--value", type: .bytes("VALUE"),
      help: "Show only scopes with this value (JSON or a string)")
    let attribute = try arguments.option(
      "--attribute", type: .attribute, help: "Show only keys and scopes with this '$x-NAME'")
    let names = arguments.flag(
      "--scopes", help: "Print only the scopes with a value, one per line")
    let setters = arguments.flag(
      "--setters", help: "Print only the scopes that set a key, one per line")
    let endsWithNUL = arguments.endsWithNUL()
    let page = try arguments.page()
    let showsAbstract = arguments.includesAbstract()
    let lists = [("--scopes", names), ("--setters", setters)].filter { $0.1 }.map { $0.0 }
    if lists.count > 1 { throw .conflictingOptions(lists[0], lists[1]) }
    if let list = lists.first, form.format != .text { throw .conflictingOptions(list, "--json") }
    if setters && value != nil { throw .conflictingOptions("--setters", "--value") }
    if endsWithNUL && lists.isEmpty { throw .optionNeeds("-0", other: "--scopes|--setters") }
    let list: List? = setters ? .setters : names ? .scopes : nil
    return Action(try CommonOptions(arguments, printing: .walk)) { (console) throws(Failure) in
      let context = try CommandContext(console)
      // Checked first, because a key in the place of the scope gets a corrected command line.
      let asked = try context.place(scope)
      let patterns = try keys.map(context.pattern)
      let wanted = try value.map { (text) throws(Failure) in
        EffectiveValue(try ValueArgument(text, context.names, called: "--value").document)
      }
      func distribution(of patterns: [KeyPattern]) throws(Failure) -> Distribution {
        let distribution = Distribution(
          patterns, context.names, context.present, reveals: context.options.isRevealing,
          only: wanted, where: attribute)
        try context.present.walk(
          from: asked, distribution, hidesAbstract: !showsAbstract && list != .setters,
          byLineage: true)
        try context.present.refuseSharedFacts(below: asked)
        return distribution
      }
      let first = try distribution(of: patterns)
      let report = try first.patternsToAskAgain.map(distribution) ?? first
      console.session.keep(report)
      let isMet = !report.keys.isEmpty
      let unknown = report.keys.filter(\.isUnknown)
      let isKnown = unknown.count < report.keys.count
      if let absence = report.keepChosen(), isKnown { console.note(absence) }
      if form.format == .json {
        try context.checkKeySizes(
          report.keys.lazy.map { ($0.key, 0, $0.definitions.first?.place) })
      }
      let words = DistributionFormatter(report, console.places)
      if let page {
        let title = "where \(keys.map { Printable.string($0) }.joined(separator: " "))"
        try context.write(HTMLPage(words.htmlReport(context.title(title))), to: page)
      }
      let setters = list == .setters ? report.setters(from: asked) : []
      console.output.release()
      switch list {
      case .setters: NameList.print(setters, endsWithNUL: endsWithNUL, console.output)
      case .scopes:
        let scopes = report.scopes.numbers.map { report.scopeIndex.scopes[$0] }
        NameList.print(scopes, endsWithNUL: endsWithNUL, console.output)
      case nil:
        switch form.format {
        case .json: context.print(form.layout, report.record)
        case .text: words.print(console)
        }
      }
      for (_, _, problem) in report.problems { console.report(problem) }
      // The files that set a key do not depend on its evaluation.
      let failures = report.failures.filter {
        list != .setters || !$0.isOfEvaluation
      }
      // A value in which others are computed fails with each of them.
      if !failures.isEmpty { console.report(.diagnostics(failures.flatMap(\.problem.diagnostics))) }
      let who = report.unread.isEmpty ? "no scope" : "no readable scope"
      let rest = report.passesByAbstract ? "; '--abstract' includes abstract scopes" : ""
      let plain = isMet ? [] : patterns.compactMap(\.key)
      for key in console.isQuiet ? [] : unknown.map(\.key) + plain {
        let scopes = (try? context.scope(ScopeArgument(text: asked.path))).map { [$0] } ?? []
        var near = context.hints(for: key, in: scopes).first
        if near == nil {
          // The key may be a typo of one in a scope below.
          let search = SlipSearch(key, context.names)
          try context.present.walk(from: asked, search.visitor, hidesAbstract: !showsAbstract)
          near = search.meant.map { "the nearest key is \(context.names.text($0))" }
        }
        console.note(
          "\(who) has a value for \(context.names.text(key))\(near.map { "; \($0)" } ?? "")\(rest)")
      }
      if !isMet, plain.count < patterns.count {
        console.note("\(who) has a key that matches\(rest)")
      }
      if !failures.isEmpty || !report.problems.isEmpty { return .failed }
      let isEmpty = list == .setters ? setters.isEmpty : report.isEmpty
      return isEmpty ? .nothing : .answered
    }
  }

  /// What is printed alone.
  enum List { case scopes, setters }
}

extension ValueType where Value == OwnAttribute {
  static var attribute: ValueType {
    ValueType("NAME=TEXT", .text) { (bytes) throws(ArgumentProblem) in
      guard let sign = bytes.firstIndex(of: UInt8(ascii: "=")) else {
        throw .expected("NAME=TEXT, such as owner=search")
      }
      guard case .own(let name)? = Directive.own(named: bytes[..<sign]) else {
        throw .invalid(
          "\(Printable.quoted(Array(bytes[..<sign]))) is not a valid NAME; \(Directive.customNameHint)"
        )
      }
      return OwnAttribute(name: name, text: Array(bytes[(sign + 1)...]))
    }
  }
}
