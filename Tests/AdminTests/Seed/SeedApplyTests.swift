import Accounts
import Foundation
import GRDB
import Testing

@testable import Admin

@Suite struct SeedApplyTests {
    static let files = [
        "seed.yaml": """
        site:
          name: Prova
          language: en
          zone: Europe/Rome
          systems: [trial]
          historyDays: 30
          trashDays: 0
          backups: { on: false, hour: 4, days: 3, weeks: 0 }
        accounts:
          - { key: anna, name: Anna, password: viola sasso 91 tramonto, roles: [{ role: keeper, in: nord }, { role: admin }] }
          - { key: demo, name: Demo, password: portico-demo-account, demo: true, language: it, country: CH }
        pictures:
          - { key: zucca, file: seed/zucca.png, alt: Una zucca, credit: Noi, licence: CC0-1.0 }
          - { file: seed/zucca.png, in: nord }
        trial:
          camps:
            - name: Nord
              contents: !include seed/nord.yaml
            - key: sud
              name: Sud
              contents: { tags: [{ name: Verdura }] }
        """,
        "seed/nord.yaml": """
        tags:
          - { key: verdura, name: Verdura, best: zucca }
          - { name: Frutta d'estate }
        things:
          - key: zucca
            name: Zucca
            tag: verdura
            tags: [frutta-d-estate, verdura]
            picture: zucca
            price: 1.6
            time: 2:05
            place: [42.3512, 13.3990]
            size: medium
            moment: 2026-05-03T15:00:00Z
            published: false
            parts:
              - { text: Taglia, tag: verdura, size: large, time: "1:00" }
              - { text: Cuoci, tag: frutta-d-estate }
          - name: Mela
            tag: frutta-d-estate
        """,
    ]

    private func applied() async throws -> SeedTrial {
        let trial = try SeedTrial(Self.files)
        try trial.write("seed/zucca.png", onePixel)
        try await trial.apply()
        return trial
    }

    @Test func addsEverything() async throws {
        let trial = try await applied()
        try await trial.database.read { db in
            let thing = try #require(try Thing.fetchAll(db, where: "key = 'zucca'").first)
            #expect(thing.price == 160)
            #expect(thing.time == 125)
            #expect(thing.size == .medium)
            #expect(thing.count == 3)
            #expect(!thing.published)
            #expect(thing.parts.map(\.text) == ["Taglia", "Cuoci"])
            #expect(thing.tags.count == 2)
            #expect(thing.place?.text == "42.35120, 13.39900")
            // A record that comes later in the file.
            #expect(try Int64.fetchOne(db, sql: "SELECT best FROM tag WHERE key = 'verdura' AND campID = 1") == thing.id)
            #expect(
                try String.fetchAll(db, sql: "SELECT campID || key FROM tag ORDER BY id") == ["1verdura", "1frutta-d-estate", "2verdura"])
            #expect(
                try String.fetchAll(db, sql: "SELECT key || '/' || ifnull(scopeID, '') FROM picture ORDER BY id") == [
                    "zucca/", "zucca-2/1",
                ])
            let anna = try #require(try Account.all().named("anna").fetchOne(db))
            #expect(try RoleAssignment.of(anna.id!).fetchAll(db).map(\.role) == ["admin", "keeper"])
            let site = try SiteSettings.load(db)
            #expect(site.systems == ["trial"])
            #expect(site.historyDays == 30)
            #expect(site.trashDays == 0)
            #expect(!site.backups.isOn)
            #expect(site.backups.hour == 4)
            #expect(site.backups.days == 3)
            #expect(site.backups.weeks == 0)
            #expect(try AuditEntry.verify(db) == nil)
        }
        let hash = try await trial.database.read { try Account.all().named("anna").fetchOne($0)?.passwordHash }
        let fits = try await trial.passwords.verify("viola sasso 91 tramonto", against: hash)
        #expect(fits)
    }

    @Test func applyingTwiceChangesNothing() async throws {
        let trial = try await applied()
        let (rows, changes) = try await (trial.rows(), trial.changes())
        let plan = try await trial.apply()
        #expect(plan.isNothing, "\(plan)")
        #expect(plan.left == 12, "\(plan)")
        let (rowsAfter, changesAfter) = try await (trial.rows(), trial.changes())
        #expect(rows == rowsAfter)
        #expect(changes == changesAfter)
    }

    @Test func changesWhatDiffersAndLeavesTheRestAlone() async throws {
        let trial = try await applied()
        try await trial.database.write { try $0.execute(sql: "UPDATE thing SET note = 'by hand', version = 7 WHERE key = 'mela'") }
        let nord = Self.files["seed/nord.yaml"]!
            .replacing("price: 1.6", with: "price: null").replacing("text: Cuoci", with: "text: Arrostisci")
            .replacing("- name: Mela", with: "- { name: Pera, tag: verdura }\n  - key: mela\n    name: Mela rossa")
        try trial.write("seed/nord.yaml", nord)
        let before = try await trial.rows()
        let plan = try await trial.plan()
        let unchanged = try await trial.rows()
        #expect(before == unchanged)
        let things = try #require(plan.parts.first { $0.name == "trial.things" })
        #expect(things.scope == "nord")
        #expect(things.added == ["pera"])
        #expect(things.left == 0)
        #expect(things.changed.map { "\($0.key) \($0.fields)" } == ["zucca [\"price\", \"parts\"]", "mela [\"name\"]"])
        #expect(plan.description.contains("~ nord/trial.things zucca: price, parts"))
        #expect(plan.added == 1)
        #expect(plan.changed == 2)
        #expect(plan.left == 10)
        let done = try await trial.apply()
        #expect(done.description == plan.description)
        try await trial.database.read { db in
            let mela = try #require(try Thing.fetchAll(db, where: "key = 'mela'").first)
            #expect(mela.name == "Mela rossa")
            #expect(mela.note == "by hand")
            #expect(mela.stamp.version == 8)
            #expect(try String.fetchAll(db, sql: "SELECT text FROM part ORDER BY position") == ["Taglia", "Arrostisci"])
        }
        let again = try await trial.plan()
        #expect(again.isNothing)
    }

    @Test func namesMayMoveFromOneRecordToAnother() async throws {
        let trial = try SeedTrial(["seed.yaml": "trial:\n  camps:\n    - { key: a, name: Uno }\n    - { key: b, name: Due }\n"])
        try await trial.apply()
        try trial.write(
            "seed.yaml", "trial:\n  camps:\n    - { key: c, name: Uno }\n    - { key: a, name: Due }\n    - { key: b, name: Tre }\n")
        try await trial.apply()
        let names = try await trial.database.read { try String.fetchAll($0, sql: "SELECT key || name || folded FROM camp ORDER BY id") }
        #expect(names == ["aDuedue", "bTretre", "cUnouno"])
    }

    @Test func aNameOfTheDatabaseIsNotTakenTwice() async throws {
        let trial = try SeedTrial(["seed.yaml": "trial:\n  camps:\n    - { key: a, name: Uno }\n"])
        try await trial.apply()
        try trial.write("seed.yaml", "trial:\n  camps:\n    - { key: b, name: UNO }\n")
        let thrown = await #expect(throws: SeedRefused.self) { try await trial.plan() }
        #expect(
            thrown?.description.hasSuffix("seed.yaml:3:23: 'UNO' is the name of another record of the database: its key is 'a'") == true)
    }

    @Test(arguments: [
        ("thing", "nord/trial.things 'zucca'"), ("part", "nord/trial.things 'zucca'"), ("account", "accounts 'anna'"),
        ("picture", "pictures 'zucca'"),
    ])
    func whatCannotBeWrittenIsNamed(table: String, name: String) async throws {
        let trial = try SeedTrial(Self.files)
        try trial.write("seed/zucca.png", onePixel)
        let mistakes = try trial.mistakes()
        #expect(mistakes.isEmpty)
        try await trial.database.write { db in
            try db.execute(sql: "CREATE TRIGGER no BEFORE INSERT ON \(table) BEGIN SELECT RAISE(ABORT, 'no more room'); END")
        }
        var thrown: SeedRefused?
        do {
            try await trial.apply()
        } catch let refused as SeedRefused {
            thrown = refused
        }
        let said = thrown?.mistakes.first
        #expect(said?.sentence.hasPrefix("\(name) cannot be written: ") == true, "\(String(describing: said))")
        #expect(said?.sentence.contains("no more room") == true)
        #expect((said?.line ?? 0) > 1)
        let count = try await trial.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM camp") }
        #expect(count == 0)
    }

    /// A file that the site does not remember; see SeedMemoryTests for one that it does.
    @Test func whatLiesInTheTrashComesBack() async throws {
        let trial = try await applied()
        try await trial.database.write { try $0.execute(sql: "DELETE FROM seedMemory; DELETE FROM seedApplication") }
        try await trial.database.write { try $0.execute(sql: "UPDATE thing SET deletedAt = '2026-01-01 00:00:00.000' WHERE key = 'mela'") }
        let plan = try await trial.apply()
        #expect(plan.changed == 1)
        let count = try await trial.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM thing WHERE deletedAt IS NULL") }
        #expect(count == 2)
    }

    @Test func aChangedPasswordStays() async throws {
        let trial = try await applied()
        try await trial.database.write { try $0.execute(sql: "UPDATE account SET passwordHash = 'scrypt$own' WHERE key = 'anna'") }
        let plan = try await trial.apply()
        #expect(plan.isNothing)
    }

    @Test func aRecordOfTheDatabaseCanBePointedTo() async throws {
        let trial = try await applied()
        try trial.write(
            "seed.yaml",
            "trial:\n  camps:\n    - key: nord\n      contents:\n        things:\n          - { key: fico, name: Fico, tag: verdura, picture: zucca-2 }\n          - { key: mela, count: 9 }\n"
        )
        let plan = try await trial.apply()
        #expect(plan.added == 1, "\(plan)")
        #expect(plan.changed == 1, "\(plan)")
    }
}
