import GRDB
import Synchronization
import Testing

@testable import Campus

/// Pages for everybody are kept until a table that they read changes.
@Suite struct SharedPagesTests {
    @Test func aListIsKeptUntilOneOfItsTablesChanges() async throws {
        let town = try await NewsFixture(pageLifetime: .seconds(3_600))
        try await town.article("Prima")
        try await town.site.browse(as: "") { who in
            _ = try await who[0].get("/campus/news")
            let statements = Statements()
            try await town.site.database.read { db in db.trace { _ in statements.add() } }
            func asked(_ path: String) async throws -> Bool {
                let before = statements.count
                let page = try await who[0].get(path)
                #expect(page.status == 200)
                return statements.count > before
            }
            var asks = try await asked("/campus/news")
            #expect(!asks)
            try await town.site.database.write { try $0.execute(sql: "UPDATE house SET name = 'Casa Verde' WHERE id = 1") }
            asks = try await asked("/campus/news")
            #expect(!asks)
            try await town.site.database.write { try $0.execute(sql: "UPDATE campusArticle SET title = 'Poi'") }
            asks = try await asked("/campus/news")
            #expect(asks)
            asks = try await asked("/campus/news?q=poi")
            #expect(asks)
        }
    }

    @Test func whoKeepsSomethingGetsPagesOfHisOwn() async throws {
        let town = try await NewsFixture()
        try await town.article("Prima")
        try await town.site.browse(as: "", "") { who in
            let before = try await who[1].get("/campus/news/1")
            try await who[0].post("/campus/mine/favourites", [("kind", "news"), ("id", "1")])
            let mine = try await who[0].get("/campus/news/1")
            let others = try await who[1].get("/campus/news/1")
            #expect(mine.text != others.text)
            #expect(others.text == before.text)
        }
    }
}

private final class Statements: Sendable {
    private let counted = Mutex(0)
    var count: Int { counted.withLock { $0 } }
    func add() { counted.withLock { $0 += 1 } }
}
