/// A scope as typed (T7).
package struct ScopeArgument {
  package let text: [UInt8]

  package init(text: [UInt8]) {
    self.text = text
  }
}
