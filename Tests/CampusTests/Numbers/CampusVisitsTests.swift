import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import Admin
@testable import Campus
@testable import Portal

/// How often services are opened.
@Suite struct CampusVisitsTests {
    @Test func openedPagesAreCountedByServiceAlsoThoseThatAreKeptForAll() async throws {
        let town = try await NewsFixture()
        try await town.article("Prima")
        try await town.site.browse(as: "admin", "") { who in
            let (editor, visitor) = (who[0], who[1])
            let opening: HTTPFields = [.init("Sec-Fetch-Mode")!: "navigate"]
            for path in ["", "/news", "/news", "/news/1", "/mine", "/news.atom", "/news/99", "/worker.js", "/api/v1/news", "/offline"] {
                try await visitor.get("/campus" + path, headers: opening)
            }
            try await visitor.get("/")
            // A program, a script that keeps a page for later, a page that is only fetched in advance.
            try await visitor.get("/campus/news")
            try await visitor.get("/campus/news", headers: [.init("Sec-Fetch-Mode")!: "cors"])
            try await visitor.get("/campus/news", headers: [.init("Sec-Fetch-Mode")!: "navigate", .init("Sec-Purpose")!: "prefetch"])
            for _ in 1...2 { try await town.site.portal.stopModules() }
            let page = try await editor.get("/admin/campus/numbers")
            let said = page.text.components(separatedBy: "<tr>").map { $0.replacing(/<[^>]*>/, with: " ") }
            let lines = said.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
            for line in ["Prima pagina 1 1 1 1", "Notizie 3 3 3 3", "Le mie cose 1 1 1 1", "Persone 0 0 0 0", "Tutti insieme 5 5 5 5"] {
                #expect(lines.contains { $0.hasPrefix(line) }, "\(line)")
            }
            let closed = try await visitor.get("/admin/campus/numbers")
            #expect(closed.status == 303)
        }
    }

    @Test func aDayAndAServiceHaveOneNumberAndOldOnesGo() async throws {
        let town = try await NewsFixture()
        try await town.site.database.write { db in
            for day in ["2020-02-03", "2999-02-03"] {
                for number in [2, 3] { try CampusVisits.add(["news": number], on: day, db) }
            }
            _ = try Campus.sweep(db, at: .now)
        }
        let numbers = try await town.site.value(
            "SELECT group_concat(day || ' ' || service || ' ' || number) FROM campusVisits", as: String.self)
        #expect(numbers == "2999-02-03 news 5")
    }
}
