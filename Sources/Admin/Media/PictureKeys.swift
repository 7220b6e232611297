import Foundation
import GRDB
import Web

extension Picture {
    /// Adds a stored picture to the library.
    ///
    /// What is already there in the same house is not added twice: a second upload of a picture gives the row that exists, out of the
    /// trash if it lay there.
    /// - Parameter key: the key to give it; nil makes one from the name the file came with.
    public static func add(
        _ stored: StoredPicture, key: String? = nil, alt: String = "", credit: String = "", licence: String = "", scopeID: Int64?,
        in db: Database
    ) throws -> Picture {
        let now = try db.transactionDate
        let same = filter(Columns.file == stored.file).filter(Columns.scopeID == scopeID).order(Columns.deletedAt, Columns.id)
        if key == nil, var existing = try same.fetchOne(db) {
            if existing.deletedAt != nil {
                existing.deletedAt = nil
                existing.updatedAt = now
                existing.version += 1
                try existing.update(db)
            }
            return existing
        }
        let free = try key ?? freeKey(for: stored.original, in: db)
        return try Picture(key: free, stored: stored, alt: alt, credit: credit, licence: licence, scopeID: scopeID, at: now).inserted(db)
    }

    /// A key nobody has, from a file name: `Pane di casa.JPG` gives `pane-di-casa`, then `pane-di-casa-2`.
    static func freeKey(for fileName: String, in db: Database) throws -> String {
        let slug = slug(fileName)
        let taken = try Set(String.fetchAll(db, select(Columns.key).filter(Columns.key == slug || Columns.key.like(slug + "-%"))))
        if !taken.contains(slug) { return slug }
        var number = 2
        while taken.contains("\(slug)-\(number)") { number += 1 }
        return "\(slug)-\(number)"
    }

    /// Lower-case letters a to z, digits and single hyphens, at most 60; `picture` when nothing is left.
    static func slug(_ fileName: String) -> String {
        let stem = fileName.lastIndex(of: ".").map { String(fileName[..<$0]) } ?? fileName
        var bytes: [UInt8] = []
        for byte in stem.folded.utf8 where bytes.count < 60 {
            if (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) {
                bytes.append(byte)
            } else if byte < 0x80, let last = bytes.last, last != UInt8(ascii: "-") {
                bytes.append(UInt8(ascii: "-"))
            }
        }
        if bytes.last == UInt8(ascii: "-") { bytes.removeLast() }
        return bytes.isEmpty ? "picture" : String(decoding: bytes, as: UTF8.self)
    }
}
