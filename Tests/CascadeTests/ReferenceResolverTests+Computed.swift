import Foundation
import TestSupport
import Testing

extension ReferenceResolverTests {
  func evaluated(_ content: PlainValue, _ key: PlainKey) -> ReferenceOutcome {
    ReferenceResolver(.chain(content)).evaluated(Self.a, key: key)
  }

  @Test func aComputedValueIsALeafThatIsNoObject() {
    let tree = ReferenceTree.chain(
      ["a": ["x": 1], "b": ["$ref": "a", "default": ["$$n": 1]], "l": [["$format": "x"]]],
      ["a": ["$ref": "c"], "b": ["x": 2]], ["a": ["y": 3]])
    #expect(
      value(tree, Self.a) == [
        "a": ["x": 1], "b": ["$ref": "a", "default": ["$$n": 1]], "l": [["$format": "x"]],
      ])
    #expect(outcome(tree, Self.b, ["a"]) == #"{"$ref":"c"}"#)
    #expect(outcome(tree, Self.b, ["a", "x"]) == "replaced /b a")
    #expect(outcome(tree, Self.b, ["b"]) == #"{"x":2}"#)
    #expect(outcome(tree, Self.b, ["b", "$ref"]) == "never-set")
    #expect(outcome(tree, Self.c, ["a"]) == #"{"y":3}"#)
  }

  @Test func aReferenceIsWorkedOutInTheAskedScope() {
    let tree = ReferenceTree.chain(
      ["host": "h", "url": ["$format": "https://${host}:${db.port}/"], "db": ["port": 1]],
      ["host": "i"], ["db": ["port": .number("2.0")]])
    func url(_ scope: [PlainName]) -> ReferenceOutcome {
      ReferenceResolver(tree).evaluated(scope, key: ["url"])
    }
    #expect(url(Self.a) == .value("https://h:1/"))
    #expect(url(Self.b) == .value("https://i:1/"))
    #expect(url(Self.c) == .value("https://i:2.0/"))
  }

  @Test func followingReferencesGoesThroughWhatIsNeededOnly() {
    let content: PlainValue = ["x": ["$ref": "o"], "o": ["a": 1, "b": ["$ref": "x.a"]]]
    #expect(evaluated(content, ["x", "a"]) == .value(1))
    #expect(evaluated(content, ["o", "b"]) == .value(1))
    #expect(
      ReferenceResolver(.chain(content)).evaluated(Self.a)
        == ["x": ["a": 1, "b": 1], "o": ["a": 1, "b": 1]])
    let broken: PlainValue = ["x": ["$ref": "o"], "o": ["a": 1, "b": ["$ref": "none"]]]
    #expect(evaluated(broken, ["x", "a"]) == .value(1))
    #expect(evaluated(broken, ["x", "b"]) == .failure)
    #expect(evaluated(broken, ["x"]) == .failure)
    #expect(evaluated(broken, ["x", "c"]) == .absent)
    #expect(ReferenceResolver(.chain(broken)).evaluated(Self.a) == nil)
  }

  @Test func cyclesFail() {
    #expect(evaluated(["a": ["$ref": "a"]], ["a"]) == .failure)
    #expect(
      evaluated(["a": ["$ref": "b", "default": 1], "b": ["$format": "${a}"]], ["b"]) == .failure)
    #expect(evaluated(["a": ["$ref": "a.b"]], ["a"]) == .failure)
    let around: PlainValue = ["x": ["$ref": "o"], "o": ["a": ["$ref": "x"], "b": 2]]
    #expect(evaluated(around, ["o"]) == .failure)
    #expect(evaluated(around, ["o", "a", "a", "b"]) == .value(2))
  }

  @Test func aDefaultIsForWhatHasNoValueAndNotForErrors() {
    #expect(evaluated(["a": ["$ref": "b"]], ["a"]) == .failure)
    #expect(evaluated(["a": ["$ref": "b", "default": nil]], ["a"]) == .value(nil))
    #expect(
      evaluated(["a": ["$ref": "b", "default": ["$ref": "c"]], "c": 3], ["a"]) == .value(3))
    #expect(
      evaluated(["a": ["$ref": "b.x", "default": 1], "b": ["$ref": "c"]], ["a"]) == .failure)
    #expect(evaluated(["a": ["$ref": "b.x", "default": 1], "b": 5], ["a"]) == .value(1))
    #expect(evaluated(["a": ["$format": "${b}", "default": "d"]], ["a"]) == .value("d"))
    #expect(evaluated(["a": ["$format": "${b}", "default": "d"], "b": [1]], ["a"]) == .failure)
    #expect(
      evaluated(["a": ["$ref": "b", "default": ["k": ["$ref": ".l"], "l": 2]]], ["a", "k"])
        == .value(2))
  }

  @Test func aMapTranslatesScalars() {
    func mapped(_ value: PlainValue, _ options: PlainValue) -> ReferenceOutcome {
      evaluated(
        ["k": value, "t": 9, "a": .object([.init("$ref", "k")] + (options.members ?? []))], ["a"])
    }
    let map: PlainValue = ["map": ["1": "one", "true": ["$ref": "t"], "x": ["y": 1]]]
    #expect(mapped(1, map) == .value("one"))
    #expect(mapped("1", map) == .value("one"))
    #expect(mapped(.number("1.0"), map) == .failure)
    #expect(mapped(true, map) == .value(9))
    #expect(mapped("x", map) == .value(["y": 1]))
    #expect(mapped("z", ["map": ["x": 1, "*": 2], "default": 3]) == .value(2))
    #expect(mapped("z", ["map": ["x": 1], "default": "x"]) == .value("x"))
    #expect(mapped([1], ["map": ["*": 2], "default": 3]) == .failure)
    #expect(
      evaluated(["a": ["$ref": "none", "map": ["*": 1], "default": 2]], ["a"]) == .value(2))
  }

  @Test func dotsCountObjectsUpAndArraysAreNone() {
    let content: PlainValue = [
      "n": 1,
      "o": [
        "n": 2, "own": ["$ref": ".n"], "up": ["$ref": "..n"], "far": ["$ref": "...n"],
        "list": [["n": 3, "v": ["$ref": ".n"], "w": ["$ref": "..n"]], [["$ref": ".n"]]],
      ],
      "copy": ["$ref": "o.list"],
    ]
    #expect(evaluated(content, ["o", "own"]) == .value(2))
    #expect(evaluated(content, ["o", "up"]) == .value(1))
    #expect(evaluated(content, ["o", "far"]) == .failure)
    #expect(evaluated(content, ["copy"]) == .value([["n": 3, "v": 3, "w": 2], [2]]))
    #expect(evaluated(content, ["copy", "0", "v"]) == .value(3))
    #expect(evaluated(content, ["copy", "1", "0"]) == .value(2))
    #expect(evaluated(content, ["copy", "2"]) == .absent)
    #expect(evaluated(content, ["copy", "00"]) == .absent)
  }

  @Test func theRelativeReferenceOfAnElementReadsThatVeryElement() {
    let tree = ReferenceTree.chain(
      [
        "$merge": ["l": ["by": "name"]],
        "l": [["name": "a", "port": 1, "url": ["$format": "${.name}:${.port}"]]],
      ],
      ["l": [["name": "b"], ["name": "a", "port": 2]]])
    #expect(
      ReferenceResolver(tree).evaluated(Self.b, key: ["l", "0", "url"]) == .value("a:2"))
  }

  @Test func aScopeIsAskedWithoutTheCommandLine() {
    let tree = ReferenceTree.chain(
      ["k": 1, "where": ["$ref": "$scope"]],
      ["k": 2, "up": ["$ref": "k", "scope": "/"], "there": ["$ref": "where", "scope": "b/c/"]],
      ["no": ["$ref": "k", "scope": "/none", "default": 1]])
    let resolver = ReferenceResolver(tree, set: [(["k"], 7)])
    #expect(resolver.evaluated(Self.b, key: ["k"]) == .value(7))
    #expect(resolver.evaluated(Self.b, key: ["up"]) == .value(1))
    #expect(resolver.evaluated(Self.b, key: ["there"]) == .value("/b/c"))
    #expect(resolver.evaluated(Self.c, key: ["no"]) == .failure)
    let kept = ReferenceTree.chain(
      ["k": 1, "$exclude": ["k"]], ["copy": ["$ref": "k", "scope": "/"]])
    #expect(ReferenceResolver(kept).evaluated(Self.b) == ["copy": 1])
  }

  @Test func theScopeAndItsNameCanBeWritten() {
    let tree = ReferenceTree.chain(
      ["a": ["$format": "${$scope} ${$scope.name} $$ $ ${\"x}\"}"], "x}": true], [:])
    #expect(ReferenceResolver(tree).evaluated(Self.a, key: ["a"]) == .value("/  $ $ true"))
    #expect(ReferenceResolver(tree).evaluated(Self.b, key: ["a"]) == .value("/b b $ $ true"))
  }

  @Test func inheritedIsWhatTheKeyWouldHaveWithoutTheStatement() {
    let more: PlainValue = ["path": ["$format": "${$inherited}:/opt"]]
    let tree = ReferenceTree.chain(["path": "/bin"], more, more)
    #expect(ReferenceResolver(tree).evaluated(Self.b) == ["path": "/bin:/opt"])
    #expect(ReferenceResolver(tree).evaluated(Self.c) == ["path": "/bin:/opt:/opt"])
    #expect(ReferenceResolver(.chain(more)).evaluated(Self.a) == nil)
    let files: [ReferenceTree.File] = [.init("1.json", ["path": "/usr"]), .init("2.json", more)]
    let sibling = ReferenceTree([
      .init([], [.init("p.json", ["path": "/bin"])]), .init(Self.b, files),
    ])
    #expect(ReferenceResolver(sibling).evaluated(Self.b) == ["path": "/bin:/opt"])
    let stopped = ReferenceTree.chain(
      ["k": 1], ["$stop": ["k"], "k": ["$ref": "$inherited", "default": "none"]])
    #expect(ReferenceResolver(stopped).evaluated(Self.b) == ["k": "none"])
    let array = ReferenceTree.chain(["l": [1, 2]], ["l": [0, ["$ref": "$inherited"]]])
    #expect(ReferenceResolver(array).evaluated(Self.b) == ["l": [0, [1, 2]]])
    let alone = ReferenceTree.chain(
      ["o": 5], ["o": ["p": ["$ref": "$inherited", "default": 1]]])
    #expect(ReferenceResolver(alone).evaluated(Self.b) == ["o": ["p": 1]])
  }

  @Test func aFinalComputedValueIsWorkedOutInTheAskedScope() {
    let tree = ReferenceTree.chain(
      ["a": ["$ref": "b"], "$final": ["a"], "b": 1], ["a": 5, "b": 2])
    #expect(ReferenceResolver(tree).evaluated(Self.b) == ["a": 2, "b": 2])
  }
}
