extension YAMLNode {
  package init(_ content: Content, start: Int = 0) {
    self.init(content: content, start: start, comments: YAMLComments())
  }
}

extension YAMLMember {
  package init(_ name: [UInt8], _ value: YAMLNode, start: Int = 0) {
    self.init(name: name, start: start, value: value)
  }
}

extension YAMLDocument.Note.Kind {
  package var words: String {
    switch self {
    case .furtherDocuments: "only the first document of the file is read"
    case .duplicateName: "the key occurs twice; the last value counts"
    case .timestamp: "a date is written as text"
    case .symbol: "a symbol is written as text"
    }
  }
}
