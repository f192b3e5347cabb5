import Snapshots

extension TreePaths {
  /// As options and variables name them.
  package init(_ options: CommonOptions?, _ session: Session) {
    self.init(
      root: options?.root, overlays: options?.overlays ?? [],
      else: (session.setting("HEIR_ROOT"), session.setting("HEIR_OVERLAYS")))
  }
}

extension AllowedEnvironment {
  /// As options and a variable name it.
  package init(_ options: CommonOptions, _ session: Session) {
    let inherited = session.setting("HEIR_ALLOW_ENV").map { [$0] } ?? []
    self.init(inherited + options.allowed, in: session.environment)
  }
}
