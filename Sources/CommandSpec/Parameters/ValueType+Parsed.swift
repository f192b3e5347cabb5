extension ParsedArguments.Occurrence {
  func value<T>(as type: ValueType<T>) throws(UsageError) -> T {
    do throws(ArgumentProblem) {
      return try type.value(of: bytes)
    } catch {
      throw .badOption(spelling, value: bytes, error)
    }
  }
}

extension ValueType {
  func argument(_ bytes: [UInt8]) throws(UsageError) -> Value {
    do throws(ArgumentProblem) {
      return try value(of: bytes)
    } catch {
      throw .badArgument(name, value: bytes, error)
    }
  }
}
