import Accounts
import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Admin
@testable import House

@Suite struct WorkingCopyTests {
    private static let products = HistoryTests.products
    private static func product(_ name: String, _ more: [(String, String)] = []) -> [(String, String)] { HistoryTests.product(name, more) }

    @Test func whatWasTypedIsOfferedOnReturnWithTheDifference() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator", "admin") { browsers in
            let educator = browsers[0]
            try await educator.post(Self.products, Self.product("Riso", [("price", "1,00")]))
            let kept = try await educator.post(
                Self.products + "/1/working-copy", Self.product("Riso rosso", [("price", "molto"), ("version", "1")]))
            #expect(kept.status == 200 && kept.text.hasPrefix("Conservato alle "))
            let form = try await educator.get(Self.products + "/1")
            #expect(form.contains("(2 campi diversi)") && form.contains("Riso rosso") && form.contains(#"name="name" value="Riso""#))
            // Nobody else's business, and no part of any history.
            expect(try await browsers[1].get(Self.products + "/1").contains("Riso rosso"), is: false)
            expect(try await site.value("SELECT count(*) FROM revision", as: Int.self), is: 1)
            let open = try await educator.get(Self.products + "/1?working-copy=open")
            #expect(
                open.contains(#"value="Riso rosso""#) && open.contains(#"value="molto""#) && open.contains(#"name="version" value="1""#))
            // A copy that is the same as the record says nothing.
            try await educator.post(Self.products + "/1/working-copy", Self.product("Riso", [("price", "1,00"), ("version", "1")]))
            expect(try await educator.get(Self.products + "/1").contains("non hai salvato"), is: false)
        }
    }

    @Test func aRefusedFormIsKeptWithoutScriptAndASavedOneForgotten() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            try await educator.post(Self.products, Self.product("Farro", [("price", "tanto")]))
            let blank = try await educator.get(Self.products + "/new")
            #expect(blank.contains("non hai salvato") && blank.contains("Farro") && blank.contains("tanto"))
            expect(try await educator.get(Self.products + "/new?working-copy=open").contains(#"value="Farro""#), is: true)
            expect(try await educator.post(Self.products, Self.product("Farro", [("price", "2,00")])).status, is: 303)
            expect(try await site.value("SELECT count(*) FROM workingCopy", as: Int.self), is: 0)
            // The buttons of a list keep what was typed too.
            let steps = [("name", "Zuppa"), ("difficulty", "easy"), ("people", "2"), ("scope", "1"), ("act", "steps.add")]
            try await educator.post(HistoryTests.recipes, steps)
            expect(try await educator.get(HistoryTests.recipes + "/new").contains("Zuppa"), is: true)
            try await educator.post(HistoryTests.recipes + "/new/working-copy/removal", [("scope", "1")])
            expect(try await educator.get(HistoryTests.recipes + "/new").contains("Zuppa"), is: false)
        }
    }

    @Test func aCopyOfAnOlderVersionSaysSoAndTakesBackNothing() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator", "admin") { browsers in
            try await browsers[0].post(Self.products, Self.product("Riso"))
            try await browsers[0].post(Self.products + "/1/working-copy", Self.product("Riso mio", [("version", "1")]))
            try await browsers[1].post(Self.products + "/1", Self.product("Riso", [("price", "9,00"), ("version", "1")]))
            expect(try await browsers[0].get(Self.products + "/1").contains("Nel frattempo la scheda è stata cambiata"), is: true)
            let open = try await browsers[0].get(Self.products + "/1?working-copy=open")
            #expect(open.contains(#"name="version" value="1""#))
            expect(try await browsers[0].post(Self.products + "/1", Self.product("Riso mio", [("version", "1")])).status, is: 303)
            expect(try await site.value("SELECT name || ' ' || price FROM product", as: String.self), is: "Riso mio 900")
        }
    }

    @Test func copiesAreLimitedAndGoWithTheAccountAndTime() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator", "educator-blu") { browsers in
            try await browsers[0].post(Self.products, Self.product("Riso"))
            let long = try await browsers[0].post(
                Self.products + "/1/working-copy", Self.product("Riso", [("x", String(repeating: "a", count: 600_000))]))
            #expect(long.status == 413)
            expect(try await browsers[1].post(Self.products + "/1/working-copy", Self.product("Furto")).status, is: 404)
            expect(try await browsers[1].post(Self.products + "/new/working-copy", Self.product("Furto")).status, is: 404)
            expect(try await site.value("SELECT count(*) FROM workingCopy", as: Int.self), is: 0)
        }
        try await site.database.write { db in
            for id in 1...60 as ClosedRange<Int64> {
                let place = FormPlace(kind: "house.products", recordID: id, scopeID: 0)
                try WorkingCopy.keep(Form(["name": ["x"]]), of: 2, at: place, db)
            }
            expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM workingCopy"), is: WorkingCopy.mostOfAPerson)
            expect(try WorkingCopies.prune(db, now: .now.addingTimeInterval(29 * 86_400)), is: 0)
            try db.execute(sql: "UPDATE account SET deletedAt = '2026-01-01' WHERE id = 2")
            expect(try Int.fetchOne(db, sql: "SELECT count(*) FROM workingCopy"), is: 0)
            try WorkingCopy.keep(Form(["name": ["x"]]), of: 1, at: FormPlace(kind: "house.products", recordID: 1, scopeID: 0), db)
            expect(try WorkingCopies.prune(db, now: .now.addingTimeInterval(31 * 86_400)), is: 1)
        }
    }
}

@Suite struct UnsentFormTests {
    private static let products = HistoryTests.products

    private func endSessions(_ site: TestSite) async throws {
        try await site.database.write { try $0.execute(sql: "DELETE FROM session") }
    }

    @Test func aFormSentAfterTheSessionEndedIsThereAfterSigningIn() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            let educator = browsers[0]
            try await educator.post(Self.products, HistoryTests.product("Riso", [("price", "1,00")]))
            try await endSessions(site)
            let answer = try await educator.post(
                Self.products + "/1", HistoryTests.product("Riso nuovo", [("price", "9,99"), ("version", "1"), ("act", "save")]))
            #expect(answer.status == 303 && answer.location == "/sign-in?next=/admin/unsent")
            expect(try await educator.get("/sign-in?next=/admin/unsent").contains("è al sicuro per un’ora"), is: true)
            // Nothing is done by itself, and nobody reads it in the database.
            expect(try await site.value("SELECT name FROM product", as: String.self), is: "Riso")
            expect(try await site.value("SELECT instr(sealed, 'nuovo') FROM unsentForm", as: Int.self), is: 0)
            let signedIn = try await educator.post(
                "/sign-in", [("name", "educator"), ("password", TestSite.password), ("next", "/admin/unsent")])
            #expect(signedIn.location == "/admin/unsent")
            let back = try await educator.get("/admin/unsent")
            #expect(back.location == Self.products + "/1?working-copy=open")
            let form = try await educator.get(Self.products + "/1?working-copy=open")
            #expect(form.contains(#"value="Riso nuovo""#) && form.contains(#"value="9,99""#) && form.contains("Sei di nuovo dentro"))
            expect(try await site.value("SELECT name FROM product", as: String.self), is: "Riso")
            expect(try await site.value("SELECT count(*) FROM unsentForm", as: Int.self), is: 0)
            let saved = try await educator.post(
                Self.products + "/1", HistoryTests.product("Riso nuovo", [("price", "9,99"), ("version", "1")]))
            #expect(saved.status == 303)
        }
    }

    @Test func anotherPersonWithoutTheRightSeesNothingOfIt() async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator") { browsers in
            try await browsers[0].post(Self.products, HistoryTests.product("Riso"))
            try await endSessions(site)
            try await browsers[0].post(Self.products + "/1", HistoryTests.product("Segreto", [("version", "1")]))
            try await browsers[0].post("/sign-in", [("name", "educator-blu"), ("password", TestSite.password)])
            expect(try await browsers[0].get("/admin/unsent").location, is: "/admin")
            expect(try await browsers[0].get("/admin").contains("con questo account non puoi cambiare"), is: true)
            expect(try await site.value("SELECT count(*) FROM workingCopy", as: Int.self), is: 0)
            // Whoever sent it still can have it.
            try await endSessions(site)
            try await browsers[0].post("/sign-in", [("name", "educator"), ("password", TestSite.password)])
            expect(try await browsers[0].get("/admin/unsent").location, is: Self.products + "/1?working-copy=open")
        }
    }

    @Test func strangersCanKeepLittleAndNotForLong() async throws {
        let site = try await TestSite()
        try await site.browse(as: "") { browsers in
            for _ in 0..<(UnsentForms.mostOfANetwork + 5) { try await browsers[0].post(Self.products, [("name", "x")]) }
            expect(try await site.value("SELECT count(*) FROM unsentForm", as: Int.self), is: UnsentForms.mostOfANetwork)
            expect(try await browsers[0].post(Self.products, [("name", "x")]).location, is: "/sign-in")
            try await site.database.write { db in try db.execute(sql: "DELETE FROM unsentForm") }
            // What is too long is not kept, and counts as a try.
            expect(try await browsers[0].post(Self.products, [("name", String(repeating: "x", count: 140_000))]).location, is: "/sign-in")
            expect(try await site.value("SELECT count(*) FROM unsentForm WHERE length(sealed) = 0", as: Int.self), is: 1)
            // Only forms of records: nothing that does something when it is sent.
            for path in [
                "/admin/house/products/bulk", "/admin/house/products/1/deletion", "/admin/people/bulk", "/admin/people/1/deletion",
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
