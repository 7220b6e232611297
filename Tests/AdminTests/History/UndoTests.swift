import Accounts
import Foundation
import GRDB
import Testing
import Web

@testable import Admin
@testable import AdminTestSupport

@Suite struct UndoTests {
    private let actor = Actor.system("test")
    private let zone = TimeZone(identifier: "Europe/Rome") ?? .gmt

    private func book(_ name: String, price: Int?, _ db: Database) throws -> SampleBook {
        var book = SampleBook()
        book.stamp.scopeID = SampleSite.rossa
        (book.name, book.price) = (name, price)
        try book.insert(db, by: actor)
        return book
    }

    private func undoLast(_ db: Database, _ words: Words) throws -> Undoing {
        let last = try #require(try Revision.order(Revision.Columns.id.desc).fetchOne(db))
        return try SampleBook.undo(last, db, by: actor, words: words, zone: zone)
    }

    @Test func everyActLeavesARevisionThatCanBeTakenBack() async throws {
        let site = try await SampleSite()
        let words = site.portal.admin.pages.templates.words(in: .italian)
        try await site.database.write { db in
            var rice = try book("Riso", price: 160, db)
            rice.price = 190
            try rice.update(db, by: actor, words: words, zone: zone)
            #expect(try undoLast(db, words) == .done)
            #expect(try SampleBook.fetch(db, id: rice.id ?? 0)?.price == 160)

            rice = try #require(try SampleBook.fetch(db, id: rice.id ?? 0))
            try rice.move(toTrash: true, db, by: actor)
            #expect(try undoLast(db, words) == .done)
            rice = try #require(try SampleBook.fetch(db, id: rice.id ?? 0))
            #expect(rice.stamp.deletedAt == nil)

            try rice.setPublished(false, db, by: actor)
            #expect(try undoLast(db, words) == .done)
            #expect(try SampleBook.fetch(db, id: rice.id ?? 0)?.published == true)
            let acts = try String.fetchAll(db, sql: "SELECT act FROM revision ORDER BY id")
            #expect(acts == ["create", "update", "update", "delete", "restore", "unpublish", "publish"])
        }
    }

    @Test func whatWasChangedSinceIsNotTakenBack() async throws {
        let site = try await SampleSite()
        let words = site.portal.admin.pages.templates.words(in: .italian)
        try await site.database.write { db in
            var rice = try book("Riso", price: 160, db)
            let created = try #require(try Revision.fetchOne(db))
            rice.price = 190
            try rice.update(db, by: actor, words: words, zone: zone)
            #expect(try SampleBook.undo(created, db, by: actor, words: words, zone: zone) == .changedSince)
            #expect(try SampleBook.fetch(db, id: rice.id ?? 0)?.stamp.deletedAt == nil)
        }
    }

    @Test func oneUndoTakesBackAWholeActButNotWhatSomebodyChangedSince() async throws {
        let site = try await SampleSite()
        let id = try await site.database.write { db -> Int64? in
            var books = try ["Riso", "Pane", "Latte"].map { try book($0, price: 100, db) }
            var act = UndoableOperation("admin.deleted", on: SampleBook.name, scope: SampleSite.rossa, by: actor)
            try act.insert(db)
            for index in books.indices { try books[index].move(toTrash: true, db, by: actor.within(act.id)) }
            #expect(try act.count(db) == 3)
            try books[1].move(toTrash: false, db, by: actor)
            return act.id
        }
        try await site.browse(["librarian"]) { browsers in
            try await browsers[0].post("/admin/sample/books/bulk/undoing", [("act", String(id ?? 0))])
            let list = try await browsers[0].get("/admin/sample/books")
            #expect(list.contains("flash"))
            #expect(list.contains("«Pane»"))
            #expect(!list.contains("«Riso»"))
            let again = try await browsers[0].post("/admin/sample/books/bulk/undoing", [("act", String(id ?? 0))])
            #expect(again.status == 303)
        }
        let (alive, undone) = try await site.database.read { db in
            (
                try Int.fetchOne(db, sql: "SELECT count(*) FROM book WHERE deletedAt IS NULL"),
                try UndoableOperation.filter(key: id).fetchOne(db)?.undoneAt
            )
        }
        #expect(alive == 3)
        #expect(undone != nil)
    }

    @Test func aTourComesBackWithItsStopsAndBooks() async throws {
        let site = try await SampleSite()
        let words = site.portal.admin.pages.templates.words(in: .italian)
        try await site.database.write { db in
            let rice = try book("Riso", price: nil, db)
            var tour = SampleTour()
            tour.stamp.scopeID = SampleSite.rossa
            tour.name = "Risotto"
            tour.books = [SampleTourBook(book: rice.id, amount: "due \"tazze\"\n")]
            tour.stops = [SampleStop(text: "Scalda l’acqua."), SampleStop(text: "Versa il riso.", timer: .down, time: 90)]
            try tour.insert(db, by: actor)
            let whole = try #require(try SampleTour.fetch(db, id: tour.id ?? 0))
            tour = whole
            tour.stops = []
            tour.books = []
            try tour.update(db, by: actor, words: words, zone: zone)
            let last = try #require(try Revision.order(Revision.Columns.id.desc).fetchOne(db))
            #expect(try SampleTour.undo(last, db, by: actor, words: words, zone: zone) == .done)
            let back = try #require(try SampleTour.fetch(db, id: tour.id ?? 0))
            #expect(back.stops.map(\.text) == whole.stops.map(\.text))
            #expect(back.stops[1].time == 90)
            #expect(back.books.map(\.amount) == ["due \"tazze\"\n"])
        }
    }
}

@Suite struct PackingTests {
    @Test func everyFieldOfEveryResourceComesBackAsItWentIn() {
        func check<R: Resource>(_ type: R.Type) {
            let record = R()
            var back = R()
            #expect(back.unpack(record.packed).isEmpty, "\(R.name)")
            #expect(back.packed == record.packed, "\(R.name)")
        }
        for type in Sample.resources { check(type) }
    }

    @Test(arguments: [
        #"{"a":[1,-2.5,true,null,"è \"x\" \\ \n\t\u0001",{"c":{}}]}"#, #"[]"#, #""\u007f""#, "9007199254740993",
    ])
    func whatIsWrittenIsReadTheSame(text: String) throws {
        let json = try JSON(parsing: text.utf8)
        #expect(json.compact == text)
        #expect(try JSON(parsing: json.written().utf8) == json)
    }
}
