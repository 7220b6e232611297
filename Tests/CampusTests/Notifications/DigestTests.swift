import Foundation
import GRDB
import TestSupport
import Testing

@testable import Admin
@testable import Campus

/// One message a day, and what messages look like as HTML.
@Suite struct DigestTests {
    private static let choices = [("topic", "all"), ("least", "info"), ("quietFrom", ""), ("quietUntil", "7"), ("digest", "7")]

    /// A letter box that wants everything at seven, confirmed.
    private func subscribe(_ town: AlertTown, _ browser: Browser) async throws {
        try await browser.post("/campus/alerts/ways/mail", Self.choices + [("email", "anna@example.org")])
        let mail = try #require(try await mails(town).last)
        let link = try #require(mail.body.firstMatch(of: /\/campus\/letters\/confirmations\/\S+/)).output
        #expect(mail.html.contains("\(link)\">"))
        #expect(!mail.html.contains("<img"))
        try await browser.post(String(link))
    }

    private func mails(_ town: AlertTown) async throws -> [Mail] {
        try await town.site.database.read { try Mail.fetchAll($0, sql: "SELECT * FROM mail ORDER BY id") }
    }

    @Test func everythingOfADayComesInOneMessageAtItsHourAndAnEmergencyAtOnce() async throws {
        let town = try await AlertTown()
        let one = try await town.alert("Aula chiusa & fredda", english: "Room closed")
        let two = try await town.alert("Biblioteca", english: "Library")
        let fire = try await town.alert("Fuoco", english: "Fire", severity: "emergency")
        let hour = QuietHours.next(7, after: .now, in: town.admin.site.zone)
        try await town.site.browse(as: "admin", "second", "") { who in
            try await subscribe(town, who[2])
            let page = try await who[2].get("/campus/alerts")
            #expect(page.contains("un messaggio al giorno, alle 07:00"))
            #expect(page.contains("<option value=\"7\" selected>07:00"))
            for alert in [one, two] { try await town.publish(alert, who[0]) }
            try await town.tell()
            try await town.publish(fire, who[0])
            try await who[1].post("/admin/campus/alerts/\(fire)/bulletins/3/approval")
            try await town.tell()
        }
        let before = try await mails(town).dropFirst()
        #expect(before.map(\.subject) == ["Fuoco · Portico di prova"])
        try await town.tell(at: hour + 60)
        try await town.tell(at: hour + 120)
        let after = try await mails(town).dropFirst(2)
        #expect(after.map(\.subject) == ["2 avvisi · Portico di prova"])
        let mail = try #require(after.first)
        for said in ["Aula chiusa & fredda", "/campus/alerts/1\n", "Biblioteca", "/campus/alerts/2\n"] { #expect(mail.body.contains(said)) }
        #expect(mail.html.contains("<h1>Aula chiusa &amp; fredda</h1>"))
        #expect(mail.html.contains("/campus/alerts/2</a>"))
        #expect(mail.html.contains("lang=\"it\""))
        #expect(mail.html.contains("<hr>"))
    }

    @Test func whatIsWithdrawnBeforeTheHourIsNotTold() async throws {
        let town = try await AlertTown()
        let one = try await town.alert("Aula chiusa", english: "Room closed")
        let two = try await town.alert("Biblioteca", english: "Library")
        let hour = QuietHours.next(7, after: .now, in: town.admin.site.zone)
        try await town.site.browse(as: "admin", "") { who in
            try await subscribe(town, who[1])
            for alert in [one, two] { try await town.publish(alert, who[0]) }
            try await town.tell()
            try await who[0].post("/admin/campus/alerts/\(one)/bulletins/1/withdrawal")
        }
        try await town.tell(at: hour + 60)
        let sent = try await mails(town).dropFirst()
        #expect(sent.map(\.subject) == ["Biblioteca · Portico di prova"])
    }

    @Test(arguments: ["24", "-1", "presto"])
    func anHourThatIsNoneIsRefused(_ hour: String) async throws {
        let town = try await AlertTown()
        try await town.site.browse(as: "") { who in
            let typed = Self.choices.dropLast() + [("digest", hour), ("email", "anna@example.org")]
            let answer = try await who[0].post("/campus/alerts/ways/mail", Array(typed))
            #expect(answer.status == 422)
            #expect(answer.contains("anna@example.org"))
        }
    }

    @Test func aMessageOfTwoPartsIsReadByMailPrograms() throws {
        let message = MailMessage(
            from: "a@b.it", to: "c@d.it", subject: "Ciao", body: "Perché\nno", date: .now, identity: "12-AB", html: "<p>Perché<br>no</p>")
        let parts = message.text.components(separatedBy: "--=_12-AB")
        try #require(parts.count == 4)
        #expect(parts[0].contains("Content-Type: multipart/alternative; boundary=\"=_12-AB\"\r\n"))
        #expect(!parts[0].contains("text/plain"))
        #expect(parts[1].contains("text/plain"))
        #expect(parts[2].contains("text/html"))
        #expect(parts[3] == "--\r\n")
        let texts = parts[1...2].map { part in
            let coded = part.components(separatedBy: "\r\n\r\n").last?.filter { !$0.isWhitespace } ?? ""
            return Data(base64Encoded: coded).map { String(decoding: $0, as: UTF8.self) }
        }
        #expect(texts == ["Perché\r\nno", "<p>Perché<br>no</p>"])
    }
}
