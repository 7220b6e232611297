import Accounts
import Admin
import GRDB

/// An invented system of libraries, on which the back office is tested without any real system.
enum Sample: Module {
    static let name = "sample"
    static let icon = "house"

    static let resources: [any Resource.Type] = [
        SampleLibrary.self, SampleTopic.self, SampleShelf.self, SampleSeller.self, SampleBook.self, SampleTour.self, SampleReader.self,
        SampleEvening.self, SampleNote.self,
    ]

    static let roles = [
        Role("librarian", scope: "library", may: ["sample.*", "media.edit", "admin.audit.see"]),
        Role("scribe", may: ["sample.notes.see", "sample.notes.edit"]),
    ]

    static let loans: Permission = "sample.loans.edit"
    /// Opens the notes of everybody.
    static let keeping: Permission = "sample.notes.keep"
    static let rights = [loans, keeping]
    static let pages = [AdminPage("sample.loans.title", "/admin/sample/loans", permission: loans)]

    /// Most records belong to one library.
    static let scope = Scope(kind: "library", column: "libraryID", table: "library")

    static func cards(_ db: Database, scopeID: Int64?) throws -> [Card] {
        func count(_ table: String, _ condition: String) throws -> Int {
            let sql = "SELECT count(*) FROM \(table) WHERE libraryID = ? AND deletedAt IS NULL AND \(condition)"
            return try Int.fetchOne(db, sql: sql, arguments: [scopeID]) ?? 0
        }
        return [
            Card(
                "sample.cards.lent", count: try count("book", "copies = 0"), SampleBook.self, query: [("copies", "absent")],
                icon: "product"),
            Card(
                "sample.cards.noPrice", count: try count("book", "price IS NULL"), SampleBook.self, query: [("price", "absent")],
                icon: "euro"),
            Card(
                "sample.cards.noPicture", count: try count("book", "picture IS NULL"), SampleBook.self, query: [("picture", "absent")],
                icon: "picture"),
            Card(
                "sample.cards.noTopic", count: try count("book", "id NOT IN (SELECT book FROM bookTopic)"), SampleBook.self,
                query: [("topics", "none")], icon: "category"),
            Card(
                "sample.cards.hidden", count: try count("book", "published = 0"), SampleBook.self, query: [("published", "no")],
                icon: "eye-off"),
            Card(
                "sample.cards.drafts", count: try count("tour", "published = 0"), SampleTour.self, query: [("published", "no")],
                icon: "recipe"),
            Card(
                "sample.cards.noStops", count: try count("tour", "id NOT IN (SELECT tour FROM tourStop)"), SampleTour.self,
                query: [("stops", "absent")], icon: "recipe"),
            Card(
                "sample.cards.noPlace", count: try count("seller", "place IS NULL"), SampleSeller.self, query: [("place", "absent")],
                icon: "shop"),
            Card(
                "sample.cards.readersNoPicture", count: try count("reader", "active = 1 AND picture IS NULL"), SampleReader.self,
                query: [("active", "yes"), ("picture", "absent")], icon: "guest"),
        ]
    }
}
