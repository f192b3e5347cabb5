import SystemCalls
import Trees

extension TreePaths {
  package init(_ options: CommonOptions?, _ session: Session) {
    self.init(
      root: options?.root, overlays: options?.overlays ?? [],
      else: (session.setting("HEIR_ROOT"), session.setting("HEIR_OVERLAYS")))
  }
}

extension AllowedEnvironment {
  package init(_ options: CommonOptions, _ session: Session) {
    let inherited = session.setting("HEIR_ALLOW_ENV").map { [$0] } ?? []
    self.init(inherited + options.allowed, in: session.environment)
  }
}

extension InputFiles {
  package init(
    _ options: CommonOptions, _ session: Session, _ remarks: MessageHandlers,
    _ watch: DirectoryWatch? = nil
  ) throws(Failure) {
    if options.facts == nil && options.settings.isEmpty {
      self.init()
      return
    }
    try options.refuseStandardInput()
    func file(_ path: [UInt8]) throws(Failure) -> File {
      do throws(FileError) { return File(path, try session.input(path, remarks, watch)) } catch {
        throw .file(error, .facts)
      }
    }
    let settings = try options.settings.map { (given) throws(Failure) -> Setting in
      given.isFirst ? .text(given.bytes) : .file(try file(given.bytes))
    }
    let facts = try options.facts.map { (path) throws(Failure) -> FactFiles in
      // `unowned`, because the session keeps the snapshot, which keeps this closure.
      let files = FactFiles.ScopeFiles(path) { [unowned session] (path) throws(FileError) in
        try session.input(path, remarks, watch)
      }
      if let files { return .each(files) }
      return .one(try file(path))
    }
    self.init(facts: facts, settings: settings)
  }
}

extension CommonOptions {
  package func refuseStandardInput(
    besides other: (option: String, path: [UInt8])? = nil
  ) throws(Failure) {
    var all = [facts.map { ("--facts", $0) }, other].compactMap { $0 }
    for given in settings where !given.isFirst { all.append(("--values", given.bytes)) }
    let asking = all.filter { $0.1 == InputFile.standardInput }
    if asking.count < 2 { return }
    throw .message(
      "cannot use '\(asking[0].0) -' with '\(asking[1].0) -'; standard input is read once"
    )
  }
}
