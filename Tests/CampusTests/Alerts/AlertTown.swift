import Accounts
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
            (alert.title, alert.titleEn, alert.category, alert.drill) = (title, english, 1, isDrill)
            alert.severity = AlertSeverity(rawValue: severity) ?? .info
            try alert.insert(db, by: .system("tests"))
            return alert.id ?? 0
        }
    }

    func rewrite(_ id: Int64, _ title: String, english: String) async throws {
        try await site.database.write { db in
            try db.execute(
                sql: "UPDATE campusAlert SET title = ?, titleEn = ?, version = version + 1 WHERE id = ?", arguments: [title, english, id])
        }
    }

    /// Sends the form of the page of publication.
    @discardableResult
    func publish(_ id: Int64, _ browser: Browser, at: String = "") async throws -> Answer {
        let version = try await site.value("SELECT version FROM campusAlert WHERE id = \(id)", as: Int.self) ?? 0
        return try await browser.post("/admin/campus/alerts/\(id)/bulletins", [("version", String(version)), ("at", at)])
    }
}
