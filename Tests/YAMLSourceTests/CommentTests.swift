import JSONSource
import TestSupport
import Testing

@testable import YAMLSource

@Suite struct CommentTests {
  /// The comments of a value in order: those above, the one beside in parentheses, those inside.
  private static func list(_ node: YAMLNode, _ path: String = "") -> [String] {
    var all = node.comments.above.map { "\(path)^\(String(decoding: $0, as: UTF8.self))" }
    all += node.comments.beside.map { ["\(path)>\(String(decoding: $0, as: UTF8.self))"] } ?? []
    switch node.content {
    case .sequence(let elements):
      for (index, element) in elements.enumerated() { all += list(element, "\(path)/\(index)") }
    case .mapping(let members):
      for member in members {
        all += list(member.value, "\(path)/\(String(decoding: member.name, as: UTF8.self))")
      }
    default: break
    }
    return all
  }

  private static func comments(_ text: String) throws -> [String] {
    let document = try YAMLDocument(Source(Array(text.utf8)), .ruby)
    return list(document.root)
      + document.commentsAtEnd.map { "$\(String(decoding: $0, as: UTF8.self))" }
  }

  @Test func commentsBelongToItems() throws {
    let text = """
      # file
      ---  # start
      # one

      # two
      a: 1 # beside a
      b: # beside b
        # in b
        c: &x   # beside c
          d: [e, # beside e
            # above f
            f] # beside d
        # after c

      # above g
      g:
        # above text
        text
      h: | # block
        # text
      # above merge
      <<: *x # merge
      # above i
      i:
      - # first
        k: v #
      -  w
      # end

      """
    #expect(
      try Self.comments(text) == [
        "^ file", "> start", "/a^ one", "/a^", "/a^ two", "/a> beside a", "/b> beside b",
        "/b/c^ in b", "/b/c> beside c", "/b/c/d> beside d", "/b/c/d/0> beside e",
        "/b/c/d/1^ above f", "/g^ after c", "/g^", "/g^ above g", "/g^ above text", "/h> block",
        "/i^ above merge", "/i^ merge", "/i^ above i", "/i/0> first", "/i/0/k>", "$ end",
      ])
  }

  /// Comments of a text without quotes, block scalars and aliases, by lines.
  @Test func noCommentIsLost() throws {
    for seed in Seeds.upTo(100) {
      var random = SplitMix64(seed: UInt64(seed))
      var text = ""
      var count = 0
      func comment() -> String {
        guard Bool.random(using: &random) else { return "" }
        count += 1
        return " # \(count)"
      }
      func block(_ depth: Int, _ indent: String) {
        let isMapping = Bool.random(using: &random)
        for index in 0..<Int.random(in: 1...3, using: &random) {
          while Int.random(in: 0..<3, using: &random) == 0 { text += "\(comment())\n" }
          text += indent + (isMapping ? "k\(index):" : "-")
          switch Int.random(in: 0..<5, using: &random) {
          case 0 where depth > 0:
            text += comment() + "\n"
            block(depth - 1, indent + "  ")
          case 1: text += comment() + "\n"
          case 2: text += " [a,\(comment())\n\(comment())\n  {b: c\(comment())\n }]\(comment())\n"
          case 3: text += comment() + "\n" + comment() + "\n" + indent + "  v" + comment() + "\n"
          default: text += " v w" + comment() + "\n"
          }
        }
      }
      block(3, "")
      text += comment()
      let found = try Self.comments(text).compactMap { Int($0.split(separator: " ").last ?? "") }
      #expect(found.sorted() == Array(1...max(count, 1)).dropLast(count == 0 ? 1 : 0), "\(text)")
    }
  }
}
