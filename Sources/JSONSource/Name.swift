/// An interned member name: names of a table are equal if their unescaped bytes are.
package struct Name: Hashable, Sendable {
  package let id: UInt32
}
