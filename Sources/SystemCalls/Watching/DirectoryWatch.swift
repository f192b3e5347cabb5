import Synchronization

/// Watches the directories that are read, each from before it is listed, so that no change is missed.
/// A directory is watched until a look does not open it.
package final class DirectoryWatch: Sendable {
  /// Why a directory cannot be watched.
  package enum Failure: Error, Equatable {
    case limit
    /// Other machines may write to the file system.
    case foreign
    case failed(Errno)
  }

  private struct Watched {
    let token: Int32
    var look: Int
    /// The relevant names in it; nil for all.
    var names: Set<FileName>?
  }

  private struct State {
    var look = 0
    var watched: [FileIdentity: Watched] = [:]
    var identities: [Int32: FileIdentity] = [:]
    var obstacle: Failure?
    var hasFailed = false
    /// The directories with unread changes; nil for any.
    var touched: Set<FileIdentity>?
  }

  private let notifier: ChangeNotifier
  private let state = Mutex(State())

  package init() throws(Failure) {
    do throws(Errno) { notifier = try ChangeNotifier() } catch { throw Failure(error) }
  }

  deinit {
    for (token, _) in state.withLock({ $0.identities }) { notifier.remove(token) }
  }

  /// The descriptor that becomes readable after a change; nil after a failure.
  package var number: Int32? { state.withLock(\.hasFailed) ? nil : notifier.descriptor.number }
  package var obstacle: Failure? { state.withLock(\.obstacle) }
  package var count: Int { state.withLock(\.watched.count) }

  /// Starts a look, which must open every relevant directory.
  package func begin() { state.withLock { $0.look += 1 } }

  /// Ends a look and stops watching the directories that it did not open.
  package func end() {
    state.withLock { state in
      for (identity, watched) in state.watched where watched.look < state.look {
        state.watched[identity] = nil
        state.identities[watched.token] = nil
        notifier.remove(watched.token)
      }
    }
  }

  package func takeHints() -> Bool {
    let hints: [ChangeEvent]
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

  /// Notifications failed, so changes must be found by polling.
  private func fall(deaf error: Errno) -> Bool {
    state.withLock { state in
      defer { (state.hasFailed, state.touched) = (true, nil) }
      state.obstacle = state.obstacle ?? .failed(error)
      return !state.hasFailed
    }
  }

  /// The directories changed since the last call; nil if any may have changed.
  package func takeChanged() -> Set<FileIdentity>? {
    state.withLock { state in
      defer { state.touched = state.obstacle == nil ? [] : nil }
      return state.touched
    }
  }

  /// Watches an open directory before it is read, for all names or a single one.
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
        // Two paths may lead to the same directory.
        state.watched[identity] = Watched(
          token: token, look: state.look, names: name.map { [$0] })
        state.identities[token] = identity
      } catch {
        // A directory on the way to the tree may be unreadable; then it has no notifications.
        if name != nil && error == .noPermission { return }
        state.obstacle = state.obstacle ?? Failure(error)
      }
    }
  }

  /// Watches the root; a file system that other machines may write is an obstacle.
  package func open(root: Descriptor, _ identity: FileIdentity) {
    if root.isOnNetwork { state.withLock { $0.obstacle = $0.obstacle ?? .foreign } }
    open(root, identity)
  }

  /// Watches a file if its directory does not report its changes.
  package func open(file: Descriptor, _ identity: FileIdentity) {
    if ChangeNotifier.watchesFiles { open(file, identity) }
  }
}

extension DirectoryWatch.Failure {
  fileprivate init(_ error: Errno) {
    switch error.code {
    case ENOSPC, EMFILE, ENFILE: self = .limit
    default: self = .failed(error)
    }
  }
}

extension Descriptor {
  /// Whether it is on a network file system, whose remote writes cause no notifications.
  fileprivate var isOnNetwork: Bool {
    #if os(Linux)
      // NFS, SMB, CIFS, FUSE, 9P, Ceph, AFS (<linux/magic.h>).
      let kinds: [UInt32] = [
        0x6969, 0xFE53_4D42, 0xFF53_4D42, 0x517B, 0x6573_5546, 0x0102_1997, 0x00C3_6400,
        0x5346_414F, 0x6B41_4653,
      ]
      var status = statfs()
      defer { withExtendedLifetime(self) {} }
      return fstatfs(number, &status) == 0
        && kinds.contains(UInt32(truncatingIfNeeded: status.f_type))
    #else
      return false
    #endif
  }
}
