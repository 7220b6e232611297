import Foundation
import TestSupport
import Testing

@testable import Admin
@testable import Portal

/// Whole conversations with a mail server.
@Suite struct SMTPTests {
    private typealias Failure = MailTransport.Failure

    /// Sends one message and returns why it was not taken, with what the station has then.
    private func send(
        _ manner: MailStation.Manner = .init(), _ security: SMTPServer.Security = .none, user: String = "", password: String = "",
        trusts: Bool = true
    ) async throws -> (MailTransport.Failure?, [MailStation.Letter]) {
        let folder = try TemporaryFolder(["authority.pem": TestCertificate.authority])
        let station = MailStation(manner)
        let (failures, found) = AsyncStream.makeStream(of: MailTransport.Failure?.self)
        try await station.listen { port in
            var server = SMTPServer(host: "localhost", port: port, security: security, folder: folder.path + "/mail")
            (server.user, server.password, server.greeting) = (user, password, "portal.example.org")
            if trusts { server.certificates = folder.path + "/authority.pem" }
            let sender = MailSender(transport: .smtp(server), from: "portico@example.org", fromName: "Portico", replyTo: "")
            found.yield(
                await Outbox(MailRoute(folder: folder.path)).trySending(to: "anna@example.org", subject: "Ciao", body: "Testo", by: sender))
            let left = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/mail")
            #expect(left.isEmpty, "a message was left behind")
        }
        for await failure in failures { return (failure, station.letters) }
        return (nil, [])
    }

    private func credentials(_ user: String, _ password: String) -> String {
        Data("\0\(user)\0\(password)".utf8).base64EncodedString()
    }

    @Test func aServerInOnesOwnNetworkTakesAMessage() async throws {
        let (failure, letters) = try await send()
        #expect(failure == nil)
        let letter = try #require(letters.first)
        #expect([letter.from, letter.to, letter.greeting] == ["portico@example.org", "anna@example.org", "portal.example.org"])
        #expect(letter.text.hasPrefix("From: Portico <portico@example.org>\r\nTo: anna@example.org\r\nSubject: Ciao\r\n"))
        #expect(letter.text.contains("\r\nAuto-Submitted: auto-generated\r\n"))
    }

    @Test(arguments: [SMTPServer.Security.starttls, .tls])
    func aPasswordGoesThroughTLS(_ security: SMTPServer.Security) async throws {
        // Signs that mean something in curl's settings, and one that is not ASCII.
        let password = #"se"gre\to # '€"#
        let manner = MailStation.Manner(
            certificate: .good, isImplicit: security == .tls, credentials: credentials("portico@example.org", password))
        let (failure, letters) = try await send(manner, security, user: "portico@example.org", password: password)
        #expect(failure == nil)
        #expect(letters.map(\.isEncrypted) == [true])
        #expect(letters.map(\.credentials) == [manner.credentials])
    }

    @Test(arguments: [(TestCertificate.good, false), (.expired, true), (.wrongName, true)])
    func nothingLeavesWhereTheCertificateIsNotValid(_ certificate: TestCertificate, trusts: Bool) async throws {
        let (failure, letters) = try await send(.init(certificate: certificate), .starttls, trusts: trusts)
        #expect(failure?.reason == .certificate)
        #expect(failure?.said.isEmpty == false)
        #expect(letters.isEmpty)
    }

    @Test func nothingLeavesWhereTLSIsNotOffered() async throws {
        let (failure, letters) = try await send(.init(), .starttls, user: "portico", password: "segreto")
        #expect(failure?.reason == .noTLS)
        #expect(letters.isEmpty)
    }

    @Test(arguments: [
        (MailStation.Manner(credentials: "x"), MailTransport.Failure.Reason.authentication, "535 5.7.8 wrong name or password", false),
        (.init(replies: ["MAIL": "530 5.7.0 sign in first"]), .authentication, "530 5.7.0 sign in first", false),
        (.init(replies: ["EHLO": "554 no", "HELO": "554 5.7.1 not you"]), .greeting, "554 5.7.1 not you", false),
        (.init(replies: ["MAIL": "553 5.7.1 not from there"]), .sender, "553 5.7.1 not from there", false),
        (.init(replies: ["RCPT": "550 5.1.1 no such person"]), .recipient, "550 5.1.1 no such person", true),
        (.init(replies: ["RCPT": "451 4.7.1 later"]), .recipient, "451 4.7.1 later", false),
        (.init(replies: [".": "554 5.7.1 not that"]), .message, "554 5.7.1 not that", true),
        (.init(replies: [".": "452 4.3.1 full"]), .message, "452 4.3.1 full", false),
    ])
    func aRefusalIsNamedWithWhatTheServerSaid(
        _ manner: MailStation.Manner, _ reason: MailTransport.Failure.Reason, _ said: String, isFinal: Bool
    ) async throws {
        let user = manner.credentials == nil ? "" : "portico"
        let (failure, letters) = try await send(manner, user: user, password: user)
        #expect(failure?.reason == reason)
        #expect(failure?.said == said)
        #expect(failure?.isFinal == isFinal)
        #expect(letters.isEmpty)
    }

    @Test(arguments: ["EHLO", "MAIL", "RCPT", "DATA"])
    func aConnectionThatBreaksIsNotAMessageSent(_ command: String) async throws {
        let (failure, letters) = try await send(.init(hangsUpAt: command))
        #expect(failure?.reason == .dropped)
        #expect(letters.isEmpty)
    }

    @Test func aClosedPortRefuses() async throws {
        let folder = try TemporaryFolder()
        let server = SMTPServer(host: "127.0.0.1", port: 1, security: .none, folder: folder.path)
        let sender = MailSender(transport: .smtp(server), from: "a@example.org", fromName: "", replyTo: "")
        let failure = await Outbox(MailRoute(folder: folder.path)).trySending(to: "b@example.org", subject: "", body: "", by: sender)
        #expect(failure?.reason == .connection)
        #expect(failure?.server == "127.0.0.1:1")
    }

    @Test func whatCurlTellsIsNamed() {
        func reason(_ status: Int32, _ text: String = "") -> Failure.Reason { SMTPTranscript(text).failure(status, "x:25").reason }
        #expect(reason(6, "curl: (6) Could not resolve host: x") == .resolve)
        #expect(reason(28) == .timeout)
        #expect(reason(35) == .tls)
        #expect(reason(56, "< 220 hello\n> EHLO a\n> QUIT\n< 221 bye") == .dropped)
    }

    /// No text in a setting or a message can add a setting to what curl reads.
    @Test func noTextBecomesASetting() {
        var server = SMTPServer(host: "localhost", port: 25, security: .none, folder: "/tmp")
        (server.user, server.password) = ("me\nurl = \"smtp://evil\"", "a\"\noutput = \"/tmp/x")
        let message = MailMessage(
            from: "a@example.org\"\nproxy = \"evil", to: "b@example.org", subject: "", body: "", date: .now, identity: "1")
        let lines = server.settings(message, "/tmp/x", 30).split(separator: "\n").map { $0.prefix { $0 != " " } }
        #expect(lines.filter { ["output", "proxy"].contains($0) }.isEmpty)
        #expect(lines.filter { $0 == "url" }.count == 1)
        #expect(lines.filter { $0 == "user" }.count == 1)
    }
}
