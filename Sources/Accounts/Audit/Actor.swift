/// The author of a change, as the audit log names them.
public struct Actor: Sendable {
    /// nil for the program itself and for visitors who are not signed in.
    public let accountID: Int64?
    public let name: String
    public let address: String
    public let requestID: String
    /// The larger action that includes this one; see `Act`.
    public private(set) var actID: Int64?

    public init(accountID: Int64?, name: String, address: String, requestID: String) {
        self.accountID = accountID
        self.name = name
        self.address = address
        self.requestID = requestID
    }

    public func within(_ actID: Int64?) -> Actor {
        var actor = self
        actor.actID = actID
        return actor
    }

    public static func system(_ name: String) -> Actor {
        Actor(accountID: nil, name: name, address: "", requestID: "")
    }
}
