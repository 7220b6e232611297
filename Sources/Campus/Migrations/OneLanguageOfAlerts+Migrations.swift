import Accounts
import Admin
import Foundation
import GRDB
import Web

extension Bulletin {
    /// Alerts have one text in the language of the site, and translations in place of columns for English.
    static func migrateColumns(_ migrator: inout SchemaMigrator) {
        migrator.registerMigration("campus 155 alerts have translations in place of columns for English") { db in
            let texts = AlertColumns(site: try String.fetchOne(db, sql: "SELECT value FROM setting WHERE key = 'language'") ?? "it")
            try texts.name(db)
            for trigger in ["fixed", "stays", "staysEasy", "translated"] {
                try db.execute(sql: "DROP TRIGGER campusBulletin_\(trigger)")
            }
            // The other trigger on this table notes changes for programs, and there is none for them.
            try db.execute(sql: "DROP TRIGGER campusBulletin_change_update")
            try db.execute(sql: "ALTER TABLE campusBulletin ADD COLUMN language TEXT NOT NULL DEFAULT 'it' CHECK (language <> '')")
            try texts.translate("campusBulletin", db)
            try texts.translate("campusAlert", db)
            try texts.translateOriginals(db)
            for (table, condition) in AlertColumns.packed { try texts.translate(packed: table, where: condition, db) }
            for table in ["campusAlert", "campusBulletin"] {
                for name in AlertColumns.names { try db.execute(sql: "ALTER TABLE \(table) DROP COLUMN \(name)En") }
            }
            try db.execute(sql: Self.triggers)
        }
    }

    private static let triggers = """
        CREATE TRIGGER campusBulletin_fixed BEFORE UPDATE OF
          severity, isDrill, language, title, text, instruction, easy, position, translations, point, radius, link, expiresAt, category,
          replaces ON campusBulletin
          WHEN old.language IS NOT new.language OR old.title IS NOT new.title OR old.text IS NOT new.text
            OR old.instruction IS NOT new.instruction OR old.easy IS NOT new.easy OR old.position IS NOT new.position
            OR old.translations IS NOT new.translations OR old.point IS NOT new.point OR old.radius IS NOT new.radius
            OR old.severity IS NOT new.severity OR old.isDrill IS NOT new.isDrill OR old.link IS NOT new.link
            OR old.expiresAt IS NOT new.expiresAt
        BEGIN SELECT raise(ABORT, 'what went out is not rewritten'); END;

        CREATE TRIGGER campusBulletin_change_update AFTER UPDATE ON campusBulletin BEGIN
          INSERT OR REPLACE INTO campusChange (kind, objectID) VALUES ('alert', new.id);
        END;
        """
}

/// The texts of alerts as they were: each in Italian, and in English in a column of its own.
private struct AlertColumns {
    let site: String

    static let names = ["title", "text", "instruction", "easy", "position"]

    /// What keeps alerts as JSON: histories, drafts, and what seed files wrote last.
    static let packed = [
        ("revision", "kind = 'campus.alerts'"), ("draft", "kind = 'campus.alerts'"), ("draftEdition", "kind = 'campus.alerts'"),
        ("seedMemory", "kind = 'campus.alerts'"), ("seedUndo", "kind = 'campus.alerts' AND fields IS NOT NULL"),
    ]

    /// Adds the languages in which alerts are written to those of the site's contents, so that their forms offer them as before.
    func name(_ db: Database) throws {
        let isEnglish = try Bool.fetchOne(db, sql: "SELECT EXISTS (SELECT 1 FROM campusAlert WHERE titleEn <> '')") ?? false
        guard isEnglish else { return }
        let known = try String.fetchOne(db, sql: "SELECT value FROM setting WHERE key = 'languages'") ?? ""
        let languages = known.split(separator: " ").map(String.init)
        let added = ["it", "en"].filter { $0 != site && !languages.contains($0) }
        guard !added.isEmpty else { return }
        let sql = "INSERT INTO setting (key, value) VALUES ('languages', ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value"
        try db.execute(sql: sql, arguments: [(languages + added).joined(separator: " ")])
    }

    /// SQL for an object of the English texts, each with the Italian that it stood beside. `column` is SQL for a text by its old name.
    private static func english(_ column: (String) -> String) -> String {
        let texts = names.map { name in
            let said = "json_object('text', \(column(name + "En")), 'of', \(column(name)))"
            return "'\(name)', json(CASE WHEN \(column(name + "En")) <> '' THEN \(said) ELSE 'null' END)"
        }
        // The patch leaves out what is null.
        return "json_patch('{}', json_object(\(texts.joined(separator: ", "))))"
    }

    func translate(_ table: String, _ db: Database) throws {
        let isSaid = Self.names.map { "\($0)En <> ''" }.joined(separator: " OR ")
        let translations = "json_patch(translations, json_object('en', json(\(Self.english { $0 }))))"
        try db.execute(sql: "UPDATE \(table) SET translations = \(translations) WHERE \(isSaid)")
    }

    /// SQL for each text and all translations: where the site is not Italian, its language, else English, becomes the original.
    private func originals(_ translations: String, _ column: (String) -> String) -> (texts: [(name: String, sql: String)], others: String) {
        func localizedSQL(_ code: String, _ name: String) -> String { "json_extract(\(translations), '$.\"\(code)\".\(name).text')" }
        let texts = Self.names.map { name in
            (name: name, sql: "coalesce(\(localizedSQL(site, name)), \(localizedSQL("en", name)), \(column(name)))")
        }
        let italian = texts.map { name, sql in
            "'\(name)', json(CASE WHEN \(column(name)) <> '' THEN json_object('text', \(column(name)), 'of', \(sql)) ELSE 'null' END)"
        }
        let patch = "json_object('it', json(json_patch('{}', json_object(\(italian.joined(separator: ", "))))))"
        return (texts, "json_remove(json_patch(\(translations), \(patch)), '$.\"\(site)\"')")
    }

    func translateOriginals(_ db: Database) throws {
        guard site != "it" else { return }
        let (texts, others) = originals("translations") { $0 }
        let values = texts.map { "\($0.name) = \($0.sql)" }.joined(separator: ", ")
        try db.execute(sql: "UPDATE campusAlert SET \(values), translations = \(others)")
        // The order of titles and their search are made anew after an update.
        try db.execute(sql: "DELETE FROM setting WHERE key = 'folding'")
    }

    func translate(packed table: String, where condition: String, _ db: Database) throws {
        func text(_ name: String) -> String { "coalesce(json_extract(fields, '$.\(name)'), '')" }
        let isSaid = Self.names.map { "\(text($0 + "En")) <> ''" }.joined(separator: " OR ")
        let known = "json(coalesce(json_extract(fields, '$.translations'), '{}'))"
        let translations = "json_patch(\(known), json_object('en', json(\(Self.english(text)))))"
        let added = "json_set(fields, '$.translations', json(\(translations)))"
        try db.execute(sql: "UPDATE \(table) SET fields = \(added) WHERE \(condition) AND (\(isSaid))")
        let gone = Self.names.map { "'$.\($0)En'" }.joined(separator: ", ")
        try db.execute(sql: "UPDATE \(table) SET fields = json_remove(fields, \(gone)) WHERE \(condition)")
        guard site != "it" else { return }
        let (texts, others) = originals(known, text)
        let values = texts.map { "'$.\($0.name)', \($0.sql)" }.joined(separator: ", ")
        let changed = "json_set(json_replace(fields, \(values)), '$.translations', json(\(others)))"
        try db.execute(sql: "UPDATE \(table) SET fields = \(changed) WHERE \(condition) AND json_type(fields, '$.title') IS NOT NULL")
    }
}
