import TestSupport
import Testing

@testable import Cascade

/// Included members have the effect of members written in place (V6).
extension LawTests {
  @Test func includedMembersHaveTheEffectOfMembersWrittenInPlace() {
    Self.check { sample, asked, _ in
      for rewritten in [ReferenceTree.joined, ReferenceTree.outsourced] {
        let problem =
          try Self.difference(sample, asked, rewritten)
          ?? Self.difference(sample, asked) { ReferenceTree.inParts(rewritten($0)) }
        if let problem { return problem }
      }
      return nil
    }
  }

  private static func difference(
    _ sample: Sample, _ asked: Evaluation, _ rewritten: (ReferenceTree) -> ReferenceTree
  ) throws -> String? {
    let memory = MemoryTree(
      rewritten(sample.tree).rendered,
      overlays: sample.whole.overlays.map { rewritten($0).rendered })
    memory.settings = sample.memory.settings
    memory.factsText = sample.memory.factsText
    memory.otherScopes = sample.memory.otherScopes
    let path = String(decoding: asked.view.scope.path, as: UTF8.self)
    let other = try memory.asked(path)
    if let problem = other.view.openInclusions(along: Key()).first { return "\(problem)" }
    return other.view.compact == asked.view.compact
      ? nil : "is \(asked.view.compact), with fragments \(other.view.compact)"
  }
}

extension ReferenceTree {
  fileprivate static func joined(_ tree: ReferenceTree) -> ReferenceTree {
    ReferenceTree(
      tree.paths.map { path in
        var files = tree.files(in: path)
        guard var last = files.last, files.count > 1 else { return Scope(path, files) }
        // From which scopes one inherits, no fragment says.
        last.parents = files.flatMap(\.parents)
        for index in files.indices { files[index].parents = [] }
        var fragments: [File] = []
        for (index, file) in files.dropLast().enumerated() {
          let members = (file.content.members ?? []).filter { $0.name != "$schema" }
          fragments.append(File(PlainName("_\(index).json"), .object(members)))
        }
        let names = fragments.map { PlainValue.string(Array($0.name.bytes)) }
        let include = PlainMember("$include", .array(names))
        let joined = PlainValue.object([include] + (last.content.members ?? []))
        return Scope(path, fragments + [File(last.name, joined)])
      })
  }

  fileprivate static func outsourced(_ tree: ReferenceTree) -> ReferenceTree {
    ReferenceTree(
      tree.paths.map { path in
        var fragments: [File] = []
        func outsourced(_ value: PlainValue, isTop: Bool) -> PlainValue {
          guard let members = value.members else { return value }
          let isComputed = members.contains {
            ["$ref", "$format", "$env", "$file"].contains($0.name.text)
          }
          if isComputed { return value }
          let isSilent = members.allSatisfy {
            $0.name.bytes.first == 0x24 && !$0.name.bytes.starts(with: [0x24, 0x24])
              && $0.name != "$comment"
          }
          if !isTop, isSilent, !members.isEmpty {
            let name = PlainName("_s\(fragments.count).json")
            fragments.append(File(name, value))
            return .object([PlainMember("$include", .string(Array(name.bytes)))])
          }
          return .object(
            members.map { member in
              let isDirective =
                member.name.bytes.first == 0x24 && !member.name.bytes.starts(with: [0x24, 0x24])
              return isDirective
                ? member : PlainMember(member.name, outsourced(member.value, isTop: false))
            })
        }
        let files = tree.files(in: path).map {
          File($0.name, outsourced($0.content, isTop: true))
        }
        return Scope(path, files + fragments)
      })
  }

  fileprivate static func inParts(_ tree: ReferenceTree) -> ReferenceTree {
    let library: PlainName = "_parts.json"
    func target(_ value: PlainValue) -> PlainValue {
      guard case .string(let name) = value else { return value }
      return .text("\(library)#in.\"\(PlainName(bytes: name))\"")
    }
    func including(_ value: PlainValue) -> PlainValue {
      guard let members = value.members else { return value }
      return .object(
        members.map { member in
          guard member.name == "$include" else {
            let isDirective =
              member.name.bytes.first == 0x24 && !member.name.bytes.starts(with: [0x24, 0x24])
            return isDirective ? member : PlainMember(member.name, including(member.value))
          }
          if case .array(let names) = member.value {
            return PlainMember(member.name, .array(names.map(target)))
          }
          return PlainMember(member.name, target(member.value))
        })
    }
    return ReferenceTree(
      tree.paths.map { path in
        let files = tree.files(in: path).map { File($0.name, including($0.content)) }
        let fragments = files.filter { $0.name.bytes.first == UInt8(ascii: "_") }
        if fragments.isEmpty { return Scope(path, files) }
        let parts = PlainValue.object(fragments.map { PlainMember($0.name, $0.content) })
        let beside: [PlainMember] = [
          PlainMember("$stop", true), PlainMember("a", 99), PlainMember("in", parts),
        ]
        let others = files.filter { $0.name.bytes.first != UInt8(ascii: "_") }
        return Scope(path, others + [File(library, .object(beside))])
      })
  }
}
