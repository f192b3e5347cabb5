/// A member name, interned: two names of one table are equal when their unescaped bytes are.
package struct Name: Hashable, Sendable {
  package let id: UInt32
}
