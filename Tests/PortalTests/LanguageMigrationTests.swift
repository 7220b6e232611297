import GRDB
import Testing

@testable import Campus
@testable import Portal
@testable import Stories
@testable import Web

/// Texts that had a column for each language become translations, and nothing of them is lost.
@Suite struct LanguageMigrationTests {
    /// A site of a language with an alert that went out, its history, and what a seed file wrote of it.
    private func alerts(of site: String) throws -> DatabaseQueue {
        let database = try DatabaseQueue()
        try Store.migrator.migrate(database, upTo: "campus 154 opening hours as data")
        try database.write { db in
            let fields = #"{"title":"Marea","titleEn":"Tide","text":"Acqua","textEn":"","drill":false}"#
            try db.execute(sql: "INSERT OR REPLACE INTO setting (key, value) VALUES ('language', ?)", arguments: [site])
            try db.execute(
                sql: """
                    INSERT INTO campusAlertCategory (key, createdAt, updatedAt, folded, words, name)
                      VALUES ('meteo', '2026-01-01', '2026-01-01', 'meteo', 'meteo', 'Meteo');
                    INSERT INTO campusAlert (key, createdAt, updatedAt, folded, words, category, title, titleEn, text, easyEn, translations)
                      VALUES ('marea', '2026-01-01', '2026-01-01', 'marea', 'marea', 1, 'Marea', 'Tide', 'Acqua', 'Water',
                        '{"qca":{"title":{"text":"Plima","of":"Marea"}}}');
                    INSERT INTO campusBulletin (alert, category, severity, isDrill, title, titleEn, text, textEn, instruction, instructionEn,
                        link, publishAt, state, proposedName, proposedAt, releasedAt)
                      VALUES (1, 1, 'info', 0, 'Marea', 'Tide', 'Acqua', '', '', '', '', '2026-01-01', 'published', 'Ada', '2026-01-01',
                        '2026-01-01');
                    """)
            try db.execute(
                sql: """
                    INSERT INTO revision (kind, recordID, version, act, at, actor, title, fields)
                    VALUES ('campus.alerts', 1, 1, 'create', '2026-01-01', 'Ada', 'Marea', ?)
                    """, arguments: [fields])
            try db.execute(
                sql: "INSERT INTO seedMemory (kind, scopeID, key, name, fields) VALUES ('campus.alerts', 0, 'marea', 'demo', ?)",
                arguments: [fields])
        }
        try Store.migrator.migrate(database)
        return database
    }

    @Test func alertsOfAnItalianSiteKeepTheirOriginals() throws {
        try alerts(of: "it").read { db in
            let alert = try #require(try Row.fetchOne(db, sql: "SELECT title, text, easy, translations FROM campusAlert"))
            #expect(alert["title"] == "Marea")
            #expect(alert["easy"] == "")
            let kept =
                #"{"qca":{"title":{"text":"Plima","of":"Marea"}},"en":{"title":{"text":"Tide","of":"Marea"},"#
                + #""easy":{"text":"Water","of":""}}}"#
            #expect(alert["translations"] == kept)
            let fields = #"{"title":"Marea","text":"Acqua","drill":false,"translations":{"en":{"title":{"text":"Tide","of":"Marea"}}}}"#
            #expect(try String.fetchOne(db, sql: "SELECT fields FROM revision WHERE kind = 'campus.alerts'") == fields)
            #expect(try String.fetchOne(db, sql: "SELECT fields FROM seedMemory WHERE kind = 'campus.alerts'") == fields)
            #expect(try String.fetchOne(db, sql: "SELECT value FROM setting WHERE key = 'languages'") == "en")
            let bulletin = try #require(try Bulletin.find(1, db))
            #expect(bulletin.title(in: .english) == "Tide")
            #expect(bulletin.title(in: .italian) == "Marea")
            #expect(bulletin.text(in: .english) == "Acqua")
        }
    }

    @Test func alertsOfAnEnglishSiteAreEnglishWithAnItalianTranslation() throws {
        try alerts(of: "en").read { db in
            let alert = try #require(try Row.fetchOne(db, sql: "SELECT title, text, translations FROM campusAlert"))
            #expect(alert["title"] == "Tide")
            let kept =
                #"{"qca":{"title":{"text":"Plima","of":"Marea"}},"it":{"title":{"text":"Marea","of":"Tide"},"#
                + #""text":{"text":"Acqua","of":"Acqua"}}}"#
            #expect(alert["translations"] == kept)
            let title = try String.fetchOne(db, sql: "SELECT json_extract(fields, '$.title') FROM revision WHERE kind = 'campus.alerts'")
            #expect(title == "Tide")
            // What went out keeps the language that it was written in.
            let bulletin = try #require(try Bulletin.find(1, db))
            #expect(bulletin.language == "it")
            #expect(bulletin.title(in: .english) == "Tide")
        }
    }

    @Test func whatWentOutIsStillNotRewritten() throws {
        let database = try alerts(of: "it")
        for change in ["translations = '{}'", "language = 'en'", "easy = 'x'", "position = 'x'", "radius = 1"] {
            #expect(throws: DatabaseError.self, "\(change)") {
                try database.write { try $0.execute(sql: "UPDATE campusBulletin SET \(change)") }
            }
        }
    }

    @Test func documentsKeepTheirTexts() throws {
        let database = try DatabaseQueue()
        try Store.migrator.migrate(database, upTo: "stories 018 faces and names that are reported and hidden")
        try database.write { db in
            for (number, english) in [(2, "Rules"), (3, "")] {
                try db.execute(
                    sql: """
                        INSERT INTO documentEdition (document, number, italian, english, isAsked, authorName, at, translations)
                        VALUES ('rules', ?, 'Regole', ?, 0, 'Ada', '2026-01-01', '{"de":{"text":{"text":"Regeln"}}}')
                        """, arguments: [number, english])
            }
        }
        try Store.migrator.migrate(database)
        try database.read { db in
            let edition = try #require(try DocumentEdition.find(.rules, number: 2, db))
            #expect(edition.text(in: .italian) == "Regole")
            #expect(edition.text(in: .english) == "Rules")
            #expect(edition.translations == #"{"de":{"text":{"text":"Regeln"}},"en":{"text":{"text":"Rules"}}}"#)
            let other = try #require(try DocumentEdition.find(.rules, number: 3, db))
            #expect(other.own(in: .english) == nil)
            #expect(other.text(in: .english) == "Regole")
        }
    }
}
