import AdminTestSupport
import Foundation
import GRDB
import Testing

@testable import Admin

/// The order in which messages leave, and what becomes of one that does not.
@Suite struct MailQueueTests {
    private let now = Date(timeIntervalSince1970: 1_800_000_000)

    private func database() async throws -> DatabaseQueue { try await SampleSite().database }

    @discardableResult
    private func write(
        _ subject: String, leaving: String = "", isUrgent: Bool = false, after seconds: Double = 0, _ db: Database
    ) throws -> Int64 {
        try Mail.enqueue(
            to: "anna@example.org", of: "sample", subject: subject, body: "Ciao", leaving: leaving, isUrgent: isUrgent, at: now + seconds,
            db)
    }

    @Test func personalMessagesPrecedeThoseToMany() async throws {
        try await database().write { db in
            try write("lista", leaving: "https://example.org/via", db)
            try write("seconda", after: 2, db)
            try write("prima", after: 1, db)
            try write("urgente", isUrgent: true, db)
            try write("domani", after: 86_400, db)
            let taken = try Mail.take(at: now + 60, db)
            #expect(taken.map(\.subject) == ["prima", "seconda", "lista"])
            let urgent = try Mail.take(urgent: true, at: now + 60, db)
            #expect(urgent.map(\.subject) == ["urgente"])
        }
    }

    @Test func noMoreAreTakenThanAskedFor() async throws {
        try await database().write { db in
            for number in 1...5 { try write("m\(number)", after: Double(number), db) }
            let first = try Mail.take(2, at: now + 60, db)
            #expect(first.map(\.subject) == ["m1", "m2"])
            let second = try Mail.take(2, at: now + 60, db)
            #expect(second.map(\.subject) == ["m3", "m4"])
        }
    }

    @Test func whatIsTakenIsTriedAgainAfterACrash() async throws {
        try await database().write { db in
            try write("prima", db)
            let first = try Mail.take(at: now, db)
            #expect(first.map(\.attempts) == [0])
            #expect(try Mail.take(at: now + 899, db).isEmpty)
            let again = try Mail.take(at: now + 900, db)
            #expect(again.map(\.attempts) == [1])
        }
    }

    @Test func whatIsGivenBackWasNotTried() async throws {
        try await database().write { db in
            try write("prima", db)
            try Mail.giveBack(try Mail.take(at: now, db), at: now + 1, db)
            let again = try Mail.take(at: now + 1, db)
            #expect(again.map(\.attempts) == [0])
        }
    }

    @Test func eachFailureWaitsTwiceAsLongUntilTheEighth() async throws {
        try await database().write { db in
            try write("prima", db)
            var moment = now
            for attempt in 0..<Mail.mostAttempts {
                let mail = try #require(try Mail.take(at: moment, db).first, "\(attempt)")
                #expect(mail.attempts == attempt)
                try mail.failed("niente posta", at: moment, db)
                let next = try #require(try Date.fetchOne(db, sql: "SELECT nextAt FROM mail"))
                #expect(abs(next.timeIntervalSince(moment) - 60 * pow(2, Double(attempt))) < 0.01, "\(attempt)")
                moment = next
            }
            #expect(try Mail.take(at: moment + 1_000_000, db).isEmpty)
            #expect(try String.fetchOne(db, sql: "SELECT state || error FROM mail") == "failedniente posta")
        }
    }

    @Test func aPersonSendsItAgainWithinItsSystemAndOnlyWhatHasNotGone() async throws {
        try await database().write { db in
            let id = try write("prima", db)
            try db.execute(sql: "UPDATE mail SET state = 'failed', attempts = 8, error = 'x'")
            #expect(try !Mail.retry(id, of: "other", at: now, db))
            #expect(try Mail.retry(id, of: "sample", at: now, db))
            let mail = try #require(try Mail.take(at: now, db).first)
            #expect(mail.error == "")
            try mail.sent(at: now, db)
            #expect(try String.fetchOne(db, sql: "SELECT state || body || html FROM mail") == "sent")
            #expect(try !Mail.retry(id, of: "sample", at: now, db))
        }
    }

    @Test func aLongReasonIsCut() async throws {
        try await database().write { db in
            try write("prima", db)
            let mail = try #require(try Mail.take(at: now, db).first)
            try mail.failed(String(repeating: "x", count: 5_000), at: now, db)
            #expect(try Int.fetchOne(db, sql: "SELECT length(error) FROM mail") == 1_000)
        }
    }

    @Test func whatWaitedInACopyIsSetAside() async throws {
        try await database().write { db in
            try write("prima", db)
            try write("dopo", after: 100, db)
            try Mail.putAside(before: now + 50, db)
            let states = try String.fetchAll(db, sql: "SELECT subject || ' ' || state || ' ' || error FROM mail ORDER BY id")
            #expect(states == ["prima failed restored", "dopo waiting "])
        }
    }

    @Test func aLinkWaitsForTheAddressAndGetsItEverywhere() async throws {
        try await database().write { db in
            let link = Mail.unknownOrigin + "/a"
            try Mail.enqueue(
                to: "a@example.org", of: "sample", subject: "Link", body: link, html: "<a href=\"\(link)\">", leaving: link, at: now, db)
            try write("Senza", db)
            #expect(try Mail.withoutAddress(db) == 1)
            #expect(try Mail.take(at: now, db).map(\.subject) == ["Senza"])
            let sent = try #require(try Mail.take(origin: "https://example.org", at: now, db).first)
            #expect(sent.body == "https://example.org/a")
            #expect(sent.html == "<a href=\"https://example.org/a\">")
            #expect(sent.leaving == "https://example.org/a")
            #expect(try Mail.withoutAddress(db) == 0)
        }
    }
}
