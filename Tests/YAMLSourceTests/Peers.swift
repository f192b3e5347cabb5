import Foundation
import JSONSource
import TestSupport

@testable import YAMLSource

/// A text with the values that heir reads, and the verdicts of PyYAML and Psych.
struct PeerCase {
  enum Verdict: Equatable {
    case refused
    case same
    /// The peer reads another value than heir, or heir reads none.
    case other(String)
  }

  let text: [UInt8]
  let values: [String?]
  /// Why heir reads no value.
  let reasons: [String]
  var verdicts: [Verdict] = []

  init(_ text: [UInt8]) {
    self.text = text
    let results = [YAMLDocument.Dialect.python, .ruby].map { (dialect) -> (String?, String) in
      do throws(YAMLError) {
        let root = try YAMLDocument(Source(text), dialect).root
        if let place = root.leftOut.first { return (nil, place.why) }
        return (JSON.text(of: root), "")
      } catch { return (nil, error.problem.words) }
    }
    values = results.map(\.0)
    reasons = results.map(\.1)
  }

  /// How heir differs: it must accept what both peers accept, and refuse what both refuse.
  var difference: String? {
    for (index, name) in ["PyYAML", "Psych"].enumerated() {
      // heir refuses a value that does not fit its tag, and what JSON cannot express even if a later value
      // replaces it.
      let words = reasons[index]
      let isKnown = ["does not fit its tag", "JSON has no", "JSON cannot", "in another way"]
        .contains { words.contains($0) }
      if isKnown { continue }
      let peers = "PyYAML: \(verdicts[0]), Psych: \(verdicts[1])"
      let ours = values[index] ?? "refused, \(words)"
      let isWrong =
        switch verdicts[index] {
        case .same: false
        // A text with peculiarities of both is not counted.
        case .refused: verdicts[1 - index] == .refused && !values.contains(nil)
        case .other: values[index] != nil || verdicts[1 - index] != .refused
        }
      if isWrong {
        return "as \(name): \(ours); \(peers)\n\(String(decoding: text, as: UTF8.self))"
      }
    }
    return nil
  }
}

/// PyYAML's pure loader and Psych, each as one process for many texts.
enum Peers {
  /// Adds the verdicts of both peers.
  static func judge(_ cases: [PeerCase]) throws -> [PeerCase] {
    let folder = try TemporaryTree()
    let rows = cases.map { [Data($0.text).base64EncodedString()] + $0.values.map { $0 ?? "" } }
    folder.file("cases", String(decoding: try JSONEncoder().encode(rows), as: UTF8.self))
    let verdicts = try [["python3", "-c", pythonScript], ["ruby", "-e", rubyScript]].map { words in
      let result = try Program.run(
        words[0], words.dropFirst() + ["cases"], in: URL(filePath: folder.root))
      return result.output.split(separator: "\n")
    }
    guard verdicts.allSatisfy({ $0.count == cases.count }) else {
      throw CocoaError(.fileReadUnknown)
    }
    return cases.enumerated().map { index, item in
      var item = item
      item.verdicts = verdicts.map { lines in
        switch lines[index] {
        case "refused": .refused
        case "same": .same
        case let line: .other(String(line))
        }
      }
      return item
    }
  }

  // Dates are text in heir. A stream may contain further documents, if the first one is complete.
  private static let pythonScript = """
    import base64, json, sys, yaml
    class Loader(yaml.SafeLoader): pass
    Loader.add_constructor("tag:yaml.org,2002:timestamp", lambda l, n: str(l.construct_yaml_timestamp(n)))
    def read(text):
        loader = Loader(text)
        data = loader.get_data() if loader.check_node() else None
        loader.check_node()
        # Python's JSON writes an escaped pair of surrogates, which is one character.
        return json.dumps(json.loads(json.dumps(data, allow_nan=False)), ensure_ascii=False)
    sys.setrecursionlimit(10000)
    sys.stdout.reconfigure(encoding="utf-8", newline="\\n")
    for text, ours, _ in json.load(open(sys.argv[1])):
        try:
            theirs = read(base64.b64decode(text))
            theirs.encode()
        except Exception: theirs = None
        if theirs is None: print("refused")
        elif ours and theirs == json.dumps(json.loads(ours), ensure_ascii=False): print("same")
        else: print("other " + ascii(theirs))
    """

  private static let rubyScript = """
    require "psych"; require "json"; require "date"; require "base64"
    class Scanner < Psych::ScalarScanner
      def tokenize(text)
        found = super
        found.is_a?(Time) || found.is_a?(Date) ? text : found
      end
    end
    def check(value)
      case value
      when Hash
        value.each { |k, v| raise "key" if k.is_a?(Hash) || k.is_a?(Array); check(v) }
      when Array then value.each { |v| check(v) }
      when String, Symbol, nil, true, false, Integer, Float
      else raise "type"
      end
      value
    end
    def read(text)
      document = Psych.parse(text) or return "null"
      loader = Psych::ClassLoader.new
      value = Psych::Visitors::ToRuby.new(Scanner.new(loader), loader).accept(document)
      JSON.generate(check(value), max_nesting: 0)
    end
    def usual(text) = JSON.generate([JSON.parse(text, max_nesting: 0)], max_nesting: 0)
    JSON.parse(File.read(ARGV[0])).each do |text, _, ours|
      begin
        theirs = read(Base64.decode64(text).force_encoding("UTF-8"))
      rescue StandardError, SystemStackError
        theirs = nil
      end
      if theirs.nil? then puts "refused"
      elsif ours != "" && usual(theirs) == usual(ours) then puts "same"
      else puts "other " + theirs.dump
      end
    end
    """
}
