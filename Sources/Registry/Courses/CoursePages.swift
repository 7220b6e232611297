import GRDB
import Web

/// A system that has pages of its own about courses of the registry, as `PersonPages` about people.
public protocol CoursePages {
    /// Pages that everybody may open, the latest year first.
    static func coursePages(of course: Int64, in language: Language, _ db: Database) throws -> [PageLink]
}
