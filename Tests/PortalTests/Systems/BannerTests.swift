import Admin
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Campus
@testable import Portal

/// An emergency of the campus stands above every public page.
@Suite struct BannerTests {
    private static let pages = ["/", "/sign-in", "/campus", "/campus/alerts", "/stories", "/nothing"]

    private func put(_ site: TestSite, isDrill: Bool = false) async throws {
        try await site.database.write { db in
            var (category, alert) = (AlertCategory(), Alert())
            category.name = "Sicurezza"
            try category.insert(db, by: .system("tests"))
            (alert.title, alert.instruction, alert.category) = ("Fumo in biblioteca", "Esci.", category.id)
            alert.translations["title", .english] = .init("Smoke in the library", of: alert.title)
            alert.translations["instruction", .english] = .init("Leave.", of: alert.instruction)
            (alert.severity, alert.drill) = (.emergency, isDrill)
            try alert.insert(db, by: .system("tests"))
            var made = try Bulletin.propose(alert, at: nil, until: .now + 86_400, db, by: .system("tests"), now: .now)
            try made.release(db, by: .system("tests"), now: .now)
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
        try await site.database.write { db in
            var settings = try SiteSettings.load(db)
            settings.systems = ["house", "stories"]
            try settings.save(db)
        }
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
