// swift-format-ignore-file: AlwaysUseLowerCamelCase

// What macOS's module of the C library has in Swift, since its headers say it in a way that Swift does not
// import.
@_exported import Darwin

public var errno: Int32 {
  get { __error().pointee }
  set { __error().pointee = newValue }
}

public var CLOCK_MONOTONIC: clockid_t { _CLOCK_MONOTONIC }

public func open(_ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 { -1 }

public func openat(_ fd: Int32, _ path: UnsafePointer<CChar>, _ oflag: Int32) -> Int32 { -1 }

public func openat(
  _ fd: Int32, _ path: UnsafePointer<CChar>, _ oflag: Int32, _ mode: mode_t
) -> Int32 { -1 }

public func fcntl(_ fd: Int32, _ cmd: Int32) -> Int32 { -1 }

public func fcntl(_ fd: Int32, _ cmd: Int32, _ value: Int32) -> Int32 { -1 }

public func fcntl(_ fd: Int32, _ cmd: Int32, _ ptr: UnsafeMutableRawPointer) -> Int32 { -1 }

public func ioctl(_ fd: CInt, _ request: UInt, _ ptr: UnsafeMutableRawPointer) -> CInt { -1 }

public let TIOCGWINSZ: UInt = 0x4008_7468

public var S_IFMT: mode_t { mode_t(0o170000) }
public var S_IFIFO: mode_t { mode_t(0o010000) }
public var S_IFCHR: mode_t { mode_t(0o020000) }
public var S_IFDIR: mode_t { mode_t(0o040000) }
public var S_IFBLK: mode_t { mode_t(0o060000) }
public var S_IFREG: mode_t { mode_t(0o100000) }
public var S_IFLNK: mode_t { mode_t(0o120000) }
public var S_IFSOCK: mode_t { mode_t(0o140000) }

public var SIG_DFL: (@convention(c) (Int32) -> Void)? { nil }
