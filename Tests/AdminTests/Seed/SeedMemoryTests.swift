import Foundation
import GRDB
import Testing

@testable import Admin

/// What the site remembers of files: three ways at each field, owners, removals, renames.
@Suite struct SeedMemoryTests {
    private static func site(_ things: String, tags: String = "{ key: verdura, name: Verdura }") -> String {
        """
        trial:
          camps:
            - key: nord
              name: Nord
              contents:
                tags:
                  - \(tags)
                things:
                  \(things.split(separator: "\n").map { "- { \($0) }" }.joined(separator: "\n          "))
        """
    }

    private static let zucca = "key: zucca, name: Zucca, tag: verdura, price: 1.60, note: Dolce"

    private func applied(_ things: String = zucca) async throws -> SeedTrial {
        let trial = try SeedTrial(["seed.yaml": Self.site(things)])
        try await trial.apply()
        return trial
    }

    private func thing(_ trial: SeedTrial, _ key: String = "zucca") async throws -> String? {
        try await trial.database.read { db in
            try String.fetchOne(
                db, sql: "SELECT name || ' ' || ifnull(price, '-') || ' ' || note || ' ' || (deletedAt IS NULL) FROM thing WHERE key = ?",
                arguments: [key])
        }
    }

    private func people(_ trial: SeedTrial, _ sql: String) async throws {
        try await trial.database.write { try $0.execute(sql: sql) }
    }

    private func refused(_ work: () async throws -> SeedPlan) async throws -> [String] {
        do {
            _ = try await work()
            return []
        } catch let refused as SeedRefused {
            return refused.mistakes.map { "\($0.line):\($0.column): \($0.sentence)" }
        }
    }

    @Test func whatOnlyPeopleChangedStaysAndIsSaid() async throws {
        let trial = try await applied()
        try await people(trial, "UPDATE thing SET price = 170, name = 'Zucca mantovana', folded = 'zucca mantovana'")
        let plan = try await trial.apply()
        let now = try await thing(trial)
        #expect(now == "Zucca mantovana 170 Dolce 1")
        #expect(plan.isNothing)
        #expect(plan.kept == 1)
        #expect(plan.description.contains("= nord/trial.things zucca: kept as on the site: name, price"), "\(plan)")
        #expect(plan.description.contains("    price: 1.70 -> 1.60"), "\(plan)")
    }

    @Test func whatOnlyTheFileChangedIsApplied() async throws {
        let trial = try await applied()
        try await people(trial, "UPDATE thing SET note = 'Dolcissima'")
        try trial.write("seed.yaml", Self.site(Self.zucca.replacing("1.60", with: "1.80")))
        let plan = try await trial.apply()
        let now = try await thing(trial)
        #expect(now == "Zucca 180 Dolcissima 1")
        #expect(plan.description.contains("~ nord/trial.things zucca: price\n    price: 1.60 -> 1.80"), "\(plan)")
        let again = try await trial.apply()
        #expect(again.isNothing)
    }

    @Test(arguments: [(SeedPolicy.file, "Zucca 180 Dolce 1"), (.people, "Zucca 170 Dolce 1")])
    func whatBothChangedIsAConflictWithThreeValues(policy: SeedPolicy, after: String) async throws {
        let trial = try await applied()
        try await people(trial, "UPDATE thing SET price = 170")
        try trial.write("seed.yaml", Self.site(Self.zucca.replacing("1.60", with: "1.80") + "\nkey: mela, name: Mela, tag: verdura"))
        let found = try await refused { try await trial.apply() }
        #expect(
            found == ["9:61: conflict: price: this file says 1.80, people changed the site to 1.70, last written 1.60"], "\(found)")
        let before = try await thing(trial)
        #expect(before == "Zucca 170 Dolce 1")
        let mela = try await thing(trial, "mela")
        #expect(mela == nil)
        try await trial.apply(policy)
        let now = try await thing(trial)
        #expect(now == after)
        let again = try await trial.apply()
        #expect(again.isNothing)
    }

    @Test func aFieldThatAnotherApplicationKeepsIsAConflictThatNamesIt() async throws {
        let trial = try await applied()
        try trial.write(
            "rossa.yaml",
            "trial:\n  camps:\n    - key: nord\n      contents:\n        things:\n          - { key: zucca, price: 1.9, time: 2:05 }\n")
        let found = try await refused { try await trial.apply(file: "rossa.yaml") }
        #expect(found == ["6:34: conflict: price: 'seed' keeps it and wrote 1.60; this file says 1.90, the site 1.60"], "\(found)")
        try await trial.apply(.people, file: "rossa.yaml")
        let kept = try await thing(trial)
        #expect(kept == "Zucca 160 Dolce 1")
        let owners = try await trial.database.read { try SeedMemory.owners(SeedIdentity("trial.things", scope: 1, "zucca"), $0) }
        #expect(owners["time"] == ["rossa"])
        #expect(owners["price"] == ["seed"])
        try await trial.apply(.file, file: "rossa.yaml")
        let taken = try await trial.database.read { try SeedMemory.owners(SeedIdentity("trial.things", scope: 1, "zucca"), $0) }
        #expect(taken["price"] == ["rossa"])
        let back = try await refused { try await trial.apply() }
        #expect(back.count == 1)
    }

    /// A site of a version without memory: people have worked on it, and no file is remembered.
    @Test func aFirstApplicationOverPeoplesRecordsSaysTwoValues() async throws {
        let trial = try await applied()
        try await people(trial, "DELETE FROM seedMemory; DELETE FROM seedApplication")
        let words = try SeedTrial.words()
        try await trial.database.write { db in
            var thing = try #require(try Thing.fetch(db, id: 1))
            thing.price = 170
            try thing.update(db, by: .system("Anna"), words: words, zone: .gmt)
        }
        let found = try await refused { try await trial.apply() }
        #expect(found == ["9:61: conflict: price: this file says 1.60, the site 1.70, and no file wrote it before"], "\(found)")
        try await people(trial, "UPDATE thing SET price = 160")
        let plan = try await trial.apply()
        #expect(plan.isNothing)
        let count = try await trial.database.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM seedMemory") }
        #expect(count == 3)
    }

    @Test func secretsAreRememberedOnlyAsSet() async throws {
        let trial = try SeedTrial([
            "seed.yaml": "accounts:\n  - { key: anna, name: Anna, password: viola sasso 91 tramonto, roles: [{ role: admin }] }\n"
        ])
        try await trial.apply()
        let said = try await trial.database.read { try String.fetchOne($0, sql: "SELECT fields FROM seedMemory WHERE kind = 'accounts'") }
        #expect(said?.contains(#""password":"set""#) == true, "\(said ?? "")")
        #expect(said?.contains("viola") == false)
        let plan = try await trial.plan()
        #expect(plan.description.contains("not compared, because they are set once: 1 passwords"), "\(plan)")
    }

    @Test func whatTheFileNoLongerHasIsSaidAndPruned() async throws {
        let trial = try await applied(Self.zucca + "\nkey: mela, name: Mela, tag: verdura")
        try trial.write("seed.yaml", Self.site(Self.zucca))
        let plan = try await trial.apply()
        #expect(plan.gone == 1)
        #expect(plan.description.contains("? nord/trial.things mela: the file no longer has it"), "\(plan)")
        let stays = try await thing(trial, "mela")
        #expect(stays == "Mela -  1")
        let planned = try await trial.plan(SeedOptions(trial.path, prunes: true))
        #expect(planned.removed == 1)
        let still = try await thing(trial, "mela")
        #expect(still == "Mela -  1")
        let pruned = try await trial.apply(options: SeedOptions(trial.path, prunes: true))
        #expect(pruned.removed == 1)
        let gone = try await thing(trial, "mela")
        #expect(gone == "Mela -  0")
        let again = try await trial.apply(options: SeedOptions(trial.path, prunes: true))
        #expect(again.isNothing)
    }

    @Test func whatIsUsedStaysWhenPruning() async throws {
        let trial = try await applied()
        try trial.write(
            "seed.yaml", "trial:\n  camps:\n    - key: nord\n      contents:\n        things:\n          - { key: zucca, price: 1.60 }\n")
        let pruned = try await trial.apply(options: SeedOptions(trial.path, prunes: true))
        #expect(pruned.removed == 0)
        #expect(pruned.description.contains("verdura: the file no longer has it (it stays, because 'Zucca' use it)"), "\(pruned)")
    }

    @Test func aKeyIsRenamed() async throws {
        let trial = try await applied()
        try trial.write("seed.yaml", Self.site("key: zucca-dolce, was: zucca, name: Zucca, tag: verdura, price: 1.60, note: Dolce"))
        let plan = try await trial.plan()
        #expect(plan.description.contains("~ nord/trial.things zucca-dolce: key\n    key: zucca -> zucca-dolce"), "\(plan)")
        try await trial.apply()
        let keys = try await trial.database.read { try String.fetchAll($0, sql: "SELECT id || key FROM thing") }
        #expect(keys == ["1zucca-dolce"])
        let again = try await trial.apply()
        #expect(again.isNothing)
        #expect(again.gone == 0)
        try await trial.undo()
        let back = try await trial.database.read { try String.fetchAll($0, sql: "SELECT id || key FROM thing") }
        #expect(back == ["1zucca"])
    }

    @Test func aNewNameWithoutAKeyIsAskedAbout() async throws {
        let trial = try await applied("name: Mele, tag: verdura")
        try trial.write("seed.yaml", Self.site("name: Mele rosse, tag: verdura"))
        let plan = try await trial.plan()
        #expect(
            plan.description.contains(
                "+ nord/trial.things mele-rosse (new beside 'mele', which the file no longer has: if it is the same, give 'was: mele')"),
            "\(plan)")
        let found = try await refused { try await trial.apply() }
        #expect(
            found == [
                "9:13: conflict: is 'mele-rosse' the same as 'mele', which the file no longer has? "
                    + "If so give 'was: mele', if not give it a 'key'"
            ], "\(found)")
        let before = try await trial.database.read { try String.fetchAll($0, sql: "SELECT key FROM thing ORDER BY id") }
        #expect(before == ["mele"])
    }

    @Test(arguments: [
        ("was: mele, name: Mele rosse", ["mele-rosse"]), ("key: mele-rosse, name: Mele rosse", ["mele", "mele-rosse"]),
    ])
    func theAnswerSaysWhetherItIsTheSame(line: String, keys: [String]) async throws {
        let trial = try await applied("name: Mele, tag: verdura")
        try trial.write("seed.yaml", Self.site(line + ", tag: verdura"))
        try await trial.apply()
        let now = try await trial.database.read { try String.fetchAll($0, sql: "SELECT key FROM thing ORDER BY id") }
        #expect(now == keys)
    }

    @Test func whatPeopleThrewAwayStaysInTheTrash() async throws {
        let trial = try await applied()
        try await people(trial, "UPDATE thing SET deletedAt = '2026-01-01 00:00:00.000'")
        let plan = try await trial.apply()
        #expect(plan.isNothing)
        #expect(plan.description.contains("zucca: kept as on the site (it was moved to the trash; --force brings it back)"), "\(plan)")
        let stays = try await thing(trial)
        #expect(stays == "Zucca 160 Dolce 0")
        try trial.write("seed.yaml", Self.site(Self.zucca.replacing("1.60", with: "1.80")))
        let found = try await refused { try await trial.apply() }
        #expect(found == ["9:13: conflict: people moved 'zucca' to the trash, and the file has changed it since"], "\(found)")
        try await trial.apply(.file)
        let back = try await thing(trial)
        #expect(back == "Zucca 180 Dolce 1")
    }

    @Test func aPlanIsRefusedWhenTheSiteHasMovedOn() async throws {
        let trial = try await applied()
        try trial.write("seed.yaml", Self.site(Self.zucca.replacing("1.60", with: "1.80")))
        let options = SeedOptions(trial.path)
        let written = PlannedSeed(trial.path, options, try await trial.plan()).written
        let planned = try #require(PlannedSeed(written))
        try await people(trial, "UPDATE thing SET note = 'Dolcissima'")
        await #expect(throws: SeedMovedOn.self) { try await trial.apply(expecting: planned) }
        let untouched = try await thing(trial)
        #expect(untouched == "Zucca 160 Dolcissima 1")
        try await people(trial, "UPDATE thing SET note = 'Dolce'")
        try await trial.apply(expecting: planned)
        let now = try await thing(trial)
        #expect(now == "Zucca 180 Dolce 1")
        await #expect(throws: SeedMovedOn.self) { try await trial.apply(expecting: planned) }
    }

    @Test func aPlanTouchesNothingAndFindsWhatTheDatabaseRefuses() async throws {
        let trial = try SeedTrial(SeedApplyTests.files)
        try trial.write("seed/zucca.png", onePixel)
        let before = try await trial.rows()
        let plan = try await trial.plan()
        #expect(plan.added == 11)
        let after = try await trial.rows()
        #expect(before == after)
        try await people(trial, "CREATE TRIGGER no BEFORE INSERT ON part BEGIN SELECT RAISE(ABORT, 'no more room'); END")
        let found = try await refused { try await trial.plan() }
        #expect(found.count == 1)
        #expect(found.first?.contains("nord/trial.things 'zucca' cannot be written: ") == true, "\(found)")
    }

    @Test(arguments: [
        ("trial/nord", "nord,1 tag,0 account"), ("trial", "nord,sud,2 tag,0 account"), ("accounts", "0 tag,1 account"),
    ])
    func onlyAPartIsApplied(part: String, what: String) async throws {
        let trial = try SeedTrial([
            "seed.yaml": """
            accounts:
              - { key: anna, name: Anna, password: viola sasso 91 tramonto, roles: [{ role: admin }] }
            trial:
              camps:
                - { key: nord, name: Nord, contents: { tags: [{ name: Verdura }] } }
                - { key: sud, name: Sud, contents: { tags: [{ name: Verdura }] } }
            """
        ])
        try await trial.apply(options: SeedOptions(trial.path, only: part))
        let found = try await trial.database.read { db in
            try String.fetchAll(db, sql: "SELECT key FROM camp ORDER BY id")
                + [
                    "\(try Int.fetchOne(db, sql: "SELECT count(*) FROM tag") ?? 0) tag",
                    "\(try Int.fetchOne(db, sql: "SELECT count(*) FROM account") ?? 0) account",
                ]
        }
        #expect(found.joined(separator: ",") == what)
        let rest = try await trial.apply(options: SeedOptions(trial.path, only: part, withoutPeople: part != "accounts"))
        #expect(rest.isNothing)
        #expect(rest.gone == 0)
    }

    @Test func anUnknownPartIsNamed() async throws {
        let trial = try await applied()
        let found = try await refused { try await trial.plan(SeedOptions(trial.path, only: "trial/nrod")) }
        #expect(found.first?.contains("unknown part for --only 'nrod': did you mean 'nord'?") == true, "\(found)")
    }
}
