// swift-tools-version: 6.2
import PackageDescription

// Looking at every access makes a run many times as long, so that all is optimized; traps stay.
let settings: [SwiftSetting] = [.unsafeFlags(["-O", "-assert-config", "Debug"])]

// The rooms that ask for memory by its address, with what they need and their tests; `check` lays this and
// them beside each other.
let package = Package(
  name: "heir",
  platforms: [.macOS(.v15)],
  targets: [
    .target(name: "Legible"),
    .target(name: "JSONSource", swiftSettings: settings),
    .systemLibrary(name: "LinuxCalls", path: "Sources/CLibrary/LinuxCalls"),
    .target(
      name: "CLibrary",
      dependencies: [.target(name: "LinuxCalls", condition: .when(platforms: [.linux]))],
      exclude: ["LinuxCalls"]),
    .target(name: "CommandSpec", dependencies: ["Legible"]),
    .target(
      name: "SystemCalls", dependencies: ["CLibrary", "CommandSpec"], path: "Sources/System",
      swiftSettings: settings),
    .target(
      name: "TestSupport", path: "Tests/TestSupport",
      sources: ["Growth.swift", "TemporaryTree.swift", "Reference/SplitMix64.swift"],
      swiftSettings: settings),
    .testTarget(
      name: "JSONSourceTests", dependencies: ["JSONSource", "TestSupport"],
      swiftSettings: settings),
    .testTarget(
      name: "SystemCallsTests", dependencies: ["SystemCalls", "TestSupport"],
      path: "Tests/SystemTests", swiftSettings: settings),
  ],
  swiftLanguageModes: [.v6]
)
