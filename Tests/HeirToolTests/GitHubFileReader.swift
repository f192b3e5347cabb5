import Testing

/// The runner's own reading of `$GITHUB_ENV` and `$GITHUB_OUTPUT` (EnvFileKeyValuePairs in
/// src/Runner.Worker/FileCommandManager.cs of actions/runner), line for line; nil where it throws.
struct GitHubFileReader {
  private let text: [UInt8]
  private let isWindows: Bool
  private var index = 0

  static func read(_ text: String, isWindows: Bool) -> [(name: String, value: String)]? {
    var reader = GitHubFileReader(text: Array(text.utf8), isWindows: isWindows)
    return reader.pairs()
  }

  private init(text: [UInt8], isWindows: Bool) {
    (self.text, self.isWindows) = (text, isWindows)
  }

  private mutating func pairs() -> [(name: String, value: String)]? {
    var pairs: [(name: String, value: String)] = []
    while let (line, _) = readLine() {
      if line.isEmpty { continue }
      let equals = line.firstIndex(of: UInt8(ascii: "="))
      let heredoc = line.indices.first { line[$0...].starts(with: "<<".utf8) }
      if let equals, heredoc.map({ equals < $0 }) ?? true {
        pairs.append((Self.string(line[..<equals]), Self.string(line[(equals + 1)...])))
        continue
      }
      guard let heredoc else { return nil }
      let (name, delimiter) = (line[..<heredoc], line[(heredoc + 2)...])
      if name.isEmpty || delimiter.isEmpty { return nil }
      let start = index
      var end = index
      guard var (next, newline) = readLine() else { return nil }
      while !next.elementsEqual(delimiter) {
        guard newline > 0 else { return nil }
        end = index - newline
        guard let following = readLine() else { return nil }
        (next, newline) = following
      }
      pairs.append((Self.string(name), end > start ? Self.string(text[start..<end]) : ""))
    }
    return pairs
  }

  private static func string(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  /// A line, and the length of what ended it.
  private mutating func readLine() -> (line: ArraySlice<UInt8>, newline: Int)? {
    if index >= text.count { return nil }
    let start = index
    guard let feed = text[index...].firstIndex(of: 0x0A) else {
      index = text.count
      return (text[start...], 0)
    }
    index = feed + 1
    if isWindows && feed > start && text[feed - 1] == 0x0D { return (text[start..<(feed - 1)], 2) }
    return (text[start..<feed], 1)
  }
}
