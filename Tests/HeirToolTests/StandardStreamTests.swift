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

  @Test(.needs("git")) func noPipeTakesThePlaceOfAClosedStream() throws {
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

  @Test func aFullNonblockingStreamIsWaitedFor() throws {
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
}
