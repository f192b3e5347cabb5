import Foundation
import Testing

@testable import HeirTool
@testable import Reports
@testable import Sessions
@testable import Snapshots

/// The style sheet, measured: all text can be read on all grounds, in both schemes and by all eyes.
@Suite struct PictureStyleTests {
  typealias Color = SIMD3<Double>

  private static let sheet = "\(PictureStyle.sheet)"
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

  /// What is drawn and no text, as WCAG 1.4.11 has it.
  @Test func everyPieceOfABarCanBeSeen() throws {
    for (number, scheme) in try Self.schemes().enumerated() {
      let paper = try #require(scheme["paper"]).color
      for name in (0...7).map({ "b\($0)" }) {
        let contrast = Self.contrast(try #require(scheme[name]).color, paper)
        #expect(contrast >= 3, "scheme \(number): \(name): \(contrast)")
      }
    }
    #expect(Self.sheet.contains("rect{fill:var(--b,var(--b0))}"))
    for tint in 1...19 {
      let rules = Self.sheet.split(separator: "\n").filter {
        $0.contains(".t\(tint),") || $0.contains(".t\(tint){")
      }
      #expect(rules.contains { $0.contains("--b:var(--b") }, "\(tint)")
    }
  }

  /// A browser need not lay out thousands of cells that nobody sees, nor scroll the page beside its box.
  @Test func whatIsOutOfSightCostsNothingAndStaysInItsBox() {
    #expect(Self.sheet.contains(".again{position:absolute"))
    #expect(Self.sheet.contains(".box{position:relative;"))
    #expect(Self.sheet.contains("content-visibility:auto;contain-intrinsic-size:auto "))
    let print = Self.sheet.components(separatedBy: "@media print").last ?? ""
    #expect(print.contains(".part{width:auto;content-visibility:visible}"))
  }

  @Test func aWidePageIsPrintedAcrossAndShowsOnScreenThatItGoesOn() {
    #expect(Self.sheet.contains("@page{size:landscape}"))
    #expect(Self.sheet.contains("no-repeat local,linear-gradient(to left,var(--edge)"))
  }

  /// The shadow at an edge is hidden where the table ends: what scrolls with it covers the shadow whole.
  @Test func aTableThatDoesNotScrollHasNoShadows() throws {
    for edge in ["right/", "bottom/100% "] {
      let cover = try Regex(
        #"var\(--paper\) ([0-9.]+)rem,transparent\) "# + edge + "[^,]* no-repeat local",
        as: (Substring, Substring).self)
      let shadow = try Regex(
        #"var\(--edge\),transparent\) "# + edge + "([0-9.]+)rem", as: (Substring, Substring).self)
      let covered = try #require(Self.sheet.firstMatch(of: cover)).output.1
      let shaded = try #require(Self.sheet.firstMatch(of: shadow)).output.1
      #expect(try #require(Double(covered)) >= #require(Double(shaded)), "\(edge)")
    }
  }

  // Machado, Oliveira and Fernandes 2009, at full severity, over linear light; row by row.
  private static let eyes: [(name: String, rows: [Color])] = [
    ("usual", [Color(1, 0, 0), Color(0, 1, 0), Color(0, 0, 1)]),
    (
      "red-blind",
      [
        Color(0.152286, 1.052583, -0.204868), Color(0.114503, 0.786281, 0.099216),
        Color(-0.003882, -0.048116, 1.051998),
      ]
    ),
    (
      "green-blind",
      [
        Color(0.367322, 0.860646, -0.227968), Color(0.280085, 0.672501, 0.047413),
        Color(-0.011820, 0.042940, 0.968881),
      ]
    ),
    (
      "blue-blind",
      [
        Color(1.255528, -0.076749, -0.178779), Color(-0.078411, 0.930809, 0.147602),
        Color(0.004733, 0.691367, 0.303900),
      ]
    ),
  ]

  /// CIELAB, in which distances are about as large as they look.
  private static func lab(_ color: Color, _ rows: [Color]) -> Color {
    let light = linear(color)
    func clamped(_ row: Color) -> Double { min(max((row * light).sum(), 0), 1) }
    let seen = Color(clamped(rows[0]), clamped(rows[1]), clamped(rows[2]))
    func root(_ value: Double) -> Double {
      value > 0.008856 ? cbrt(value) : 7.787 * value + 16.0 / 116
    }
    let x = root((seen * Color(0.4124, 0.3576, 0.1805)).sum() / 0.9505)
    let y = root((seen * Color(0.2126, 0.7152, 0.0722)).sum())
    let z = root((seen * Color(0.0193, 0.1192, 0.9505)).sum() / 1.089)
    return Color(116 * y - 16, 500 * (x - y), 200 * (y - z))
  }

  @Test func theTintsAreFarApartToEveryEye() throws {
    for (number, scheme) in try Self.schemes().enumerated() {
      let colors = try (Self.tints + ["paper"]).map { ($0, try #require(scheme[$0]).color) }
      for (eye, rows) in Self.eyes {
        for (index, (name, color)) in colors.enumerated() {
          for (other, otherColor) in colors[..<index] {
            let between = Self.lab(color, rows) - Self.lab(otherColor, rows)
            let distance = (between * between).sum().squareRoot()
            #expect(distance > 11, "scheme \(number), \(eye): \(name) and \(other): \(distance)")
          }
        }
      }
    }
  }

  @Test func everyMarkHasASignAndAWordOfItsOwn() {
    var signs: Set<String> = []
    for mark in Picture.Mark.allCases {
      let rule = ".m\(mark.rawValue) p::before{content:\""
      let rest = Self.sheet.firstRange(of: rule).map { Self.sheet[$0.upperBound...] } ?? "\""
      let sign = rest.prefix { $0 != "\"" }
      #expect(!sign.isEmpty, "\(mark)")
      signs.insert(String(sign))
    }
    #expect(signs.count == Picture.Mark.allCases.count)
    #expect(Set(Picture.Mark.allCases.map { "\($0.words.short)" }).count == signs.count)
  }

  @Test func everyTintHasAColourAndRepeatedOnesAPattern() {
    #expect(PictureStyle.tintClass(-1) == 0)
    #expect(PictureStyle.tintClass(.max) == 19)
    var looks: Set<[String]> = []
    for tint in 1...19 {
      let rules = Self.sheet.split(separator: "\n").filter {
        $0.contains(".t\(tint),") || $0.contains(".t\(tint){")
      }
      let look = rules.map { String($0.drop { $0 != "{" }) }
      #expect(look.first?.contains("--c:var(--c") == true, "\(tint)")
      looks.insert(look)
    }
    #expect(looks.count == 19)
  }
}
