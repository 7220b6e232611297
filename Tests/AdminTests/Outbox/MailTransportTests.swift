import AdminTestSupport
import Foundation
import Testing

@testable import Admin

/// Messages that stay in a folder, and which of their files go.
@Suite struct MailTransportTests {
    private let message = MailMessage(from: "a@b.it", to: "c@d.it", subject: "Ciao", body: "Testo", date: .now, identity: "7")

    @Test func aCommandIsItsWords() {
        #expect(MailTransport(command: " /usr/sbin/sendmail -t  -i ", folder: "x") == .command(["/usr/sbin/sendmail", "-t", "-i"]))
        #expect(MailTransport(command: nil, folder: "x") == .folder("x"))
        #expect(MailTransport(command: "  ", folder: "x") == .folder("x"))
    }

    @Test func aMessageIsAFileThatItsOwnerAloneReads() throws {
        let folder = try TemporaryFolder()
        let path = folder.path + "/mail"
        try MailTransport.folder(path).send(message)
        #expect(try String(contentsOfFile: path + "/7.eml", encoding: .utf8).hasPrefix("From: a@b.it\r\n"))
        let rights = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(rights == 0o700)
    }

    @Test func filesOfMessagesThatAreNoMoreGo() throws {
        let folder = try TemporaryFolder(["3.eml": "a", "4.eml": "b", "5.eml": "c", "x.eml": "d", "note.txt": "e"])
        let transport = MailTransport.folder(folder.path)
        transport.forget(except: [3: Date.now - 60, 5: Date.now + 3_600])
        // The number of 5 belongs to a later message by now.
        #expect(folder.contents.sorted() == ["3.eml", "note.txt", "x.eml"])
    }

    @Test func aProgramForgetsNoFiles() throws {
        let folder = try TemporaryFolder(["3.eml": "a"])
        MailTransport(command: "/bin/true", folder: folder.path).forget(except: [:])
        #expect(folder.contents == ["3.eml"])
    }

    @Test func whatWasBeingHandedOverIsRemovedAfterAStart() throws {
        let folder = try TemporaryFolder(["a.sending": "secret", "b.eml": "x"])
        let transport = MailTransport.smtp(SMTPServer(host: "mail", port: 25, security: .tls, folder: folder.path))
        transport.removeLeftovers(before: Date.now - 60)
        #expect(folder.contents.sorted() == ["a.sending", "b.eml"])
        transport.removeLeftovers(before: Date.now + 60)
        #expect(folder.contents == ["b.eml"])
    }

    @Test func aLockedServerSaysSo() {
        #expect(throws: MailTransport.Failure(.keyLost, server: "mail:25")) { try MailTransport.locked("mail:25").send(message) }
    }

    @Test func aSenderSaysWhatItStarts() {
        func sender(_ transport: MailTransport) -> MailSender { MailSender(transport: transport, from: "", fromName: "", replyTo: "") }
        #expect(sender(.folder("x")).name == nil)
        #expect(sender(.folder("x")).program == nil)
        #expect(sender(.command(["/usr/sbin/sendmail", "-t"])).name == "/usr/sbin/sendmail")
        #expect(sender(.command(["/usr/sbin/sendmail", "-t"])).isCommand)
        #expect(sender(.locked("mail:25")).isLocked)
        #expect(sender(.locked("mail:25")).program == SMTPServer.program)
    }
}
