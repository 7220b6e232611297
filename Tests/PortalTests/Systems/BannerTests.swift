import GRDB
import TestSupport
import Testing

@testable import Portal

/// An emergency of the campus stands above every public page.
@Suite struct BannerTests {
    private static let pages = ["/", "/sign-in", "/campus", "/campus/alerts", "/stories", "/nothing"]

    private func put(_ site: TestSite, isDrill: Bool = false) async throws {
        try await site.database.write { db in
            try db.execute(
                sql: """
                    INSERT INTO campusAlertCategory (id, key, createdAt, updatedAt, folded, words, name)
                    VALUES (1, 'fire', '2026-01-01', '2026-01-01', 'fire', 'fire', 'Fuoco');
                    INSERT INTO campusAlert (id, key, createdAt, updatedAt, folded, words, title, category)
                    VALUES (1, 'smoke', '2026-01-01', '2026-01-01', 'smoke', 'smoke', 'Fumo', 1);
                    """)
            try db.execute(
                sql: """
                    INSERT INTO campusBulletin (alert, category, severity, isDrill, title, titleEn, text, textEn, instruction, instructionEn,
                      link, publishAt, expiresAt, state, proposedName, proposedAt, releasedAt)
                    VALUES (1, 1, 'emergency', ?, 'Fumo in biblioteca', 'Smoke in the library', '', '', 'Esci.', 'Leave.', '',
                      '2026-01-01', '2399-01-01', 'published', 'Prova', '2026-01-01', '2026-01-01')
                    """, arguments: [isDrill])
        }
    }

    private func site() async throws -> TestSite {
        try await TestSite("house", "registry", "questionnaires", "campus", "stories", "citations")
    }

    @Test func standsOnThePagesOfEverySystemAtOnceAndGoesWithTheEmergency() async throws {
        let site = try await site()
        try await site.browse(as: "") { who in
            for path in Self.pages { #expect(try await who[0].get(path).contains("Fumo in biblioteca") == false, "\(path)") }
            try await put(site)
            for path in Self.pages {
                let page = try await who[0].get(path)
                #expect(page.contains("alert-banner"), "\(path): \(page.status)")
                #expect(page.contains("Fumo in biblioteca"), "\(path)")
                #expect(page.contains("href=\"/campus/alerts/1\""), "\(path)")
                #expect(page.contains("Esci."), "\(path)")
            }
            let english = try await who[0].get("/stories", headers: [.acceptLanguage: "en"])
            #expect(english.contains("Smoke in the library"))
            try await site.database.write { try $0.execute(sql: "UPDATE campusBulletin SET state = 'withdrawn'") }
            for path in Self.pages { #expect(try await who[0].get(path).contains("Fumo in biblioteca") == false, "\(path)") }
        }
    }

    @Test func isNotThereWhereTheCampusIsOff() async throws {
        let site = try await site()
        try await put(site)
        try await site.database.write { try $0.execute(sql: "UPDATE setting SET value = 'house stories' WHERE key = 'systems'") }
        try await site.browse(as: "") { who in
            let page = try await who[0].get("/stories")
            #expect(!page.contains("Fumo in biblioteca"))
        }
    }

    @Test func saysThatADrillIsOne() async throws {
        let site = try await site()
        try await put(site, isDrill: true)
        try await site.browse(as: "") { who in
            let page = try await who[0].get("/stories")
            #expect(page.contains("alert-banner"))
            #expect(page.contains("Esercitazione"))
        }
    }
}
