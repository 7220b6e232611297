import Foundation
import GRDB
import TestSupport
import Testing

@testable import Admin
@testable import Campus

/// How visitors let themselves be told, and end it.
@Suite struct SubscriptionTests {
    private static let choices = [("topic", "all"), ("least", "info"), ("quietFrom", ""), ("quietUntil", "7")]

    private func ask(_ browser: Browser, _ email: String) async throws -> Answer {
        try await browser.post("/campus/alerts/ways/mail", Self.choices + [("email", email)])
    }

    private func mails(_ town: AlertTown) async throws -> [Mail] {
        try await town.site.database.read { try Mail.fetchAll($0, sql: "SELECT * FROM mail ORDER BY id") }
    }

    /// The path of the link in the message that was written last.
    private func link(_ town: AlertTown, _ kind: String) async throws -> String {
        let body = try await mails(town).last?.body ?? ""
        return try #require(
            body.split(whereSeparator: \.isWhitespace).first { $0.contains("/letters/\(kind)/") }.map {
                String($0[$0.range(of: "/campus")!.lowerBound...])
            })
    }

    @Test func anAddressIsWrittenToOnlyAfterItsLinkWasUsedAndOnlyOnce() async throws {
        let town = try await AlertTown()
        let id = try await town.alert("Uno", english: "One")
        try await town.site.browse(as: "admin", "", "") { who in
            let answer = try await ask(who[1], "Anna@example.org")
            #expect(answer.status == 303)
            try await town.publish(id, who[0])
            try await town.tell()
            let before = try await mails(town)
            try #require(before.map(\.subject) == ["Conferma il tuo indirizzo per gli avvisi"])
            #expect(before[0].recipient == "anna@example.org")
            let link = try await link(town, "confirmations")
            // Looking at it confirms nothing.
            let rendering = try await who[2].get(link)
            #expect(rendering.status == 200)
            #expect(rendering.contains("anna@example.org"))
            let pending = try await town.site.value("SELECT count(*) FROM campusWay WHERE confirmedAt IS NOT NULL", as: Int.self)
            #expect(pending == 0)
            let used = try await who[2].post(link)
            let again = try await who[2].post(link)
            #expect(used.status == 200)
            #expect(again.status == 410)
            let next = try await town.alert("Due", english: "Two")
            try await town.publish(next, who[0])
            try await town.tell()
            try await town.tell()
        }
        let sent = try await mails(town)
        try #require(sent.count == 2)
        #expect(sent[1].subject == "Due · Portico di prova")
        #expect(sent[1].body.contains("/campus/alerts/2"))
        #expect(sent[1].body.contains("Gravità: "))
        let message = MailMessage(
            from: "a@b.it", to: sent[1].recipient, subject: "", body: "", date: .now, identity: "1", leaving: sent[1].leaving)
        #expect(message.text.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click\r\n"))
        let report = try await town.report(2)
        #expect(report == ["Mail: 1 messages waiting, 0 sent, 0 refused, 0 to forgotten addresses, 0 no longer needed"])
    }

    @Test func oneClickOfAMailProgramEndsItAndForgetsTheAddress() async throws {
        let town = try await AlertTown()
        let id = try await town.alert("Uno", english: "One")
        try await town.site.browse(as: "admin", "") { who in
            _ = try await ask(who[1], "anna@example.org")
            try await who[1].post(try await link(town, "confirmations"))
            try await town.publish(id, who[0])
            try await town.tell()
            let leaving = try await link(town, "leaving")
            // No cookie, no header of a browser.
            let gone = try await who[1].call(
                .post, leaving, "List-Unsubscribe=One-Click", headers: [.contentType: "application/x-www-form-urlencoded"])
            #expect(gone.status == 200)
            let unknown = try await who[1].post(leaving)
            #expect(unknown.status == 200)
        }
        let ways = try await town.site.value("SELECT count(*) FROM campusWay", as: Int.self)
        let left = try await mails(town)
        #expect(ways == 0)
        #expect(left.isEmpty)
        let report = try await town.report(1)
        #expect(report == ["Mail: 0 messages waiting, 0 sent, 0 refused, 1 to forgotten addresses, 0 no longer needed"])
    }

    @Test func theAnswerIsTheSameForEveryAddressAndNobodysLetterBoxIsFilled() async throws {
        let town = try await AlertTown()
        try await town.site.browse(as: "", "") { who in
            for _ in 1...4 {
                let answer = try await ask(who[0], "anna@example.org")
                #expect(answer.status == 303)
                let page = try await who[0].get("/campus/alerts")
                #expect(page.contains("Se l’indirizzo è giusto"))
            }
            let stranger = try await ask(who[1], "anna@example.org")
            #expect(stranger.status == 303)
        }
        let sent = try await town.site.value("SELECT count(*) FROM campusConfirmation", as: Int.self)
        #expect(sent == 3)
    }

    @Test func whatIsNoAddressComesBackWithEverythingTyped() async throws {
        let town = try await AlertTown()
        try await town.site.browse(as: "") { who in
            let answer = try await who[0].post(
                "/campus/alerts/ways/mail",
                [("email", "anna<b>"), ("topic", "emergencies"), ("least", "warning"), ("quietFrom", "22"), ("quietUntil", "6")])
            #expect(answer.status == 422)
            #expect(answer.contains("anna&lt;b&gt;"))
            #expect(answer.contains("aria-invalid"))
            #expect(answer.contains("value=\"emergencies\" checked"))
            #expect(answer.contains("value=\"22\" selected"))
            let forged = try await who[0].post("/campus/alerts/ways/mail", [("email", "a@b.it"), ("topic", "x"), ("least", "info")])
            #expect(forged.status == 422)
        }
    }

    @Test func aBrowserIsTakenChangedAndForgottenWithItsVisitor() async throws {
        let (town, browsers) = (try await AlertTown(), PushBrowsers())
        try await town.site.browse(as: "", "") { who in
            let answer = try await who[0].post("/campus/alerts/ways/browser", browsers.form("https://93.184.216.34/a", topic: "mine"))
            #expect(answer.status == 303)
            #expect(answer.location == "/campus/alerts")
            let mine = try await who[0].get("/campus/mine")
            #expect(mine.contains("Firefox"))
            #expect(mine.contains("Quelli per tutti"))
            let own = try await who[0].post("/campus/alerts/ways/1", [("topic", "emergencies"), ("least", "info"), ("quietFrom", "")])
            #expect(own.status == 303)
            let stranger = try await who[1].post("/campus/alerts/ways/1", Self.choices)
            #expect(stranger.status == 404)
            try await who[1].post("/campus/alerts/ways/1/removal")
            let topic = try await town.site.value("SELECT topic FROM campusWay", as: String.self)
            #expect(topic == "emergencies")
            try await who[0].post("/campus/mine/removal")
        }
        let ways = try await town.site.value("SELECT count(*) FROM campusWay", as: Int.self)
        #expect(ways == 0)
    }

    @Test(arguments: ["http://push.example.org/a", "https://127.0.0.1/a", "https://10.0.0.1/a", "javascript:x"])
    func anAddressThatNoPushServiceGivesIsRefused(_ address: String) async throws {
        let (town, browsers) = (try await AlertTown(), PushBrowsers())
        try await town.site.browse(as: "") { who in
            let answer = try await who[0].post("/campus/alerts/ways/browser", browsers.form(address))
            #expect(answer.status == 422)
            #expect(answer.contains("non ha dato un indirizzo buono"))
        }
    }

    @Test func onlyTheBrowserItselfRenewsItsAddress() async throws {
        let (town, browsers) = (try await AlertTown(), PushBrowsers())
        try await town.subscribe(browsers, "https://93.184.216.34/old")
        try await town.site.browse(as: "") { who in
            let fresh = browsers.form("https://93.184.216.34/new")
            let unknown = try await who[0].post("/campus/alerts/ways/renewal", fresh + [("old", "https://93.184.216.34/other")])
            let known = try await who[0].post("/campus/alerts/ways/renewal", fresh + [("old", "https://93.184.216.34/old")])
            #expect(unknown.status == 404)
            #expect(known.status == 204)
        }
        let address = try await town.site.value("SELECT address FROM campusWay", as: String.self)
        #expect(address == "https://93.184.216.34/new")
    }

    @Test func theNightForgetsWhatNobodyConfirmedAndKeepsTheNumbers() async throws {
        let (town, browsers) = (try await AlertTown(), PushBrowsers())
        let id = try await town.alert("Uno", english: "One")
        try await browsers.listen { origin in
            try await town.subscribe(browsers, origin + "a")
            try await town.site.browse(as: "admin", "") { who in
                _ = try await ask(who[1], "anna@example.org")
                try await town.publish(id, who[0])
            }
            try await town.tell()
        }
        let before = try await town.report(1)
        _ = try await town.site.database.write { try Campus.sweep($0, at: .now + 40 * 86_400) }
        let after = try await town.report(1)
        #expect(before == after)
        #expect(before.count == 1)
        let rows = try await town.site.value("SELECT (SELECT count(*) FROM campusDelivery) + (SELECT count(*) FROM mail)", as: Int.self)
        let ways = try await town.site.value("SELECT channel FROM campusWay", as: String.self)
        #expect(rows == 0)
        #expect(ways == "push")
    }

    @Test func thePageOfPublicationShowsWhatWillBeTold() async throws {
        let town = try await AlertTown()
        let id = try await town.alert("Prova", english: "Test", isDrill: true)
        try await town.site.browse(as: "admin") { who in
            let page = try await who[0].get("/admin/campus/alerts/\(id)/publication")
            #expect(page.contains("ESERCITAZIONE: Prova · Portico di prova"))
            #expect(page.contains("caratteri di titolo"))
            #expect(page.contains("DRILL: Test"))
        }
    }
}
