import Foundation
import Testing

@testable import HeirTool
@testable import Trees

/// The style sheet, measured: all text can be read on all grounds, in both schemes and by all eyes.
@Suite struct HTMLStyleTests {
  typealias Color = SIMD3<Double>

  private static let sheet = "\(HTMLStyle.sheet)"
  private static let inks = ["ink", "mute", "accent"]
  private static let tints = (1...6).map { "c\($0)" }

  /// The named colours of the light scheme and of the dark one, with their opacities.
  private static func schemes() throws -> [[String: (color: Color, opacity: Double)]] {
    let parts = try [/:root\{[^}]*\}/, /dark\)\{\s*:root\{[^}]*\}/].map {
      try #require(sheet.firstMatch(of: $0)).output
    }
    return parts.map { part in
      var colors: [String: (color: Color, opacity: Double)] = [:]
      for match in part.matches(of: /--(\w+):#([0-9a-f]{6})([0-9a-f]{2})?/) {
        guard let number = Int(match.output.2, radix: 16) else { continue }
        let bytes = Color(Double(number >> 16), Double(number >> 8 & 255), Double(number & 255))
        let opacity = match.output.3.flatMap { Int($0, radix: 16) } ?? 255
        colors[String(match.output.1)] = (bytes / 255, Double(opacity) / 255)
      }
      return colors
    }
  }

  /// As WCAG has it.
  private static func linear(_ color: Color) -> Color {
    func linear(_ part: Double) -> Double {
      part <= 0.04045 ? part / 12.92 : pow((part + 0.055) / 1.055, 2.4)
    }
    return Color(linear(color.x), linear(color.y), linear(color.z))
  }

  private static func luminance(_ color: Color) -> Double {
    (linear(color) * Color(0.2126, 0.7152, 0.0722)).sum()
  }

  private static func contrast(_ a: Color, _ b: Color) -> Double {
    let (a, b) = (luminance(a), luminance(b))
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  @Test func everyInkCanBeReadOnEveryGround() throws {
    #expect(abs(Self.contrast(Color(0, 0, 0), Color(1, 1, 1)) - 21) < 0.01)
    let schemes = try Self.schemes()
    #expect(schemes.count == 2)
    for (number, scheme) in schemes.enumerated() {
      let hatch = try #require(scheme["hatch"])
      for name in Self.tints + ["paper", "head", "c7"] {
        let ground = try #require(scheme[name]).color
        let hatched = ground * (1 - hatch.opacity) + hatch.color * hatch.opacity
        for ink in Self.inks {
          let color = try #require(scheme[ink]).color
          for (ground, kind) in [(ground, "plain"), (hatched, "hatched")] {
            let contrast = Self.contrast(color, ground)
            #expect(contrast >= 4.5, "scheme \(number): \(ink) on \(kind) \(name): \(contrast)")
          }
        }
      }
    }
  }

  // Machado, Oliveira and Fernandes 2009, at full severity, over linear light; row by row.
  @Test func everyMarkHasASignAndAWordOfItsOwn() {
    var signs: Set<String> = []
    for mark in HTMLReport.Mark.allCases {
      let rule = ".m\(mark.rawValue) p::before{content:\""
      let rest = Self.sheet.firstRange(of: rule).map { Self.sheet[$0.upperBound...] } ?? "\""
      let sign = rest.prefix { $0 != "\"" }
      #expect(!sign.isEmpty, "\(mark)")
      signs.insert(String(sign))
    }
    #expect(signs.count == HTMLReport.Mark.allCases.count)
    #expect(Set(HTMLReport.Mark.allCases.map { "\($0.words.short)" }).count == signs.count)
  }
}
