import Foundation
import TestSupport
import Testing

@testable import SystemCalls

@Suite struct ChildProcessTests {
  private func run(
    _ script: String, input: [UInt8] = [], in directory: Descriptor? = nil
  ) throws -> (end: TerminationStatus, output: String, errors: [UInt8]) {
    let (end, output, errors) = try ChildProcess.run(
      ["/bin/sh", "-c", script].map { Array($0.utf8) }, input: input,
      environment: ["WORD=a b", "PATH=\(Programs.path)"].map { Array($0.utf8) },
      directory: directory)
    return (end, String(decoding: output, as: UTF8.self), errors)
  }

  @Test func theEndTellsStatusAndSignal() throws {
    #expect(try run("exit 0").end == .exited(0))
    #expect(try run("exit 200").end == .exited(200))
    #expect(try run("kill -KILL $$").end == .signalled(.kill))
  }

  @Test func itGetsOnlyTheGivenEnvironment() throws {
    let variables = try run("env").output.split(separator: "\n")
      .filter { line in !["PWD=", "SHLVL=", "_="].contains { line.hasPrefix($0) } }
    #expect(variables.sorted() == ["PATH=\(Programs.path)", "WORD=a b"])
  }

  @Test func itRunsInTheGivenDirectory() throws {
    let disk = try TemporaryTree()
    disk.file("here.txt")
    let directory = try Descriptor.open(bytes(disk.root), at: nil, .directory)
    #expect(try run("ls", in: directory).output == "here.txt\n")
  }

  @Test func aMissingProgramIsAnError() {
    #expect(throws: Errno.notFound) {
      try ChildProcess(["/nowhere/at/all"].map { Array($0.utf8) }, environment: [])
    }
  }

  @Test func longInputAndOutputDoNotBlock() throws {
    let input = [UInt8](repeating: 0x61, count: 9 << 20)
    let (end, output, _) = try ChildProcess.run(
      ["\(Programs.path)/cat"].map { Array($0.utf8) }, input: input, environment: [])
    #expect(end == .exited(0))
    #expect(output == input)
  }

  @Test func longStandardErrorIsNeitherBlockedNorKept() throws {
    let result = try run("head -c 5000000 /dev/zero >&2; echo done")
    #expect(result.output == "done\n")
    #expect(result.errors.count == 1 << 16)
  }

  @Test func aChildThatDoesNotReadEndsNoOtherProcess() throws {
    let result = try run("exec <&-; echo gone; exit 3", input: Array(repeating: 0, count: 1 << 22))
    #expect(result.end == .exited(3))
    #expect(result.output == "gone\n")
  }

  @Test func questionsAndAnswersAlternate() throws {
    let child = try ChildProcess(["\(Programs.path)/cat"].map { Array($0.utf8) }, environment: [])
    for question in ["one\n", "two\n"] {
      child.write(Array(question.utf8))
      try child.serve { child.output.last == 0x0A }
      #expect(child.output == Array(question.utf8))
      child.output = []
    }
    #expect(try child.finish() == .exited(0))
  }

  @Test func aReleasedChildEndsAndIsWaitedFor() throws {
    var child: ChildProcess? = try ChildProcess(
      ["/bin/sh", "-c", "echo $$; exec \(Programs.path)/sleep 1000"].map { Array($0.utf8) },
      environment: [])
    try child?.serve { child?.output.last == 0x0A }
    let number = pid_t(String(decoding: child?.output.dropLast() ?? [], as: UTF8.self))
    child = nil
    // Of a zombie the signal 0 would still be taken.
    #expect(kill(try #require(number), 0) == -1)
    #expect(errno == ESRCH)
  }

  @Test func aNULInAnArgumentCutsNothingOff() {
    #expect(throws: Errno.invalid) {
      try ChildProcess([Array("\(Programs.path)/cat".utf8), [0x61, 0, 0x62]], environment: [])
    }
  }
}
