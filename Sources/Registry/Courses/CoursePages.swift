import GRDB

/// A system that has pages of its own about courses of the registry, as `PersonPages` about people.
public protocol CoursePages {
    /// Pages that everybody may open, the latest year first.
    static func coursePages(of course: Int64, _ db: Database) throws -> [PageLink]
}
