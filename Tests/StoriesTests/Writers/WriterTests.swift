import Accounts
import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Admin
@testable import Stories

@Suite struct RegistrationTests {
    private let rome = TimeZone(identifier: "Europe/Rome")!
    /// 15 January 2027.
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func good() -> Registration {
        var registration = Registration()
        (registration.email, registration.nickname) = ("dario@example.org", "dario.01")
        (registration.firstName, registration.lastName) = ("Dario", "Neri")
        (registration.birthYear, registration.country) = ("1990", "IT")
        (registration.acceptsPrivacy, registration.acceptsTerms) = (true, true)
        return registration
    }

    private func problems(_ change: (inout Registration) -> Void) throws -> [String: Registration.Problem] {
        var registration = good()
        change(&registration)
        return try Bookshelf().read { try registration.problems(at: now, in: rome, $0) }
    }

    @Test func everythingIsJudgedAtOnce() throws {
        let nothing = try problems { $0 = Registration() }
        #expect(Set(nothing.keys) == ["email", "firstName", "lastName", "nickname", "birthYear", "country", "privacy", "terms"])
        let good = try problems { _ in }
        #expect(good.isEmpty)
    }

    @Test func nobodyUnderAgeMayWrite() throws {
        let minor = try problems { $0.birthYear = "2010" }
        #expect(minor == ["birthYear": .underAge])
        let thisYear = try problems { $0.birthYear = "2009" }
        #expect(thisYear == ["birthYear": .underAge])
        let said = try problems { ($0.birthYear, $0.isAdult) = ("2009", true) }
        #expect(said.isEmpty)
        let minorSaying = try problems { ($0.birthYear, $0.isAdult) = ("2010", true) }
        #expect(minorSaying == ["birthYear": .underAge])
        for wrong in ["1850", "2028", "mille"] {
            let found = try problems { $0.birthYear = wrong }
            #expect(found == ["birthYear": .malformed])
        }
    }

    @Test func addressAndNicknameAreOnes() throws {
        let taken = try problems { ($0.email, $0.nickname) = ("WRITER1@example.org", "Writer1") }
        #expect(taken == ["email": .taken, "nickname": .taken])
        let odd = try problems { ($0.email, $0.nickname) = ("dario@nowhere", "da rio") }
        #expect(odd == ["email": .malformed, "nickname": .malformed])
    }

    @Test func documentsMustBeAccepted() throws {
        let refused = try problems { $0.acceptsTerms = false }
        #expect(refused == ["terms": .notAccepted])
    }

    @Test(arguments: ["a@b.it", "nome.cognome+storie@mail.example.org", "x_y-z@sub.dominio.museum"])
    func anAddressIsTaken(_ address: String) { #expect(MailAddress.isValid(address)) }

    @Test(arguments: [
        "a", "a@b", "@b.it", "a@", "a@@b.it", "a b@c.it", "a@-b.it", "a@b..it", "a@b.it\r\nBcc: c@d.it", "a@b.it,c@d.it", "<a@b.it>",
        "è@b.it",
    ])
    func whatIsNoAddressIsRefused(_ address: String) { #expect(!MailAddress.isValid(address)) }
}

@Suite struct WriterLinkTests {
    /// Registers a fourth writer, and gives the secret of the link in his message.
    private func registered(_ shelf: Bookshelf) throws -> Token {
        var registration = Registration()
        (registration.email, registration.nickname) = ("dario@example.org", "dario")
        (registration.firstName, registration.lastName) = ("Dario", "Neri")
        (registration.birthYear, registration.country) = ("1990", "IT")
        let words = try Texts(folder: Self.texts).words(in: .italian)
        let id = try shelf.write {
            try registration.register(
                passwordHash: "scrypt$1", edition: 1, origin: "https://storie.example.org", words: words, at: shelf.now, $0)
        }
        #expect(id == 4)
        return try link(shelf)
    }

    private static let texts = TestSite.root + "/Templates/texts"

    private func link(_ shelf: Bookshelf) throws -> Token {
        let body: String? = try shelf.value("SELECT body FROM mail ORDER BY id DESC LIMIT 1")
        let line = try #require(body?.split(separator: "\n").first { $0.hasPrefix("https://") })
        return try #require(Token(sent: String(line.split(separator: "/").last ?? "")))
    }

    @Test func theLinkProvesTheAddressOnce() throws {
        let shelf = try Bookshelf()
        let first = try shelf.start()
        let token = try registered(shelf)
        let before = Bookshelf.refusal { try shelf.add(after: first, by: 4) }
        #expect(before == .emailNotVerified)
        let verified = try shelf.write { try WriterLink.verify(token, at: shelf.sameMoment, $0) }
        #expect(verified == 4)
        try shelf.add(after: first, by: 4)
        let again = try shelf.write { try WriterLink.verify(token, at: shelf.sameMoment, $0) }
        #expect(again == nil)
    }

    @Test func anOldLinkProvesNothing() throws {
        let shelf = try Bookshelf()
        let token = try registered(shelf)
        let late = shelf.sameMoment + 3 * 86400 + 1
        let verified = try shelf.write { try WriterLink.verify(token, at: late, $0) }
        #expect(verified == nil)
    }

    @Test func aNewPasswordEndsEverySession() throws {
        let shelf = try Bookshelf()
        let words = try Texts(folder: Self.texts).words(in: .english)
        let session = try shelf.write { try WriterSession.begin(for: 1, .browser, device: "", access: "Web", at: shelf.now, $0) }
        try shelf.write { db in
            let writer = try Writer.find(1, db)!
            try WriterLink.send(.reset, to: writer, origin: "https://storie.example.org", words: words, at: shelf.sameMoment, db)
        }
        let token = try link(shelf)
        let wrongUse = try shelf.write { try WriterLink.verify(token, at: shelf.sameMoment, $0) }
        let reset = try shelf.write { try WriterLink.reset(token, passwordHash: "scrypt$2", at: shelf.sameMoment, $0) }
        let left = try shelf.read { try WriterSession.find(session, at: shelf.sameMoment, $0) }
        #expect(wrongUse == nil)
        #expect(reset == 1)
        #expect(left == nil)
    }

    @Test func aNewAddressCountsWhenItIsProved() throws {
        let shelf = try Bookshelf()
        let words = try Texts(folder: Self.texts).words(in: .english)
        try shelf.write { db in
            let writer = try Writer.find(1, db)!
            try WriterLink.send(
                .change, to: writer, email: "anna@nuovo.example.org", origin: "https://storie.example.org", words: words, at: shelf.now, db)
        }
        let (recipient, before): (String?, String?) = (
            try shelf.value("SELECT recipient FROM mail"), try shelf.value("SELECT email FROM writer WHERE id = 1")
        )
        #expect(recipient == "anna@nuovo.example.org")
        #expect(before == "writer1@example.org")
        let token = try link(shelf)
        _ = try shelf.write { try WriterLink.verify(token, at: shelf.sameMoment, $0) }
        let after: String? = try shelf.value("SELECT email FROM writer WHERE id = 1")
        #expect(after == "anna@nuovo.example.org")
    }
}

@Suite struct ErasureTests {
    @Test func aWriterTakesEverythingAway() throws {
        let shelf = try Bookshelf()
        let first = try shelf.start("La mia storia")
        let second = try shelf.add(after: first)
        try shelf.vote(second, by: 1)
        let json = try shelf.read { try WriterFile.json(of: 1, $0) }
        #expect(json["writer"]?.list?.first?["email"] == .text("writer1@example.org"))
        #expect(json["fragments"]?.list?.first?["title"] == .text("La mia storia"))
        #expect(json["votes"]?.list?.first?["fragment"] == .number(Int(second)))
        #expect(!json.compact.contains("scrypt"))
        #expect(!json.compact.contains("writer2@"))
    }

    @Test func nothingOfThePersonIsLeftAndTheStoryIsWhole() throws {
        let shelf = try Bookshelf()
        let first = try shelf.start()
        let second = try shelf.add(after: first)
        try shelf.vote(second, by: 1)
        let bruno = try shelf.read { try Writer.find(2, $0)! }
        try shelf.write { try bruno.follow(1, at: shelf.now, $0) }
        let before = try shelf.state()
        _ = try shelf.write { try WriterSession.begin(for: 1, .browser, device: "Firefox", access: "Web", at: shelf.now, $0) }
        try shelf.write { try Writer.erase(1, at: shelf.now, $0) }
        let after = try shelf.state()
        #expect(after == before)
        let tables = try shelf.read {
            try String.fetchAll($0, sql: "SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table'")
        }
        for table in tables {
            let rows = try shelf.read { try Row.fetchAll($0, sql: "SELECT * FROM \"\(table)\"").map(\.description) }
            #expect(!rows.contains { $0.contains("writer1") || $0.contains("Cognome 1") }, "\(table)")
        }
        let follows: Int? = try shelf.value("SELECT count(*) FROM follow")
        #expect(follows == 0)
        let writing = Bookshelf.refusal { try shelf.start(by: 1) }
        #expect(writing == .loginNeeded)
    }
}

@Suite struct MailTests {
    @Test func whatFailsIsTriedLaterAndLater() throws {
        let shelf = try Bookshelf()
        let start = shelf.now
        try shelf.write { try Mail.enqueue(to: "a@b.it", writer: 1, subject: "Oggetto", body: "Testo", at: start, $0) }
        let taken = try shelf.write { try Mail.take(at: start, $0) }
        #expect(taken.count == 1)
        let meanwhile = try shelf.write { try Mail.take(at: start, $0) }
        #expect(meanwhile.isEmpty)
        try shelf.write { try taken[0].failed("no", at: start, $0) }
        let early = try shelf.write { try Mail.take(at: start + 59, $0) }
        let again = try shelf.write { try Mail.take(at: start + 60, $0) }
        #expect(early.isEmpty)
        try #require(again.count == 1)
        #expect(again[0].attempts == 1)
        try shelf.write { try again[0].sent(at: start + 61, $0) }
        let body: String? = try shelf.value("SELECT body FROM mail")
        #expect(body == "")
    }

    @Test func afterEightTriesItWaitsForAPerson() throws {
        let shelf = try Bookshelf()
        var moment = shelf.now
        try shelf.write { try Mail.enqueue(to: "a@b.it", writer: nil, subject: "Oggetto", body: "Testo", at: moment, $0) }
        for _ in 0..<Mail.mostAttempts {
            moment += 86400
            let taken = try shelf.write { try Mail.take(at: moment, $0) }
            try shelf.write { try taken.first?.failed("no", at: moment, $0) }
        }
        let state: String? = try shelf.value("SELECT state FROM mail")
        #expect(state == "failed")
        let isRetried = try shelf.write { try Mail.retry(1, at: moment, $0) }
        let due = try shelf.write { try Mail.take(at: moment, $0) }
        #expect(isRetried)
        #expect(due.count == 1)
    }

    @Test func aMessageIsWrittenAsMailProgramsReadIt() {
        let message = MailMessage(
            from: "storie@example.org", to: "a@b.it\r\nBcc: c@d.it", subject: "Perché no? " + String(repeating: "è", count: 40),
            body: "Prima riga\nseconda", date: Date(timeIntervalSince1970: 1_800_000_000), identity: "7")
        let text = message.text
        let lines = text.components(separatedBy: "\r\n")
        #expect(lines.contains("To: a@b.itBcc: c@d.it"))
        #expect(!lines.contains { $0.hasPrefix("Bcc:") })
        #expect(lines.contains("Date: Fri, 15 Jan 2027 08:00:00 +0000"))
        #expect(lines.allSatisfy { $0.utf8.count <= 76 + 20 })
        #expect(lines.allSatisfy { $0.utf8.allSatisfy { $0 < 0x80 } })
        let body = lines.drop { !$0.isEmpty }.joined()
        #expect(Data(base64Encoded: body).map { String(decoding: $0, as: UTF8.self) } == "Prima riga\r\nseconda")
    }

    @Test func withoutACommandMessagesGoIntoAFolder() throws {
        let folder = NSTemporaryDirectory() + "/portico-mail-" + UUID().uuidString
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let transport = MailTransport(command: nil, folder: folder)
        #expect(transport == .folder(folder))
        let message = MailMessage(from: "a@b.it", to: "c@d.it", subject: "Ciao", body: "Testo", date: .now, identity: "12")
        try transport.send(message)
        let files = try FileManager.default.contentsOfDirectory(atPath: folder)
        #expect(files == ["12.eml"])
    }

    @Test func messagesOfWhoLeftLeaveTheFolderToo() throws {
        let folder = try TemporaryFolder()
        let transport = MailTransport(command: nil, folder: folder.path)
        for identity in ["1-a", "2-b", "12-c"] {
            try transport.send(MailMessage(from: "a@b.it", to: "c@d.it", subject: "", body: "", date: .now, identity: identity))
        }
        try Data().write(to: URL(fileURLWithPath: folder.path + "/note.txt"))
        // The number 12 was given anew to a message that is not written yet.
        transport.forget(except: [1: .now - 60, 12: .now + 60])
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(files == ["1-a.eml", "note.txt"])
        let shelf = try Bookshelf()
        try shelf.write { try Writer.erase(1, at: shelf.now, $0) }
        let job: String? = try shelf.value("SELECT kind FROM job")
        #expect(job == Outbox.kind)
    }

    @Test func aCommandThatRefusesIsAFailure() throws {
        let message = MailMessage(from: "a@b.it", to: "c@d.it", subject: "Ciao", body: "Testo", date: .now, identity: "1")
        try MailTransport(command: "/bin/cat", folder: "").send(message)
        #expect(throws: MailTransport.Failure.self) { try MailTransport(command: "/bin/false", folder: "").send(message) }
        #expect(throws: MailTransport.Failure.self) { try MailTransport(command: "/no/such/program", folder: "").send(message) }
    }
}

@Suite struct DemonstrationTests {
    @Test func writersOfNobodysAddressLoseTheirPasswordWithTheDemonstration() throws {
        let shelf = try Bookshelf()
        let left = try shelf.write { db in
            try db.execute(sql: "UPDATE writer SET passwordHash = 'scrypt$'")
            try db.execute(sql: "UPDATE writer SET email = 'bruno@portico.test' WHERE id = ?", arguments: [Bookshelf.bruno])
            try Stories.closeDemonstration(db, by: shelf.moderator)
            return try Int64.fetchAll(db, sql: "SELECT id FROM writer WHERE passwordHash IS NOT NULL")
        }
        #expect(left == [Bookshelf.bruno])
    }
}
