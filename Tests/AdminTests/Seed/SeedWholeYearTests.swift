import Accounts
import Foundation
import GRDB
import Testing
import Web

@testable import Admin

/// A year of a site: set up by two files, forty changes of people, twenty of the files. All that differs is said, by a comparison of the
/// file with an export of the site that knows nothing of the memory.
@Suite struct SeedWholeYearTests {
    /// The file of the whole site.
    private struct Base {
        var south = (1...8).map { "key: s-\($0), name: Sud \($0), tag: pane, price: \($0).00" }

        var text: String {
            """
            site: { name: Prova, language: it, zone: Europe/Rome }
            accounts:
              - { key: anna, name: Anna, password: viola sasso 91 tramonto, roles: [{ role: admin }] }
            trial:
              camps:
                - { key: nord, name: Nord }
                - key: sud
                  name: Sud
                  contents:
                    tags: [{ key: pane, name: Pane }]
                    things:
                      \(south.map { "- { \($0) }" }.joined(separator: "\n          "))
            """
        }
    }

    /// The file of one camp.
    private struct North {
        var tags = ["verdura", "frutta", "pane", "latte"]
        var things = (1...30).map { "key: cosa-\($0), name: Cosa \($0), tag: verdura, price: \($0).00" } + ["name: Mele, tag: frutta"]
        var labels = (1...4).map { "thing: cosa-\($0), text: Etichetta \($0)" }

        var text: String {
            """
            trial:
              camps:
                - key: nord
                  contents:
                    tags:
                      order: file
                      records:
                        \(tags.map { "- { key: \($0), name: \($0.capitalized) }" }.joined(separator: "\n            "))
                    things:
                      \(things.map { "- { \($0) }" }.joined(separator: "\n          "))
                    labels:
                      \(labels.map { "- { \($0) }" }.joined(separator: "\n          "))
            """
        }

        mutating func price(_ number: Int, _ price: String) {
            things[number - 1] = things[number - 1].replacing("price: \(number).00", with: "price: \(price)")
        }
    }

    private let words: Words

    init() throws { words = try SeedTrial.words() }

    private func change(_ key: String, _ db: Database, _ change: (inout Thing) throws -> Void) throws {
        var thing = try #require(try Thing.fetchAll(db, where: "key = ?", [key]).first)
        try change(&thing)
        guard thing.stamp.deletedAt == nil else { return try thing.move(toTrash: true, db, by: .system("Anna")) }
        try thing.update(db, by: .system("Anna"), words: words, zone: .gmt)
    }

    /// Forty changes of people.
    private func peopleWork(_ trial: SeedTrial) async throws {
        try await trial.database.write { db in
            for number in 1...16 { try change("cosa-\(number)", db) { $0.price = 100_000 + number } }
            for number in 17...20 { try change("cosa-\(number)", db) { $0.note = "Nota \(number)" } }
            for number in 21...23 { try change("cosa-\(number)", db) { $0.stamp.deletedAt = .now } }
            for number in 1...8 { try change("s-\(number)", db) { $0.name += " bis" } }
            var camp = try #require(try Camp.fetch(db, id: 1))
            camp.name = "Campo nord"
            try camp.update(db, by: .system("Anna"), words: words, zone: .gmt)
            for (key, ordering, name) in [("frutta", 25, "Frutta"), ("verdura", 10, "Verdure")] {
                var tag = try #require(try Tag.fetchAll(db, where: "key = ? AND campID = 1", [key]).first)
                (tag.ordering, tag.name) = (ordering, name)
                try tag.update(db, by: .system("Anna"), words: words, zone: .gmt)
            }
            var site = try SiteSettings.load(db)
            site.name = "Il nostro sito"
            try site.save(db)
            try db.execute(
                sql: """
                    UPDATE account SET name = 'Anna Verdi';
                    UPDATE label SET text = 'Cambiata' WHERE thing IN (SELECT id FROM thing WHERE key IN ('cosa-1', 'cosa-2'));
                    DELETE FROM label WHERE thing = (SELECT id FROM thing WHERE key = 'cosa-3');
                    """)
            var own = Thing()
            (own.name, own.tag, own.stamp.scopeID) = ("Nuova", 1, 1)
            try own.insert(db, by: .system("Anna"))
        }
    }

    /// Twenty changes of the files.
    private func filesChange(_ north: inout North, _ base: inout Base) {
        for number in 11...16 { north.price(number, "\(number).50") }
        for number in 23...26 { north.price(number, "\(number).50") }
        north.things[26] = north.things[26].replacing("key: cosa-27", with: "key: cosa-ventisette, was: cosa-27")
        north.things[30] = "name: Mele rosse, tag: frutta"
        north.things.append("key: cosa-31, name: Cosa 31, tag: latte")
        north.things.remove(at: 27)
        north.tags.swapAt(2, 3)
        north.labels[1] += " nuova"
        north.labels[3] += " nuova"
        base.south[0] = base.south[0].replacing("Sud 1", with: "Sud primo")
        base.south[1] = base.south[1].replacing("Sud 2", with: "Sud secondo")
        base.south[2] = base.south[2].replacing("3.00", with: "3.50")
    }

    @Test func nothingIsLostUnsaid() async throws {
        var (base, north) = (Base(), North())
        let trial = try SeedTrial(["base.yaml": base.text, "nord.yaml": north.text])
        try await trial.apply(file: "base.yaml")
        try await trial.apply(file: "nord.yaml")
        for file in ["base.yaml", "nord.yaml"] {
            let found = try await differences(file, trial)
            #expect(found == [])
        }
        try await peopleWork(trial)
        for file in ["base.yaml", "nord.yaml"] {
            let plan = try await trial.plan(nil, file: file)
            #expect(plan.isNothing, "\(plan)")
        }
        filesChange(&north, &base)
        try trial.write("base.yaml", base.text)
        try trial.write("nord.yaml", north.text)
        let before = try await site(trial)

        // The plans say all that differs, and what the files no longer have.
        let (planned, plannedBase) = (try await trial.plan(nil, file: "nord.yaml"), try await trial.plan(nil, file: "base.yaml"))
        try await expectAllIsSaid(planned, "nord.yaml", trial)
        try await expectAllIsSaid(plannedBase, "base.yaml", trial)
        #expect(planned.conflicts.count == 9, "\(planned.conflicts)")
        #expect(plannedBase.conflicts.count == 2, "\(plannedBase.conflicts)")
        #expect(Set(keys(planned, .gone)) == ["cosa-28", "mele"])
        #expect(keys(plannedBase, .gone) == [])
        for file in ["base.yaml", "nord.yaml"] { await #expect(throws: SeedRefused.self) { try await trial.apply(file: file) } }
        let untouched = try await site(trial)
        #expect(untouched == before)

        // The question is answered, three conflicts are solved in the file and the others for the people.
        north.things[29] = "was: mele, name: Mele rosse, tag: frutta"
        for number in 11...13 {
            north.things[number - 1] = north.things[number - 1].replacing("\(number).50", with: "1000.\(number)")
        }
        try trial.write("nord.yaml", north.text)
        let options = SeedOptions(trial.folder.path + "/nord.yaml", policy: .people, prunes: true)
        let done = try await trial.apply(file: "nord.yaml", options: options)
        #expect(keys(done, .remove) == ["cosa-28"])
        let after = try await trial.plan(nil, file: "nord.yaml")
        #expect(after.isNothing, "\(after)")
        try await expectAllIsSaid(after, "nord.yaml", trial)
        let solved = try await site(trial)
        #expect(solved["nord/trial.things cosa-14"]?["price"] == "1000.14")
        #expect(solved["nord/trial.things mele-rosse"]?["name"] == "Mele rosse")

        // Everything of it is undone once, and the site remembers what the files wrote before.
        let undone = try #require(try await trial.undo())
        #expect(undone.kept == [])
        #expect(undone.others == [])
        let undoneSite = try await site(trial)
        #expect(undoneSite == before)
        let second = try await trial.undo()
        #expect(second == nil)
        let renewed = try await trial.plan(nil, file: "nord.yaml")
        try await expectAllIsSaid(renewed, "nord.yaml", trial)
        #expect(keys(renewed, .conflict).filter { $0.hasPrefix("cosa-") }.count == 5, "\(renewed)")
        try await trial.apply(file: "nord.yaml", options: options)

        // The other file wins over people, and is undone too.
        let between = try await site(trial)
        try await trial.apply(.file, file: "base.yaml")
        let left = try await differences("base.yaml", trial)
        #expect(left == [])
        let back = try #require(try await trial.undo())
        #expect(back.kept == [])
        #expect(back.others == [])
        let wonBack = try await site(trial)
        #expect(wonBack == between)
        let chain = try await trial.database.read { try AuditEntry.verify($0) }
        #expect(chain == nil)
    }
}

extension SeedWholeYearTests {
    typealias Entries = [String: [String: String]]

    /// What the site holds, by entry and field, as an export says it.
    private func site(_ trial: SeedTrial) async throws -> Entries {
        let folder = trial.folder.path + "/out-\(UUID().uuidString)"
        try await trial.seed.export(trial.database, pictures: trial.store, to: folder)
        return entries(folder + "/seed.yaml")
    }

    /// The fields in which a file and the site differ, and the entries that the site has not.
    private func differences(_ file: String, _ trial: SeedTrial) async throws -> Set<String> {
        let there = try await site(trial)
        var found: Set<String> = []
        for (entry, fields) in entries(trial.folder.path + "/" + file) {
            guard let now = there[entry] else {
                found.insert(entry)
                continue
            }
            found.formUnion(fields.filter { now[$0.key] != $0.value }.map { "\(entry) \($0.key)" })
        }
        return found
    }

    /// The same as a plan says it. A renamed entry is one that the site has not.
    private func planned(_ plan: SeedPlan) -> Set<String> {
        var found: Set<String> = []
        for part in plan.parts {
            for change in part.changes where change.act != .gone && change.act != .remove {
                let entry = "\(part.title) \(change.key)"
                let isWhole = change.values.isEmpty || change.values.contains { $0.field == "key" }
                if isWhole { found.insert(entry) } else { found.formUnion(change.values.map { "\(entry) \($0.field)" }) }
            }
        }
        return found
    }

    private func expectAllIsSaid(
        _ plan: SeedPlan, _ file: String, _ trial: SeedTrial, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let found = try await differences(file, trial)
        #expect(planned(plan) == found, sourceLocation: sourceLocation)
    }

    private func keys(_ plan: SeedPlan, _ act: SeedChange.Act) -> [String] {
        plan.parts.flatMap(\.changes).filter { $0.act == act }.map(\.key)
    }

    /// What a file says, by entry and field.
    private func entries(_ path: String) -> Entries {
        var found: Entries = [:]
        for (section, value) in members(SeedFile(path).root) {
            switch section {
            case "site": found["site settings"] = fields(value)
            case "accounts": take(value, section, &found)
            default:
                for (list, records) in members(value) {
                    take(records, "\(section).\(list)", &found)
                    for record in items(records) {
                        let (key, contents) = (self.key(record), members(record).first { $0.0 == "contents" }.map { members($0.1) } ?? [])
                        for (list, records) in contents { take(records, "\(key)/\(section).\(list)", &found) }
                    }
                }
            }
        }
        return found
    }

    private func take(_ list: SeedItem, _ name: String, _ found: inout Entries) {
        for (index, item) in items(list).enumerated() {
            var fields = fields(item)
            if list.order != nil { fields["ordering"] = "\(Double((index + 1) * 10))" }
            found["\(name) \(key(item))"] = fields
        }
    }

    private func fields(_ item: SeedItem) -> [String: String] {
        let others: Set<String> = ["key", "was", "contents", "password", "passwordHash", "thing"]
        return Dictionary(uniqueKeysWithValues: members(item).filter { !others.contains($0.0) }.map { ($0.0, text($0.1)) })
    }

    private func key(_ item: SeedItem) -> String {
        let said = members(item)
        return ["key", "thing"].compactMap { name in said.first { $0.0 == name }.map { text($0.1) } }.first
            ?? said.first { $0.0 == "name" }.map { text($0.1).slug } ?? ""
    }

    private func members(_ item: SeedItem) -> [(String, SeedItem)] {
        if case .map(let pairs) = item.content { pairs.map { ($0.key.name, $0.value) } } else { [] }
    }

    private func items(_ item: SeedItem) -> [SeedItem] { if case .list(let items) = item.content { items } else { [] } }

    private func text(_ item: SeedItem) -> String {
        switch item.content {
        case .scalar(let text, let isPlain): isPlain && PlainWord(text) == .number ? Double(text).map { "\($0)" } ?? text : text
        case .list(let items): items.map(text).joined(separator: ", ")
        case .map(let pairs): pairs.map { "\($0.key.name) \(text($0.value))" }.joined(separator: ", ")
        case .broken: ""
        }
    }
}
