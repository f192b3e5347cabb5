import Testing

/// A key where a scope belongs is noticed, and nothing else is taken for one.
@Suite struct SwappedArgumentsTests {
  private let scratch = Scratch([
    (".heir", ""), ("p.json", #"{"list": [1], "x": 1}"#), ("prod/p.json", "{}"),
  ])

  @Test(arguments: [
    ["get", ".", "x", "--set", "list.0=2"],
    ["get", "prod", "x", "--set", "list.0=2", "--root", "/ROOT"],
    ["explain", ".", "x", "--set", "list.0=2"],
    ["resolve", ".", "--set", "/list/0=2"],
  ])
  func aSettingThatNamesAnElementSwapsNothing(arguments: [String]) {
    let root = scratch.url.path
    let result = Harness(in: scratch.url).run(
      arguments.map { $0 == "/ROOT" ? root : $0 })
    #expect(result.status == 2)
    #expect(
      result.errors
        == "heir: error: '--set' names members, and 'list' is an array; set the whole array\n")
  }

  @Test func anOptionsValueIsNoScope() {
    let result = Harness(in: scratch.url).run("get", "no", "x", "--root", scratch.url.path)
    #expect(result.status == 2 && !result.errors.contains("comes first"), "\(result.errors)")
  }

  @Test func aKeyInThePlaceOfTheScopeIsNamed() {
    let result = Harness(in: scratch.url).run("get", "x.y", "/prod", "--set", "list=[2]")
    #expect(result.errors.contains("the scope comes first, then the key: heir get /prod x.y"))
  }
}
