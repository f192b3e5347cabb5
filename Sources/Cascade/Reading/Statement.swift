/// A value or a directive's entry that a scope sets for a key.
package enum Statement {
  case value(Definition)
  case marker(Marker)

  package var written: Definition? { if case .value(let written) = self { written } else { nil } }
  package var marker: Marker? { if case .marker(let marker) = self { marker } else { nil } }

  package var place: SourceRange {
    switch self {
    case .value(let value): value.place
    case .marker(let marker): marker.place
    }
  }
}
