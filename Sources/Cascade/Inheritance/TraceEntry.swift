/// A statement of a level about a key, with its outcome.
package struct TraceEntry {
  package let statement: Statement
  package let position: Int
  package let statementOutcome: StatementOutcome
  /// False if a marker only restored the value of previous trees.
  package let takes: Bool

  package init(
    _ statement: Statement, at position: Int, _ statementOutcome: StatementOutcome,
    takes: Bool = false
  ) {
    (self.statement, self.position, self.statementOutcome, self.takes) = (
      statement, position, statementOutcome, takes
    )
  }

  package var outcome: Outcome { statementOutcome.outcome }
  package var by: SourceRange? { statementOutcome.by }
  package var place: SourceRange { statement.place }
}
