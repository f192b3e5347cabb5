extension ValueType {
  /// Words of an enumeration, separated by commas.
  package static func choices<Word>(_ name: String) -> ValueType
  where
    Value == [Word], Word: CaseIterable & RawRepresentable & Sendable, Word.RawValue == String
  {
    ValueType(name, .choices(FixedWords(Word.allCases.map(\.rawValue)))) {
      (bytes) throws(ArgumentProblem) in
      var values: [Word] = []
      for part in bytes.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: false) {
        values.append(try ValueType<Word>.word(Array(part)))
      }
      return values
    }
  }
}
