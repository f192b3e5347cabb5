// swift-tools-version: 6.2
import PackageDescription

/// No debugger reads a release, so its code is built without debug information, which takes 13 % of the build's
/// processor time. The package manager's own `-g` comes after these flags, but not after the front end's.
let release: [SwiftSetting] = [
  .unsafeFlags(["-Xfrontend", "-gnone"], .when(configuration: .release))
]

/// Memory is asked for by its address where bytes are read and where the C library is called, and nowhere
/// else. To look for it makes a build longer by a seventh; whoever runs the tests has had it looked for.
let safe: [SwiftSetting] = release + [.strictMemorySafety(.when(configuration: .debug))]

/// Code that is run once, prints, or asks Cascade for all that takes time is built for size, which is built
/// faster, too.
let forSize: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]
let cold: [SwiftSetting] = safe + forSize

func room(
  _ name: String, _ dependencies: [Target.Dependency] = [], _ settings: [SwiftSetting] = safe,
  in folder: String? = nil
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: "Sources/" + (folder ?? name),
    swiftSettings: settings)
}

func tests(
  of name: String, _ dependencies: [Target.Dependency] = [], in folder: String? = nil
) -> Target {
  .testTarget(
    name: name + "Tests",
    dependencies: [.target(name: name), "TestSupport"] + dependencies,
    path: "Tests/" + (folder ?? name + "Tests"))
}

let package = Package(
  name: "heir",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "heir", targets: ["heir"])],
  targets: [
    room("Legible"),
    room("JSONSource", [], release),
    // What the standard library's modules of Linux leave out of the C library; macOS has it in Darwin.
    .systemLibrary(name: "LinuxCalls", path: "Sources/CLibrary/LinuxCalls"),
    .target(
      name: "CLibrary",
      dependencies: [.target(name: "LinuxCalls", condition: .when(platforms: [.linux]))],
      path: "Sources/CLibrary", exclude: ["LinuxCalls"]),
    // macOS has a module System of its own, on which its Foundation stands. This one names nothing of
    // CommandSpec: what waits for it has time, and Cascade, for which most rooms wait, is begun before.
    room("SystemCalls", ["CLibrary", "CommandSpec"], release + forSize, in: "System"),
    room("FileTree", ["SystemCalls", "Legible"]),
    room("CommandSpec", ["Legible"]),
    room(
      "Cascade", ["JSONSource", "Legible"],
      // A run of the tests spends most of its time here, so that it is optimized for them, too. Traps stay,
      // and what the standard library looks at in debug builds alone.
      safe + [.unsafeFlags(["-O", "-assert-config", "Debug"], .when(configuration: .debug))]),
    room("Answers", ["Cascade", "JSONSource", "Legible"], cold),
    room("Check", ["Answers", "Cascade", "JSONSource", "Legible"], cold),
    room(
      "Snapshots",
      ["Cascade", "JSONSource", "FileTree", "SystemCalls", "CommandSpec", "Legible"]),
    room(
      "Sessions",
      [
        "Snapshots", "Cascade", "JSONSource", "FileTree", "SystemCalls", "CommandSpec", "Legible",
      ]),
    room(
      "Change",
      [
        "Snapshots", "Check", "Answers", "Cascade", "JSONSource", "FileTree", "SystemCalls",
        "Legible",
      ], cold),
    room(
      "Reports",
      [
        "Sessions", "Snapshots", "Answers", "Cascade", "JSONSource", "FileTree", "SystemCalls",
        "CommandSpec", "Legible",
      ], cold),
    room(
      "Queries",
      [
        "Reports", "Sessions", "Snapshots", "Change", "Check", "Answers", "Cascade", "JSONSource",
        "FileTree", "SystemCalls", "CommandSpec", "Legible",
      ], cold),
    room(
      "HeirTool",
      [
        "Queries", "Reports", "Sessions", "Snapshots", "Change", "Check", "Answers", "Cascade",
        "JSONSource", "FileTree", "SystemCalls", "CommandSpec", "Legible",
      ], cold),
    .executableTarget(
      name: "heir",
      dependencies: ["HeirTool", "Sessions", "SystemCalls"],
      // The file declares the entry point itself.
      swiftSettings: [.unsafeFlags(["-parse-as-library"])],
      linkerSettings: [
        .unsafeFlags(
          ["-static-executable", "-Xlinker", "-s"],
          .when(platforms: [.linux], configuration: .release))
      ]),
    .target(
      name: "TestSupport",
      dependencies: ["JSONSource", "Cascade", "Answers", "Check", "Change"],
      path: "Tests/TestSupport",
      // The naive resolver takes most of a run's time; traps stay.
      swiftSettings: [.unsafeFlags(["-O"])]),
    .executableTarget(
      name: "fault-writer",
      dependencies: ["FileTree", "SystemCalls", "CLibrary"],
      path: "Tests/Faults/Writer"),
    tests(of: "JSONSource"),
    tests(of: "Cascade", ["Answers", "Check", "Change", "JSONSource"]),
    tests(of: "SystemCalls", in: "SystemTests"),
    tests(of: "FileTree", ["SystemCalls"]),
    tests(of: "CommandSpec", ["Legible"]),
    tests(
      of: "HeirTool",
      [
        "Queries", "Reports", "Sessions", "Snapshots", "Change", "Check", "Answers", "Cascade",
        "JSONSource", "FileTree", "SystemCalls", "CommandSpec", "Legible", "heir",
      ]),
  ],
  swiftLanguageModes: [.v6]
)
