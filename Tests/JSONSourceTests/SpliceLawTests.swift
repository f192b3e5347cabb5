import JSONSource
import TestSupport
import Testing

@Suite struct SpliceLawTests {
  /// Fails with the first sample for which `law` does not hold.
  private func expect(
    _ law: (SpliceSample) -> Bool, seed: UInt64,
    where isMeant: (SpliceSample) -> Bool = { _ in true }
  ) {
    var random = SplitMix64(seed: seed)
    let rounds = Seeds.upTo(167).count
    var tried = 0
    for _ in 0..<20 * rounds where tried < rounds {
      let sample = SpliceSample.random(&random)
      guard isMeant(sample) else { continue }
      tried += 1
      guard !law(sample) else { continue }
      Issue.record("\(sample)")
      return
    }
    #expect(tried == rounds)
  }

  @Test func samplesAreOfEveryKind() {
    var random = SplitMix64(seed: 70)
    var counts: [String: Int] = [:]
    for _ in 0..<(Seeds.isLong ? 1_000 : 400) {
      let sample = SpliceSample.random(&random)
      let isSet = sample.set() != nil
      let isThere = sample.tree.value(sample.path) != nil
      counts[isSet ? isThere ? "replaced" : "inserted" : "refused", default: 0] += 1
      if isSet && sample.isUndoable { counts["undone", default: 0] += 1 }
      if sample.isListUndoable { counts["listed", default: 0] += 1 }
      if sample.removed(sample.paths).map({ $0 != sample.bytes }) == true {
        counts["removed", default: 0] += 1
      }
    }
    for kind in ["replaced", "inserted", "refused", "undone", "listed", "removed"] {
      #expect(counts[kind] ?? 0 > (Seeds.isLong ? 80 : 32), "\(counts)")
    }
  }

  @Test func theValueAtThePathIsTheNewOneAndEveryOtherAsBefore() {
    expect(
      { sample in
        guard let after = sample.set() else {
          return sample.tree.set(sample.path, sample.value) == nil
        }
        return NaiveReader.read(after) == sample.tree.set(sample.path, sample.value)
      }, seed: 72)
  }

  @Test func bytesOutsideTheEditStay() {
    expect(
      { sample in
        guard let splices = try? sample.setting() else { return true }
        guard let splice = splices.first else { return sample.set() == sample.bytes }
        guard let after = sample.set() else { return false }
        let prefix = sample.bytes[..<(splices.map(\.range.start).min() ?? 0)]
        let suffix = sample.bytes[(splices.map(\.range.end).max() ?? 0)...]
        let isEmptied = prefix.last == UInt8(ascii: "{") && suffix.first == UInt8(ascii: "}")
        let replaced = sample.tree.value(sample.path) != nil
        let isOutside =
          after.starts(with: prefix) && after.reversed().starts(with: suffix.reversed())
        // An array is set element by element.
        if splices.count > 1 { return isOutside && replaced }
        return isOutside && after.count == prefix.count + splice.bytes.count + suffix.count
          // A new member takes the place of no byte, but for white space in an object without members.
          && (replaced || splice.range.start == splice.range.end || isEmptied)
      }, seed: 73)
  }

  @Test func settingTwiceIsSettingOnce() {
    expect(
      { sample in
        guard let once = sample.set() else { return true }
        return sample.with(bytes: once).set() == once
      }, seed: 74)
  }

  @Test func takingOutWhatWasPutInGivesTheBytesBack() {
    expect(
      { sample in
        guard let after = sample.set() else { return true }
        return sample.with(bytes: after).removed([sample.path]) == sample.bytes
      }, seed: 75, where: \.isUndoable)
  }

  @Test func puttingTheOldSpellingBackGivesTheBytesBack() {
    expect(
      { sample in
        guard let document = try? read(sample.bytes), let after = sample.set(),
          let node = sample.node(in: document)
        else { return true }
        let old = Array(document.spelling(node))
        // Lines of a value are laid out as the file's own are.
        if old.contains(0x0A) || old.contains(0x0D) { return true }
        return sample.with(bytes: after).set(old) == sample.bytes
      }, seed: 76)
  }

  @Test func takingOutLeavesEveryOtherValueAsBefore() {
    expect(
      { sample in
        let path = sample.paths[0]
        guard let after = sample.removed([path]) else { return sample.tree.remove(path) == nil }
        return NaiveReader.read(after) == sample.tree.remove(path)
      }, seed: 77)
  }

  @Test func removalsAreInOrderAndTakeOutWhatStandsThere() {
    expect(
      { sample in
        guard let document = try? read(sample.bytes),
          let splices = try? DocumentEditor(document).removing(sample.paths)
        else { return true }
        return zip(splices, splices.dropFirst()).allSatisfy { $0.range.end <= $1.range.start }
          && splices.allSatisfy { $0.bytes.isEmpty && $0.range.start < $0.range.end }
      }, seed: 79)
  }

  @Test func namesGoIntoAListAndOutOfIt() {
    let directive = Array("$stop".utf8)
    expect(
      { sample in
        let place = Array(sample.path.dropLast())
        let key = Array("a key that no sample has".utf8)
        guard let document = try? read(sample.bytes),
          let added = try? DocumentEditor(document).adding(
            key, toList: directive, inObjectAt: place
          )
          .applied(to: document.source), let after = try? read(added),
          let again = try? DocumentEditor(after).adding(
            key, toList: directive, inObjectAt: place),
          let out = try? DocumentEditor(after).removing(
            [key], fromList: directive, inObjectAt: place
          ).applied(to: after.source)
        else { return sample.tree.adding(key, place) == nil }
        return NaiveReader.read(added) == sample.tree.adding(key, place) && again.isEmpty
          && out == sample.bytes
      }, seed: 81, where: \.isListUndoable)
  }
}
