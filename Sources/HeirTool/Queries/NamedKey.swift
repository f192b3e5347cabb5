import Cascade
import SafeText
import Trees

/// `NAME=KEY`: an environment variable and the key of its value.
package struct NamedKey {
  package let name: VariableName
  package let key: Key

  /// `reserved` names are refused in addition to those of shells.
  package init(
    _ text: [UInt8], for option: String, _ context: CommandContext,
    besides reserved: ReservedNames? = nil
  ) throws(Failure) {
    guard let equals = text.firstIndex(of: UInt8(ascii: "=")) else {
      throw .message(
        "'\(option)' takes NAME=KEY, as in 'port=db.port', not \(Printable.quoted(text))")
    }
    do throws(RepresentationError) {
      name = try VariableName(Array(text[..<equals]), besides: reserved)
    } catch { throw .message(error.words) }
    key = try context.key(Array(text[(equals + 1)...]))
  }
}
