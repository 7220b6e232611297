public struct SiteAddress: Sendable, Equatable {
    public let text: String

    /// nil for anything but `http(s)://host[:port]`.
    public init?(_ typed: String) {
        let trimmed = typed.hasSuffix("/") ? String(typed.dropLast()) : typed
        guard trimmed.utf8.count(where: { $0 == UInt8(ascii: "/") }) == 2, let origin = Origin(trimmed) else { return nil }
        text = origin.description
    }
}
