import Foundation
import Testing

@testable import SystemCalls

@Suite struct HandlerProcessTests {
  private func ended(_ line: String) throws -> HandlerProcess {
    let signals = try SignalReceiver([])
    let handler = try HandlerProcess(
      Array(line.utf8), environment: [], input: [], signals)
    for _ in 0..<300_000 where !handler.hasEnded {
      handler.look()
      usleep(1000)
    }
    try #require(handler.hasEnded)
    return handler
  }

  /// A group is signalled by its leader's number: as long as that is taken, it is nobody else's.
  @Test func theNumberOfAnEndedProcessIsKeptUntilItsRelease() throws {
    let handler = try ended("exit 3")
    #expect(kill(handler.number, 0) == 0)
    handler.look()
    #expect(kill(handler.number, 0) == 0)
    #expect(handler.reap() == .exited(3))
    #expect(kill(handler.number, 0) == -1 && errno == ESRCH)
    #expect(handler.reap() == nil)
  }

  @Test func aReleasedProcessFreesItsNumber() throws {
    var handler: HandlerProcess? = try ended("kill -TERM $$")
    let number = try #require(handler?.number)
    handler = nil
    #expect(kill(number, 0) == -1 && errno == ESRCH)
  }
}
