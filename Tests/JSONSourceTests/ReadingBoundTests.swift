#if DEBUG && canImport(Glibc)
  import Glibc
  @testable import JSONSource
  import Testing

  /// Texts that end where readable memory does: whoever reads on crashes.
  @Suite struct ReadingBoundTests {
    private static func scan(
      _ text: [UInt8], before wall: UnsafeMutablePointer<UInt8>, comments: Bool = false
    ) -> Bool {
      let start = wall - text.count - Source.padding
      for (index, byte) in text.enumerated() { start[index] = byte }
      for index in 0..<Source.padding { start[text.count + index] = 0 }
      var scanner = Scanner(base: start, start: 0, length: text.count, allowsComments: comments)
      return (try? scanner.scan()) != nil
    }

    @Test func nothingBehindTheZerosIsRead() throws {
      let page = sysconf(Int32(_SC_PAGESIZE))
      let memory = mmap(nil, 2 * page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
      let start = try #require(memory != MAP_FAILED ? memory : nil)
      defer { munmap(start, 2 * page) }
      #expect(mprotect(start + page, page, PROT_NONE) == 0)
      let wall = (start + page).assumingMemoryBound(to: UInt8.self)
      let rich = Array(
        try AcceptanceTests.fixture("every-token.json").prefix(page - Source.padding))
      for comments in [false, true] {
        for count in rich.indices {
          _ = Self.scan(Array(rich[..<count]), before: wall, comments: comments)
        }
        for refusal in Refusal.all {
          _ = Self.scan(MarkedText(refusal.text).bytes, before: wall, comments: comments)
        }
      }
      // Tokens that break off, and bytes that promise more.
      for end in ["\\", "\\u", "\\u0", "\\ud800", "\\ud800\\", "\\ud800\\u", "\\ud800\\udc0"] {
        #expect(!Self.scan(Array(("\"" + end).utf8), before: wall))
      }
      for byte in UInt8.min...UInt8.max {
        _ = Self.scan([byte], before: wall)
        #expect(Self.scan([0x22, byte], before: wall) == (byte == 0x22))
        #expect(!Self.scan([0x5B, 0x22, 0x61, byte], before: wall))
      }
    }
  }
#endif
