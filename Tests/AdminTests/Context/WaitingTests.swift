import Foundation
import GRDB
import TestSupport
import Testing

@testable import Admin

@Suite struct WaitingTests {
    let site: TestSite

    init() async throws { site = try await TestSite() }

    /// Every card leads to a list that counts the same.
    @Test func everyCardLeadsToExactlyWhatItCounts() async throws {
        try await site.browse(as: "educator") { [self] browsers in
            let educator = browsers[0]
            try await educator.post("/admin/scope", [("scope", "1"), ("next", "/admin")])
            let product = [("stock", "0"), ("ordering", "10"), ("price", ""), ("act", "save")]
            for name in ["Riso", "Pane", "Latte"] { try await educator.post("/admin/house/products", [("name", name)] + product) }
            let recipe = [("difficulty", "easy"), ("people", "2"), ("calories", ""), ("act", "save")]
            for name in ["Risotto", "Toast"] { try await educator.post("/admin/house/recipes", [("name", name)] + recipe) }
            try await educator.post(
                "/admin/house/recipes",
                [("name", "Pasta"), ("steps.0.id", ""), ("steps.0.text", "Bolli."), ("steps.0.timer", "none")] + recipe)
            try await educator.post("/admin/house/shops", [("name", "Mercato"), ("radius", "300"), ("published", "yes"), ("act", "save")])
            try await educator.post("/admin/house/guests", [("name", "Anna"), ("entry", "none"), ("active", "yes"), ("act", "save")])
            try await site.database.write { db in
                for number in 1...3 {
                    try db.execute(
                        sql: """
                            INSERT INTO picture ("key", file, width, height, bytes, alt, scopeID, createdAt, updatedAt)
                            VALUES (?, ?, 1, 1, 1, ?, ?, '2026-01-01', '2026-01-01')
                            """,
                        arguments: ["p\(number)", String(repeating: "\(number)", count: 32), number == 3 ? "mele" : "", number])
                }
            }
            let page = try await educator.get("/admin")
            let cards = page.text.matches(of: #/(?s)<a class="wait[^"]*" href="([^"]*)">.*?wait-count">([^<]*)</#)
            #expect(cards.count >= 9)
            for card in cards {
                let list = try await educator.get(String(card.1).replacing("&amp;", with: "&"))
                #expect(list.contains("<span class=\"count\">\(card.2)</span>"), "\(card.1) should hold \(card.2)")
            }
            #expect(page.contains("steps=absent") && page.contains("text=missing"))
            #expect(page.text.firstMatch(of: #/(?s)steps=absent">.*?wait-count">2</#) != nil)
        }
    }

    @Test func tellsWhatOthersChangedSinceTheVisitBefore() async throws {
        try await site.browse(as: "educator", "educator-blu", "admin") { [self] browsers in
            let blu = browsers[1]
            // Nobody is told of a past that he was not here for.
            expect(try await blu.get("/admin").contains("Che cosa hanno cambiato gli altri") == false)
            try await site.database.write { db in
                try db.execute(sql: "UPDATE preference SET value = CAST(value AS INTEGER) - 7200 WHERE name = 'visit.seen'")
            }
            for (house, name) in [("1", "Riso rosso"), ("2", "Pane blu")] {
                try await browsers[0].post("/admin/scope", [("scope", house), ("next", "/admin")])
                let product = [("name", name), ("stock", "1"), ("ordering", "10"), ("price", ""), ("act", "save")]
                let made = try await browsers[0].post("/admin/house/products", product)
                #expect(made.status == 303)
            }
            let own = [("name", "Mio"), ("stock", "1"), ("ordering", "10"), ("price", ""), ("act", "save")]
            try await blu.post("/admin/house/products", own)
            let page = try await blu.get("/admin")
            #expect(page.contains("<strong>Educatrice</strong> ha creato") && page.contains("Pane blu"))
            #expect(!page.contains("Riso rosso") && !page.contains("Mio (prodotto)"))
            #expect(page.contains("href=\"/admin/changes\">1 cosa cambiata"))
            let all = try await blu.get("/admin/changes")
            #expect(all.contains("Pane blu (prodotto)") && !all.contains("Riso rosso") && all.contains("<span class=\"count\">1</span>"))
            // It stays while the visit lasts, and a thing that is changed twice is one thing.
            expect(try await blu.get("/admin").contains("Pane blu"))
        }
    }
}
