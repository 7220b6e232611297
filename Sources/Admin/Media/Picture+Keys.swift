import Accounts
import Foundation
import GRDB
import Web

extension Picture {
    /// Adds a stored picture to the library in the caller's transaction. If the house has the same content, it returns that row, out of the
    /// trash, and adds a missing text. A given `key` (as in the seed file) always makes a row; nil derives one from the file name.
    public static func add(
        _ stored: StoredPicture, key: String? = nil, alt: String = "", credit: String = "", licence: String = "", scopeID: Int64?,
        _ db: Database, by actor: Actor
    ) throws -> Picture {
        if key == nil, let known = try same(stored, scopeID, db) { return try known.reused(alt: alt, db, by: actor) }
        let key = try key ?? freeKey(for: stored.original, db)
        let now = try db.transactionDate
        let picture = try Picture(key: key, stored: stored, alt: alt, credit: credit, licence: licence, scopeID: scopeID, at: now).inserted(
            db)
        try picture.audit("upload", db, by: actor)
        return picture
    }

    /// Returns a copy for another scope: a new row with the same file.
    public func copied(to scopeID: Int64?, _ db: Database, by actor: Actor) throws -> Picture {
        let stored = StoredPicture(file: file, width: width, height: height, bytes: bytes, original: original)
        return try Self.add(stored, alt: alt, credit: credit, licence: licence, scopeID: scopeID, db, by: actor)
    }

    func audit(_ act: String, _ db: Database, by actor: Actor, detail: [String: String] = [:]) throws {
        let object = (kind: Self.databaseTableName, id: id ?? 0, title: original.isEmpty ? key : original)
        try AuditEntry.write(db, "media.\(act)", by: actor, on: object, scope: scopeID, detail: detail)
    }

    static func same(_ stored: StoredPicture, _ scopeID: Int64?, _ db: Database) throws -> Picture? {
        try filter(Columns.file == stored.file).filter(Columns.scopeID == scopeID).order(Columns.deletedAt, Columns.id).fetchOne(db)
    }

    private func reused(alt: String, _ db: Database, by actor: Actor) throws -> Picture {
        var picture = self
        picture.deletedAt = nil
        if picture.alt.isEmpty { picture.alt = alt }
        guard picture != self else { return self }
        picture.version += 1
        picture.updatedAt = try db.transactionDate
        try picture.update(db)
        try picture.audit(deletedAt == nil ? "update" : "restore", db, by: actor)
        return picture
    }

    /// A free key from a file name: `Pane di casa.JPG` gives `pane-di-casa`, then `pane-di-casa-2`.
    private static func freeKey(for fileName: String, _ db: Database) throws -> String {
        let stem = fileName.lastIndex(of: ".").map { String(fileName[..<$0]) } ?? fileName
        let slug = stem.slug
        let taken = try String.fetchSet(
            db, sql: #"SELECT "key" FROM picture WHERE "key" = ? OR "key" GLOB ? || '-[0-9]*'"#, arguments: [slug, slug])
        guard taken.contains(slug) else { return slug }
        return (2...).lazy.map { "\(slug)-\($0)" }.first { !taken.contains($0) } ?? slug
    }
}
