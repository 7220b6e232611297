import Testing

/// `#expect` of something that is waited for: the macro itself cannot take `try await` (Swift 6.3).
func expect(_ condition: Bool, _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation) {
    #expect(condition, comment, sourceLocation: sourceLocation)
}
