/// The variables and the working directory of the calling process.
package struct ProcessContext {
  package let workingDirectory: WorkingDirectory
  package let variable: ([UInt8]) -> [UInt8]?
  package let childEnvironment: () -> [[UInt8]]

  package init(
    workingDirectory: WorkingDirectory, variable: @escaping ([UInt8]) -> [UInt8]?,
    childEnvironment: @escaping () -> [[UInt8]]
  ) {
    (self.workingDirectory, self.variable) = (workingDirectory, variable)
    self.childEnvironment = childEnvironment
  }

  /// nil if the variable is unset or empty.
  package func setting(_ name: String) -> [UInt8]? {
    variable(Array(name.utf8)).flatMap { $0.isEmpty ? nil : $0 }
  }
}
