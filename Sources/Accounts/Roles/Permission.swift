/// A permission as a path, `house.products.edit`. Its text has the key `permissions.<rawValue>`.
public struct Permission: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }
    public init(stringLiteral value: String) { rawValue = value }

    /// Whether this permission, possibly a wildcard (`house.*`, `*`), includes another.
    public func covers(_ other: Permission) -> Bool {
        if rawValue == "*" || rawValue == other.rawValue { return true }
        return rawValue.hasSuffix(".*") && other.rawValue.utf8.starts(with: rawValue.utf8.dropLast())
    }
}
