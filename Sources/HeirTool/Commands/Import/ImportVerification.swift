import Cascade
import Files
import Import
import JSONSource
import SafeText
import SystemCalls
import Trees

/// Compares the values of an imported tree with those of the program that it comes from.
struct ImportVerification {
  private let context: CommandContext
  /// Differences that are printed; all are counted.
  private static let mostLines = 100
  private var last: Evaluation?
  private var equalCount = 0
  private var differentCount = 0

  init(_ console: Console, tree: [UInt8]) throws(Failure) {
    let console = Console(console.session, console.options)
    (console.options.root, console.options.facts) = (tree, nil)
    context = try CommandContext(console)
  }

  enum Peer {
    case puppet(HieraImport)
    case reclass(ReclassImport)
  }

  /// Returns whether all values are equal; prints the others.
  mutating func compare(with peer: Peer, in directory: [UInt8]) throws(Failure) -> Bool {
    let program: String
    switch peer {
    case .puppet(let hiera):
      try compare(hiera: hiera, in: directory)
      program = "puppet"
    case .reclass(let reclass):
      try compare(reclass: reclass, in: directory)
      program = "reclass"
    }
    context.console.note(
      "compared with \(program): \(Printable.count(equalCount, "value")) equal, "
        + "\(Printable.count(differentCount, "value")) different")
    return differentCount == 0
  }

  // MARK: Programs

  private func run(
    _ command: [String], in directory: [UInt8], input: [UInt8] = []
  ) throws(Failure) -> [UInt8] {
    let base = context.session.workingDirectory
    let place = try about(.tree(0), try base.open(directory, .directoryThroughLinks))
    let inherited = context.session.process.childEnvironment()
    let answer: (end: TerminationStatus, output: [UInt8], errors: [UInt8])
    do throws(Errno) {
      answer = try ChildProcess.run(
        command.map { Array($0.utf8) }, input: input,
        environment: inherited.without(["PATH"]) + [ProgramPath(in: inherited).entry],
        directory: place)
    } catch { throw .program(Array(command[0].utf8), errno: error) }
    if answer.end == .exited(0) { return answer.output }
    // Ruby reports the error first, Python last.
    let all = answer.errors.split(separator: 0x0A)
    let lines = command[0] == "ruby" ? all.prefix(3) : all.suffix(3)
    throw .message(
      "'\(command[0])' failed",
      notes: lines.map { "\(command[0]): \(Printable.string($0, limit: 200))" })
  }

  /// Prints each node and its values as a line.
  private static let lookups = """
    require 'json'; require 'puppet'; require 'tmpdir'
    input = JSON.parse($stdin.read)
    Dir.mktmpdir do |dir|
      File.write("#{dir}/hiera.yaml", JSON.generate(input['hiera']))
      Puppet.initialize_settings(['--confdir', dir, '--vardir', dir, '--hiera_config', "#{dir}/hiera.yaml"])
      Puppet::Util::Log.close_all
      all = Puppet::Node::Environment.create(:production, [])
      Puppet.override(current_environment: all, environments: Puppet::Environments::Static.new(all)) do
        input['nodes'].each do |name, facts|
          known = Puppet::Node::Facts.new(name, facts)
          node = Puppet::Node.new(name, environment: all, facts: known)
          node.merge(facts.merge('clientcert' => name))
          node.trusted_data = {'certname' => name, 'hostname' => name.split('.')[0], 'extensions' => {}}
          compiler = Puppet::Parser::Compiler.new(node)
          values = {}
          compiler.compile do |catalog|
            input['keys'].each do |key|
              invocation = Puppet::Pops::Lookup::Invocation.new(compiler.topscope, {}, {}, nil)
              quoted = key.include?('.') ? "'#{key}'" : key
              value = Puppet::Pops::Lookup.lookup([quoted], nil, nil, false, nil, invocation)
              value = value.unwrap if value.respond_to?(:unwrap)
              values[key] = [value]
            rescue Puppet::DataBinding::LookupError => error
              values[key] = error.message unless error.message.include?('did not find a value')
            rescue StandardError => error
              values[key] = error.message
            end
            catalog
          end
          puts JSON.generate([name, values])
        end
      end
    end
    """

  /// Looks all keys up in all hosts, in one process.
  private mutating func compare(hiera: HieraImport, in directory: [UInt8]) throws(Failure) {
    let base = try about(.tree(0), try context.session.workingDirectory.physical(directory))
    let output = try run(
      ["ruby", "-e", Self.lookups], in: directory, input: hiera.question(from: base))
    for line in output.split(separator: 0x0A) {
      guard let answer = try? Document(Source(Array(line)), names: context.names),
        answer.kind(0) == .array, let name = answer.element(0, of: 0).flatMap(answer.string),
        let values = answer.element(1, of: 0)
      else { throw .message("ruby printed no values: \(Printable.string(line, limit: 200))") }
      let scope = Scope(hiera.hostDirectory + [name])
      for key in hiera.keys {
        let found = answer.value(of: context.names.intern(key), in: values)
        guard let found, answer.kind(found) == .array else {
          try compare(scope, key, answer, nil, error: found.map(answer.text))
          continue
        }
        try compare(scope, key, answer, answer.element(0, of: found))
      }
    }
  }

  private mutating func compare(
    reclass: ReclassImport, in directory: [UInt8]
  ) throws(Failure) {
    let output = try run(
      ["reclass", "--inventory", "--output", "json", "--inventory-base-uri", "."], in: directory)
    guard let answer = try? Document(Source(output), names: context.names),
      let nodes = answer.member("nodes", of: 0)
    else { throw .message("reclass printed no inventory") }
    for name in reclass.nodes.sorted(by: { $0.lexicographicallyPrecedes($1) }) {
      let scope = Scope([ReclassImport.nodeDirectory, name])
      guard let node = answer.value(of: context.names.intern(name), in: nodes),
        let parameters = answer.member("parameters", of: node)
      else { throw .message("reclass printed no node \(Printable.quoted(name))") }
      for member in answer.members(parameters) {
        let key = Array(context.names.bytes(of: member.name))
        if key.elementsEqual("_reclass_".utf8) { continue }
        try compare(scope, key, answer, member.value)
      }
    }
  }

  // MARK: Values

  /// A value of the other program; nil if it has none.
  private mutating func compare(
    _ scope: Scope, _ name: [UInt8], _ document: Document, _ node: Int?, error: [UInt8]? = nil
  ) throws(Failure) {
    let key = Key([context.names.intern(name)])
    var (own, place, isSecret): ([UInt8]?, SourceRange?, Bool) = (nil, nil, false)
    do throws(Failure) {
      let asked = try evaluation(of: scope)
      isSecret = asked.topMask.descending(key.names[0]).mayHoldSecret
      if case .value(let value) = try context.evaluating(try asked.answer(key)) {
        let data = try context.evaluating(try value.data())
        own = JSONWriter.compact { $0.value(data, context.names) }
        place = value.places.first
        isSecret = isSecret || value.mask.mayHoldSecret
      }
    } catch {
      own = Array("error: \(error.diagnostics.first?.message ?? "")".utf8)
      place = error.diagnostics.first?.place
    }
    let isEqual =
      if let node, let own, let mine = try? Document(Source(own), names: context.names) {
        mine.equal(0, document, node, namesAreData: true)
      } else { node == nil && error == nil && own == nil }
    if isEqual {
      equalCount += 1
      return
    }
    differentCount += 1
    if differentCount > Self.mostLines { return }
    var writer = JSONWriter(.compact)
    if let node { writer.value(document, node, asWritten: true) }
    let other = node == nil ? error.map { "error: ".utf8 + $0 } : writer.take()
    func shown(_ text: [UInt8]?) -> String {
      isSecret ? "(secret)" : text.map { Printable.string($0, limit: 200) } ?? "no value"
    }
    let line = place.map { "\(context.console.places.text($0)): " } ?? ""
    context.console.output.append(
      "\(line)\(context.names.text(key)) in \(scope.text) is \(shown(own)), not \(shown(other))\n")
  }

  private mutating func evaluation(of scope: Scope) throws(Failure) -> Evaluation {
    if let last, last.view.scope == scope { return last }
    let asked = try context.scope(scope, at: context.present, isVirtual: false)
    last = asked
    return asked
  }
}
