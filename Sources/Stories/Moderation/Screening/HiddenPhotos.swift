import Admin
import Foundation
import GRDB

/// Photos that moderators hid, found again by what they show; the hashes are in table `photoHash`.
enum HiddenPhotos {
    static func wantsHash(of file: String, _ db: Database) throws -> Bool {
        guard try StorySettings.current(db).holdPhotos == 1 else { return false }
        return try !isKnown(file, db)
    }

    static func isKnown(_ file: String, _ db: Database) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM photoHash WHERE file = ?)"
        return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [file]) ?? false
    }

    static func keep(_ hash: PictureHash, of file: String, at now: Date, _ db: Database) throws {
        try db.execute(sql: "INSERT OR IGNORE INTO photoHash (file, hash, at) VALUES (?, ?, ?)", arguments: [file, hash.bits, now])
    }

    /// Whether a face shows what moderators hid as a photo, where the settings look for copies.
    static func refuses(_ face: String, _ db: Database) throws -> Bool {
        try StorySettings.current(db).holdPhotos == 1 && rule(like: face, db) != nil
    }

    /// The rule of a hidden photo that shows the same; nil when there is none. A hiding that has ended counts no more.
    static func rule(like file: String, _ db: Database) throws -> Reason? {
        let own = try Int64.fetchOne(
            db.cachedStatement(sql: "SELECT hash FROM photoHash WHERE file = ?"), arguments: [file]
        ).map { PictureHash(bits: $0) }
        let sql = """
            SELECT fragment.photo, hash, decision.reason FROM fragment INDEXED BY fragment_hiddenPhoto
            JOIN hiding ON hiding.fragment = fragment.id AND endedAt IS NULL JOIN decision ON decision.id = hiding.decision
            LEFT JOIN photoHash ON photoHash.file = fragment.photo
            WHERE fragment.isHidden = 1 AND fragment.photo IS NOT NULL AND automatic IS NULL
            """
        let faces = """
            UNION ALL SELECT face, hash, decision.reason FROM profileHiding JOIN decision ON decision.id = profileHiding.decision
            LEFT JOIN photoHash ON photoHash.file = face WHERE face IS NOT NULL AND endedAt IS NULL
              AND automatic IS NULL
            """
        let rows = try Row.fetchCursor(db.cachedStatement(sql: sql + " " + faces))
        while let row = try rows.next() {
            let (photo, hash): (String, Int64?) = (row["photo"], row["hash"])
            let looksAlike = own.flatMap { own in hash.map { own.resembles(PictureHash(bits: $0)) } } ?? false
            guard photo == file || looksAlike else { continue }
            let reason: Reason? = row["reason"]
            return reason ?? .other
        }
        return nil
    }
}

extension StoryPages {
    /// Computes a photo's hash in another process, where the settings ask for it.
    func learn(_ file: String) async {
        guard (try? await database.read({ try HiddenPhotos.wantsHash(of: file, $0) })) == true, let hash = await photos.hash(of: file)
        else {
            return
        }
        try? await database.write { try HiddenPhotos.keep(hash, of: file, at: .now, $0) }
    }
}
