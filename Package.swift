// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  // The program has one thread, so that references need no atomic counting; tests, which have more, are
  // built for debugging. They also look for overlapping accesses, which a release does not do again.
  // Nobody debugs a release: what describes its code to debuggers is neither made nor kept. And a type such
  // as a dictionary's is asked for by its parts: to find it by its name, the runtime searches all
  // conformances that there are, which takes a small command longer than all else that it does.
  .unsafeFlags(
    [
      "-Xfrontend", "-assume-single-threaded", "-enforce-exclusivity=unchecked",
      "-Xfrontend", "-gnone",
      "-Xfrontend", "-disable-concrete-type-metadata-mangled-name-accessors",
    ],
    .when(configuration: .release)),
]

/// Memory is asked for by its address where bytes are read and where the C library is called, and nowhere
/// else. To look for it makes a build longer by a seventh; whoever runs the tests has had it looked for.
let safe: [SwiftSetting] = strict + [.strictMemorySafety(.when(configuration: .debug))]

/// Code that is run once, prints, or asks Cascade for all that takes time is built for size, which is built
/// faster, too.
let forSize: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]
let cold: [SwiftSetting] = safe + forSize

/// What a small command touches lies side by side, so that it has half the pages to wait for; a name that is no
/// more is passed by. `Tests/Benchmarks/order` writes the names.
let together = [
  "-use-ld=lld",
  "-Xlinker", "--symbol-ordering-file=\(Context.packageDirectory)/Sources/heir/order.txt",
  "-Xlinker", "--no-warn-symbol-ordering",
]

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
    path: "Tests/" + (folder ?? name + "Tests"), swiftSettings: strict)
}

let package = Package(
  name: "heir",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "heir", targets: ["heir"])],
  targets: [
    room("Legible"),
    room("JSONSource", [], strict),
    // What the standard library's modules of Linux leave out of the C library; macOS has it in Darwin.
    .systemLibrary(name: "LinuxCalls"),
    room(
      "CLibrary",
      [.target(name: "LinuxCalls", condition: .when(platforms: [.linux]))],
      strict + forSize),
    // macOS has a module System of its own, on which its Foundation stands. This one names nothing of
    // CommandSpec: what waits for it has time, and Cascade, for which most rooms wait, is begun before.
    room("SystemCalls", ["CLibrary", "CommandSpec"], strict + forSize, in: "System"),
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
      exclude: ["order.txt"],
      // A file declares the entry point itself.
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])],
      linkerSettings: [
        .unsafeFlags(
          ["-static-executable", "-Xlinker", "-s"] + together,
          .when(platforms: [.linux], configuration: .release))
      ]),
    .target(
      name: "TestSupport",
      dependencies: ["JSONSource", "Cascade", "Answers", "Check", "Change"],
      path: "Tests/TestSupport",
      // The naive resolver takes most of a run's time; traps stay.
      swiftSettings: strict + [.unsafeFlags(["-O"])]),
    .executableTarget(
      name: "fault-writer",
      dependencies: ["FileTree", "SystemCalls", "CLibrary"],
      path: "Tests/Faults/Writer",
      swiftSettings: strict),
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
