import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Files
@testable import SystemCalls

@Suite struct PrivateDirectoryTests {
  @Test func directoriesAreNotTakenForAbandonedWhileTheyAreMade() throws {
    let disk = try TemporaryTree()
    let place = disk.base
    let made = Mutex(0)
    DispatchQueue.concurrentPerform(iterations: 4) { _ in
      for _ in 0..<200 {
        guard let base = try? WorkingDirectory(Array(place.utf8)) else { continue }
        let process = ProcessContext(
          workingDirectory: base, variable: { _ in Array(place.utf8) }, childEnvironment: { [] })
        let file = ["a", "b"].map { FileName($0.utf8) }
        guard let directory = try? PrivateDirectory(process),
          (try? directory.put([1], at: file)) != nil
        else { continue }
        made.withLock { $0 += 1 }
      }
    }
    #expect(made.withLock { $0 } == 800)
    withExtendedLifetime(disk) {}
  }
}
