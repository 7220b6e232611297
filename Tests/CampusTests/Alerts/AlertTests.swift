import Admin
import Foundation
import Testing

@testable import Campus

@Suite struct AlertTests {
    @Test func whatIsPublishedStandsInTheListAndInEveryFeed() async throws {
        let town = try await AlertTown()
        let id = try await town.alert("Aula chiusa", english: "Room closed")
        try await town.site.browse(as: "admin", "") { who in
            try await town.publish(id, who[0])
            for path in [
                "/campus/alerts", "/campus/alerts.atom", "/campus/alerts.rss", "/campus/alerts.json", "/campus/alerts/1",
                "/campus/alerts/1.json",
            ] {
                let answer = try await who[1].get(path, headers: [.acceptLanguage: "it"])
                #expect(answer.status == 200, "\(path): \(answer.status)")
                #expect(answer.contains("Aula chiusa"), "\(path): \(answer.status)")
            }
            let cap = try await who[1].get("/campus/alerts/1.cap")
            #expect(cap.contains("<headline>Room closed</headline>"))
            #expect(cap.contains("<status>Actual</status>"))
        }
    }

    @Test func aDraftIsSeenByNobody() async throws {
        let town = try await AlertTown()
        try await town.alert("Segreto", english: "Secret")
        try await town.site.browse(as: "") { who in
            let list = try await who[0].get("/campus/alerts")
            #expect(!list.contains("Segreto"))
            #expect(!list.contains("Secret"))
            for ending in ["", ".cap", ".json"] { #expect(try await who[0].get("/campus/alerts/1" + ending).status == 404) }
        }
    }

    @Test func anEmergencyNeedsASecondPerson() async throws {
        let town = try await AlertTown()
        let id = try await town.alert("Evacuare", english: "Evacuate", severity: "emergency")
        try await town.site.browse(as: "admin", "second", "") { who in
            try await town.publish(id, who[0])
            let before = try await who[2].get("/campus/alerts")
            #expect(!before.contains("Evacua"))
            let own = try await who[0].post("/admin/campus/alerts/\(id)/bulletins/1/approval")
            #expect(own.status == 422)
            let other = try await who[1].post("/admin/campus/alerts/\(id)/bulletins/1/approval")
            #expect(other.status == 303)
            let after = try await who[2].get("/campus/alerts")
            #expect(after.contains("Evacua"))
        }
    }

    @Test func whatComesTooLateSaysWhoWasFasterAndKeepsTheMoment() async throws {
        let town = try await AlertTown()
        let id = try await town.alert("Aula chiusa", english: "Room closed")
        try await town.site.browse(as: "admin", "second") { who in
            let form = "/admin/campus/alerts/\(id)"
            let saved = try await who[0].post(
                form,
                [
                    ("title", "Aula grande chiusa"), ("titleEn", "Large room closed"), ("category", "1"), ("severity", "info"),
                    ("version", "1"), ("act", "save"),
                ])
            #expect(saved.status == 303)
            let late = try await who[1].post(form + "/bulletins", [("version", "1"), ("at", "2030-01-01T10:00")])
            #expect(late.status == 422)
            #expect(late.contains("Amministratrice ha cambiato qualcosa nel frattempo"))
            #expect(late.contains("value=\"2030-01-01T10:00\""))
            try await town.publish(id, who[0], at: "2030-01-01T10:00")
            let twice = try await town.publish(id, who[1])
            #expect(twice.status == 422)
            #expect(twice.contains("l’ha preparata Amministratrice"))
        }
    }

    @Test func aCorrectionTakesThePlaceOfWhatItCorrects() async throws {
        let town = try await AlertTown()
        let id = try await town.alert("Chiuso lunedì", english: "Closed on Monday")
        try await town.site.browse(as: "admin", "") { who in
            try await town.publish(id, who[0])
            try await town.rewrite(id, "Chiuso martedì", english: "Closed on Tuesday")
            try await town.publish(id, who[0])
            let list = try await who[1].get("/campus/alerts", headers: [.acceptLanguage: "it"])
            #expect(list.contains("Chiuso martedì"))
            #expect(!list.contains("Chiuso lunedì"))
            let old = try await who[1].get("/campus/alerts/1")
            #expect(old.location == "/campus/alerts/2")
            let cap = try await who[1].get("/campus/alerts/2.cap")
            #expect(cap.contains("<msgType>Update</msgType>"))
            #expect(cap.contains("campus-alert-1,"))
            // One identifier through the alert's life, and the correction is called one.
            let atom = try await who[1].get("/campus/alerts.atom")
            #expect(atom.contains("campus/alerts/1</id>"))
            #expect(!atom.contains("campus/alerts/2</id>"))
            #expect(atom.contains("<title>CORREZIONE: Chiuso martedì</title>"))
            #expect(atom.contains("type=\"application/cap+xml\" href=\"http"))
            #expect(atom.contains("/campus/alerts/2.cap\"/>"))
            #expect(atom.contains("<cap:severity>"))
            #expect(atom.contains("<cap:areaDesc>"))
            let rss = try await who[1].get("/campus/alerts.rss")
            #expect(rss.contains("<cap:severity>"))
            #expect(rss.contains("xmlns:cap="))
        }
    }

    @Test func whatIsWithdrawnIsGoneEverywhere() async throws {
        let town = try await AlertTown()
        let id = try await town.alert("Sciopero", english: "Strike")
        try await town.site.browse(as: "admin", "") { who in
            try await town.publish(id, who[0])
            try await who[0].post("/admin/campus/alerts/\(id)/bulletins/1/withdrawal")
            for path in ["/campus/alerts", "/campus/alerts.atom", "/campus/alerts.rss", "/campus/alerts.json"] {
                let answer = try await who[1].get(path)
                #expect(!answer.contains("Strike"), "\(path)")
            }
            for ending in ["", ".json"] { #expect(try await who[1].get("/campus/alerts/1" + ending).status == 410) }
            // Feeds say so for some days, under the same identifier, so that readers do not keep the alert.
            let atom = try await who[1].get("/campus/alerts.atom")
            #expect(atom.contains("<title>RITIRATO: Sciopero</title>"))
            #expect(atom.contains("campus/alerts/1</id>"))
            let english = try await who[1].get("/campus/alerts.atom?language=en")
            #expect(english.contains("<title>WITHDRAWN: Strike</title>"))
            let cap = try await who[1].get("/campus/alerts/1.cap")
            #expect(cap.contains("<msgType>Cancel</msgType>"))
            let index = try await who[1].get("/campus/alerts/cap.atom")
            #expect(index.contains("<link rel=\"alternate\" type=\"application/cap+xml\" href=\"http"))
            #expect(index.contains("<cap:msgType>Cancel</cap:msgType>"))
            let told = try await who[1].call(.get, "/campus/api/v1/alerts/1?lang=en")
            #expect(told.status == 410)
            #expect(told.headers[.contentType] == "application/problem+json")
            #expect(told.contains(#""code":"gone","message":"It was there and holds no longer.""#), "\(told.text)")
        }
    }

    @Test func whatHasRunOutIsGoneForProgramsToo() async throws {
        let town = try await AlertTown()
        let id = try await town.alert("Acqua alta", english: "High water")
        let trashed = try await town.alert("Errore", english: "Mistake")
        try await town.site.database.write { try $0.execute(sql: "UPDATE campusAlert SET expires = '2399-01-01 00:00:00.000'") }
        try await town.site.browse(as: "admin", "") { who in
            for alert in [id, trashed] { try await town.publish(alert, who[0]) }
            for ending in ["", ".cap", ".json"] { #expect(try await who[1].get("/campus/alerts/1" + ending).status == 200) }
            try await town.site.database.write { db in
                try db.execute(sql: "UPDATE campusAlert SET deletedAt = '2026-01-01' WHERE id = ?", arguments: [trashed])
                try AlertJobs.run(db, .system("portico"), now: Date(timeIntervalSince1970: 13_570_000_000))
            }
            for ending in ["", ".cap", ".json"] {
                for number in 1...2 {
                    let answer = try await who[1].get("/campus/alerts/\(number)" + ending)
                    #expect(answer.status == 410, "\(number)\(ending): \(answer.status)")
                    #expect(answer.contains("Avviso non più in vigore"), "\(number)\(ending): \(answer.status)")
                    let type = answer.headers[.contentType] ?? ""
                    #expect(type.hasPrefix(ending.isEmpty ? "text/html" : "application/problem+json"), "\(number)\(ending): \(type)")
                }
                #expect(try await who[1].get("/campus/alerts/3" + ending).status == 404)
            }
            for (number, status) in [(1, 410), (2, 410), (3, 404)] {
                let told = try await who[1].call(.get, "/campus/api/v1/alerts/\(number)")
                #expect(told.status == status, "\(number): \(told.text)")
                #expect(told.contains("\"status\":\(status)"), "\(number): \(told.text)")
            }
            let document = try JSON(parsing: try await who[1].call(.get, "/api/openapi.json").text.utf8)
            let answers = document["paths"]?["/campus/api/v1/alerts/{id}"]?["get"]?["responses"]
            #expect(answers?["410"]?["$ref"]?.text == "#/components/responses/problem410")
        }
    }

    @Test func aDrillSaysSoInEveryChannel() async throws {
        let town = try await AlertTown()
        let id = try await town.alert("Prova di evacuazione", english: "Evacuation test", isDrill: true)
        try await town.site.browse(as: "admin", "") { who in
            try await town.publish(id, who[0])
            for path in ["/campus/alerts.atom", "/campus/alerts.rss", "/campus/alerts/1.cap"] {
                let answer = try await who[1].get(path)
                #expect(
                    answer.contains(path.hasSuffix(".cap") ? "DRILL: Evacuation test" : "ESERCITAZIONE: Prova di evacuazione"), "\(path)")
            }
            let cap = try await who[1].get("/campus/alerts/1.cap")
            #expect(cap.contains("<status>Exercise</status>"))
            let page = try await who[1].get("/campus/alerts/1")
            #expect(page.contains("Esercitazione"))
        }
    }

    @Test func whatWentOutCannotBeRewritten() async throws {
        let town = try await AlertTown()
        let id = try await town.alert("Uno", english: "One")
        try await town.site.browse(as: "admin") { who in try await town.publish(id, who[0]) }
        await #expect(throws: (any Error).self) {
            try await town.site.database.write { db in try db.execute(sql: "UPDATE campusBulletin SET title = 'Due'") }
        }
    }

    @Test func withoutEnglishNothingGoesOut() async throws {
        let town = try await AlertTown()
        let id = try await town.alert("Solo italiano", english: "")
        try await town.site.browse(as: "admin") { who in
            let answer = try await town.publish(id, who[0])
            #expect(answer.status == 422)
        }
    }

    @Test func aPlannedAlertComesOutAtItsTime() async throws {
        let town = try await AlertTown()
        let id = try await town.alert("Domani", english: "Tomorrow")
        try await town.site.browse(as: "admin", "") { who in
            try await town.publish(id, who[0], at: "2400-01-01T10:00")
            let before = try await who[1].get("/campus/alerts.json")
            #expect(!before.contains("Domani"))
            _ = try await town.site.database.write { db in
                try AlertJobs.run(db, .system("portico"), now: Date(timeIntervalSince1970: 13_570_000_000))
            }
            let after = try await who[1].get("/campus/alerts.json")
            #expect(after.contains("Domani"))
        }
    }

    @Test func whoMayNotPublishFindsNothing() async throws {
        let town = try await AlertTown()
        let id = try await town.alert("Uno", english: "One")
        try await town.site.browse(as: "educator") { who in
            let page = try await who[0].get("/admin/campus/alerts/\(id)/publication")
            #expect(page.status == 404)
            let act = try await town.publish(id, who[0])
            #expect(act.status == 404)
        }
    }

    @Test func whereItIsStandsInEveryChannelAndStaysAsItWentOut() async throws {
        let town = try await AlertTown()
        try await town.site.browse(as: "admin", "") { who in
            let typed = [
                ("title", "Fumo"), ("titleEn", "Smoke"), ("category", "1"), ("severity", "info"), ("position", "Edificio Vela"),
                ("positionEn", "Vela building"), ("point", "45.41, 12.29"), ("radius", "250"),
            ]
            #expect(try await who[0].post("/admin/campus/alerts", typed).status == 303)
            let preview = try await who[0].get("/admin/campus/alerts/1/publication")
            #expect(preview.contains("Dove: Edificio Vela"))
            #expect(preview.contains("Where: Vela building"))
            try await town.publish(1, who[0])
            let page = try await who[1].get("/campus/alerts/1", headers: [.acceptLanguage: "en"])
            #expect(page.contains("Vela building"))
            #expect(page.contains("href=\"geo:45.41000,12.29000\""))
            let cap = try await who[1].get("/campus/alerts/1.cap")
            #expect(cap.contains("<areaDesc>Edificio Vela</areaDesc>\n<circle>45.41000,12.29000 0.25</circle>\n</area>"))
            let json = try await who[1].get("/campus/alerts/1.json")
            #expect(json.contains("\"position\":\"Edificio Vela\",\"latitude\":\"45.41000\""))
            #expect(json.contains("\"radius\":250"))
            #expect(try await who[1].get("/campus/alerts.atom").contains("Dove: Edificio Vela"))
        }
        await #expect(throws: (any Error).self) {
            try await town.site.database.write { try $0.execute(sql: "UPDATE campusBulletin SET radius = 1") }
        }
    }

    @Test func whatItIsAboutTakesItAlongAndBringsItBack() async throws {
        let university = try await University()
        let town = try await AlertTown(university.site)
        let id = try await town.alert("Lezione annullata", english: "Lecture cancelled")
        try await town.site.database.write { db in
            try db.execute(sql: "INSERT INTO campusAlertCourse (alert, other) VALUES (?, 1)", arguments: [id])
        }
        try await town.site.browse(as: "admin", "") { who in
            let preview = try await who[0].get("/admin/campus/alerts/\(id)/publication")
            #expect(preview.contains("&lt;areaDesc&gt;Maree&lt;/areaDesc&gt;"))
            #expect(!preview.contains("Tutta l’università"))
            try await town.publish(id, who[0])
            #expect(try await who[1].get("/campus/alerts").contains("Lezione annullata"))
            for isGone in [true, false] {
                let since = try await town.site.value("SELECT max(number) FROM campusChange", as: Int.self) ?? 0
                let value = isGone ? "'2026-01-01'" : "NULL"
                try await town.site.database.write { try $0.execute(sql: "UPDATE course SET deletedAt = \(value) WHERE id = 1") }
                #expect(try await who[1].get("/campus/alerts").contains("Lezione annullata") != isGone)
                #expect(try await who[1].get("/campus/alerts/1").status == (isGone ? 410 : 200))
                let sync = try await who[1].call(.get, "/campus/api/v1/sync?since=\(since)&kinds=alert")
                #expect(sync.contains(isGone ? "\"removed\":[{\"kind\":\"alert\"" : "\"changed\":[{\"kind\":\"alert\""))
            }
        }
    }
}
