import Answers
import Cascade
import JSONSource

extension ScopeSummary {
  package func record(_ names: NameTable) -> Record {
    [
      "version": 1,
      "scopes": .items { body in
        self.visit { node in
          func keys(_ directive: Directive) -> Record {
            .list(node.keys(directive, names), Record.bytes)
          }
          body([
            "scope": .bytes(node.scope.path), "files": .list(node.paths, Record.bytes),
            "sets": .number(node.leafCount), "stops": keys(.stop), "excludes": keys(.exclude),
            "passes": node.passes.isEmpty
              ? nil
              : .list(node.passes) { object, passed in
                [
                  "of": object.parts.isEmpty ? nil : .bytes(names.spelling(object)),
                  "keys": .list(passed) { .bytes(names.spelling($0)) },
                ]
              },
            "finals": keys(.final),
            "inherits": node.furtherParents.isEmpty
              ? nil : .list(node.furtherParents) { .bytes($0.scope.path) },
          ])
        }
      },
    ]
  }
}
