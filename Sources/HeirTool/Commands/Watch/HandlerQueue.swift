import Answers
import Cascade
import Files
import JSONSource
import Output
import SafeText
import SystemCalls
import Trees

/// Runs the commands of `--exec` after each report, in order and never at the same time.
final class HandlerQueue {
  private struct Running {
    let handler: HandlerProcess
    let signals: SignalReceiver
    var deadline: Int?
    var isLate = false
  }

  /// Number of waiting reports at which looking stops; later changes become a single report.
  private static let most = 16
  /// Milliseconds between asking a handler to end and killing it.
  private static let grace = 1000
  /// Linux cannot start a program with a longer variable.
  private static let maxKeys = 100 << 10

  private let session: Session
  private let form: WatchOptions
  private var jobs: ArraySlice<(line: [UInt8], report: WatchReport)> = []
  private var running: Running?

  init(_ session: Session, _ form: WatchOptions) {
    (self.session, self.form) = (session, form)
  }

  var isFull: Bool { jobs.count >= Self.most * max(1, form.commands.count) }

  func add(_ report: WatchReport) {
    for line in form.commands { jobs.append((line, report)) }
  }

  /// When `advance` is due even without an event.
  var deadline: Int? { running?.deadline }

  func add(to readiness: inout Readiness) {
    guard let running else { return }
    readiness.add(running.signals.number, .reading)
    if let input = running.handler.inputNumber { readiness.add(input, .writing) }
  }

  /// Does the work that is due; returns a signal that ends the program.
  func advance(_ console: Console) -> Signal? {
    while true {
      guard var current = running else {
        guard let (line, report) = jobs.popFirst() else { return nil }
        start(line, report, console)
        continue
      }
      for signal in current.signals.take() where signal != .childEnded {
        end(current, signal)
        return signal
      }
      current.handler.feed()
      current.handler.look()
      if current.handler.hasEnded {
        reportEnd(of: current, console)
        running = nil
        continue
      }
      if let deadline = current.deadline, session.clock() >= deadline {
        current.handler.stop(current.isLate ? .kill : .terminate)
        current.isLate = true
        current.deadline = session.clock() + Self.grace
        running = current
      }
      return nil
    }
  }

  private func start(_ line: [UInt8], _ report: WatchReport, _ console: Console) {
    var environment = session.process.childEnvironment().without(["HEIR_SCOPE", "HEIR_KEYS"])
    environment.append(Array("HEIR_SCOPE=".utf8) + report.scope)
    let keys = Array(report.keys.joined(separator: [0x0A]))
    if keys.count <= Self.maxKeys { environment.append(Array("HEIR_KEYS=".utf8) + keys) }
    do throws(Errno) {
      let signals = try SignalReceiver(Signal.ends + [.childEnded])
      let handler = try HandlerProcess(
        line, environment: environment, input: report.text, signals)
      running = Running(
        handler: handler, signals: signals,
        deadline: form.timeout == 0 ? nil : session.clock() + form.timeout)
    } catch {
      console.warn("cannot run \(Printable.quoted(line)): \(error.message)")
    }
  }

  private func reportEnd(of run: Running, _ console: Console) {
    let line = Printable.quoted(run.handler.line)
    if run.isLate {
      console.warn("\(line) took longer than \(form.timeout) ms and was ended")
      // Processes that the handler started may still run.
      run.handler.stop(.kill)
      return
    }
    switch run.handler.reap() {
    case nil, .exited(0): return
    case .exited(let status): console.warn("\(line) failed with status \(status)")
    case .signalled(let signal): console.warn("\(line) was ended by signal \(signal.number)")
    }
  }

  private func end(_ run: Running, _ signal: Signal) {
    run.handler.stop(signal)
    let limit = session.clock() + Self.grace
    run.handler.look()
    while !run.handler.hasEnded, session.clock() < limit {
      var readiness = Readiness()
      readiness.add(run.signals.number, .reading)
      // If waiting fails, the time of grace is over.
      do throws(Errno) {
        try readiness.wait(atMost: limit - session.clock())
      } catch { break }
      _ = run.signals.take()
      run.handler.look()
    }
    run.handler.stop(.kill)
    running = nil
  }

  func abandon() { if let running { end(running, .terminate) } }
}

/// The changes of a scope that `watch` reports, as text.
package struct WatchReport {
  package let scope: [UInt8]
  package let keys: [[UInt8]]
  /// For programs: a line of JSON, or lines of text without colour.
  package let text: [UInt8]
  package let shown: [UInt8]

  package init(
    _ difference: Difference, _ scopes: BeforeAfter<Evaluation>, _ console: Console, isJSON: Bool
  ) {
    let view = scopes.to.view
    let names = view.names
    scope = view.scope.path
    keys = difference.changes.map { names.spelling($0.key) }
    if isJSON {
      let record = difference.watched(scopes)
      text = JSONWriter.compact { $0.record(record, console.places, names) } + [0x0A]
      shown = text
      return
    }
    func words(_ style: Style, width: Int?) -> [UInt8] {
      let head = style.strong(view.scope.text)
      return Array(difference.text(head, scopes, console.places, style, width: width).utf8)
    }
    text = words(.plain, width: nil)
    let isPlain = !console.outputStyle.isColored && console.output.width == nil
    shown = isPlain ? text : words(console.outputStyle, width: console.output.width)
  }
}
