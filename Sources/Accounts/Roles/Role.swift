/// A named set of permissions that accounts can have. Its text has the key `roles.<name>`, unless it has a title.
public struct Role: Sendable {
    public let name: String
    /// What the site calls a role of its own; nil for roles of the program.
    public let title: String?
    /// What it allows; `house.*` and `*` are wildcards.
    public let grants: [Permission]
    /// The kind of thing that an assignment can be limited to (`house`); nil for roles of the whole site.
    public let scope: String?
    /// Whether its rights reach only the rows that a resource's audience names for such roles, where it names any. What somebody may by
    /// another role he may on all rows.
    public let isConfined: Bool

    public init(_ name: String, title: String? = nil, scope: String? = nil, isConfined: Bool = false, may grants: [Permission]) {
        self.name = name
        self.title = title
        self.grants = grants
        self.scope = scope
        self.isConfined = isConfined
    }
}
