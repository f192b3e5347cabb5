// swift-tools-version: 6.2
import PackageDescription

/// No debugger reads a release, so its code is built without debug information, which takes 13 % of the build's
/// processor time. The package manager's own `-g` comes after these flags, but not after the front end's.
/// Debug builds check that accesses do not overlap. Without these checks a release takes 0.80 of the instructions for
/// `resolve` over 32 levels, and 0.95 for `check` and `where`.
let release: [SwiftSetting] = [
  .unsafeFlags(
    ["-Xfrontend", "-gnone", "-enforce-exclusivity=unchecked"], .when(configuration: .release))
]

/// Only code that reads bytes or calls the C library uses unsafe memory. Debug builds check that.
let safe: [SwiftSetting] = release + [.strictMemorySafety(.when(configuration: .debug))]

/// Code that is run once, prints, or asks Cascade for all that takes time is built for size, which is built
/// faster, too.
let forSize: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]
let cold: [SwiftSetting] = safe + forSize

func room(
  _ name: String, _ dependencies: [Target.Dependency] = [], _ settings: [SwiftSetting] = safe
) -> Target {
  .target(
    name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(
  of name: String, _ dependencies: [Target.Dependency] = []
) -> Target {
  .testTarget(
    name: name + "Tests",
    dependencies: [.target(name: name), "TestSupport"] + dependencies)
}

let package = Package(
  name: "heir",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "heir", targets: ["heir"])],
  targets: [
    // What the standard library's modules of Linux leave out of the C library; macOS has it in Darwin.
    .systemLibrary(name: "LinuxCalls", path: "Sources/SystemCalls/LinuxCalls"),
    .target(
      name: "SystemCalls",
      dependencies: [.target(name: "LinuxCalls", condition: .when(platforms: [.linux]))],
      exclude: ["LinuxCalls"], swiftSettings: release + forSize),
    room("SafeText"),
    room("JSONSource", [], release),
    room("YAMLSource", ["JSONSource"]),
    room("CommandSpec", ["SafeText"]),
    room("Output", ["SystemCalls", "SafeText", "JSONSource"], cold),
    // Files and Cascade do not know each other, so they are built beside each other; so are Trees, Answers and Import.
    room("Cascade", ["JSONSource", "SafeText"]),
    room("Files", ["SystemCalls", "SafeText", "JSONSource"]),
    room(
      "Trees",
      ["SystemCalls", "SafeText", "JSONSource", "CommandSpec", "Output", "Files", "Cascade"]),
    room("Answers", ["SafeText", "JSONSource", "Cascade"], cold),
    room(
      "Import", ["SystemCalls", "SafeText", "JSONSource", "YAMLSource", "Files", "Cascade"], cold),
    room(
      "Edits", ["SystemCalls", "SafeText", "JSONSource", "Files", "Cascade", "Trees", "Answers"],
      cold),
    room(
      "HeirTool",
      [
        "SystemCalls", "SafeText", "JSONSource", "CommandSpec", "Output", "Files", "Cascade",
        "Trees", "Answers", "Import", "Edits",
      ], cold),
    .executableTarget(
      name: "heir",
      dependencies: ["HeirTool", "Trees", "SystemCalls"],
      // The file declares the entry point itself.
      swiftSettings: [.unsafeFlags(["-parse-as-library"])],
      linkerSettings: [
        .unsafeFlags(
          ["-static-executable", "-Xlinker", "-s"],
          .when(platforms: [.linux], configuration: .release))
      ]),
    .target(
      name: "TestSupport",
      dependencies: ["JSONSource", "Cascade", "Answers"],
      path: "Tests/TestSupport"),
    .executableTarget(
      name: "fault-writer",
      dependencies: ["Files", "SystemCalls"],
      path: "Tests/Faults/Writer"),
    tests(of: "JSONSource"),
    tests(of: "YAMLSource", ["JSONSource"]),
    tests(of: "Cascade", ["Answers", "JSONSource"]),
    tests(of: "SystemCalls"),
    tests(of: "Files", ["SystemCalls"]),
    tests(of: "CommandSpec", ["SafeText"]),
    tests(
      of: "HeirTool",
      [
        "Files", "Trees", "Answers", "Cascade", "JSONSource", "SystemCalls", "CommandSpec",
        "SafeText", "Output", "heir",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
