import Cascade
import Files
import Import
import JSONSource
import SafeText
import SystemCalls
import Trees

/// Puppet or reclass, asked for the values of one node after another.
///
/// It reads copies of the files of DIR in a private directory, so that DIR cannot lead it to other files. It starts
/// in an empty directory, so that it runs no code of DIR.
final class PeerProgram {
  enum Peer {
    case puppet(HieraImport)
    case reclass(ReclassImport)
  }

  /// Its values of a node, or why there are none.
  enum Answer {
    case values(Document, Int)
    case error(String)
    case timeout
  }

  let name: String
  private let peer: Peer
  private let session: Session
  private let names: NameTable
  private let directory: PrivateDirectory
  private let start: Descriptor
  private let environment: [[UInt8]]
  private var signals: SignalReceiver?
  /// The facts of each host.
  private let facts: [FileName: [UInt8]]
  private var child: ChildProcess?
  private var hasAnswered = false

  /// In milliseconds.
  static let timeLimit = 60_000
  private static let sizeLimit = 64 << 20

  init(
    _ peer: Peer, _ source: ImportSource, _ names: NameTable, _ session: Session
  ) throws(Failure) {
    (self.peer, self.names, self.session) = (peer, names, session)
    let inherited = session.process.childEnvironment()
    environment =
      inherited.without(["PATH"]).withoutRelativePaths
      + [ProgramPath(in: inherited).entry, Array("PYTHONSAFEPATH=1".utf8)]
    // Interrupted, the copies are removed first.
    signals = try? SignalReceiver(Signal.ends)
    directory = try about(.tree(0), try PrivateDirectory(session.process))
    start = try about(.tree(0), try directory.makeDirectory([Self.startName]))
    for (path, bytes) in source.bytes {
      try about(.tree(0), try directory.put(bytes, at: [Self.dataName] + path))
    }
    switch peer {
    case .puppet(let hiera):
      (name, facts) = ("puppet", hiera.factsOfHosts)
      if directory.path.contains(where: { ":$[]{}\\".utf8.contains($0) }) {
        throw .message(
          "puppet cannot read a copy in \(Printable.quoted(directory.path))",
          notes: ["set TMPDIR to a directory without ':', '$', '\\', brackets and braces"])
      }
      _ = try about(.tree(0), try directory.makeDirectory([Self.settingsName]))
      // The hierarchies may lead to files that the import does not know.
      for path in try about(.tree(0), try source.dataPaths()) where source.bytes[path] == nil {
        guard let bytes = try? source.bytes(at: path) else { continue }
        try about(.tree(0), try directory.put(bytes, at: [Self.dataName] + path))
      }
    case .reclass(let reclass):
      (name, facts) = ("reclass", [:])
      // Without a file here, reclass reads those of the user and of the system.
      let settings = source.bytes[[Self.reclassSettings]] ?? Array("{}\n".utf8)
      try about(
        .tree(0), try directory.put(settings, at: [Self.startName, Self.reclassSettings]))
      for place in [reclass.directories.nodes, reclass.directories.classes] {
        let copy = [Self.dataName] + place
        _ = try about(.tree(0), try directory.makeDirectory(copy[...]))
      }
    }
  }

  private static let startName = FileName("start".utf8)
  private static let dataName = FileName("data".utf8)
  private static let settingsName = FileName("settings".utf8)
  private static let reclassSettings = FileName("reclass-config.yml".utf8)

  private func path(of names: [FileName]) -> [UInt8] {
    directory.path + [UInt8(ascii: "/")] + names.joinedPath
  }

  /// The names of the nodes that it can be asked for.
  var nodes: Set<FileName> {
    switch peer {
    case .puppet: Set(facts.keys)
    case .reclass(let reclass): reclass.nodes
    }
  }

  // MARK: Asking

  func answer(for node: FileName) throws(Failure) -> Answer {
    let answer: Answer
    do throws(Errno) {
      switch peer {
      case .puppet: answer = try lookedUp(node)
      case .reclass(let reclass): return try nodeInfo(node, reclass)
      }
    } catch {
      if error == .timedOut { return .timeout }
      throw .program(Array(command[0].utf8), errno: error)
    }
    // It could not start.
    if case .error(let words) = answer, !hasAnswered {
      throw .message("'ruby' failed", notes: ["ruby: \(words)"])
    }
    return answer
  }

  private var command: [String] {
    switch peer {
    case .puppet: ["ruby", "-e", Self.lookups]
    case .reclass: ["reclass", "--output", "json", "--storage-type", "yaml_fs"]
    }
  }

  private func started(_ arguments: [[UInt8]]) throws(Errno) -> ChildProcess {
    try ChildProcess(
      command.map { Array($0.utf8) } + arguments, environment: environment, directory: start,
      timeout: ChildProcess.Timeout(interval: 200), receiving: signals)
  }

  /// Serves a program until its output is a line or ends, or until all ends; returns false if it takes too long.
  private func serve(_ child: ChildProcess, toEnd: Bool) throws(Errno) -> Bool {
    let limit = session.clock() + Self.timeLimit
    var (signal, isLate) = (Signal?.none, false)
    func isOver() -> Bool {
      signal = signals?.take().first
      isLate = session.clock() > limit
      return signal != nil || isLate || child.output.count > Self.sizeLimit
    }
    if toEnd {
      try child.serveToEnd(until: isOver)
    } else {
      try child.serve { isOver() || child.output.last == 0x0A }
    }
    if let signal {
      child.stop()
      directory.remove()
      signals = nil
      signal.end()
    }
    return !isLate
  }

  private func lookedUp(_ node: FileName) throws(Errno) -> Answer {
    let asked: ChildProcess
    if let child {
      asked = child
    } else {
      asked = try started([path(of: [Self.settingsName]), path(of: [Self.dataName])])
      if case .puppet(let hiera) = peer { asked.write(hiera.question + [0x0A]) }
    }
    child = nil
    asked.output.removeAll(keepingCapacity: true)
    asked.write((facts[node] ?? []) + [0x0A])
    // Each answer is a line.
    guard try serve(asked, toEnd: false) else { return .timeout }
    guard asked.output.last == 0x0A,
      let answer = try? Document(Source(asked.output), names: names),
      answer.kind(0) == .array, let values = answer.element(0, of: 0)
    else { return try failure(of: asked, errorIsFirst: true) }
    (child, hasAnswered) = (asked, true)
    if answer.kind(values) == .object { return .values(answer, values) }
    return .error(words(of: answer.string(values)))
  }

  private func nodeInfo(_ node: FileName, _ reclass: ReclassImport) throws(Errno) -> Answer {
    let data = [Self.dataName]
    let arguments: [(String, [UInt8])] = [
      ("--inventory-base-uri=", path(of: data)),
      ("--nodes-uri=", path(of: data + reclass.directories.nodes)),
      ("--classes-uri=", path(of: data + reclass.directories.classes)), ("--nodeinfo=", node),
    ]
    let asked = try started(arguments.map { Array($0.utf8) + $1 })
    guard try serve(asked, toEnd: true) else { return .timeout }
    guard asked.output.count <= Self.sizeLimit, asked.stop() == .exited(0),
      let answer = try? Document(Source(asked.output), names: names),
      let values = answer.member("parameters", of: 0), answer.kind(values) == .object
    else { return try failure(of: asked, errorIsFirst: false) }
    hasAnswered = true
    return .values(answer, values)
  }

  /// The error that a program printed: Ruby prints it first, Python last.
  private func failure(of asked: ChildProcess, errorIsFirst: Bool) throws(Errno) -> Answer {
    if asked.output.count > Self.sizeLimit {
      asked.stop()
      return .error("more than \(Self.sizeLimit >> 20) MiB")
    }
    guard try serve(asked, toEnd: true) else { return .timeout }
    let lines = asked.errors.split(separator: 0x0A)
    if lines.isEmpty, !asked.output.isEmpty {
      return .error("an answer with two keys of the same text, or invalid JSON")
    }
    let line = errorIsFirst ? lines.first : lines.last
    return .error(words(of: line.map { Array($0.drop { $0 == 0x20 }) }))
  }

  /// An error with paths of the files themselves, not of their copies.
  private func words(of error: [UInt8]?) -> String {
    guard var rest = error?[...] else { return "no values" }
    let copy = path(of: [Self.dataName])
    var words: [UInt8] = []
    while let byte = rest.first {
      let isCopy = rest.starts(with: copy)
      words.append(isCopy ? UInt8(ascii: ".") : byte)
      rest = rest.dropFirst(isCopy ? copy.count : 1)
    }
    return Printable.string(words, limit: 200)
  }

  /// Reads the server's directory and the keys from the first line, a host with its facts from each other line.
  /// Prints the values of each host as a line, each value in an array, an error as a text. Beside the keys it looks up
  /// those of the files that Puppet reads for the host.
  private static let lookups = #"""
    require 'json'
    require 'puppet'
    require 'set'
    # The files may make values without a bound.
    Process.setrlimit(:AS, 2 << 30) rescue nil
    settings, data = ARGV
    output = $stdout.dup
    output.sync = true
    $stdout.reopen($stderr)
    input = JSON.parse($stdin.gets)
    Puppet.initialize_settings(
      ['--confdir', settings, '--vardir', settings, '--hiera_config', "#{settings}/hiera.yaml"])
    Puppet::Util::Log.close_all
    inside = ->(path) { File.expand_path(path.to_s).start_with?("#{data}/") }
    # The directory of the server is that of the copies.
    local = lambda do |path|
      base = input['base']
      path.start_with?("#{base}/") && !inside.(path) ? data + path[base.size..] : path
    end
    # Other functions are code of the source, or need keys.
    functions = %w[data_hash lookup_key data_dig hiera3_backend v4_data_hash]
    Puppet::Pops::Lookup::HieraConfigV5.prepend(Module.new do
      define_method(:validate_config) do |config, owner|
        config['hierarchy']&.reject! { |level| level['hiera3_backend'] }
        config = super(config, owner)
        defaults = config['defaults'] || {}
        %w[hierarchy default_hierarchy].select { |name| config[name] }.each do |name|
          levels = config[name].map do |level|
            used = [level, defaults].find { |from| (from.keys & functions).any? }
            function = used.values_at(*functions).compact.first
            level = level.merge('datadir' => local.(level['datadir'] || defaults['datadir'] || 'data'))
            if function == 'eyaml_lookup_key'
              level = level.reject { |kind, _| functions.include?(kind) }
              level.merge('data_hash' => 'yaml_data', 'options' => {})
            elsif %w[yaml_data json_data].include?(function)
              level
            end
          end
          config[name] = levels.compact
        end
        config
      end
    end)
    Puppet::Pops::Lookup::ResolvedLocation.prepend(Module.new do
      define_method(:initialize) do |original, location, exist|
        super(original, location, exist && inside.(location))
      end
    end)
    seen = nil
    Puppet::Pops::Lookup::DataHashFunctionProvider.prepend(Module.new do
      define_method(:data_hash) { |*given| super(*given).tap { |found| seen&.merge(found.keys) } }
    end)
    environments = Hash.new do |all, name|
      path = Puppet::Settings::EnvironmentConf.load_from(data, []).modulepath
      modules = (path.is_a?(String) ? path.split(':') : path).map(&local).select(&inside)
      environment = Puppet::Node::Environment.create(name.to_sym, modules)
      all[name] = Puppet::Environments::StaticDirectory.new(name, data, environment)
    end
    plain = lambda do |value|
      value = value.unwrap if value.respond_to?(:unwrap)
      case value
      when Hash
        raise 'a hash with two keys of the same text' if value.keys.uniq(&:to_s).size < value.size
        value.transform_values(&plain)
      when Array then value.map(&plain)
      else value
      end
    end
    values = lambda do |certname, facts|
      hostname, domain = certname.split('.', 2)
      trusted = {
        'authenticated' => 'remote', 'certname' => certname, 'hostname' => hostname,
        'domain' => domain, 'extensions' => {}, 'external' => {}
      }
      given = facts.delete('trusted')
      trusted.merge!(given) if given.is_a?(Hash)
      wanted = facts['environment']
      wanted = 'production' unless wanted.is_a?(String)
      environment = environments[wanted].get(wanted)
      node = Puppet::Node.new(
        certname, environment: environment, facts: Puppet::Node::Facts.new(certname, facts))
      node.merge({'clientcert' => certname}.merge(facts.reject { |fact, _| fact == 'environment' }))
      node.trusted_data = trusted
      node.add_server_facts('environment' => environment.name.to_s)
      found = {}
      Puppet.override(current_environment: environment, environments: environments[wanted]) do
        compiler = Puppet::Parser::Compiler.new(node)
        compiler.compile do |catalog|
          look_up = lambda do |key|
            invocation = Puppet::Pops::Lookup::Invocation.new(compiler.topscope, {}, {}, nil)
            quote = key.include?("'") ? '"' : "'"
            quoted = key.match?(/['".]/) ? quote + key + quote : key
            value = Puppet::Pops::Lookup.lookup([quoted], nil, nil, false, nil, invocation)
            found[key] = JSON.generate([plain.(value)], max_nesting: 0)
          rescue StandardError, SystemStackError, NoMemoryError => error
            words = error.message.dup.force_encoding('UTF-8').scrub
            found[key] = JSON.generate(words) unless words.include?('did not find a value')
          end
          # A key that no file sets leads to all files.
          seen = Set.new
          missing = ['', *environment.modules.map { |one| "#{one.name}::" }].map { |start| start + "\u0001" }
          missing.each { |key| look_up.(key) }
          missing.each { |key| found.delete(key) }
          keys = seen.select { |key| key.is_a?(String) && !key.empty? }
          keys.select! { |key| key.dup.force_encoding('UTF-8').valid_encoding? }
          seen = nil
          (input['keys'] | keys - ['lookup_options']).each(&look_up)
          catalog
        end
      end
      found
    end
    while (line = $stdin.gets)
      begin
        asked = JSON.parse(line, max_nesting: 0).values_at('certname', 'facts')
        found = values.call(*asked).map { |key, text| "#{JSON.generate(key)}:#{text}" }
        output.puts "[{#{found.join(',')}}]"
      rescue StandardError, SystemStackError, ScriptError => error
        output.puts JSON.generate([error.message.scrub.lines.first.to_s.strip])
      end
    end
    """#
}
