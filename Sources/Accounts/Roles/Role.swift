/// A named set of permissions. Its text has the key `roles.<name>` unless it has a title.
public struct Role: Sendable {
    public let name: String
    /// The title of an own role; nil for built-in roles.
    public let title: String?
    public let grants: [Permission]
    /// The kind of scope (`house`); nil for the whole site.
    public let scope: String?
    /// Whether rights reach only the rows of a resource's audience, where one is defined. Other roles may still allow all rows.
    public let isConfined: Bool

    public init(_ name: String, title: String? = nil, scope: String? = nil, isConfined: Bool = false, may grants: [Permission]) {
        self.name = name
        self.title = title
        self.grants = grants
        self.scope = scope
        self.isConfined = isConfined
    }
}
