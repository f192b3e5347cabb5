import JSONSource
import Legible

/// Reads the directives of one file: it knows their names and shapes, and nothing of what they do.
struct DirectiveReader {
  private let file: SourceFile
  private let document: Document
  private let fileNumber: Int
  private(set) var markers: [Marker] = []
  private(set) var problems: [Diagnostic] = []
  private(set) var instructed: Set<Int> = []
  private(set) var silent: Set<Int> = []

  init(_ file: SourceFile, _ document: Document, _ fileNumber: Int) {
    self.file = file
    self.document = document
    self.fileNumber = fileNumber
  }

  mutating func readTop() {
    _ = readObject(0, at: [])
  }

  /// What a value turned out to hold.
  private struct Finding {
    var isInstructed = false
    var writes = true
  }

  /// Reads an object; `path` leads to it from the top, nil inside an array.
  private mutating func readObject(_ node: Int, at path: [Name]?) -> Finding {
    var finding = Finding(writes: false)
    var isEmpty = true
    for member in document.members(node) {
      if member.isDirective {
        finding.isInstructed = true
        if readDirective(member, at: path) { isEmpty = false }
        continue
      }
      isEmpty = false
      let inner = readValue(member.value, at: path.map { $0 + [member.name] })
      if inner.isInstructed { finding.isInstructed = true }
      if inner.writes { finding.writes = true }
    }
    if isEmpty { finding.writes = true }
    if finding.isInstructed { instructed.insert(node) }
    if !finding.writes { silent.insert(node) }
    return finding
  }

  private mutating func readValue(_ node: Int, at path: [Name]?) -> Finding {
    switch document.kind(node) {
    case .object: return readObject(node, at: path)
    case .array:
      var finding = Finding()
      for element in document.elements(node) where readValue(element, at: nil).isInstructed {
        finding.isInstructed = true
      }
      if finding.isInstructed { instructed.insert(node) }
      return finding
    default: return Finding()
    }
  }

  /// Reads one directive; tells whether it is one that keeps an object from counting as `{}`.
  private mutating func readDirective(_ member: Member, at path: [Name]?) -> Bool {
    let name = document.names.bytes(of: member.name)
    guard let directive = Directive.named(name) else {
      let nearest = Directive.nearest(to: name).map { "; the nearest is \"\($0.rawValue)\"" }
      report(
        "unknown directive \"\(Printable.string(name))\""
          + (nearest ?? "; a name that begins with '$' is written with '$$'"), member.nameIndex)
      return true
    }
    if directive == .comment { return false }
    if directive == .schema {
      if path?.isEmpty != true {
        report("\"$schema\" may stand only in the top object of a file", member.nameIndex)
      }
      return false
    }
    guard let path else {
      if directive.isComputed {
        reportUnsupported(directive, member)
      } else {
        report("\"\(directive.rawValue)\" may not stand inside an array", member.nameIndex)
      }
      return true
    }
    switch directive {
    case .stop: readKeys(.stop, directive, member, at: path)
    case .exclude: readKeys(.exclude, directive, member, at: path)
    default: reportUnsupported(directive, member)
    }
    return true
  }

  /// Reads a list of keys, or `true` for every member of the object around it.
  private mutating func readKeys(
    _ kind: Marker.Kind, _ directive: Directive, _ member: Member, at path: [Name]
  ) {
    let prefix = path.map(KeyPattern.Part.name)
    switch document.kind(member.value) {
    case .true:
      append(kind, member.value, KeyPattern(parts: prefix + [.any]), argument: nil)
    case .array:
      for element in document.elements(member.value) {
        guard document.kind(element) == .string else {
          report("\"\(directive.rawValue)\" lists keys, and a key is a string", element)
          continue
        }
        let text = document.text(element)
        do throws(KeyError) {
          let pattern = try KeySyntax.pattern(text, document.names)
          append(kind, element, KeyPattern(parts: prefix + pattern.parts), argument: text)
        } catch {
          report("\"\(directive.rawValue)\": \(error.words(for: text))", element)
        }
      }
    default:
      report("\"\(directive.rawValue)\" takes a list of keys, or true", member.value)
    }
  }

  private mutating func append(
    _ kind: Marker.Kind, _ node: Int, _ pattern: KeyPattern, argument: [UInt8]?
  ) {
    markers.append(
      Marker(
        kind, file: file, range: document.range(node), pattern: pattern, argument: argument,
        fileNumber: fileNumber))
  }

  private mutating func reportUnsupported(_ directive: Directive, _ member: Member) {
    report("\"\(directive.rawValue)\" is not supported by this version", member.nameIndex)
  }

  private mutating func report(_ message: String, _ node: Int) {
    problems.append(
      Diagnostic(.error, .directive, message, at: Place(file, document.range(node))))
  }
}
