import Foundation
import Testing

@testable import Admin

/// What the mail program is told, and what its report means.
@Suite struct SMTPServerTests {
    private let message = MailMessage(from: "a@b.it", to: "c@d.it", subject: "Ciao", body: "Testo", date: .now, identity: "1")

    private func lines(_ change: (inout SMTPServer) -> Void = { _ in }) -> [String] {
        var server = SMTPServer(host: "mail.example.org", port: 587, security: .starttls, folder: "/tmp")
        change(&server)
        return server.settings(message, "/tmp/x.sending", 30).split(separator: "\n").map(String.init)
    }

    private func lines(_ host: String, _ security: SMTPServer.Security) -> [String] {
        SMTPServer(host: host, port: 25, security: security, folder: "/tmp").settings(message, "/tmp/x", 30).split(separator: "\n")
            .map(String.init)
    }

    @Test func theProgramIsToldWhereAndWhat() {
        let told = lines()
        #expect(told.contains("url = \"smtp://mail.example.org:587/localhost\""))
        #expect(told.contains("mail-from = \"<a@b.it>\""))
        #expect(told.contains("mail-rcpt = \"<c@d.it>\""))
        #expect(told.contains("upload-file = \"/tmp/x.sending\""))
        #expect(told.contains("connect-timeout = 15"))
        #expect(told.contains("max-time = 29"))
        #expect(!told.contains { $0.hasPrefix("user = ") })
    }

    @Test func securityIsAskedForAsItWasChosen() {
        #expect(lines("mail.example.org", .starttls).contains("ssl-reqd"))
        #expect(lines("mail.example.org", .tls).contains("url = \"smtps://mail.example.org:25/localhost\""))
        #expect(!lines("mail.example.org", .tls).contains("ssl-reqd"))
        #expect(!lines("mail.example.org", .none).contains("ssl-reqd"))
        #expect(lines("2001:db8::1", .none).contains("url = \"smtp://[2001:db8::1]:25/localhost\""))
    }

    @Test func aPasswordCannotBecomeAnotherSetting() {
        let told = lines { server in
            (server.user, server.password) = ("anna", "a\"b\\c\nupload-file = \"/etc/passwd\"")
        }
        #expect(told.contains(#"user = "anna:a\"b\\cupload-file = \"/etc/passwd\"""#))
        #expect(told.filter { $0.hasPrefix("upload-file") } == ["upload-file = \"/tmp/x.sending\""])
    }

    @Test func theServerIsNamedWithItsPort() {
        #expect(SMTPServer(host: "mail.example.org", port: 465, security: .tls, folder: "").name == "mail.example.org:465")
    }

    private func failure(_ status: Int32, _ transcript: String) -> MailTransport.Failure {
        SMTPTranscript(transcript).failure(status, "mail:25")
    }

    @Test(arguments: [
        (Int32(6), MailTransport.Failure.Reason.resolve), (5, .resolve), (7, .connection), (28, .timeout), (35, .tls), (60, .certificate),
        (51, .certificate), (77, .certificate), (64, .noTLS), (67, .authentication), (56, .dropped),
    ])
    func theStatusOfTheProgramIsAReason(_ status: Int32, _ reason: MailTransport.Failure.Reason) {
        let found = failure(status, "curl: (\(status)) The program's own words\n")
        #expect(found.reason == reason)
        #expect(found.said == "The program's own words")
        #expect(found.server == "mail:25")
    }

    @Test(arguments: [
        ("MAIL FROM:<a@b.it>", "550 5.7.1 Not you", MailTransport.Failure.Reason.sender, false),
        ("RCPT TO:<c@d.it>", "550 5.1.1 Unknown", .recipient, true), ("RCPT TO:<c@d.it>", "450 4.2.1 Later", .recipient, false),
        ("DATA", "554 5.6.0 No", .message, true), ("DATA", "451 4.3.0 Later", .message, false),
        ("EHLO localhost", "421 Busy", .greeting, false),
        ("MAIL FROM:<a@b.it>", "530 5.7.0 Sign in first", .authentication, false), ("AUTH PLAIN", "535 5.7.8 No", .authentication, false),
    ])
    func whatTheServerAnsweredIsTheReason(
        _ command: String, _ reply: String, _ reason: MailTransport.Failure.Reason, _ isFinal: Bool
    ) {
        let found = failure(55, "< 220 mail\n> \(command)\n< \(reply)\n> QUIT\n< 221 Bye\ncurl: (55) Failed\n")
        #expect(found.reason == reason)
        #expect(found.said == reply)
        #expect(found.isFinal == isFinal)
    }

    @Test func aConversationThatBreaksOffHasTheProgramsWords() {
        let found = failure(56, "> EHLO localhost\n< 250 mail\n> DATA\n< 354 Go on\ncurl: (56) Recv failure\n")
        #expect(found.reason == .dropped)
        #expect(found.said == "Recv failure")
        #expect(failure(1, "").reason == .dropped)
    }

    @Test func whatIsSaidIsOneShortLine() {
        let long = MailTransport.Failure(.message, server: "mail:25", said: "a\nb\u{7}" + String(repeating: "x", count: 300))
        #expect(long.said.hasPrefix("a b "))
        #expect(long.said.count == 200)
        #expect(long.description.hasPrefix("mail:25, message: a b "))
        #expect(MailTransport.Failure(.program, said: "sendmail: 1").description == "sendmail: 1")
        #expect(Mail.technical(long.saying.json).hasPrefix("mail:25: a b "))
    }
}
