/// Is told of every directory and file of a tree that is opened, before anything of it is read; the
/// descriptor is open for as long as that takes.
package protocol ReadingObserver: AnyObject, Sendable {
  func opened(directory number: Int32, _ identity: FileIdentity, isRoot: Bool)

  func opened(file number: Int32, _ identity: FileIdentity)
}
