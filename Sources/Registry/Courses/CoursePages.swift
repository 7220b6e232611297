import GRDB
import Web

/// A system with pages about courses; compare `PersonPages`.
public protocol CoursePages {
    /// Returns the public pages, latest year first.
    static func coursePages(of course: Int64, in language: Language, _ db: Database) throws -> [PageLink]
}
