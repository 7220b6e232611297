import Accounts
import AdminTestSupport
import Foundation
import GRDB
import Testing
import Web

@testable import Admin

/// What an administrator types about the mail server: what is refused at its field, and where a password stays.
@Suite struct MailServerFormTests {
    private static let good = [
        "way": "smtp", "host": "mail.example.org", "port": "587", "security": "starttls", "user": "anna", "password": "una parola",
        "senderName": "Portico", "sender": "portico@example.org", "replyTo": "", "version": "0",
    ]

    private func form(_ changes: [String: String] = [:]) -> MailServerForm {
        MailServerForm(Form(Self.good.merging(changes) { $1 }.mapValues { [$0] }))
    }

    /// Without what the machine of the tests may lack.
    private func problems(_ changes: [String: String], known: MailServer = MailServer(), hasSender: Bool = false) -> [String] {
        form(changes).problems(known, hasSender: hasSender).map { "\($0.field) \($0.key)" }.filter { $0 != "way noCurl" }
    }

    @Test func aWholeFormIsTaken() {
        #expect(problems([:]) == [])
        #expect(problems(["way": "none", "host": "", "port": "", "security": "", "sender": ""]) == [])
    }

    @Test(arguments: [
        (["way": "pigeon"], ["way way"]), (["host": "mail server"], ["host host"]), (["host": ""], ["host host"]),
        (["port": "0"], ["port port"]), (["port": "65536"], ["port port"]), (["port": "smtp"], ["port port"]),
        (["security": "hope"], ["security security"]), (["user": "anna:b"], ["user user"]), (["sender": "anna"], ["sender sender"]),
        (["sender": ""], ["sender sender"]), (["replyTo": "anna"], ["replyTo replyTo"]), (["user": ""], ["user userMissing"]),
        (["security": "none"], ["security clear"]), (["password": ""], ["password passwordMissing"]),
        (["senderName": String(repeating: "a", count: 101)], ["senderName senderName"]),
        (["host": "-", "port": ""], ["host host", "port port"]),
    ])
    func whatIsWrongIsSaidAtItsField(_ changes: [String: String], _ found: [String]) {
        #expect(problems(changes) == found)
    }

    @Test func aServerOnThisMachineNeedsNoEncryption() {
        for host in ["localhost", "127.0.0.1", "::1"] { #expect(problems(["host": host, "security": "none"]) == [], "\(host)") }
        #expect(problems(["security": "none", "user": "", "password": ""]) == [])
    }

    @Test func theOwnersSenderServesWhereNoneIsTyped() {
        #expect(problems(["sender": ""], hasSender: true) == [])
    }

    @Test(arguments: ["mail.example.org", "localhost", "10.0.0.1", "2001:db8::1", "a-b.example", "x"])
    func aHostIsANameOrAnAddress(_ host: String) {
        #expect(MailServerForm.isHost(host))
    }

    @Test(arguments: [
        "", "MAIL.example.org", "-a.org", "a-.org", "a..b", "example.org.", "mail_1.org", "a b", "fe80::1%eth0", "a/b", "a@b",
        String(repeating: "a", count: 64) + ".org", String(repeating: "a.", count: 130) + "org",
    ])
    func otherTextIsNoHost(_ host: String) {
        #expect(!MailServerForm.isHost(host))
    }

    @Test func aPasswordStaysForItsOwnServerAlone() throws {
        let folder = try TemporaryFolder()
        let key = FactorKey(path: folder.path + "/factor.key")
        let saved = try form().server(from: MailServer(), key)
        #expect(saved.hasPassword)
        #expect(saved.server(key, greeting: "x", certificates: nil, folder: "")?.password == "una parola")
        // Without a new password the known one stays.
        let again = try form(["password": "", "senderName": "Altro"]).server(from: saved, key)
        #expect(again.server(key, greeting: "x", certificates: nil, folder: "")?.password == "una parola")
        #expect(problems(["password": ""], known: saved) == [])
        #expect(problems(["password": "", "host": "other.example.org"], known: saved) == ["password passwordAgain"])
        #expect(problems(["password": "", "user": "bruno"], known: saved) == ["password passwordAgain"])
        // A changed row cannot send it elsewhere.
        var moved = saved
        moved.host = "evil.example.org"
        #expect(moved.server(key, greeting: "x", certificates: nil, folder: "") == nil)
        #expect(try !form(["user": "", "password": ""]).server(from: saved, key).hasPassword)
    }

    @Test func anotherWayKeepsWhatWasKnownOfTheServer() throws {
        var known = MailServer()
        (known.host, known.port, known.user) = ("mail.example.org", 465, "anna")
        let server = try form(["way": "sendmail", "host": "", "port": "", "user": ""]).server(from: known, FactorKey())
        #expect(server.way == .sendmail)
        #expect(server.host == "mail.example.org")
        #expect(server.port == 465)
        #expect(server.user == "anna")
    }

    @Test func theFormShowsWhatIsSavedWithoutThePassword() {
        var known = MailServer()
        (known.way, known.host, known.port, known.user, known.version) = (.smtp, "mail.example.org", 465, "anna", 3)
        let form = MailServerForm(known)
        #expect(form.way == "smtp")
        #expect(form.port == "465")
        #expect(form.version == "3")
        #expect(form.password == "")
    }

    @Test func theRouteIsWhatTheOwnerSetBeforeWhatAnAdministratorSet() async throws {
        let database = try await SampleSite().database
        let folder = try TemporaryFolder()
        let key = FactorKey(path: folder.path + "/factor.key")
        let own = MailRoute(command: "/usr/bin/mail -t", sender: "owner@example.org", folder: folder.path, key: key)
        let plain = MailRoute(folder: folder.path, key: key, url: "https://portal.example.org/x")
        var made = try form().server(from: MailServer(), key)
        made.version = 1
        let saved = made
        try await database.write { db in
            #expect(try plain.current(db).transport == .folder(folder.path))
            #expect(try plain.current(db).from == "portico@localhost")
            #expect(try !plain.isSet(db))
            #expect(try own.isSet(db))
            try saved.save(db)
            #expect(try own.current(db).transport == .command(["/usr/bin/mail", "-t"]))
            #expect(try own.current(db).from == "owner@example.org")
            let sender = try plain.current(db)
            #expect(sender.from == "portico@example.org")
            #expect(sender.fromName == "Portico")
            #expect(sender.name == "mail.example.org:587")
            guard case .smtp(let server) = sender.transport else { throw MailTransport.Failure(.program) }
            #expect(server.greeting == "portal.example.org")
            #expect(server.password == "una parola")
            try db.execute(sql: "UPDATE mailServer SET host = 'evil.example.org'")
            #expect(try plain.current(db).isLocked)
            #expect(try plain.current(db).name == "evil.example.org:587")
        }
    }
}
