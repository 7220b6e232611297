import Accounts
import GRDB

/// Takes out all that the systems hold, for whoever has tried the demonstration and now begins with what is his own.
public enum Emptying {
    static let name = "emptying"

    /// A backup comes first, and nothing goes unless it is good.
    public static let kind = JobKind(name: name, lane: .long, isDestructive: true) { work in
        let admin = work.admin
        try await work.progress(0, of: 2)
        let kept = try await admin.backups.makeAndRehearse(admin.database, by: work.actor)
        guard kept.isGood else { throw JobFailure("backups.errors.rehearsal", ["file": kept.name], mayRetry: false) }
        try await work.progress(1, of: 2)
        try await admin.database.write { db in try empty(db, admin.modules, by: work.actor) }
        return ["text": kept.name, "href": BackupPages.address, "label": "admin.menu.backups"]
    }

    /// What the portal's own tables hold of the systems' records.
    private static let contents = [
        "picture", "revision", "act", "bulkAct", "bulkItem", "draft", "draftEdition", "workingCopy", "unsentForm", "previewLink",
        "schedule", "importFile", "listView",
    ]

    static func empty(_ db: Database, _ modules: [any Module.Type], by actor: Actor) throws {
        try db.execute(sql: "PRAGMA defer_foreign_keys = ON")
        var left = try tables(db).subtracting(own().subtracting(contents)).subtracting(modules.flatMap { $0.settingsTables })
        while !left.isEmpty {
            // A published version, for one, refuses to lose its questions until it is gone itself.
            let refused = try left.filter { try !empties(db, $0) }
            guard refused.count < left.count else { throw DatabaseError(resultCode: .SQLITE_CONSTRAINT, message: "\(refused)") }
            left = refused
        }
        // Nobody has a role in a house that is no more.
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

    /// The tables that the portal makes without any system; and what waits to be mailed, whose table the stories made first.
    private static func own() throws -> Set<String> {
        let database = try DatabaseQueue()
        var migrator = DatabaseMigrator()
        Accounts.migrate(&migrator)
        Media.migrate(&migrator)
        AdminSchema.migrate(&migrator)
        try migrator.migrate(database)
        return try database.read(tables).union(["mail"])
    }

    private static func tables(_ db: Database) throws -> Set<String> { Set(try Backups.counts(db).keys) }
}
