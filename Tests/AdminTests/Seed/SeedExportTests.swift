import Accounts
import Foundation
import GRDB
import Testing
import Web

@testable import Admin

@Suite struct SeedExportTests {
    static let hostile = [
        "yes", "no", "null", "~", "true", "on", "y", "007", "0862", "1_000", "1.5", ".5", "-3", "1e3", "0x1F", "2:00", "2026-05-03", ".inf",
        "NaN",
        "- a", "a: b", "a:", "a #b", "#a", "*a*", "&a", "!a", "%a", "@a", "`a`", "[a]", "{a}", "a, b", "|", ">", "?", "?a", "<<", "=",
        "\"a\"", "'a'", "it's", "\\", "a\\nb", "\"it's\" \\", "Caffè d’orzo", "città", "e\u{301}", "日本語", "🍎 mela", "a\u{A0}b", "\u{200B}a",
        "\u{202E}gnp", "\u{FEFF}a", "\\uFEFF a", "\\\\ufeff", "\u{FEFF}\\uFEFF", "\u{FEFF}", "a\u{2028}b", "a\u{85}b", "a\u{7F}b",
        "\u{E000}x", "tab\tx", "---", "...", "a - b", "a ? b", "10 %",
        "€ 3",
        "x\u{FFFE}", "\u{10FFFF}", "a\"b'c\\d", "null ", "{{x}}", "!include x.yaml", "key: [", "\u{1F468}\u{200D}\u{1F373}",
    ]
    static let long = [
        "uno\ndue", "uno\ndue\n", "uno\n\n\ndue\n\n", "\nuno", " uno\ndue", "uno\n  due\n", "uno\n \ndue", "uno \ndue ", "\tuno\n\tdue",
        "a: b\n- c\n# d",
        "uno\r", "uno\u{2028}due\ntre", "\n", "  ", "a\n\u{FEFF}b", "---\n...\n", "\"uno\"\n'due' \\", "fine\t\nx",
    ].map { $0.replacing("\r", with: "\u{B}") }

    @Test func anyTextComesBackAsItWas() throws {
        let trial = try SeedTrial()
        for text in Self.hostile + Self.long {
            let yaml = SeedYAMLText.document(
                .map([("a", .map([("b", .list([.text(text), .map([("c", .text(text)), ("d", .flag(true))])]))]))]))
            try trial.write("x.yaml", yaml)
            let file = SeedFile(trial.folder.path + "/x.yaml")
            #expect(file.mistakes.count == 0, "\(yaml)")
            guard case .map(let a) = file.root.content, case .map(let b) = a[0].value.content, case .list(let items) = b[0].value.content,
                case .scalar(let first, let isPlain) = items[0].content, case .map(let c) = items[1].content,
                case .scalar(let second, _) = c[0].value.content
            else {
                Issue.record("\(yaml)")
                continue
            }
            #expect(Array(first.unicodeScalars) == Array(text.unicodeScalars), "\(yaml)")
            #expect(Array(second.unicodeScalars) == Array(text.unicodeScalars), "\(yaml)")
            #expect(!isPlain || PlainWord(text) == nil, "\(yaml)")
        }
    }

    @Test func readsWell() {
        let yaml = SeedYAMLText.document(
            .map([
                ("name", .text("Caffè d'orzo")), ("code", .text("007")), ("place", .list([.number("42.35"), .number("13.4")])),
                ("tags", .list([.text("a"), .text("no")])), ("note", .text("uno\n\ndue\n")), ("said", .text("un \"sì\"")),
                ("parts", .list([.map([("text", .text("Taglia")), ("flags", .list([]))])])), ("contents", .include("seed/a.yaml")),
            ]))
        #expect(
            yaml == """
                name: Caffè d'orzo
                code: "007"
                place: [42.35, 13.4]
                tags:
                  - a
                  - "no"
                note: |
                  uno

                  due
                said: un "sì"
                parts:
                  - text: Taglia
                    flags: []
                contents: !include seed/a.yaml

                """)
    }

    /// Whether a form would take it; what only older databases hold is named when the file is read.
    private static func mayBeAName(_ text: String) -> Bool { !TextRule.isBlank(text) && TextRule.flaw(in: text, as: .name) == nil }

    /// A database with every hostile text, records without pictures, unpublished ones, some in the trash.
    private func filled() async throws -> SeedTrial {
        let trial = try SeedTrial(SeedApplyTests.files)
        try trial.write("seed/zucca.png", onePixel)
        try await trial.apply()
        try await trial.database.write { db in
            let actor = Actor.system("test")
            for (index, text) in Self.hostile.enumerated() where Self.mayBeAName(text) {
                var thing = Thing()
                (thing.name, thing.tag, thing.stamp.scopeID) = (text.trimmingSpaces() + " \(index)", 1, 1)
                thing.note = index < Self.long.count ? Self.long[index].replacing("\u{B}", with: "") : text
                if thing.note.trimmingSpaces().isEmpty { thing.note = "" }
                thing.published = index % 2 == 0
                thing.moment = index == 3 ? Date(timeIntervalSince1970: 1_700_000_000.125) : nil
                thing.parts = [Part(id: nil, text: "\(text)\n\(text)", tag: 2)]
                try thing.insert(db, by: actor)
            }
            for text in Self.hostile where Self.mayBeAName(text) {
                var camp = Camp()
                camp.name = text.trimmingSpaces()
                // Some differ only in how the same letters are kept.
                try? camp.insert(db, by: actor)
            }
            try db.execute(
                sql: """
                    UPDATE picture SET alt = '  yes: "no"' || char(10) || '#' WHERE key = 'zucca';
                    UPDATE account SET isActive = 0, passwordHash = passwordHash WHERE key = 'demo';
                    INSERT INTO tag (campID, key, createdAt, updatedAt, folded, words, name, deletedAt)
                      VALUES (1, 'via', '2026', '2026', 'via', '', 'Via', '2026-01-01 00:00:00.000');
                    INSERT INTO ownRole (name, title, folded, scope, grants, updatedAt)
                      VALUES ('own-aiuto', 'Aiuto', 'aiuto', 'camp', '["trial.things.see","trial.things.edit"]', '2026-01-01 00:00:00.000');
                    INSERT INTO roleAssignment VALUES (1, 'gone', NULL), (1, 'keeper', 99), (1, 'own-aiuto', 1);
                    """)
            var thing = Thing()
            (thing.name, thing.tag, thing.stamp.scopeID) = (
                "Orfana", try Int64.fetchOne(db, sql: "SELECT id FROM tag WHERE key = 'via'"), 1
            )
            try thing.insert(db, by: actor)
            try db.execute(sql: "UPDATE tag SET best = ? WHERE id = 2", arguments: [thing.id])
        }
        return trial
    }

    private func export(_ trial: SeedTrial, _ name: String) async throws -> (files: [String: Data], notes: [String]) {
        let folder = trial.folder.path + "/" + name
        let notes = try await trial.seed.export(trial.database, pictures: trial.store, to: folder)
        let paths = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        let files = paths.compactMap { path in (try? Data(contentsOf: URL(fileURLWithPath: folder + "/" + path))).map { (path, $0) } }
        return (Dictionary(files) { first, _ in first }, notes)
    }

    /// An older database holds texts that no form would take today: they are written without what is wrong with them, and it is said.
    @Test func whatOnlyOlderDatabasesHoldIsReadAgain() async throws {
        let first = try await filled()
        let heap = String(repeating: "\u{301}", count: 9)
        try await first.database.write { db in
            try db.execute(
                sql: "UPDATE thing SET name = ?, note = ? WHERE id = 1",
                arguments: ["Zucca\(heap)\u{202E}", "Riga \u{202E}girata.\nGiusta \u{2067}e chiusa\u{2069}.\u{1}"])
            try db.execute(sql: "UPDATE thing SET name = ? WHERE id = 2", arguments: ["\u{200B}\u{2800}"])
            try db.execute(sql: "UPDATE account SET name = ? WHERE key = 'demo'", arguments: ["\u{202E}anna" + heap])
        }
        let (files, notes) = try await export(first, "out")
        let changed = notes.filter { $0.contains("was changed, because it held what no text may hold any more") }
        #expect(changed.count == 4, "\(notes)")
        #expect(changed.contains { $0.hasPrefix("trial.things '") && $0.contains(": name was") })
        #expect(changed.contains { $0.hasPrefix("seed.yaml: name was") })
        let second = try SeedTrial()
        for (path, data) in files { try second.write(path, data) }
        #expect(try second.mistakes() == [])
        try await second.apply()
        let (names, note, account) = try await second.database.read { db in
            (
                try String.fetchSet(db, sql: "SELECT name FROM thing"),
                try String.fetchOne(db, sql: "SELECT note FROM thing WHERE name LIKE 'Zucca_%' AND note LIKE 'Riga %'"),
                try String.fetchOne(db, sql: "SELECT name FROM account WHERE key = 'demo'")
            )
        }
        #expect(names.contains("Zucca" + String(repeating: "\u{301}", count: 4)))
        #expect(names.contains("?"))
        #expect(note == "Riga girata.\nGiusta \u{2067}e chiusa\u{2069}.")
        #expect(account == "anna" + String(repeating: "\u{301}", count: 4))
    }

    @Test func exportImportExportIsTheSameBytes() async throws {
        let first = try await filled()
        let (files, notes) = try await export(first, "out")
        #expect(notes.count == 3, "\(notes)")
        #expect(
            Set(files.keys).isSuperset(of: [
                "seed.yaml", "seed/nord.yaml", "seed/sud.yaml", "seed/pictures.yaml", "seed/pictures/zucca.webp", "seed/schema.json",
            ]))
        let second = try SeedTrial()
        for (path, data) in files { try second.write(path, data) }
        #expect(try second.mistakes() == [])
        try await second.apply()
        let (again, _) = try await export(second, "out")
        #expect(again.keys.sorted() == files.keys.sorted())
        for (path, data) in files where again[path] != data {
            Issue.record(
                "\(path):\n\(String(decoding: data, as: UTF8.self))\n---\n\(String(decoding: again[path] ?? Data(), as: UTF8.self))")
        }
        let plan = try await second.plan()
        #expect(plan.isNothing, "\(plan)")
        let role = "SELECT o.title || o.scope || o.grants || a.scopeID FROM ownRole o JOIN roleAssignment a ON a.role = o.name"
        let own = try await second.database.read { try String.fetchOne($0, sql: role) }
        #expect(own == #"Aiutocamp["trial.things.edit","trial.things.see"]1"#)
        // The texts themselves, not only what the export makes of them.
        let sql = "SELECT name || note || published || ifnull(moment, '') FROM thing WHERE name <> 'Orfana' ORDER BY id"
        let (texts, others) = try await (
            first.database.read { try String.fetchAll($0, sql: sql) }, second.database.read { try String.fetchAll($0, sql: sql) }
        )
        #expect(texts.count > 50)
        for (text, other) in zip(texts, others) { #expect(Array(text.unicodeScalars) == Array(other.unicodeScalars)) }
    }

    @Test func neverOverwrites() async throws {
        let trial = try await filled()
        await #expect(throws: SeedFailure.self) {
            try await trial.seed.export(trial.database, pictures: trial.store, to: trial.folder.path)
        }
    }

    @Test func onlyItsOwnerReadsIt() async throws {
        let trial = try await filled()
        _ = try await export(trial, "out")
        let attributes = try FileManager.default.attributesOfItem(atPath: trial.folder.path + "/out/seed.yaml")
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
}
