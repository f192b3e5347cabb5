import Foundation
import TestSupport
import Testing

@testable import Files
@testable import SystemCalls

#if os(Linux)
  import LinuxCalls
#endif

@Suite struct AttributeTests {
  let disk: TemporaryTree

  init() throws { disk = try TemporaryTree() }

  @Test(.needs(.root)) func ownerAndGroupStayWhereTheyCan() throws {
    disk.file("a.json", "old")
    chown(disk.root + "/a.json", 1234, 5678)
    chmod(disk.root + "/a.json", 0o4751)
    #expect(try disk.write("a.json", "new").keepsOwner)
    var status = stat()
    stat(disk.root + "/a.json", &status)
    #expect(status.st_uid == 1234 && status.st_gid == 5678)
    #expect(disk.mode("a.json") == 0o4751)
  }

  #if os(Linux)
    private func attribute(_ path: String, _ name: String) -> [UInt8]? {
      var value = [UInt8](repeating: 0, count: 256)
      let length = getxattr(disk.root + "/" + path, name, &value, value.count)
      return length < 0 ? nil : Array(value.prefix(length))
    }

    private func set(_ path: String, _ name: String, _ value: [UInt8]) -> Bool {
      setxattr(disk.root + "/" + path, name, value, value.count, 0) == 0
    }

    private static let attributes = Needs.Condition(
      "a file system with attributes", isOptional: true
    ) {
      guard let disk = try? TemporaryTree() else { return false }
      return setxattr(disk.root, "user.note", list, list.count, 0) == 0
        && setxattr(disk.root, "system.posix_acl_default", list, list.count, 0) == 0
    }

    /// An access list: the owner, one more user, the group, the mask, others (acl(5), as the kernel
    /// keeps it).
    private static let list: [UInt8] =
      [2, 0, 0, 0] + entry(0x01, 6) + entry(0x02, 4, 77) + entry(0x04, 0) + entry(0x10, 4)
      + entry(0x20, 0)

    private static func entry(_ tag: UInt8, _ rights: UInt8, _ id: UInt8? = nil) -> [UInt8] {
      [tag, 0, rights, 0] + (id.map { [$0, 0, 0, 0] } ?? [255, 255, 255, 255])
    }

    @Test(.needs(attributes)) func extendedAttributesAndAccessListsStay() throws {
      disk.file("a.json", "old")
      try #require(
        set("a.json", "user.note", bytes("kept")) && set("a.json", "user.empty", [])
          && set("a.json", "system.posix_acl_access", Self.list))
      try disk.write("a.json", "new")
      #expect(attribute("a.json", "user.note") == bytes("kept"))
      #expect(attribute("a.json", "user.empty") == [])
      #expect(attribute("a.json", "system.posix_acl_access") == Self.list)
      #expect(disk.mode("a.json") == 0o640)
    }

    @Test(.needs(attributes)) func theListThatADirectoryGivesNewFilesIsNotGivenToAnOldOne() throws {
      disk.file("a.json", "old")
      chmod(disk.root + "/a.json", 0o640)
      try #require(set("", "system.posix_acl_default", Self.list))
      try disk.write("a.json", "new")
      #expect(attribute("a.json", "system.posix_acl_access") == nil)
      #expect(disk.mode("a.json") == 0o640)
    }
  #endif
}
