import Foundation
import TestSupport
import Testing

@testable import HeirTool
@testable import Output
@testable import SystemCalls
@testable import Trees

@Suite struct StandardStreamTests {
  @Test(arguments: [0, 2]) func aHandlerGetsNoFileOfTheProgramsOwn(closed: Int) throws {
    let tree = Scratch([(".heir", ""), ("a.json", "{\"k\":1}")])
    tree.write(
      "handler",
      Array(
        "exec 9>_told; for n in 0 1 2; do x=$(readlink /proc/$$/fd/$n); echo \"$x\" >&9; done; kill $PPID\n"
          .utf8))
    _ = try Program.shell(
      "$HEIR watch / --initial --exec 'exec sh handler' \(closed)>&- || true", in: tree.url)
    let told = try String(
      contentsOf: tree.url.appending(path: "_told"), encoding: .utf8)
    for line in told.split(separator: "\n") {
      #expect(line.hasPrefix("pipe:") || line == "/dev/null" || line.contains(".err"), "\(told)")
    }
  }

  @Test(.needs("git")) func whereAStandardStreamIsClosedNoPipeTakesItsPlace() throws {
    let repository = try Repository([("a.json", "{\"k\":1}")])
    repository.write("a.json", "{\"k\":2}")
    let named = try repository.shell(
      "$HEIR diff / --since HEAD --keys <&- 2>&- >names; cat names")
    #expect(named.output == "k\n")
    // The answer would go to git, and seem written.
    let closed = try repository.shell(
      "( $HEIR diff / --since HEAD --keys <&- >&- ) 2>&1 || echo $?")
    #expect(closed.output == "heir: error: cannot write the output: Bad file descriptor\n2\n")
  }

  @Test(arguments: [0, 1, 2]) func nothingIsWrittenIntoAFileThatTookTheirPlace(closed: Int) throws {
    let tree = Scratch([(".heir", ""), ("a.json", "{\"k\":1}")])
    func run(_ line: String) throws -> Int32 {
      try Program.shell("$HEIR \(line) \(closed)>&-", in: tree.url).status
    }
    func text() throws -> String { try Program.shell("cat a.json; ls -A", in: tree.url).output }
    #expect(try run("set / k 2") == 0)
    #expect(try text() == "{\"k\":2}.heir\na.json\n")
    #expect(try run("set / k.l 2") == 2)
    #expect(try run("tidy") == 0)
    #expect(try run("get / k") == (closed == 1 ? 2 : 0))
    #expect(try run("get / no") == 1)
    #expect(try text() == "{\"k\":2}.heir\na.json\n")
  }

  @Test func aFullStreamThatDoesNotBlockIsWaitedFor() throws {
    var numbers: [Int32] = [-1, -1]
    #expect(pipe(&numbers) == 0)
    let (reading, writing) = (numbers[0], numbers[1])
    #expect(fcntl(writing, F_SETFL, fcntl(writing, F_GETFL) | O_NONBLOCK) == 0)
    let count = Seeds.isLong ? 3 << 20 : 1 << 19
    let text = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
    final class Read: @unchecked Sendable { var bytes: [UInt8] = [] }
    let (read, isDone) = (Read(), DispatchSemaphore(value: 0))
    Thread.detachNewThread {
      var buffer = [UInt8](repeating: 0, count: 50_000)
      while true {
        usleep(1000)
        let count = Foundation.read(reading, &buffer, buffer.count)
        if count <= 0 { break }
        read.bytes += buffer[..<count]
      }
      isDone.signal()
    }
    let sink = OutputBuffer.descriptor(OpenStream(writing))
    #expect(sink.show(String(decoding: text.map { $0 & 0x7F }, as: UTF8.self)))
    close(writing)
    isDone.wait()
    close(reading)
    #expect(read.bytes == text.map { $0 & 0x7F })
  }

  @Test func factsAndValuesComeThroughAPipe() throws {
    let tree = Scratch([
      (".heir", #"{"inherit": {"/hosts/*": ["/roles/${$facts.role}"]}}"#),
      ("p.json", #"{"k": 1}"#), ("hosts/p.json", "{}"),
      ("roles/web/p.json", #"{"k": 2}"#),
    ])
    func shown(_ line: String) throws -> String {
      let result = try Program.shell(line + "; echo $?", in: tree.url)
      return result.output + result.errors
    }
    let facts = #"echo '{"role": "web"}' | "#
    #expect(try shown(facts + "$HEIR get /hosts/a k --virtual --facts -") == "2\n0\n")
    #expect(try shown(#"echo '{"k": 3}' | $HEIR get / k --values -"#) == "3\n0\n")
    #expect(
      try shown(facts + "$HEIR exec /hosts/a --virtual --facts - --prefix P_ -- printenv P_K")
        == "2\n0\n")
    // A pipe cannot be read again, so that what it said stays.
    #expect(
      try shown(
        facts + "timeout 300 $HEIR watch /hosts/a --virtual --facts - --initial --exec 'kill $PPID'"
      )
      .contains("+ k = 2 "))
    #expect(
      try shown("$HEIR get /hosts/a k --virtual --facts - <&-").contains(
        "-: error: bad file descriptor"))
    #expect(try shown("printf '{' | $HEIR get / k --values -").contains("-:1:2: error: "))
  }
}
