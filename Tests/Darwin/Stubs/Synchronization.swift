// The standard library's module is the same everywhere, but that of Linux brings the C library of Linux with
// it, in which structures of the same names look different.

public enum AtomicOrdering { case relaxed }

public struct Atomic<Value: BitwiseCopyable>: ~Copyable, @unchecked Sendable {
  public init(_ value: Value) {}
  public borrowing func load(ordering: AtomicOrdering) -> Value { fatalError() }
  public borrowing func store(_ value: Value, ordering: AtomicOrdering) {}
  public borrowing func exchange(_ value: Value, ordering: AtomicOrdering) -> Value { value }
}

public struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {
  public init(_ value: consuming sending Value) {}
  public borrowing func withLock<Result: ~Copyable, E: Error>(
    _ body: (inout sending Value) throws(E) -> sending Result
  ) throws(E) -> sending Result { fatalError() }
}
