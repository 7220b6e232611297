import Testing

/// `#expect` of something that is waited for: the macro itself cannot take `try await` (Swift 6.3).
func expect(_ condition: Bool, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(condition, comment, sourceLocation: sourceLocation)
}

/// The same for two values; shows both.
func expect<Value: Equatable>(_ value: Value, is expected: Value, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(value == expected, sourceLocation: sourceLocation)
}
