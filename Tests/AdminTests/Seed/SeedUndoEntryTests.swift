import Accounts
import Foundation
import GRDB
import Testing

@testable import Admin

/// The undo of an application takes back also what is no record: settings, roles, accounts, pictures and entries of systems.
@Suite struct SeedUndoEntryTests {
    private struct File {
        var site = "Prova"
        var roles = ["key: own-aiuto, title: Aiuto, may: [trial.things.see]"]
        var accounts = ["key: anna, name: Anna, password: viola sasso 91 tramonto, roles: [{ role: admin }]"]
        var pictures = ["key: zucca, file: p.png, alt: Una zucca"]
        var labels = ["thing: zucca, text: Dolce"]

        var text: String {
            func list(_ items: [String], _ space: String) -> String { items.map { "\n\(space)- { \($0) }" }.joined() }
            return """
                site: { name: \(site), language: it, zone: Europe/Rome }
                roles:\(list(roles, "  "))
                accounts:\(list(accounts, "  "))
                pictures:\(list(pictures, "  "))
                trial:
                  camps:
                    - key: nord
                      name: Nord
                      contents:
                        tags: [{ key: verdura, name: Verdura }]
                        things: [{ key: zucca, name: Zucca, tag: verdura }, { key: mela, name: Mela, tag: verdura }]
                        labels:\(list(labels, "          "))
                """
        }

        /// Each list has a change and something new.
        var changed: File {
            var file = self
            file.site = "Nuova"
            file.roles = [
                "key: own-aiuto, title: Aiutanti, may: [trial.things.see, trial.things.edit]",
                "key: own-ospite, title: Ospite, may: [trial.tags.see]",
            ]
            file.accounts = [
                "key: anna, name: Anna Verdi, roles: [{ role: admin }, { role: own-aiuto }]",
                "key: bruno, name: Bruno, password: prato lume 38 cestino, roles: [{ role: own-ospite }]",
            ]
            file.pictures = ["key: zucca, file: p.png, alt: Una zucca gialla", "key: mela, file: p.png, alt: Una mela"]
            file.labels = ["thing: zucca, text: Dolcissima", "thing: mela, text: Rossa"]
            return file
        }
    }

    private func applied() async throws -> SeedTrial {
        let trial = try SeedTrial(["seed.yaml": File().text])
        try trial.write("p.png", onePixel)
        try await trial.apply()
        return trial
    }

    /// What the site holds besides records; of a picture in the trash nothing.
    private func state(_ trial: SeedTrial) async throws -> [String] {
        try await trial.database.read { db in
            try String.fetchAll(
                db,
                sql: """
                    SELECT 'setting ' || key || ' ' || value FROM setting
                    UNION ALL SELECT 'role ' || name || ' ' || title || ' ' || folded || ' ' || grants FROM ownRole
                    UNION ALL SELECT 'account ' || key || ' ' || name || ' ' || ifnull(passwordHash, '-') FROM account
                    UNION ALL SELECT 'assigned ' || accountID || ' ' || role FROM roleAssignment
                    UNION ALL SELECT 'picture ' || key || ' ' || alt || ' ' || file FROM picture WHERE deletedAt IS NULL
                    UNION ALL SELECT 'label ' || thing || ' ' || text || ' ' || ifnull(pin, '-') FROM label
                    ORDER BY 1
                    """)
        }
    }

    @Test func everyListIsAsItWas() async throws {
        let trial = try await applied()
        try await trial.database.write { try $0.execute(sql: "UPDATE label SET pin = '1234'") }
        let before = try await state(trial)
        try trial.write("seed.yaml", File().changed.text)
        let plan = try await trial.apply(.file)
        let after = try await state(trial)
        #expect(plan.added == 4, "\(plan)")
        #expect(after.count == before.count + 6, "\(after)")
        let undone = try #require(try await trial.undo())
        #expect(undone.kept == [])
        #expect(undone.others == [])
        let back = try await state(trial)
        #expect(back == before)
        let left = try await trial.database.read { db in
            try Int.fetchOne(db, sql: "SELECT (SELECT count(*) FROM seedRow) + (SELECT count(*) FROM seedEntry)")
        }
        #expect(left == 0)
        // The same file is applied again as if for the first time.
        try await trial.apply(.file)
        let again = try await state(trial).filter { !$0.hasPrefix("account") }
        #expect(again == after.filter { !$0.hasPrefix("account") })
    }

    @Test func whatPeopleChangedOrUseSinceStaysAndIsNamed() async throws {
        let trial = try await applied()
        try trial.write("seed.yaml", File().changed.text)
        try await trial.apply(.file)
        try await trial.database.write { db in
            try db.execute(
                sql: """
                    UPDATE ownRole SET title = 'Aiuti', folded = 'aiuti' WHERE name = 'own-aiuto';
                    UPDATE picture SET alt = 'Gialla' WHERE key = 'zucca';
                    UPDATE label SET text = 'Amara' WHERE thing = 1;
                    """)
            let bruno = try #require(try Int64.fetchOne(db, sql: "SELECT id FROM account WHERE key = 'bruno'"))
            _ = try Accounts.resetLink(for: bruno, db, by: .system("Anna"))
        }
        let undone = try #require(try await trial.undo())
        #expect(Set(undone.kept) == ["roles own-aiuto", "accounts bruno", "pictures zucca", "nord/trial.labels zucca"])
        let now = try await state(trial)
        #expect(now.contains("label 1 Amara -"))
        #expect(!now.contains { $0.hasPrefix("label 2") })
        #expect(now.contains { $0.hasPrefix("role own-aiuto Aiuti ") })
        #expect(!now.contains { $0.hasPrefix("role own-ospite") })
        #expect(now.contains { $0.hasPrefix("account anna Anna ") && !$0.contains("Verdi") })
        #expect(now.contains { $0.hasPrefix("account bruno") })
        #expect(now.contains { $0.hasPrefix("picture zucca Gialla") })
        #expect(!now.contains { $0.hasPrefix("picture mela") })
    }

    @Test func aPictureKeepsItsFileUntilTheUndo() async throws {
        let trial = try await applied()
        let old = String(repeating: "a", count: 32)
        try await trial.database.write { try $0.execute(sql: "UPDATE picture SET file = ?", arguments: [old]) }
        try trial.write("seed.yaml", File().changed.text)
        try await trial.apply(.file)
        let kept = try await trial.database.read { try SeedJournal.pictures($0) }
        #expect(kept == [old])
        try await trial.undo()
        let back = try await trial.database.read { try String.fetchOne($0, sql: "SELECT file FROM picture WHERE key = 'zucca'") }
        #expect(back == old)
    }

    /// An erased person must not be in what an undo could bring back.
    @Test func anErasureForgetsWhatWasBefore() async throws {
        let trial = try await applied()
        try trial.write("seed.yaml", File().changed.text)
        try await trial.apply(.file)
        let rows = try await trial.database.write { db in
            try SeedMemory.forget("accounts", scope: nil, key: "anna", db)
            return try Int.fetchOne(db, sql: "SELECT count(*) FROM seedRow")
        }
        #expect(rows == 0)
        let undone = try await trial.undo()
        #expect(undone?.others.contains("accounts") == true)
    }
}
