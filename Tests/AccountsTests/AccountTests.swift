import Foundation
import GRDB
import TestSupport
import Testing

@testable import Accounts

struct AccountTests {
    @Test(arguments: [
        (" Anna ", "anna"), ("ANNA.bianchi-2_b", "anna.bianchi-2_b"), ("\u{FF21}\u{FF2E}\u{FF2E}\u{FF21}", "anna"), ("a", nil), ("", nil),
        (".anna", nil), ("an na", nil), ("annà", nil), ("anna@site", nil), (String(repeating: "a", count: 65), nil), ("anna\u{0}", nil),
        ("\u{430}nna", nil),
    ])
    func foldsSignInNames(typed: String, key: String?) {
        #expect(Account.foldedKey(typed) == key)
    }

    @Test(arguments: [
        "UPDATE account SET key = 'Anna'", "UPDATE account SET key = 'an na'", "UPDATE account SET key = ''",
        "UPDATE account SET name = ''",
        "UPDATE account SET passwordHash = 'plain'", "UPDATE account SET language = 'F'", "UPDATE account SET isActive = 2",
        "INSERT INTO account (key, name, createdAt, updatedAt) VALUES ('anna', 'Second', '', '')",
        "INSERT INTO roleAssignment (accountID, role, scopeID) VALUES (1, 'educator', 7)",
        "INSERT INTO roleAssignment (accountID, role) VALUES (99, 'educator')",
    ])
    func theSchemaRefusesNonsense(sql: String) async throws {
        let site = try await Site()
        await #expect(throws: DatabaseError.self) { try await site.change(sql) }
    }

    @Test func aNameIsFreeAgainFromTheTrash() async throws {
        let site = try await Site()
        try await site.change("UPDATE account SET deletedAt = '2026-01-01'")
        let id = try await site.add("anna", "Second Anna")
        #expect(id == 2)
    }

    @Test func deletingAnAccountTakesItsRowsAlong() async throws {
        let site = try await Site()
        try await site.run { browser in try await browser.signIn() }
        try await site.change("DELETE FROM account")
        let left = try await site.count("SELECT (SELECT count(*) FROM session) + (SELECT count(*) FROM roleAssignment)")
        #expect(left == 0)
    }

    @Test func removesTheDemoAccounts() async throws {
        let site = try await Site()
        try await site.add("admin", "Admin", role: "administrator", isDemo: true)
        try await site.add("educator", "Elena", role: "educator", scope: 7, isDemo: true)
        try await site.run { browser in
            try await browser.signIn("admin")
            let (there, count, left) = try await site.database.write { db in
                let there = try Accounts.hasDemoAccounts(db)
                let count = try Accounts.removeDemoAccounts(db, by: .system("test"))
                return (there, count, try Accounts.hasDemoAccounts(db))
            }
            #expect(there)
            #expect(count == 2)
            #expect(!left)
            let page = try await browser.get("/admin")
            let again = try await browser.signIn("admin")
            let anna = try await browser.signIn()
            #expect(page.code == 303)
            #expect(again.code == 422)
            #expect(anna.code == 303)
        }
        try await site.add("admin", "A real one")
    }
}
