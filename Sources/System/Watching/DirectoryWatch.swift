import CLibrary
import Synchronization

/// Watches the directories that somebody reads: each from before it is listed, so that nothing that
/// happens afterwards is missed, and as long as one look after another comes by it.
package final class DirectoryWatch: Sendable {
  /// Why not everything can be watched.
  package enum Obstacle: Error, Equatable {
    /// The system lets nobody watch more.
    case limit
    /// Other machines may change what is there, of which this one hears nothing.
    case foreign
    /// The system cannot do it here.
    case failed(Errno)
  }

  private struct Watched {
    let token: Int32
    /// The look that came by it last.
    var look: Int
    /// The names in it that matter; nil for all.
    var names: Set<FileName>?
  }

  private struct State {
    var look = 0
    var watched: [FileIdentity: Watched] = [:]
    var identities: [Int32: FileIdentity] = [:]
    var obstacle: Obstacle?
    /// Whether the system tells nothing any more.
    var isDeaf = false
    /// Where something happened that nobody has asked about yet; nil for anywhere.
    var touched: Set<FileIdentity>?
  }

  private let notifier: any ChangeNotifier
  private let state = Mutex(State())

  init(_ notifier: any ChangeNotifier) { self.notifier = notifier }

  /// Begins to watch; nothing yet.
  package convenience init() throws(Obstacle) {
    do throws(Errno) {
      #if canImport(Darwin)
        self.init(try Kqueue())
      #else
        self.init(try Inotify())
      #endif
    } catch { throw Obstacle(error) }
  }

  deinit {
    for (token, _) in state.withLock({ $0.identities }) { notifier.remove(token) }
  }

  /// The descriptor that becomes readable when something may have changed; nil where none does any more.
  package var number: Int32? { state.withLock(\.isDeaf) ? nil : notifier.descriptor.number }

  /// What keeps it from watching all that the looks came by.
  package var obstacle: Obstacle? { state.withLock(\.obstacle) }

  /// How many directories it watches.
  package var count: Int { state.withLock(\.watched.count) }

  /// A look begins, which will come by everything that matters.
  package func begin() { state.withLock { $0.look += 1 } }

  /// The look has come to its end: what it did not come by matters no more.
  package func end() {
    state.withLock { state in
      for (identity, watched) in state.watched where watched.look < state.look {
        state.watched[identity] = nil
        state.identities[watched.token] = nil
        notifier.remove(watched.token)
      }
    }
  }

  /// Takes what happened by now; tells whether any of it matters.
  package func takeHints() -> Bool {
    let hints: [ChangeHint]
    do throws(Errno) { hints = try notifier.takeHints() } catch { return fall(deaf: error) }
    return state.withLock { state in
      var matters = false
      for hint in hints {
        guard let token = hint.token else {
          matters = true
          state.touched = nil
          continue
        }
        guard let identity = state.identities[token] else { continue }
        let names = state.watched[identity]?.names
        if names == nil || hint.isLast || hint.name == nil { matters = true }
        if let names, let name = hint.name, names.contains(name) { matters = true }
        state.touched?.insert(identity)
        if hint.isLast {
          state.identities[token] = nil
          state.watched[identity] = nil
        }
      }
      return matters
    }
  }

  /// Nothing more is heard, and what happened until now is not known; whoever looks by the clock finds it.
  private func fall(deaf error: Errno) -> Bool {
    state.withLock { state in
      defer { (state.isDeaf, state.touched) = (true, nil) }
      state.obstacle = state.obstacle ?? .failed(error)
      return !state.isDeaf
    }
  }

  /// Takes the directories in which something happened since this was asked last, as far as hints were
  /// taken; nil where it may have been in any.
  package func takeTouched() -> Set<FileIdentity>? {
    state.withLock { state in
      defer { state.touched = state.obstacle == nil ? [] : nil }
      return state.touched
    }
  }

  /// A directory is open, and about to be read; of all names in it, or only of one that matters.
  package func open(
    _ directory: Descriptor, _ identity: FileIdentity, only name: FileName? = nil
  ) {
    state.withLock { state in
      if var known = state.watched[identity] {
        if known.look < state.look {
          (known.look, known.names) = (state.look, name.map { [$0] })
        } else if let name {
          known.names?.insert(name)
        } else {
          known.names = nil
        }
        state.watched[identity] = known
        return
      }
      do throws(Errno) {
        let token = try notifier.add(directory.number)
        // Two ways may lead to one directory, which is then watched once.
        state.watched[identity] = Watched(
          token: token, look: state.look, names: name.map { [$0] })
        state.identities[token] = identity
      } catch {
        // Who may not list a directory that only leads to the tree is told nothing of it.
        if name != nil && error == .noPermission { return }
        state.obstacle = state.obstacle ?? Obstacle(error)
      }
    }
  }

  /// The same for the directory from which all others are opened: where others may write the file system,
  /// that is an obstacle.
  package func open(root: Descriptor, _ identity: FileIdentity) {
    if ForeignFileSystem.holds(root) { state.withLock { $0.obstacle = $0.obstacle ?? .foreign } }
    open(root, identity)
  }

  /// The same for a file, where its directory tells nothing of it.
  package func open(file: Descriptor, _ identity: FileIdentity) {
    if notifier.watchesFiles { open(file, identity) }
  }
}

extension DirectoryWatch.Obstacle {
  fileprivate init(_ error: Errno) {
    switch error.code {
    case ENOSPC, EMFILE, ENFILE: self = .limit
    default: self = .failed(error)
    }
  }
}
