import Accounts
import GRDB

/// Deletes all content of the systems, to start over after the demonstration.
public enum ContentDeletion {
    static let name = "emptying"

    /// Makes a backup first and stops if it is not good.
    public static let kind = JobKind(name: name, lane: .long, isDestructive: true) { work in
        let admin = work.admin
        try await work.progress(0, of: 2)
        let kept = try await admin.backups.makeAndRehearse(admin.database, by: work.actor)
        guard kept.isGood else { throw JobFailure("backups.errors.rehearsal", ["file": kept.name], mayRetry: false) }
        try await work.progress(1, of: 2)
        try await admin.database.write { db in try empty(db, admin.modules, by: work.actor) }
        return ["text": kept.name, "href": BackupPages.address, "label": "admin.menu.backups"]
    }

    private static let contents = [
        "picture", "revision", "act", "bulkAct", "bulkItem", "draft", "draftEdition", "workingCopy", "unsentForm", "previewLink",
        "schedule", "stagedImport", "stagedPart", "stagedItem", "stagedValue", "importShape", "importedRecord", "listView",
        "seedApplication", "seedMemory", "seedUndo", "seedEntry", "seedRow",
    ]

    static func empty(_ db: Database, _ modules: [any Module.Type], by actor: Actor) throws {
        try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
        var left = try tables(db).subtracting(own().subtracting(contents)).subtracting(modules.flatMap { $0.settingsTables })
        while !left.isEmpty {
            // A published version, for one, protects its questions until it is deleted itself.
            let refused = try left.filter { try !empties(db, $0) }
            guard refused.count < left.count else { throw DatabaseError(resultCode: .SQLITE_CONSTRAINT, message: "\(refused)") }
            left = refused
        }
        try db.execute(sql: "DELETE FROM roleAssignment WHERE scopeID IS NOT NULL")
        try AuditEntry.write(db, "site.empty", by: actor)
    }

    private static func empties(_ db: Database, _ table: String) throws -> Bool {
        do {
            try db.inSavepoint {
                try db.execute(sql: "DELETE FROM \"\(table)\"")
                return .commit
            }
            return true
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            return false
        }
    }

    /// The portal's tables outside all systems, and the mail table, which the stories created.
    private static func own() throws -> Set<String> {
        let database = try DatabaseQueue()
        var migrator = SchemaMigrator()
        Accounts.migrate(&migrator)
        Media.migrate(&migrator)
        AdminSchema.migrate(&migrator)
        try migrator.migrate(database)
        return try database.read(tables).union(["mail"])
    }

    private static func tables(_ db: Database) throws -> Set<String> { Set(try Backups.counts(db).keys) }
}
