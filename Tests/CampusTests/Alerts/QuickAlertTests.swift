import Foundation
import GRDB
import TestSupport
import Testing

@testable import Campus

/// An alert in three touches, from a template.
@Suite struct QuickAlertTests {
    private static let page = "/admin/campus/quick-alerts"

    private func template(_ town: AlertTown, severity: AlertSeverity) async throws {
        try await town.site.database.write { db in
            var template = AlertTemplate()
            (template.name, template.headline, template.text, template.category) = ("Evacuazione", "Uscite", "C’è fumo.", 1)
            (template.severity, template.hours) = (severity, 6)
            template.translations["headline", .english] = .init("Leave", of: "Uscite")
            template.translations["text", .english] = .init("There is smoke.", of: "C’è fumo.")
            try template.insert(db, by: .system("tests"))
        }
    }

    /// What the page of a template sends when its button is pressed.
    private func typed(_ severity: String) -> [(String, String)] {
        [
            ("template", "1"), ("title", "Uscite"), ("titleEn", "Leave"), ("text", "C’è fumo."), ("textEn", "There is smoke."),
            ("category", "1"), ("severity", severity), ("until", "2399-01-01T10:00"),
        ]
    }

    @Test func anEmergencyFromATemplateWaitsForTheSecondPerson() async throws {
        let town = try await AlertTown()
        try await template(town, severity: .emergency)
        try await town.site.browse(as: "admin", "second", "") { who in
            let choice = try await who[0].get(Self.page)
            #expect(choice.contains("href=\"\(Self.page)?template=1\""))
            let form = try await who[0].get(Self.page + "?template=1")
            #expect(form.contains("value=\"Uscite\""))
            #expect(form.contains("value=\"Leave\""))
            #expect(form.contains("There is smoke."))
            #expect(form.contains("Seconda"))
            try await town.site.database.write { db in
                let sql =
                    "INSERT INTO accountEmail (accountID, address, confirmedAt) SELECT id, 'b@example.org', '2026-01-01' FROM account WHERE key = ?"
                try db.execute(sql: sql, arguments: ["second"])
            }
            let sent = try await who[0].post(Self.page, typed("emergency"))
            let mail = try await town.site.value("SELECT recipient || ' ' || subject || ' ' || body FROM mail", as: String.self)
            #expect(mail?.hasPrefix("b@example.org Da approvare: Uscite") == true)
            #expect(mail?.contains("/admin/campus/alerts/1/publication") == true)
            #expect(sent.location == "/admin/campus/alerts/1/publication")
            #expect(try await who[2].get("/campus/alerts").contains("Uscite") == false)
            #expect(try await who[1].post("/admin/campus/alerts/1/bulletins/1/approval").status == 303)
            #expect(try await who[2].get("/campus/alerts").contains("Uscite"))
        }
    }

    @Test func informationGoesOutAtOnce() async throws {
        let town = try await AlertTown()
        try await template(town, severity: .info)
        try await town.site.browse(as: "admin", "") { who in
            let sent = try await who[0].post(Self.page, typed("info"))
            #expect(sent.status == 303)
            #expect(try await who[1].get("/campus/alerts/1").contains("Uscite"))
        }
        let end = try await town.site.value("SELECT expiresAt FROM campusBulletin", as: String.self)
        #expect(end?.hasPrefix("2399-01-01 09:00") == true)
    }

    @Test func whatIsMissingIsSaidAtItsFieldAndNothingIsLost() async throws {
        let town = try await AlertTown()
        try await town.site.browse(as: "admin") { who in
            let answer = try await who[0].post(
                Self.page, [("template", "0"), ("title", "Uscite"), ("titleEn", ""), ("text", "C’è fumo."), ("until", "")])
            #expect(answer.status == 422)
            #expect(answer.contains("id=\"titleEn-error\""))
            #expect(answer.contains("id=\"textEn-error\""))
            #expect(answer.contains("id=\"category-error\""))
            #expect(answer.contains("id=\"until-error\""))
            #expect(answer.contains("value=\"Uscite\""))
        }
        #expect(try await town.site.value("SELECT count(*) FROM campusAlert", as: Int.self) == 0)
    }

    @Test func whoMayNotPublishFindsNothing() async throws {
        let town = try await AlertTown()
        try await town.site.browse(as: "educator") { who in
            let (page, sent) = try await (who[0].get(Self.page), who[0].post(Self.page, typed("info")))
            #expect(page.status == 404)
            #expect(sent.status == 404)
        }
    }
}
