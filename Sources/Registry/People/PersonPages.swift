import GRDB

/// A system with pages about people. Person pages ask all active systems for links, so no system depends on another.
public protocol PersonPages {
    static func personPages(of person: Int64, _ db: Database) throws -> [PageLink]
}
