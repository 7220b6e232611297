import Accounts
import AdminTestSupport
import Foundation
import GRDB
import Testing
import Web

@testable import Admin
@testable import AdminTestSupport

/// How records are written: their keys, versions, order and trash, and when a write is refused.
@Suite struct ResourceRecordsTests {
    private static let actor = Actor.system("test")

    private static func book(_ name: String, scope: Int64 = SampleSite.rossa, _ db: Database) throws -> SampleBook {
        var book = SampleBook()
        (book.name, book.stamp.scopeID) = (name, scope)
        try book.insert(db, by: actor)
        return book
    }

    private static func save(_ book: inout SampleBook, _ db: Database) throws {
        try book.update(db, by: actor, words: SamplePortal.texts.words(in: .english), zone: .gmt)
    }

    @Test(arguments: [
        ("Caffè d'orzo", "caffe-d-orzo"), ("  PANE  ", "pane"), ("!!!", "x"), ("a__b--c", "a-b-c"), ("7 up", "7-up"), ("猫", "x"),
        (String(repeating: "a", count: 80), String(repeating: "a", count: 60)),
    ])
    func aKeyIsMadeFromTheTitle(_ title: String, _ key: String) {
        #expect(title.slug == key)
    }

    @Test func aKeyThatIsTakenGetsANumber() async throws {
        try await SampleSite().database.write { (db) throws in
            #expect(try Self.book("Pane", db).stamp.key == "pane")
            #expect(try Self.book("Pane!", db).stamp.key == "pane-2")
            #expect(try Self.book("Pane?", db).stamp.key == "pane-3")
            #expect(try Self.book("Pane", scope: SampleSite.blu, db).stamp.key == "pane")
        }
    }

    @Test func aTitleIsOneInItsLibrary() async throws {
        try await SampleSite().database.write { db in
            _ = try Self.book("Pane", db)
            let refusal = #expect(throws: WriteRefusal.self) { try Self.book("PANE", db) }
            #expect(refusal == .titleTaken)
            var other = try Self.book("Riso", db)
            other.name = "pane"
            #expect(throws: WriteRefusal.self) { try Self.save(&other, db) }
        }
    }

    @Test func theTitleOfARecordInTheTrashIsFree() async throws {
        try await SampleSite().database.write { db in
            var book = try Self.book("Pane", db)
            try book.move(toTrash: true, db, by: Self.actor)
            #expect(book.stamp.deletedAt != nil)
            #expect(book.stamp.version == 2)
            let second = try Self.book("Pane", db)
            #expect(second.stamp.key == "pane-2")
            #expect(try SampleBook.fetch(db, id: book.id ?? 0)?.name == "Pane")
        }
    }

    @Test func aRecordThatChangedMeanwhileIsNotOverwritten() async throws {
        try await SampleSite().database.write { db in
            var mine = try Self.book("Pane", db)
            var theirs = mine
            theirs.copies = 3
            try Self.save(&theirs, db)
            #expect(theirs.stamp.version == 2)
            mine.copies = 5
            let refusal = #expect(throws: WriteRefusal.self) { try Self.save(&mine, db) }
            #expect(refusal == .changedMeanwhile)
            #expect(try SampleBook.fetch(db, id: mine.id ?? 0)?.copies == 3)
            var future = theirs
            future.stamp.version = .max
            #expect(throws: WriteRefusal.self) { try Self.save(&future, db) }
            var gone = theirs
            gone.stamp.id = 99
            #expect(throws: WriteRefusal.self) { try Self.save(&gone, db) }
        }
    }

    @Test func everyWriteIsInTheHistoryAndTheLog() async throws {
        try await SampleSite().database.write { db in
            var book = try Self.book("Pane", db)
            book.copies = 4
            try Self.save(&book, db)
            try book.setPublished(false, db, by: Self.actor)
            try book.move(toTrash: true, db, by: Self.actor)
            try book.move(toTrash: false, db, by: Self.actor)
            let acts = try String.fetchAll(db, sql: "SELECT act FROM revision ORDER BY id")
            #expect(acts == ["create", "update", "unpublish", "delete", "restore"])
            let log = try String.fetchAll(db, sql: "SELECT action FROM audit ORDER BY id")
            #expect(log.suffix(5) == acts.map { "sample.books." + $0 }[...])
            #expect(try Int.fetchAll(db, sql: "SELECT version FROM revision ORDER BY id") == [1, 2, 3, 4, 5])
        }
    }

    @Test func aResourceWithoutAFlagIsNotPublished() async throws {
        try await SampleSite().database.write { db in
            var shelf = SampleShelf()
            (shelf.name, shelf.stamp.scopeID) = ("Alto", SampleSite.rossa)
            try shelf.insert(db, by: Self.actor)
            try shelf.setPublished(false, db, by: Self.actor)
            #expect(shelf.stamp.version == 1)
        }
    }

    @Test func aNewRecordStandsLastUnlessItsPlaceIsSaid() async throws {
        try await SampleSite().database.write { (db) throws in
            func shelf(_ name: String, _ ordering: Int = 0, scope: Int64 = SampleSite.rossa) throws -> Int {
                var shelf = SampleShelf()
                (shelf.name, shelf.ordering, shelf.stamp.scopeID) = (name, ordering, scope)
                try shelf.insert(db, by: Self.actor)
                return shelf.ordering
            }
            #expect(try shelf("Primo") == 10)
            #expect(try shelf("Secondo") == 20)
            #expect(try shelf("Davanti", 5) == 5)
            #expect(try shelf("Lontano", 700) == 700)
            #expect(try shelf("Ultimo") == 710)
            #expect(try shelf("Altrove", scope: SampleSite.blu) == 10)
        }
    }

    @Test func aWholeRecordComesBackWithItsPartsAndReferences() async throws {
        try await SampleSite().database.write { db in
            var book = try Self.book("Pane", db)
            (book.price, book.copies, book.ordering) = (150, 3, 7)
            book.translations["name", .english] = .init("Bread", of: "Pane")
            try Self.save(&book, db)
            var tour = SampleTour()
            (tour.name, tour.stamp.scopeID) = ("Visita", SampleSite.rossa)
            var (stop, item) = (SampleStop(), SampleTourBook())
            (stop.text, item.book) = ("Guarda.", book.id)
            (tour.stops, tour.books) = ([stop], [item])
            try tour.insert(db, by: Self.actor)
            let read = try #require(try SampleBook.fetch(db, id: book.id ?? 0))
            #expect(SampleBook.fields.allSatisfy { $0.isSame(read, book) })
            #expect(read.translations["name", .english]?.text == "Bread")
            let whole = try #require(try SampleTour.fetch(db, id: tour.id ?? 0))
            #expect(whole.stops.map(\.text) == ["Guarda."])
            #expect(whole.stops.first?.id == tour.stops.first?.id)
            #expect(whole.books.map(\.book) == [book.id])
            #expect(whole.atlases.isEmpty)
            #expect(try SampleBook.fetch(db, id: 99) == nil)
        }
    }

    @Test func searchReadsTextsAndTranslationsWithoutAccents() async throws {
        try await SampleSite().database.write { db in
            var topic = SampleTopic()
            (topic.name, topic.stamp.scopeID) = ("Caffè", SampleSite.rossa)
            topic.translations["name", .english] = .init("Coffee", of: "Caffè")
            try topic.insert(db, by: Self.actor)
            #expect(topic.searchWords().split(separator: " ").contains("caffe"))
            #expect(topic.searchWords().split(separator: " ").contains("coffee"))
            #expect(try SampleTopic.needsReindex(db).isEmpty)
            try db.execute(sql: "UPDATE topic SET words = 'altro', folded = 'altro'")
            #expect(try SampleTopic.needsReindex(db) == [topic.id ?? 0])
            try SampleTopic.reindex(db)
            #expect(try SampleTopic.needsReindex(db).isEmpty)
            #expect(try String.fetchOne(db, sql: "SELECT folded FROM topic") == "caffe")
        }
    }

    @Test func twoRecordsWhoseTitlesLookTheSameAreLeftToAPerson() async throws {
        try await SampleSite().database.write { db in
            _ = try Self.book("Pane", db)
            let twin = try Self.book("Pane!", db)
            // As an older program folded it.
            try db.execute(sql: "UPDATE book SET name = 'PANE', folded = 'PANE' WHERE id = ?", arguments: [twin.id])
            #expect(try SampleBook.twins(db).map(\.id) == [twin.id ?? 0])
            #expect(try SampleBook.twins(db).map(\.title) == ["PANE"])
            try SampleBook.reindex(db)
            #expect(try String.fetchOne(db, sql: "SELECT folded FROM book WHERE id = ?", arguments: [twin.id]) == "PANE")
        }
    }

    @Test func theProgramItselfSeesAllRowsAndOthersTheirOwn() async throws {
        let grants = Grants([RoleAssignment(accountID: 2, role: "scribe")], roles: SamplePortal.roles)
        #expect(SampleNote.rows(SampleNote.seeing, nil) == "1")
        #expect(SampleBook.rows(SampleBook.seeing, grants) == "1")
        #expect(SampleNote.rows(SampleNote.seeing, grants, as: "n").contains("n.owner"))
        try await SampleSite().database.write { db in
            var note = SampleNote()
            (note.name, note.stamp.ownerID) = ("Mio", 2)
            try note.insert(db, by: Self.actor)
            var other = SampleNote()
            (other.name, other.stamp.ownerID) = ("Suo", 3)
            try other.insert(db, by: Self.actor)
            #expect(try SampleNote.isOpen(note.id ?? 0, SampleNote.editing, grants, db))
            #expect(try !SampleNote.isOpen(other.id ?? 0, SampleNote.seeing, grants, db))
            #expect(try SampleNote.isOpen(other.id ?? 0, SampleNote.seeing, nil, db))
        }
    }
}
