// swift-tools-version: 6.2
import PackageDescription

let strict: [SwiftSetting] = [
  .treatAllWarnings(as: .error),
  // The program has one thread, so that references need no atomic counting; tests, which have more, are
  // built for debugging. They also look for overlapping accesses, which a release does not do again.
  .unsafeFlags(
    [
      "-Xfrontend", "-assume-single-threaded", "-enforce-exclusivity=unchecked",
      "-cross-module-optimization",
    ],
    .when(configuration: .release)),
]

func room(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .target(name: name, dependencies: dependencies, swiftSettings: strict)
}

func tests(of name: String, _ dependencies: [Target.Dependency] = []) -> Target {
  .testTarget(
    name: name + "Tests",
    dependencies: [.target(name: name), "TestSupport"] + dependencies,
    swiftSettings: strict)
}

let package = Package(
  name: "heir",
  platforms: [.macOS(.v15)],
  products: [.executable(name: "heir", targets: ["heir"])],
  targets: [
    room("Legible"),
    room("JSONSource"),
    room("Cascade", ["JSONSource", "Legible"]),
    // What the standard library's modules of Linux leave out of the C library; macOS has it in Darwin.
    .systemLibrary(name: "ExtendedAttributes"),
    room("FileTree", [.target(name: "ExtendedAttributes", condition: .when(platforms: [.linux]))]),
    room("CommandSpec", ["Legible"]),
    room("HeirTool", ["JSONSource", "Cascade", "FileTree", "CommandSpec", "Legible"]),
    .executableTarget(
      name: "heir",
      dependencies: ["HeirTool"],
      // A file declares the entry point itself.
      swiftSettings: strict + [.unsafeFlags(["-parse-as-library"])],
      linkerSettings: [
        .unsafeFlags(
          ["-static-executable"], .when(platforms: [.linux], configuration: .release))
      ]),
    .target(
      name: "TestSupport",
      dependencies: ["JSONSource", "Cascade"],
      path: "Tests/TestSupport",
      // The naive resolver takes most of a run's time; traps stay.
      swiftSettings: strict + [.unsafeFlags(["-O"])]),
    .executableTarget(
      name: "fault-writer",
      dependencies: ["FileTree"],
      path: "Tests/Faults/Writer",
      swiftSettings: strict),
    tests(of: "JSONSource"),
    tests(of: "Cascade", ["JSONSource"]),
    tests(of: "FileTree"),
    tests(of: "CommandSpec", ["Legible"]),
    tests(of: "HeirTool", ["Cascade", "JSONSource", "FileTree", "CommandSpec", "Legible", "heir"]),
  ],
  swiftLanguageModes: [.v6]
)
