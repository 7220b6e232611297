import Foundation
import GRDB
import Testing

@testable import Admin
@testable import Campus

@Suite struct NotificationTests {
    @Test func whoAskedIsToldInHisWordsAndAnotherRunTellsNobodyAgain() async throws {
        let (town, browsers) = (try await AlertTown(), PushBrowsers())
        let id = try await town.alert("Aula chiusa", english: "Room closed")
        try await browsers.listen { origin in
            for name in ["a", "b"] { try await town.subscribe(browsers, origin + name) }
            try await town.site.browse(as: "admin") { who in try await town.publish(id, who[0]) }
            try await town.tell()
            #expect(browsers.titles == ["Aula chiusa", "Aula chiusa"])
            #expect(Set(browsers.calls.map(\.name)) == ["a", "b"])
            #expect(browsers.calls.allSatisfy { $0.topic == "alert-\(id)" })
            #expect(browsers.calls.allSatisfy { $0.tag == $0.topic })
            #expect(browsers.calls.allSatisfy { $0.urgency == "normal" })
            try await town.tell()
            #expect(browsers.calls.count == 2)
        }
        let report = try await town.report(1)
        #expect(report == ["Notifications: 0 waiting, 2 sent, 0 refused, 0 to browsers that are gone, 0 no longer needed"])
    }

    @Test func whoHasToDoWithItIsToldAndAnEmergencyReachesEverybody() async throws {
        let (university, browsers) = (try await University(), PushBrowsers())
        let town = try await AlertTown(university.site)
        let id = try await town.alert("Niente Maree", english: "No Tides")
        let other = try await town.alert("Biblioteca", english: "Library")
        let fire = try await town.alert("Fuoco", english: "Fire", severity: "emergency")
        try await browsers.listen { origin in
            let follower = try await town.subscribe(browsers, origin + "follower", topic: "mine")
            try await town.subscribe(browsers, origin + "stranger", topic: "mine")
            try await town.subscribe(browsers, origin + "calm", topic: "all", least: "warning")
            try await town.subscribe(browsers, origin + "safe", topic: "emergencies")
            try await town.site.database.write { db in
                _ = try OwnCourse.join(1, colour: "red", follower, db, at: .now)
                try db.execute(sql: "INSERT INTO campusAlertCourse (alert, other) VALUES (?, 1), (?, 1)", arguments: [id, fire])
            }
            try await town.site.browse(as: "admin", "second") { who in
                try await town.publish(id, who[0])
                try await town.tell()
                #expect(browsers.calls.map(\.name) == ["follower"])
                try await town.publish(other, who[0])
                try await town.tell()
                #expect(Set(browsers.calls.dropFirst().map(\.name)) == ["follower", "stranger"])
                try await town.publish(fire, who[0])
                try await who[1].post("/admin/campus/alerts/\(fire)/bulletins/3/approval")
                try await town.tell()
            }
            #expect(Set(browsers.calls.dropFirst(3).map(\.name)) == ["follower", "stranger", "calm", "safe"])
            #expect(browsers.calls.dropFirst(3).allSatisfy { $0.urgency == "high" })
        }
    }

    @Test func inQuietHoursOnlyAnEmergencyComesAndTheRestInTheMorning() async throws {
        let (town, browsers) = (try await AlertTown(), PushBrowsers())
        let id = try await town.alert("Sciopero", english: "Strike")
        let drill = try await town.alert("Prova", english: "Test", severity: "emergency", isDrill: true)
        let fire = try await town.alert("Fuoco", english: "Fire", severity: "emergency")
        let zone = town.admin.site.zone
        let night = QuietHours.next(23, after: .now, in: zone)
        try await browsers.listen { origin in
            try await town.subscribe(browsers, origin + "a", quiet: (22, 7))
            try await town.site.database.write { db in
                for alert in [id, drill, fire] {
                    var made = try Bulletin.propose(try #require(try Alert.fetch(db, id: alert)), at: nil, db, by: .system("t"), now: night)
                    if made.state == .proposed { try made.release(db, by: .system("t"), now: night) }
                }
            }
            try await town.tell(at: night)
            #expect(browsers.titles == ["Fuoco"])
            try await town.tell(at: night + 7 * 3600)
            #expect(browsers.calls.count == 1)
            try await town.tell(at: night + 8 * 3600)
            #expect(Set(browsers.titles.dropFirst()) == ["Sciopero", "ESERCITAZIONE: Prova"])
        }
    }

    @Test func aCorrectionTakesThePlaceAndReachesWhoeverWasTold() async throws {
        let (town, browsers) = (try await AlertTown(), PushBrowsers())
        let id = try await town.alert("Chiuso lunedì", english: "Closed on Monday", severity: "warning")
        try await browsers.listen { origin in
            try await town.subscribe(browsers, origin + "a", least: "warning")
            try await town.site.browse(as: "admin") { who in
                try await town.publish(id, who[0])
                try await town.tell()
                try await town.site.database.write { db in
                    try db.execute(
                        sql: """
                            UPDATE campusAlert SET title = 'Aperto', translations = replace(translations, 'Chiuso lunedì', 'Aperto'),
                              severity = 'info', version = version + 1
                            """)
                }
                try await town.subscribe(browsers, origin + "b", least: "warning")
                try await town.publish(id, who[0])
                try await town.tell()
            }
            // Who never got the warning is not told that it was none.
            #expect(browsers.titles == ["Chiuso lunedì", "CORREZIONE: Aperto"])
            #expect(browsers.calls.map(\.name) == ["a", "a"])
            #expect(Set(browsers.calls.map(\.tag)).count == 1)
        }
    }

    @Test func whatIsWithdrawnIsToldToThoseWhoGotItAndToNobodyElse() async throws {
        let (town, browsers) = (try await AlertTown(), PushBrowsers(["b": .serviceUnavailable]))
        let id = try await town.alert("Allarme", english: "Alarm")
        try await browsers.listen { origin in
            for name in ["a", "b"] { try await town.subscribe(browsers, origin + name) }
            try await town.site.browse(as: "admin") { who in
                try await town.publish(id, who[0])
                try await town.tell()
                browsers.answer("b", nil)
                try await who[0].post("/admin/campus/alerts/\(id)/bulletins/1/withdrawal")
                try await town.tell(at: .now + 600)
            }
            let last = browsers.calls.dropFirst(2)
            #expect(last.map(\.title) == ["RITIRATO: Allarme"])
            #expect(last.map(\.name) == ["a"])
        }
        let report = try await town.report(1)
        #expect(report.first == "Notifications: 0 waiting, 1 sent, 0 refused, 0 to browsers that are gone, 1 no longer needed")
    }

    @Test func whatIsThrownAwayIsToldLikeWhatIsWithdrawn() async throws {
        let (town, browsers) = (try await AlertTown(), PushBrowsers())
        let id = try await town.alert("Allarme", english: "Alarm")
        try await browsers.listen { origin in
            try await town.subscribe(browsers, origin + "a")
            try await town.site.browse(as: "admin") { who in try await town.publish(id, who[0]) }
            try await town.tell()
            try await town.site.database.write { db in
                var alert = try #require(try Alert.fetch(db, id: id))
                try alert.move(toTrash: true, db, by: .system("tests"))
            }
            try await town.tell()
            try await town.tell()
            #expect(browsers.titles == ["Allarme", "RITIRATO: Allarme"])
        }
    }

    @Test func whileOneSendsNobodyElseDoesAndWhoDiedIsSucceeded() async throws {
        let (town, browsers) = (try await AlertTown(), PushBrowsers())
        let id = try await town.alert("Uno", english: "One")
        try await browsers.listen { origin in
            for name in ["a", "b", "c"] { try await town.subscribe(browsers, origin + name) }
            try await town.site.browse(as: "admin") { who in try await town.publish(id, who[0]) }
            // Another process told one of them and is at the rest.
            try await town.site.database.write { db in
                try AlertNotification.spread(.alerts, at: .now, in: town.admin.site.zone, db)
                try db.execute(sql: "UPDATE campusDelivery SET state = 'sent' WHERE id = 1")
                try db.execute(
                    sql: "INSERT INTO campusSending (id, worker, until) VALUES (1, 'other', ?)", arguments: [Date.now + 100])
            }
            try await town.tell()
            #expect(browsers.calls.isEmpty)
            // It died: its time is over.
            try await town.tell(at: .now + 200)
            #expect(browsers.calls.count == 2)
        }
        let report = try await town.report(1)
        #expect(report == ["Notifications: 0 waiting, 3 sent, 0 refused, 0 to browsers that are gone, 0 no longer needed"])
    }

    @Test func whatFailsIsTriedAgainAndABrowserThatIsGoneIsForgotten() async throws {
        let (town, browsers) = (try await AlertTown(), PushBrowsers(["busy": .tooManyRequests, "gone": .gone, "no": .badRequest]))
        let id = try await town.alert("Uno", english: "One")
        try await browsers.listen { origin in
            for name in ["busy", "gone", "no"] { try await town.subscribe(browsers, origin + name) }
            try await town.site.browse(as: "admin") { who in try await town.publish(id, who[0]) }
            try await town.tell()
            let first = try await town.report(1)
            #expect(first == ["Notifications: 1 waiting, 0 sent, 1 refused, 1 to browsers that are gone, 0 no longer needed"])
            browsers.answer("busy", nil)
            try await town.tell(at: .now + 30)
            #expect(browsers.calls.count == 3)
            try await town.tell(at: .now + 90)
            #expect(browsers.calls.count == 4)
        }
        let ways = try await town.site.value("SELECT count(*) FROM campusWay", as: Int.self)
        #expect(ways == 2)
    }
}
