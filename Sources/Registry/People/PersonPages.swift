import GRDB

/// A system that has pages of its own about people of the registry. Whoever shows a person asks all systems that are switched on and
/// leads to what they name: so no system has to know another.
public protocol PersonPages {
    /// Pages that everybody may open.
    static func personPages(of person: Int64, _ db: Database) throws -> [PersonPageLink]
}

/// A page about a person in another system.
public struct PersonPageLink: Sendable {
    /// The key of its label.
    public let text: String
    public let address: String
    public let icon: String

    public init(_ text: String, address: String, icon: String) { (self.text, self.address, self.icon) = (text, address, icon) }
}
