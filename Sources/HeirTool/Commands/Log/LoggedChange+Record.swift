import Answers
import Cascade

extension LoggedChange {
  package var record: Record {
    func side(_ value: ShownValue?, _ failures: [Diagnostic]) -> Record? {
      if !failures.isEmpty {
        return ["unresolved": .list(failures) { .text($0.message) }]
      }
      return value.map(Record.value)
    }
    return [
      .with: .head(scope), "key": .key(change.key), "commit": .bytes(commit.id.letters),
      "author": .bytes(commit.author), "date": .text(commit.day),
      "from": side(change.shown.from, change.failures.from),
      "to": side(change.shown.to, change.failures.to),
      "absent": change.shown.to == nil && change.failures.to.isEmpty
        ? .absence(change.absence) : nil,
      "cause": .list(causes) { ["side": .text($0.side.word), .with: .origin($0.place)] },
    ]
  }
}
