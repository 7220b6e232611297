import Foundation
import GRDB
import Testing

@testable import Accounts

struct AuditTests {
    private let anna = Actor(accountID: 1, name: "Anna Bianchi", address: "192.0.2.1", requestID: "r1")

    private func filled(_ count: Int = 5) async throws -> Site {
        let site = try await Site()
        for number in 1...count {
            site.clock.advance(0.7)
            try await site.database.write { db in
                try AuditEntry.write(
                    db, "product.edit", by: anna, on: ("product", Int64(number), "Riso"), scope: 7,
                    detail: ["price": "\(number)", "name": "à/\""])
            }
        }
        return site
    }

    @Test func keepsWhoDidWhat() async throws {
        let site = try await filled()
        let entry = try #require(try await site.database.read { db in try AuditEntry.fetchOne(db, key: 2) })
        #expect(entry.actor == "Anna Bianchi")
        #expect(entry.accountID == 1)
        #expect(entry.objectKind == "product")
        #expect(entry.objectID == 2)
        #expect(entry.scopeID == 7)
        #expect(entry.detail == #"{"name":"à/\"","price":"2"}"#)
        #expect(entry.requestID == "r1")
        #expect(abs(entry.at.timeIntervalSince(site.clock.now)) < 5)
    }

    @Test(arguments: [
        "UPDATE audit SET actor = 'nobody'", "DELETE FROM audit", "DELETE FROM audit WHERE id = 5",
        "UPDATE audit SET detail = '{}' WHERE id = 1",
        "INSERT OR REPLACE INTO audit SELECT * FROM audit WHERE id = 5", "REPLACE INTO audit SELECT * FROM audit WHERE id = 2",
        "INSERT INTO audit SELECT id + 5, at, accountID, actor, address, requestID, action, objectKind, objectID, objectTitle, scopeID, detail, zeroblob(32), hash FROM audit WHERE id = 5",
        "INSERT INTO audit SELECT 0, at, accountID, actor, address, requestID, action, objectKind, objectID, objectTitle, scopeID, detail, previousHash, hash FROM audit WHERE id = 1",
        "UPDATE OR REPLACE audit SET id = 2 WHERE id = 3",
    ])
    func cannotBeChanged(sql: String) async throws {
        let site = try await filled()
        await #expect(throws: DatabaseError.self) { try await site.change(sql) }
        let count = try await site.count("SELECT count(*) FROM audit")
        let broken = try await site.database.read { db in try AuditEntry.verify(db) }
        #expect(count == 5)
        #expect(broken == nil)
    }

    /// Whoever has the file can drop the triggers; the chain then shows it.
    @Test(arguments: [
        ("UPDATE audit SET actor = 'Somebody else' WHERE id = 3", 3), ("UPDATE audit SET at = '2020-01-01 00:00:00.000' WHERE id = 2", 2),
        ("DELETE FROM audit WHERE id = 2", 3), ("DELETE FROM audit WHERE id = 1", 2), ("UPDATE audit SET objectID = NULL WHERE id = 4", 4),
        ("UPDATE audit SET address = 'r1', requestID = '192.0.2.1' WHERE id = 5", 5), ("UPDATE audit SET scopeID = 8 WHERE id = 1", 1),
        ("UPDATE audit SET actor = 'Anna Bianch', address = 'i192.0.2.1' WHERE id = 1", 1),
        ("UPDATE audit SET hash = previousHash WHERE id = 1", 1), ("UPDATE audit SET id = 9 WHERE id = 5", 9),
    ])
    func theChainShowsATamperedCopy(sql: String, firstBroken: Int64) async throws {
        let site = try await filled()
        let found = try await site.database.write { db in
            try db.execute(sql: "DROP TRIGGER auditIsNotChanged; DROP TRIGGER auditIsNotDeleted; DROP TRIGGER auditOnlyGrows;")
            try db.execute(sql: sql)
            return try AuditEntry.verify(db)
        }
        #expect(found == firstBroken)
    }

    @Test func aShortenedLogShowsByItsHead() async throws {
        let site = try await filled()
        let (before, after) = try await site.database.write { db in
            let before = try AuditChain.head(db)
            try db.execute(sql: "DROP TRIGGER auditIsNotDeleted; DELETE FROM audit WHERE id = 5")
            return (before?.hash, try AuditChain.head(db)?.hash)
        }
        #expect(before != after)
    }

    @Test func isPartOfTheChangeItTellsOf() async throws {
        let site = try await filled(1)
        struct Failure: Error {}
        await #expect(throws: Failure.self) {
            try await site.database.write { [anna] db in
                try AuditEntry.write(db, "product.delete", by: anna)
                throw Failure()
            }
        }
        let log = try await site.audited()
        #expect(log == ["product.edit"])
    }

    @Test func keepsEachEntryOnOneLine() async throws {
        let site = try await Site()
        let liar = Actor(accountID: nil, name: "x\r\n2026 admin signed in\u{1B}[2J", address: "", requestID: "")
        try await site.database.write { db in try AuditEntry.write(db, "test", by: liar, on: ("thing", 1, "a\u{0}b")) }
        let entry = try #require(try await site.database.read { db in try AuditEntry.fetchOne(db) })
        #expect(entry.actor.utf8.allSatisfy { $0 >= 0x20 })
        #expect(entry.objectTitle == "a\u{FFFD}b")
    }

    @Test func outlivesTheAccount() async throws {
        let site = try await filled(1)
        try await site.change("DELETE FROM account")
        let accounts = try await site.count("SELECT count(*) FROM audit WHERE accountID = 1")
        #expect(accounts == 1)
    }
}
