import Foundation
import TestSupport
import Testing

/// What only a tracer, or a mount, can bring about.
@Suite struct FaultTests {
  private let scratch = Scratch([
    (".heir", ""), ("a.json", #"{"k": 1, "l": 1}"#), ("s/a.json", #"{"k": 1, "m": 1}"#),
  ])

  #if os(Linux)
    private static let overlay = """
      mkdir disk && mount -t tmpfs tmpfs disk && cd disk && mkdir low up work tree &&
      echo '{"k": 1}' >low/a.json && ln low/a.json low/other &&
      mount -t overlay overlay -o lowerdir=low,upperdir=up,workdir=work tree
      """
    private static let mounts = geteuid() == 0 ? "-m" : "-Urm"

    private static let overlays = Needs.Condition("an overlay mount", isOptional: true) {
      let programs: Set = ["unshare", "mount"]
      let scratch = Scratch()
      let result = try? Program.run(
        "unshare", [mounts, "sh", "-c", overlay], in: scratch.url,
        environment: Programs.environment(for: programs))
      return programs.allSatisfy(Programs.isHere) && result?.status == 0
    }
  #endif

  private func traced(_ injection: String, _ line: String) throws -> Program.Result {
    try Program.shell(
      "strace -f -qq -o /dev/null -e inject='\(injection)' $HEIR \(line)", in: scratch.url)
  }

  #if os(Linux)
    @Test(.needs("strace")) func outputToAStaleDiskEnds() throws {
      scratch.write("out", Array("old".utf8))
      let result = try traced("/^rename:error=ESTALE", "resolve / -o out")
      #expect(
        result.status == 2 && result.errors.contains("changed by another process"), "\(result)")
      #expect(scratch.text("out") == "old")
    }

    /// What a call fails with is told, and nothing is taken for the answer.
    @Test(
      .needs("strace"),
      arguments: [
        // A directory that cannot be listed is not empty.
        ("lseek:error=EIO", "set / z 1", "input/output error"),
        ("getdents64:error=EIO:when=2", "get / k", "input/output error"),
        ("getdents64:error=EIO", "get / k", "input/output error"),
        ("readlinkat:error=EIO", "get / k -o out", "input/output error"),
        ("close:error=EDQUOT", "get / k >out", "disk quota exceeded"),
        ("poll,ppoll:error=ENOMEM", "watch / --settle 0", "cannot wait for changes"),
      ])
    func aFailedCallIsAnError(injection: String, line: String, words: String) throws {
      let name = line.contains(">") ? "-P $PWD/out" : ""
      let result = try Program.shell(
        "strace \(name) -f -qq -o /dev/null -e inject='\(injection)' $HEIR \(line)",
        in: scratch.url)
      #expect(result.status == 2, "\(result)")
      #expect(result.errors.lowercased().contains(words), "\(result)")
      #expect(scratch.text("properties.json") == nil)
    }

    /// Where nothing is heard any more, looks by the clock find what happens.
    @Test(.needs("strace")) func aWatchWithoutEventsPolls() throws {
      let result = try Program.shell(
        """
        strace -f -qq -o /dev/null -P anon_inode:inotify -e inject=read:error=EIO \
          sh -c 'echo $$ >pid; exec "$HEIR" watch /' >out 2>err &
        holds() { case $(cat "$1") in *"$2"*) ;; *) false ;; esac; }
        n=0; until holds err reading || [ $n = 3000 ]; do
          n=$((n + 1)); echo "{\\"k\\": $n}" >a.json; sleep 0.1
        done
        echo '{"k": "last"}' >a.json
        until holds out last || [ $n = 6000 ]; do n=$((n + 1)); sleep 0.1; done
        kill $(cat pid); wait; cat err; holds out last
        """, in: scratch.url)
      #expect(result.status == 0, "\(result)")
      #expect(
        result.output.contains("directories cannot be watched here: Input/output error"),
        "\(result)")
    }

    @Test(.needs("unshare", "mount"), .needs(overlays))
    func aLinkedFileOfALowerLayerIsWrittenAtOnce() throws {
      let script = """
        \(Self.overlay) || exit
        "$0" set / k 2 --root tree; echo $?; cat tree/a.json tree/other; ls -A tree
        """
      let result = try Program.run(
        "unshare", [Self.mounts, "sh", "-c", script, Program.heir], in: scratch.url)
      #expect(
        result.output == "0\n{\"k\": 2}\n{\"k\": 1}\na.json\nother\n", "\(result)")
    }

    /// Signals that ask the program to end wait from the first to the last of these calls.
    @Test(.needs("strace")) func nothingWaitsOrWalksWhereSignalsWait() throws {
      let result = try Program.shell(
        "strace -o log -e trace=all $HEIR set /s/t/u k 2 --create", in: scratch.url)
      #expect(result.status == 0, "\(result)")
      let lines = (scratch.text("log") ?? "").split(separator: "\n")
      let start = try #require(lines.firstIndex { $0.hasPrefix("rt_sigprocmask(SIG_BLOCK, [HUP") })
      let end = try #require(lines.lastIndex { $0.hasPrefix("rt_sigprocmask(SIG_SETMASK") })
      let within = lines[start..<end]
      #expect(within.contains { $0.hasPrefix("mkdirat") && $0.contains("\"u\"") })
      #expect(within.contains { $0.hasPrefix("rename") || $0.hasPrefix("linkat") })
      #expect(within.allSatisfy { !$0.hasPrefix("flock") || $0.contains("LOCK_NB") })
      #expect(!within.contains { $0.contains("nanosleep") || $0.contains("\"a.json\"") })
    }
  #endif

  @Test(arguments: [
    "set / k 2", "unset / k", "stop / k", "resume / k", "tidy", "set /s k 2",
    "set /s/new k 2 --create",
  ])
  func waitingForALockEnds(line: String) async throws {
    let isBelow = line.contains("/s")
    let lock = open(scratch.url.path + (isBelow ? "/s" : "/"), O_RDONLY)
    #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
    defer { close(lock) }
    let line = Transcript.words(line)
    let result = Harness(in: scratch.url).run(line + ["--wait", "0"])
    if line.contains("--create") {
      // A directory that is only gone through is nobody's to lock.
      #expect(result.status == 0, "\(result)")
      return
    }
    let place = isBelow || line == ["tidy"] ? "s" : "."
    if line == ["tidy"] { return #expect(result.status == 0, "\(result)") }
    #expect(result.status == 2, "\(result)")
    #expect(
      result.errors == "\(place): error: locked by another process; wait with '--wait'\n")
    let later = try await Program.runBesideOthers(
      Program.heir, line + ["--wait=1100ms"], in: scratch.url)
    #expect(
      later.errors == """
        heir: note: waiting for \(place), locked by another process
        \(place): error: still locked by another process after 1100 ms; wait longer with '--wait'

        """)
    #expect(later.status == 2 && scratch.text("a.json") == #"{"k": 1, "l": 1}"#)
  }
}
