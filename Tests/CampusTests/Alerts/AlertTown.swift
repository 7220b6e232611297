import Accounts
import Admin
import Foundation
import GRDB
import TestSupport

@testable import Campus

/// A site with a category of alerts and two people who may publish: `admin` and `second`.
struct AlertTown: Sendable {
    let site: TestSite

    init() async throws { try await self.init(TestSite("registry", "campus")) }

    init(_ site: TestSite) async throws {
        self.site = site
        try await site.database.write { db in
            var category = AlertCategory()
            category.name = "Didattica"
            try category.insert(db, by: .system("tests"))
            var settings = try SiteSettings.load(db)
            settings.languages = [.english]
            try settings.save(db)
            let hash = try String.fetchOne(db, sql: "SELECT passwordHash FROM account LIMIT 1") ?? ""
            var second = Account(key: "second", name: "Seconda", passwordHash: hash, language: .italian, createdAt: .now)
            try second.insert(db)
            try RoleAssignment(accountID: second.id ?? 0, role: "campus-alerts", scopeID: nil).insert(db)
        }
    }

    @discardableResult
    func alert(_ title: String, english: String, severity: String = "info", isDrill: Bool = false) async throws -> Int64 {
        try await site.database.write { db in
            var alert = Alert()
            (alert.title, alert.category, alert.drill) = (title, 1, isDrill)
            alert.translations["title", .english] = .init(english, of: title)
            alert.severity = AlertSeverity(rawValue: severity) ?? .info
            try alert.insert(db, by: .system("tests"))
            return alert.id ?? 0
        }
    }

    func rewrite(_ id: Int64, _ title: String, english: String) async throws {
        try await site.database.write { db in
            try db.execute(
                sql: """
                    UPDATE campusAlert SET title = :title, version = version + 1,
                      translations = json_set(translations, '$.en.title', json_object('text', :english, 'of', :title)) WHERE id = :id
                    """, arguments: ["title": title, "english": english, "id": id])
        }
    }

    /// Writes the text of all alerts in both languages.
    func write(_ text: String, english: String, easy: String = "") async throws {
        try await site.database.write { db in
            try db.execute(
                sql: """
                    UPDATE campusAlert SET text = :text, easy = :easy,
                      translations = json_set(translations, '$.en.text', json_object('text', :english, 'of', :text))
                    """, arguments: ["text": text, "english": english, "easy": easy])
        }
    }

    /// Sends the form of the page of publication.
    @discardableResult
    func publish(_ id: Int64, _ browser: Browser, at: String = "") async throws -> Answer {
        let version = try await site.value("SELECT version FROM campusAlert WHERE id = \(id)", as: Int.self) ?? 0
        return try await browser.post("/admin/campus/alerts/\(id)/bulletins", [("version", String(version)), ("at", at)])
    }
}
