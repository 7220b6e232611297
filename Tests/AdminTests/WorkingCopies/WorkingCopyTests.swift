import Accounts
import Foundation
import GRDB
import Testing
import Web

@testable import Admin
@testable import AdminTestSupport

@Suite struct WorkingCopyTests {
    private static let books = HistoryTests.books
    private static func book(_ name: String, _ more: [(String, String)] = []) -> [(String, String)] { HistoryTests.book(name, more) }

    @Test func whatWasTypedIsOfferedOnReturnWithTheDifference() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian", "admin") { browsers in
            let librarian = browsers[0]
            try await librarian.post(Self.books, Self.book("Riso", [("price", "1,00")]))
            let kept = try await librarian.post(
                Self.books + "/1/working-copy", Self.book("Riso rosso", [("price", "molto"), ("version", "1")]))
            #expect(kept.status == 200)
            #expect(kept.text.hasPrefix("Conservato alle "))
            let form = try await librarian.get(Self.books + "/1")
            #expect(form.contains("(2 campi diversi)"))
            #expect(form.contains("Riso rosso"))
            #expect(form.contains(#"name="name" value="Riso""#))
            // Nobody else's business, and no part of any history.
            expect(try await browsers[1].get(Self.books + "/1").contains("Riso rosso"), is: false)
            expect(try await site.value("SELECT count(*) FROM revision", as: Int.self), is: 1)
            let open = try await librarian.get(Self.books + "/1?working-copy=open")
            #expect(open.contains(#"value="Riso rosso""#))
            #expect(open.contains(#"value="molto""#))
            #expect(open.contains(#"name="version" value="1""#))
            // A copy that is the same as the record says nothing.
            try await librarian.post(Self.books + "/1/working-copy", Self.book("Riso", [("price", "1,00"), ("version", "1")]))
            expect(try await librarian.get(Self.books + "/1").contains("non hai salvato"), is: false)
        }
    }

    @Test func aRefusedFormIsKeptWithoutScriptAndASavedOneForgotten() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            let librarian = browsers[0]
            try await librarian.post(Self.books, Self.book("Farro", [("price", "tanto")]))
            let blank = try await librarian.get(Self.books + "/new")
            #expect(blank.contains("non hai salvato"))
            #expect(blank.contains("Farro"))
            #expect(blank.contains("tanto"))
            expect(try await librarian.get(Self.books + "/new?working-copy=open").contains(#"value="Farro""#), is: true)
            expect(try await librarian.post(Self.books, Self.book("Farro", [("price", "2,00")])).status, is: 303)
            expect(try await site.value("SELECT count(*) FROM workingCopy", as: Int.self), is: 0)
            // The buttons of a list keep what was typed too.
            let stops = [("name", "Zuppa"), ("level", "easy"), ("people", "2"), ("scope", "1"), ("act", "stops.add")]
            try await librarian.post(HistoryTests.tours, stops)
            expect(try await librarian.get(HistoryTests.tours + "/new").contains("Zuppa"), is: true)
            try await librarian.post(HistoryTests.tours + "/new/working-copy/removal", [("scope", "1")])
            expect(try await librarian.get(HistoryTests.tours + "/new").contains("Zuppa"), is: false)
        }
    }

    @Test func aCopyOfAnOlderVersionSaysSoAndTakesBackNothing() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian", "admin") { browsers in
            try await browsers[0].post(Self.books, Self.book("Riso"))
            try await browsers[0].post(Self.books + "/1/working-copy", Self.book("Riso mio", [("version", "1")]))
            try await browsers[1].post(Self.books + "/1", Self.book("Riso", [("price", "9,00"), ("version", "1")]))
            expect(try await browsers[0].get(Self.books + "/1").contains("Nel frattempo la scheda è stata cambiata"), is: true)
            let open = try await browsers[0].get(Self.books + "/1?working-copy=open")
            #expect(open.contains(#"name="version" value="1""#))
            expect(try await browsers[0].post(Self.books + "/1", Self.book("Riso mio", [("version", "1")])).status, is: 303)
            expect(try await site.value("SELECT name || ' ' || price FROM book", as: String.self), is: "Riso mio 900")
        }
    }

    @Test func copiesAreLimitedAndGoWithTheAccountAndTime() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian", "librarian-blu") { browsers in
            try await browsers[0].post(Self.books, Self.book("Riso"))
            let long = try await browsers[0].post(
                Self.books + "/1/working-copy", Self.book("Riso", [("x", String(repeating: "a", count: 600_000))]))
            #expect(long.status == 413)
            expect(try await browsers[1].post(Self.books + "/1/working-copy", Self.book("Furto")).status, is: 404)
            expect(try await browsers[1].post(Self.books + "/new/working-copy", Self.book("Furto")).status, is: 404)
            expect(try await site.value("SELECT count(*) FROM workingCopy", as: Int.self), is: 0)
        }
        try await site.database.write { db in
            for id in 1...60 as ClosedRange<Int64> {
                let place = FormPlace(kind: "sample.books", recordID: id, scopeID: 0)
                try WorkingCopy.keep(Form(["name": ["x"]]), of: 2, at: place, db)
            }
            expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM workingCopy"), is: WorkingCopy.mostOfAPerson)
            expect(try WorkingCopies.prune(db, now: .now.addingTimeInterval(29 * 86_400)), is: 0)
            try db.execute(sql: "UPDATE account SET deletedAt = '2026-01-01' WHERE id = 2")
            expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM workingCopy"), is: 0)
            try WorkingCopy.keep(Form(["name": ["x"]]), of: 1, at: FormPlace(kind: "sample.books", recordID: 1, scopeID: 0), db)
            expect(try WorkingCopies.prune(db, now: .now.addingTimeInterval(31 * 86_400)), is: 1)
        }
    }
}

@Suite struct UnsentFormTests {
    private static let books = HistoryTests.books

    private func endSessions(_ site: SampleSite) async throws {
        try await site.database.write { try $0.execute(sql: "DELETE FROM session") }
    }

    @Test func aFormSentAfterTheSessionEndedIsThereAfterSigningIn() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            let librarian = browsers[0]
            try await librarian.post(Self.books, HistoryTests.book("Riso", [("price", "1,00")]))
            try await endSessions(site)
            let answer = try await librarian.post(
                Self.books + "/1", HistoryTests.book("Riso nuovo", [("price", "9,99"), ("version", "1"), ("act", "save")]))
            #expect(answer.status == 303)
            #expect(answer.location == "/sign-in?next=/admin/unsent")
            expect(try await librarian.get("/sign-in?next=/admin/unsent").contains("è al sicuro per un’ora"), is: true)
            // Nothing is done by itself, and nobody reads it in the database.
            expect(try await site.value("SELECT name FROM book", as: String.self), is: "Riso")
            expect(try await site.value("SELECT instr(sealed, 'nuovo') FROM unsentForm", as: Int.self), is: 0)
            let signedIn = try await librarian.post(
                "/sign-in", [("name", "librarian"), ("password", SampleSite.password), ("next", "/admin/unsent")])
            #expect(signedIn.location == "/admin/unsent")
            let back = try await librarian.get("/admin/unsent")
            #expect(back.location == Self.books + "/1?working-copy=open")
            let form = try await librarian.get(Self.books + "/1?working-copy=open")
            #expect(form.contains(#"value="Riso nuovo""#))
            #expect(form.contains(#"value="9,99""#))
            #expect(form.contains("Sei di nuovo dentro"))
            expect(try await site.value("SELECT name FROM book", as: String.self), is: "Riso")
            expect(try await site.value("SELECT count(*) FROM unsentForm", as: Int.self), is: 0)
            let saved = try await librarian.post(
                Self.books + "/1", HistoryTests.book("Riso nuovo", [("price", "9,99"), ("version", "1")]))
            #expect(saved.status == 303)
        }
    }

    @Test func anotherPersonWithoutTheRightSeesNothingOfIt() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "librarian") { browsers in
            try await browsers[0].post(Self.books, HistoryTests.book("Riso"))
            try await endSessions(site)
            try await browsers[0].post(Self.books + "/1", HistoryTests.book("Segreto", [("version", "1")]))
            try await browsers[0].post("/sign-in", [("name", "librarian-blu"), ("password", SampleSite.password)])
            expect(try await browsers[0].get("/admin/unsent").location, is: "/admin")
            expect(try await browsers[0].get("/admin").contains("con questo account non puoi cambiare"), is: true)
            expect(try await site.value("SELECT count(*) FROM workingCopy", as: Int.self), is: 0)
            // Whoever sent it still can have it.
            try await endSessions(site)
            try await browsers[0].post("/sign-in", [("name", "librarian"), ("password", SampleSite.password)])
            expect(try await browsers[0].get("/admin/unsent").location, is: Self.books + "/1?working-copy=open")
        }
    }

    @Test func strangersCanKeepLittleAndNotForLong() async throws {
        let site = try await SampleSite()
        try await site.browse(as: "") { browsers in
            for _ in 0..<(UnsentForms.mostOfANetwork + 5) { try await browsers[0].post(Self.books, [("name", "x")]) }
            expect(try await site.value("SELECT count(*) FROM unsentForm", as: Int.self), is: UnsentForms.mostOfANetwork)
            expect(try await browsers[0].post(Self.books, [("name", "x")]).location, is: "/sign-in")
            try await site.database.write { db in try db.execute(sql: "DELETE FROM unsentForm") }
            // What is too long is not kept, and counts as a try.
            expect(try await browsers[0].post(Self.books, [("name", String(repeating: "x", count: 140_000))]).location, is: "/sign-in")
            expect(try await site.value("SELECT count(*) FROM unsentForm WHERE length(sealed) = 0", as: Int.self), is: 1)
            // Only forms of records: nothing that does something when it is sent.
            for path in [
                "/admin/sample/books/bulk", "/admin/sample/books/1/deletion", "/admin/people/bulk", "/admin/people/1/deletion",
                "/admin/roles/factors", "/admin/webhooks",
            ] {
                expect(try await browsers[0].post(path, [("act", "delete")]).status, is: 303)
            }
            expect(try await site.value("SELECT count(*) FROM unsentForm", as: Int.self), is: 1)
            expect(try await browsers[0].get("/admin/unsent").location, is: "/sign-in?next=/admin/unsent")
        }
        try await site.database.write { db in
            let now = Date.now
            let token = try #require(try UnsentForms.reserve(for: "n", db, now: now))
            expect(try UnsentForms.find(token, db, now: now)?.form["a"], is: nil)
            expect(try UnsentForms.keep(Form(["a": ["b"]]), path: "/x", at: token, db), is: true)
            expect(try UnsentForms.find(token, db, now: now)?.form["a"], is: "b")
            expect(try UnsentForms.find(Token(), db, now: now) == nil, is: true)
            expect(try UnsentForms.find(token, db, now: now.addingTimeInterval(3_601)) == nil, is: true)
            // All together have a limit too, whatever networks they come from.
            try db.execute(sql: "UPDATE unsentForm SET sealed = zeroblob(?)", arguments: [UnsentForms.space])
            expect(try UnsentForms.hasRoom(for: "m", db, now: now), is: false)
            expect(try UnsentForms.reserve(for: "m", db, now: now) == nil, is: true)
            expect(try UnsentForms.hasRoom(for: "n", db, now: now.addingTimeInterval(3_601)), is: true)
            _ = try UnsentForms.reserve(for: "n", db, now: now.addingTimeInterval(3_601))
            expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM unsentForm"), is: 1)
        }
    }
}
