/// Whoever does something, as the audit log names him.
public struct Actor: Sendable {
    /// nil for the program itself and for visitors who are not signed in.
    public let accountID: Int64?
    public let name: String
    public let address: String
    public let requestID: String

    public init(accountID: Int64?, name: String, address: String, requestID: String) {
        self.accountID = accountID
        self.name = name
        self.address = address
        self.requestID = requestID
    }

    /// The program itself: the seed, a command on the server.
    public static func system(_ name: String) -> Actor {
        Actor(accountID: nil, name: name, address: "", requestID: "")
    }
}
