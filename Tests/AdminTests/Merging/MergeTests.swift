import Accounts
import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Admin
@testable import House

/// What two people change at the same time: what one of them did not touch is never taken back.
@Suite struct MergeTests {
    private static let products = HistoryTests.products

    private static func product(_ more: [(String, String)] = []) -> [(String, String)] {
        let names = Set(more.map(\.0))
        let usual = [
            ("name", "Riso"), ("stock", "4"), ("price", "1,00"), ("ordering", "10"), ("published", "yes"), ("scope", "1"), ("version", "1"),
        ]
        return usual.filter { !names.contains($0.0) } + more
    }

    /// A product of stock 4 at 1,00 €, with two categories.
    private func withProduct(_ test: @escaping @Sendable (TestSite, Browser, Browser) async throws -> Void) async throws {
        let site = try await TestSite()
        try await site.browse(as: "educator", "admin") { browsers in
            try await browsers[1].post("/admin/scope", [("scope", "1"), ("next", "/admin")])
            for name in ["Cereali", "Asciutti", "Scorte"] {
                try await browsers[0].post("/admin/house/categories", [("name", name), ("ordering", "10")])
            }
            let made = try await browsers[0].post(Self.products, Self.product([("categories", "1"), ("categories", "2")]))
            #expect(made.status == 303)
            try await test(site, browsers[0], browsers[1])
        }
    }

    @Test func whatIDidNotTouchKeepsTheNewerValue() async throws {
        try await withProduct { site, educator, admin in
            let kept = [("categories", "1"), ("categories", "2")]
            try await admin.post(Self.products + "/1", Self.product(kept + [("price", "2,00")]))
            let saved = try await educator.post(Self.products + "/1", Self.product(kept + [("stock", "9")]))
            #expect(saved.status == 303)
            expect(try await site.value("SELECT stock || ' ' || price FROM product", as: String.self), is: "9 200")
            let page = try await educator.get(Self.products)
            #expect(page.contains("Salvato «Riso». Nel frattempo Amministratrice ha cambiato, e resta così: Prezzo."))
        }
    }

    @Test func whatBothChangedIsAskedAtTheFieldWithBothValues() async throws {
        try await withProduct { site, educator, admin in
            try await admin.post(Self.products + "/1", Self.product([("price", "2,00"), ("stock", "5")]))
            let asked = try await educator.post(Self.products + "/1", Self.product([("price", "3,00"), ("name", "Riso buono")]))
            #expect(asked.status == 409 && asked.contains("Anche Amministratrice ha cambiato questo campo"))
            #expect(asked.contains(#"name="price" value="3,00""#) && asked.contains(#"name="stock" value="5""#))
            #expect(asked.contains(#"name="price.asked" value="record""#) && !asked.contains(#"name="stock.asked""#))
            #expect(asked.contains("ha cambiato, e resta così: ") && asked.contains("In casa"))
            let again = Self.product([
                ("version", "2"), ("price", "3,00"), ("stock", "5"), ("name", "Riso buono"), ("price.asked", "record"),
            ])
            // Without an answer it is asked again.
            let open = try await educator.post(Self.products + "/1", again)
            #expect(open.status == 422 && open.contains("Scegli quale vale") && open.contains(#"name="price" value="3,00""#))
            expect(try await site.value("SELECT price FROM product", as: Int.self), is: 200)
            expect(try await educator.post(Self.products + "/1", again + [("price.answer", "theirs")]).status, is: 303)
            let stands = "SELECT name || ' ' || price || ' ' || stock FROM product"
            expect(try await site.value(stands, as: String.self), is: "Riso buono 200 5")
        }
    }

    @Test func whatIAnsweredWithMineStands() async throws {
        try await withProduct { site, educator, admin in
            try await admin.post(Self.products + "/1", Self.product([("price", "2,00")]))
            let mine = [("price", "3,00"), ("version", "2"), ("price.asked", "record"), ("price.answer", "mine")]
            expect(try await educator.post(Self.products + "/1", Self.product(mine)).status, is: 303)
            expect(try await site.value("SELECT price FROM product", as: Int.self), is: 300)
        }
    }

    @Test func referencesAreMergedOneByOne() async throws {
        try await withProduct { site, educator, admin in
            // One takes the first away, the other adds a third.
            try await admin.post(Self.products + "/1", Self.product([("categories", "2")]))
            let added = Self.product([("categories", "1"), ("categories", "2"), ("categories", "3")])
            expect(try await educator.post(Self.products + "/1", added).status, is: 303)
            let sql = "SELECT group_concat(category) FROM (SELECT category FROM productCategory ORDER BY category)"
            expect(try await site.value(sql, as: String.self), is: "2,3")
        }
    }

    @Test func aVersionThatCannotBeIsAConflictAndNoEnd() async throws {
        try await withProduct { site, educator, _ in
            for version in ["9223372036854775807", "-9223372036854775808", "-1", "7", "x", ""] {
                let form = Self.product([("categories", "1"), ("categories", "2"), ("version", version), ("price", "8,00")])
                let answer = try await educator.post(Self.products + "/1", form)
                #expect(answer.status == 409 && answer.contains(#"name="version" value="1""#), "\(version)")
            }
            expect(try await site.value("SELECT price FROM product", as: Int.self), is: 100)
        }
    }

    @Test func datesThatOthersPlannedStay() async throws {
        try await withProduct { site, educator, admin in
            let drawn = [("schedule.from.was", ""), ("schedule.until.was", ""), ("schedule.from", ""), ("schedule.until", "")]
            let planned = drawn.filter { $0.0 != "schedule.until" } + [("schedule.until", "2099-01-07T00:00")]
            try await admin.post(Self.products + "/1", Self.product(planned))
            expect(try await educator.post(Self.products + "/1", Self.product(drawn + [("stock", "9")])).status, is: 303)
            expect(try await site.value("SELECT count(*) FROM schedule", as: Int.self), is: 1)
            let other = drawn.filter { $0.0 != "schedule.until" } + [("schedule.until", "2098-01-07T00:00"), ("version", "2")]
            let refused = try await educator.post(Self.products + "/1", Self.product(other + [("stock", "9")]))
            #expect(refused.status == 422 && refused.contains("Amministratrice l’ha programmato diversamente"))
            #expect(refused.contains(#"value="2098-01-07T00:00""#))
            #expect(refused.contains(#"name="schedule.until.was" value="2099-01-07T00:00""#))
        }
    }

    @Test func aDraftIsMergedWithItsNextEdition() async throws {
        try await withProduct { site, educator, admin in
            let kept = [("categories", "1"), ("categories", "2")]
            try await educator.post(Self.products + "/1", Self.product(kept + [("name", "Riso uno"), ("act", "draft")]))
            let edition = kept + [("edition", "1"), ("act", "draft")]
            try await admin.post(Self.products + "/1", Self.product(edition + [("name", "Riso uno"), ("price", "2,00")]))
            let second = try await educator.post(Self.products + "/1", Self.product(edition + [("name", "Riso due")]))
            #expect(second.status == 303)
            let draft = "SELECT fields ->> 'name' || ' ' || (fields ->> 'price') FROM draft"
            expect(try await site.value(draft, as: String.self), is: "Riso due 200")
            // Publishing the older edition publishes what the colleague wrote as well.
            let published = kept + [("edition", "1"), ("act", "publish-draft"), ("name", "Riso uno"), ("stock", "7")]
            expect(try await educator.post(Self.products + "/1", Self.product(published)).status, is: 303)
            let stands = "SELECT name || ' ' || price || ' ' || stock FROM product"
            expect(try await site.value(stands, as: String.self), is: "Riso due 200 7")
        }
    }

    @Test func theFormOfADraftThatIsGoneIsNotTakenForOneOfTheNext() async throws {
        try await withProduct { site, educator, admin in
            let kept = [("categories", "1"), ("categories", "2"), ("act", "draft")]
            try await educator.post(Self.products + "/1", Self.product(kept + [("name", "Riso uno")]))
            try await admin.post(Self.products + "/1/draft/removal")
            try await admin.post(Self.products + "/1", Self.product(kept + [("name", "Riso altro")]))
            let late = try await educator.post(Self.products + "/1", Self.product(kept + [("name", "Riso due"), ("edition", "1")]))
            #expect(late.status == 409 && late.contains("Riso altro") && late.contains("Riso due"))
            expect(try await site.value("SELECT fields ->> 'name' FROM draft", as: String.self), is: "Riso altro")
        }
    }

    @Test func aFormWithoutADraftThatPublishesOneKeepsWhatIsInIt() async throws {
        try await withProduct { site, educator, admin in
            let kept = [("categories", "1"), ("categories", "2")]
            try await admin.post(Self.products + "/1", Self.product(kept + [("price", "2,00"), ("act", "draft")]))
            let form = Self.product(kept + [("stock", "9"), ("act", "publish-draft")]).filter { $0.0 != "published" }
            expect(try await educator.post(Self.products + "/1", form).status, is: 303)
            let stands = "SELECT price || ' ' || stock || ' ' || published FROM product"
            expect(try await site.value(stands, as: String.self), is: "200 9 1")
        }
    }

    @Test func aDescriptionOfAPictureStaysAsOthersMadeIt() async throws {
        try await withProduct { site, educator, admin in
            try await site.database.write { db in
                try db.execute(
                    sql: """
                        INSERT INTO picture ("key", file, width, height, bytes, alt, scopeID, createdAt, updatedAt)
                        VALUES ('riso', '\(String(repeating: "a", count: 32))', 10, 10, 10, 'Riso', 1, '2026-01-01', '2026-01-01')
                        """)
            }
            let picture = [("picture", "1"), ("picture.alt", "Riso"), ("picture.alt.was", "Riso")]
            try await educator.post(Self.products + "/1", Self.product(picture))
            try await admin.post("/admin/media/1", [("alt", "Un sacco di riso"), ("credit", ""), ("licence", ""), ("version", "1")])
            expect(
                try await educator.post(Self.products + "/1", Self.product(picture + [("stock", "9"), ("version", "2")])).status, is: 303)
            expect(try await site.value("SELECT alt FROM picture", as: String.self), is: "Un sacco di riso")
            let typed = [("picture", "1"), ("picture.alt", "Un chicco"), ("picture.alt.was", "Riso"), ("stock", "9"), ("version", "3")]
            let refused = try await educator.post(Self.products + "/1", Self.product(typed))
            #expect(refused.status == 422 && refused.contains("Un sacco di riso") && refused.contains(#"value="Un chicco""#))
        }
    }

    // MARK: Cells

    @Test func aRowThatIDidNotTouchReportsNothing() async throws {
        try await withProduct { site, educator, admin in
            try await educator.post(Self.products, Self.product([("name", "Latte"), ("version", "")]))
            try await admin.post(Self.products + "/1", Self.product([("stock", "5"), ("price", "2,00")]))
            let drawn = [
                ("version.1", "1"), ("stock.1", "4"), ("price.1", "1,00"), ("version.2", "1"), ("stock.2", "4"), ("price.2", "1,50"),
            ]
            let saved = try await educator.post(Self.products + "/bulk", [("act", "inline")] + drawn)
            #expect(saved.status == 303)
            expect(try await site.value("SELECT group_concat(stock || ' ' || price) FROM product", as: String.self), is: "5 200,4 150")
            let page = try await educator.get(Self.products)
            #expect(page.contains("1 riga salvata. Latte: Prezzo 1,00") && page.contains(#"action="/admin/undoing""#))
        }
    }

    @Test func cellsThatBothChangedAreAskedAndTheOthersSaved() async throws {
        try await withProduct { site, educator, admin in
            try await educator.post(Self.products, Self.product([("name", "Latte"), ("version", "")]))
            try await admin.post(Self.products + "/1", Self.product([("price", "2,00")]))
            let typed = [
                ("version.1", "1"), ("stock.1", "8"), ("price.1", "3,00"), ("version.2", "1"), ("stock.2", "9"), ("price.2", "1,00"),
            ]
            let asked = try await educator.post(Self.products + "/bulk", [("act", "inline")] + typed)
            #expect(asked.status == 409 && asked.contains("2 righe salvate.") && asked.contains(#"name="price.1" value="3,00""#))
            #expect(asked.contains("Anche Amministratrice ha cambiato") && asked.contains(#"name="version.1" value="3""#))
            #expect(asked.contains(#"action="/admin/house/products/bulk/undoing""#))
            let cells = "SELECT group_concat(stock || ' ' || price) FROM product"
            expect(try await site.value(cells, as: String.self), is: "8 200,9 100")
            let answered = [("act", "inline"), ("version.1", "3"), ("price.1", "3,00"), ("price.1.asked", "record")]
            expect(try await educator.post(Self.products + "/bulk", answered).status, is: 422)
            expect(try await educator.post(Self.products + "/bulk", answered + [("price.1.answer", "mine")]).status, is: 303)
            expect(try await site.value(cells, as: String.self), is: "8 300,9 100")
            try await educator.post(Self.products + "/bulk/undoing", [("act", "1")])
            expect(try await site.value("SELECT stock FROM product WHERE id = 2", as: Int.self), is: 4)
        }
    }
}
