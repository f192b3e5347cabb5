/// One thing that a scope says of a key: a value, or what a directive says.
package enum Statement {
  case value(Definition)
  case marker(Marker)

  /// The value; nil where a directive says something.
  package var written: Definition? { if case .value(let written) = self { written } else { nil } }

  /// What a directive says; nil for a value.
  package var marker: Marker? { if case .marker(let marker) = self { marker } else { nil } }

  package var place: SourceRange {
    switch self {
    case .value(let value): value.place
    case .marker(let marker): marker.place
    }
  }
}
