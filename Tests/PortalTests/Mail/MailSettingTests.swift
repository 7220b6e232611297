import Accounts
import Foundation
import GRDB
import TestSupport
import Testing

@testable import Admin

/// The mail server as a setting in the browser.
@Suite struct MailSettingTests {
    private static let page = "/admin/site/mail"

    private func fields(_ changes: [String: String] = [:]) -> [(String, String)] {
        let good = [
            "way": "smtp", "host": "smtp.example.org", "port": "587", "security": "starttls", "user": "portico", "password": "un segreto",
            "senderName": "Portico", "sender": "portico@example.org", "replyTo": "", "version": "0",
        ]
        return good.merging(changes) { $1 }.sorted { $0.key < $1.key }
    }

    @Test func thePasswordIsSealedAndNeverShownAgain() async throws {
        let site = try await TestSite()
        try await site.browse(as: "admin") { browsers in
            let saved = try await browsers[0].post(Self.page, fields())
            #expect(saved.status == 303)
            let shown = try await browsers[0].get(Self.page)
            #expect(shown.contains("smtp.example.org"))
            #expect(shown.contains("name=\"password\""))
            #expect(!shown.contains("un segreto"))
        }
        let stored = try await site.database.read { try Row.fetchOne($0, sql: "SELECT * FROM mailServer")?.description ?? "" }
        #expect(!stored.contains("un segreto"))
        let log = try await site.value("SELECT group_concat(detail) FROM audit WHERE action = 'site.mail'", as: String.self)
        #expect(log?.contains("smtp.example.org:587") == true)
        #expect(log?.contains("segreto") == false)
        let sender = try await site.database.read { try site.portal.admin.mailRoute.current($0) }
        guard case .smtp(let server) = sender.transport else {
            Issue.record("no server")
            return
        }
        #expect(server.password == "un segreto")
    }

    @Test func aPasswordIsNotSentToAnotherServer() async throws {
        let site = try await TestSite()
        try await site.browse(as: "admin") { browsers in
            try await browsers[0].post(Self.page, fields())
            let kept = try await browsers[0].post(Self.page, fields(["password": "", "senderName": "Altro", "version": "1"]))
            #expect(kept.status == 303)
            for change in [["host": "other.example.org"], ["port": "465"], ["user": "other"]] {
                let moved = try await browsers[0].post(Self.page, fields(change.merging(["password": "", "version": "2"]) { $1 }))
                #expect(moved.status == 422, "\(change)")
            }
        }
        // A changed row cannot have it sent elsewhere either.
        try await site.database.write { try $0.execute(sql: "UPDATE mailServer SET host = 'evil.example.org'") }
        let sender = try await site.database.read { try site.portal.admin.mailRoute.current($0) }
        #expect(sender.transport == .locked("evil.example.org:587"))
    }

    @Test(arguments: [
        ["way": "x"], ["host": "smtp example"], ["host": "evil.example.org/x"], ["host": "-o"], ["port": "0"], ["port": "x"],
        ["security": "x"], ["user": "a:b"], ["user": "a\nb"], ["user": ""], ["password": ""], ["security": "none"],
        ["senderName": "a\r\nBcc: x@example.org"], ["senderName": "\u{202E}olleh"], ["sender": ""], ["sender": "a@b\r\n"], ["replyTo": "x"],
    ])
    func aRefusalKeepsWhatWasTyped(_ change: [String: String]) async throws {
        let site = try await TestSite()
        try await site.browse(as: "admin") { browsers in
            let refused = try await browsers[0].post(Self.page, fields(["senderName": "Segreteria"].merging(change) { $1 }))
            #expect(refused.status == 422)
            #expect(refused.contains("class=\"error\""))
            #expect(change["senderName"] != nil || refused.contains("value=\"Segreteria\""))
            #expect(!refused.contains("un segreto"))
        }
        #expect(try await site.value("SELECT count(*) FROM mailServer", as: Int.self) == 0)
    }

    @Test func settingsThatAnotherPersonChangedAreNotOverwritten() async throws {
        let site = try await TestSite()
        try await site.browse(as: "admin") { browsers in
            try await browsers[0].post(Self.page, fields())
            let late = try await browsers[0].post(Self.page, fields(["host": "late.example.org"]))
            #expect(late.status == 409)
            #expect(late.contains("late.example.org"))
            let again = try await browsers[0].post(Self.page, fields(["host": "late.example.org", "version": "1"]))
            #expect(again.status == 303)
        }
    }

    @Test func theOwnersSettingsGoBeforeThePage() async throws {
        let site = try await TestSite(environment: ["PORTICO_MAIL": "/bin/true", "PORTICO_MAIL_FROM": "owner@example.org"])
        try await site.browse(as: "admin") { browsers in
            try await browsers[0].post(Self.page, fields())
            let shown = try await browsers[0].get(Self.page)
            #expect(shown.contains("PORTICO_MAIL)"))
            #expect(shown.contains("PORTICO_MAIL_FROM)"))
        }
        let sender = try await site.database.read { try site.portal.admin.mailRoute.current($0) }
        #expect(sender.transport == .command(["/bin/true"]))
        #expect(sender.from == "owner@example.org")
    }

    @Test func aTestMessageGoesToOnesOwnAddressAndItsOutcomeIsSaid() async throws {
        let site = try await TestSite()
        let station = MailStation()
        try await station.listen { port in
            try await site.setMail(port: port)
            try await site.browse(as: "admin") { browsers in
                let page = try await browsers[0].get(Self.page)
                #expect(page.contains("href=\"/admin/account#email\""))
                // The address need not be confirmed: without mail it cannot be.
                try await browsers[0].post(
                    "/admin/account/email", [("email", "capo@example.org"), ("emailPassword", TestSite.password)])
                try await browsers[0].post(Self.page + "/trials")
                try await site.work()
                let told = try await browsers[0].get(Self.page)
                #expect(told.contains("ha preso il messaggio per capo@example.org"))
                station.change(.init(replies: ["RCPT": "550 5.1.1 no such person"]))
                try await browsers[0].post(Self.page + "/trials")
                try await site.work()
                let refused = try await browsers[0].get(Self.page)
                #expect(refused.contains("non accetta il destinatario. Il server ha detto: 550 5.1.1 no such person"))
            }
        }
        let trials = station.letters.filter { $0.text.contains("Message-ID: <test-") }
        #expect(trials.map(\.to) == ["capo@example.org"])
    }

    @Test func everyFailureHasASentenceInBothLanguages() throws {
        for language in ["it", "en"] {
            let words = try TestSite.texts.words(in: language == "it" ? .italian : .english)
            for reason in MailTransport.Failure.Reason.allCases {
                let saying = MailTransport.Failure(reason, server: "smtp.example.org:25", said: "550 no").saying
                #expect(!saying.localized(in: words).hasPrefix("mail.failures"), "\(reason) \(language)")
            }
        }
    }

    @Test func theOutboxTriesAgainAndGivesUp() async throws {
        let site = try await TestSite()
        let station = MailStation(.init(replies: ["RCPT": "451 4.7.1 later"]))
        try await station.listen { port in
            try await site.setMail(port: port)
            let id = try await site.database.write { db in
                try Jobs.enqueue(db, Outbox.kind, by: .system("test"))
                return try Mail.enqueue(to: "anna@example.org", of: "accounts", subject: "Prova", body: "Testo", at: .now - 5, db)
            }
            try await site.work()
            let waiting = try #require(try await site.mails().first)
            #expect(waiting.state == .waiting)
            #expect(waiting.attempts == 1)
            #expect(waiting.nextAt > .now)
            try await site.browse(as: "admin") { browsers in
                let page = try await browsers[0].get(Self.page)
                #expect(page.contains("451 4.7.1 later"))
                station.change(.init())
                try await browsers[0].post(Self.page + "/messages/\(id)/sending")
                try await site.work()
                #expect(try await site.mails().first?.state == .sent)
                let gone = try await browsers[0].post(Self.page + "/messages/\(id)/sending")
                #expect(gone.status == 303)
            }
            #expect(station.letters.map(\.to) == ["anna@example.org"])
            station.change(.init(replies: ["RCPT": "550 5.1.1 no such person"]))
            try await site.database.write { db in
                _ = try Mail.enqueue(to: "ugo@example.org", of: "accounts", subject: "Prova", body: "Testo", at: .now - 5, db)
                try Jobs.enqueue(db, Outbox.kind, by: .system("test"))
            }
            try await site.work()
            #expect(try await site.mails(to: "ugo@example.org").map(\.state) == [.failed])
        }
    }

    @Test func aMessageWhoseLinkHasEndedIsNotSent() async throws {
        let site = try await TestSite()
        try await site.database.write { db in
            try Mail.enqueue(to: "a@example.org", of: "accounts", subject: "x", body: "/welcome/x", ends: .now - 1, at: .now - 5, db)
            #expect(try Mail.take(at: .now, db).isEmpty)
        }
        let mail = try #require(try await site.mails().first)
        #expect(mail.state == .failed)
        #expect(mail.body.isEmpty)
    }

    @Test func headersTakeNoLinesFromNames() {
        let message = MailMessage(
            from: "a@example.org\r\nBcc: x@example.org", to: "b@example.org\nBcc: y@example.org",
            subject: "Ciao\r\nBcc: z@example.org \u{202E}" + String(repeating: "lungo ", count: 200), body: "", date: .now, identity: "1",
            fromName: "Casa \"Rossa\" <x@example.org>\r\nBcc: w@example.org", replyTo: "c@example.org\r\nBcc: v@example.org")
        let head = message.text.components(separatedBy: "\r\n\r\n")[0]
        #expect(!head.contains("\r\nBcc"))
        #expect(head.components(separatedBy: "\r\n").allSatisfy { $0.utf8.count <= 998 })
        #expect(head.components(separatedBy: "\r\n")[0].hasPrefix("From: =?utf-8?B?"))
        #expect(head.utf8.count { $0 == 10 } == head.components(separatedBy: "\r\n").count - 1)
    }
}
