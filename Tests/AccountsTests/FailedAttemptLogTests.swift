import Foundation
import GRDB
import TestSupport
import Testing
import Web

@testable import Accounts

@Suite struct FailedAttemptLogTests {
    @Test func manyInAQuarterOfAnHourAreTwoEntriesWithTheirNumber() async throws {
        let site = try await Site()
        try await site.run { browser in
            for _ in 0..<8 { try await browser.signIn("anna", "wrong") }
            let during = try await site.audited()
            #expect(during == ["sign-in.failed"])
            site.clock.advance(FailedAttemptLog.quarter)
            try await browser.signIn("nobody", "wrong")
        }
        let rows = try await site.database.read { db in
            try Row.fetchAll(db, sql: "SELECT objectTitle, detail FROM audit ORDER BY id").map { row -> [String?] in [row[0], row[1]] }
        }
        #expect(rows == [["Anna Bianchi", "{}"], ["Anna Bianchi", #"{"tries":"7"}"#], [nil, "{}"]])
    }

    @Test func nothingTypedIsKept() async throws {
        let site = try await Site()
        try await site.run { browser in try await browser.signIn("hunter2-as-name", "hunter2-as-password") }
        let kept = try await site.database.read { db in
            try "\(Row.fetchAll(db, sql: "SELECT * FROM guess"))\(Row.fetchAll(db, sql: "SELECT * FROM audit"))"
        }
        #expect(!kept.contains("hunter2"))
    }

    @Test func thousandsOfNamesAreCountedTogether() async throws {
        let site = try await Site()
        let now = site.clock.now
        try await site.database.write { db in
            for number in 0..<520 {
                let client = ClientAddress("192.0.2.1")
                try FailedAttemptLog.note(.account, "name \(number)", on: nil, scope: nil, from: client, "", tries: 1, at: now, db)
            }
        }
        let rows = try await site.count("SELECT count(*) FROM guess")
        let tries = try await site.count("SELECT sum(tries) FROM guess")
        let entries = try await site.audited().count
        #expect(rows == 501)
        #expect(tries == 520)
        #expect(entries == 501)
    }

    @Test func manyOnOneAreNotableForADay() async throws {
        let site = try await Site()
        try await site.run { browser in for _ in 0..<6 { try await browser.signIn("anna", "wrong") } }
        let notable = try await site.database.read { [now = site.clock.now] db in try FailedAttemptLog.notable([.account], at: now, db) }
        #expect(notable.map(\.title) == ["Anna Bianchi"])
        #expect(notable.map(\.tries) == [6])
        let later = try await site.database.read { [now = site.clock.now] db in
            try FailedAttemptLog.notable([.account], at: now + 90_000, db)
        }
        #expect(later.isEmpty)
        let gone = try await site.database.write { [now = site.clock.now] db in try FailedAttemptLog.prune(now + 9 * 86_400, db) }
        #expect(gone == 1)
    }

    @Test func wrongKeysOfProgramsAreGatheredForAMinute() {
        let (meter, now) = (InvalidTokenCounter(), Date.now)
        let told = (0..<50).compactMap { _ in meter.take("192.0.2.1", at: now) }
        #expect(told == [1, 4, 40])
        #expect(meter.take("192.0.2.1", at: now + 61) == 6)
        #expect(meter.take("192.0.2.2", at: now) == 1)
    }
}

extension FailedAttemptLogTests {
    @Test func triesOnWhomNoHourMayBeKnownAreKeptByTheDay() async throws {
        var site = try await Site()
        site.settings.byTheDay = ["house.products.see"]
        let named = site
        try await named.run { browser in
            for _ in 0..<3 { try await browser.signIn("anna", "wrong") }
            named.clock.advance(3 * FailedAttemptLog.quarter)
            try await browser.signIn("anna", "wrong")
        }
        let day = named.settings.day(of: named.clock.now)
        let begun = try await named.database.read { db in try Date.fetchAll(db, sql: "SELECT begunAt FROM guess") }
        let times = try await named.database.read { db in try Date.fetchAll(db, sql: "SELECT at FROM audit") }
        #expect(begun == [day.start])
        #expect(times == [day.start])
        let tries = try await named.count("SELECT tries FROM guess")
        #expect(tries == 4)
    }
}
