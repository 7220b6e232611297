import AdminTestSupport
import Foundation
import GRDB
import Testing

@Suite struct TourFormTests {
    static let address = "/admin/sample/tours"
    static let tour = [("name", "Pasta al pomodoro"), ("level", "easy"), ("people", "2"), ("published", "yes")]

    @Test func keepsStopsInOrderAndAddsABookOnTheSpot() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            let librarian = browsers[0]
            try await librarian.post("/admin/sample/books", [("name", "Spaghetti"), ("copies", "1"), ("ordering", "10")])
            let stops = [
                ("stops.0.id", ""), ("stops.0.text", "Metti l'acqua."), ("stops.0.timer", "none"), ("stops.1.id", ""),
                ("stops.1.text", "Cuoci."),
                ("stops.1.timer", "down"), ("stops.1.time.minutes", "9"),
            ]
            let items = [
                ("books.0.id", ""), ("books.0.book.find", "spaghetti"), ("books.0.amount", "1 pacco"),
                ("books.1.id", ""),
                ("books.1.book.find", "Pomodori"), ("books.1.amount", "5"),
            ]
            let refused = try await librarian.post(Self.address, Self.tour + stops + items)
            #expect(refused.status == 422)
            #expect(refused.contains("Aggiungi «Pomodori» come nuovo"))
            #expect(refused.contains("Metti l&#39;acqua."))
            expect(try await site.value("SELECT count(*) FROM book", as: Int.self), is: 1)
            let saved = try await librarian.post(Self.address, Self.tour + stops + items + [("books.1.book.create", "yes")])
            #expect(saved.status == 303)
        }
        expect(
            try await site.value("SELECT group_concat(text, '|') FROM tourStop ORDER BY position", as: String.self),
            is: "Metti l'acqua.|Cuoci.")
        expect(try await site.value("SELECT time FROM tourStop WHERE position = 2", as: Int.self), is: 540)
        expect(
            try await site.value(
                "SELECT group_concat(name) FROM book JOIN tourBook ON book.id = tourBook.book", as: String.self),
            is: "Spaghetti,Pomodori")
    }

    @Test func movesInsertsAndDeletesStopsWithoutSavingThem() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            let fields =
                Self.tour
                + (0..<3).flatMap { [("stops.\($0).id", ""), ("stops.\($0).text", "Tappa numero \($0)"), ("stops.\($0).timer", "none")] }
            func texts(_ act: String) async throws -> [String] {
                let page = try await browsers[0].post(Self.address, fields + [("act", act)])
                #expect(page.status == 200)
                return page.text.matches(of: #/<textarea[^>]*name="stops\.\d+\.text"[^>]*>\n?([^<]*)</#).map { String($0.1) }
            }
            expect(try await texts("stops.up.2"), is: ["Tappa numero 0", "Tappa numero 2", "Tappa numero 1"])
            expect(try await texts("stops.down.0"), is: ["Tappa numero 1", "Tappa numero 0", "Tappa numero 2"])
            expect(try await texts("stops.delete.1"), is: ["Tappa numero 0", "Tappa numero 2"])
            expect(try await texts("stops.insert.1"), is: ["Tappa numero 0", "", "Tappa numero 1", "Tappa numero 2"])
            expect(try await texts("stops.add"), is: ["Tappa numero 0", "Tappa numero 1", "Tappa numero 2", ""])
            expect(try await texts("stops.up.0"), is: ["Tappa numero 0", "Tappa numero 1", "Tappa numero 2"])
        }
        expect(try await site.value("SELECT count(*) FROM tour", as: Int.self), is: 0)
    }

    @Test func refusesACountdownWithoutTime() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            let answer = try await browsers[0].post(
                Self.address, Self.tour + [("stops.0.id", ""), ("stops.0.text", "Aspetta."), ("stops.0.timer", "down")])
            #expect(answer.status == 422)
            #expect(answer.contains("Tappa 1, tempo: Per il conto alla rovescia scrivi da quanto tempo si parte."))
        }
    }

    @Test(arguments: ["none", "up"])
    func refusesATimeThatStartsNoTimer(_ timer: String) async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            let stop = [
                ("stops.0.id", ""), ("stops.0.text", "Aspetta."), ("stops.0.timer", timer), ("stops.0.time.minutes", "3"),
                ("stops.0.time.seconds", ""),
            ]
            let answer = try await browsers[0].post(Self.address, Self.tour + stop)
            #expect(answer.status == 422)
            #expect(answer.contains("Tappa 1, tempo: Questo tempo non fa partire nessun timer"))
            #expect(answer.contains(#"name="stops.0.time.minutes" value="3""#) || answer.contains(#"value="3""#))
        }
        expect(try await site.value("SELECT count(*) FROM tour", as: Int.self), is: 0)
    }

    @Test func duplicatesWithEverythingButHidden() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            let librarian = browsers[0]
            try await librarian.post(
                Self.address, Self.tour + [("stops.0.id", ""), ("stops.0.text", "Bolli."), ("stops.0.timer", "none")])
            for _ in 0..<2 { expect(try await librarian.post(Self.address + "/1/copies").status, is: 303) }
        }
        expect(
            try await site.value("SELECT group_concat(name, '|') FROM tour", as: String.self),
            is: "Pasta al pomodoro|Pasta al pomodoro (copia)|Pasta al pomodoro (copia 2)")
        expect(try await site.value("SELECT count(*) FROM tourStop", as: Int.self), is: 3)
        expect(try await site.value("SELECT group_concat(published, '') FROM tour", as: String.self), is: "100")
    }

    @Test func asksBeforeDeletingABookThatATourShows() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            let librarian = browsers[0]
            try await librarian.post(
                "/admin/sample/books", [("name", "Spaghetti"), ("copies", "1"), ("ordering", "10"), ("published", "yes")])
            try await librarian.post(
                Self.address,
                Self.tour + [("books.0.id", ""), ("books.0.book.find", "spaghetti"), ("books.0.amount", "")])
            let question = try await librarian.post("/admin/sample/books/1/deletion")
            #expect(question.status == 200)
            #expect(question.contains("Pasta al pomodoro"))
            expect(try await site.value("SELECT deletedAt FROM book", as: String.self), is: nil)
            try await librarian.post("/admin/sample/books/1/deletion", [("act", "unpublish")])
            expect(try await site.value("SELECT published FROM book", as: Int.self), is: 0)
            try await librarian.post("/admin/sample/books/1/deletion", [("confirmed", "yes")])
            try await librarian.post("/admin/sample/books/trash", [("act", "erase"), ("id", "1"), ("confirmed", "yes")])
            expect(
                try await librarian.get("/admin/sample/books/trash").contains("resta nel cestino perché qualcosa la usa ancora"), is: true)
        }
        expect(try await site.value("SELECT count(*) FROM book", as: Int.self), is: 1)
    }
}
