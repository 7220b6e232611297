import GRDB

/// A system that has pages of its own about people of the registry. Whoever shows a person asks all systems that are switched on and
/// leads to what they name: so no system has to know another.
public protocol PersonPages {
    /// Pages that everybody may open.
    static func personPages(of person: Int64, _ db: Database) throws -> [PageLink]
}
