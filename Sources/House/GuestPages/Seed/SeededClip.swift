import Accounts
import Admin
import Foundation
import GRDB

/// A video of a step or a moment of the day in the seed: `{ text: Bolli l’acqua., video: seed/clips/….mp4 }`. Exports write it and its file.
struct SeededClip: SeedExtra {
    static let path = "clips"
    static let comparesValues = true
    static let known = ["text", "video"]
    static let schema = SeedSchema.map([("text", SeedSchema("string"), true), ("video", SeedSchema("string"), true)])

    private let houseID: Int64
    /// Nil after a mistake about the file, and for an entry that the site holds and no file.
    private let clip: StoredClip?
    let key: String
    let filesDigest: String

    init?(_ mapping: SeedMapping, scopeID: Int64) {
        houseID = scopeID
        guard let text = mapping.required("text")?.spoken(), let video = mapping.required("video") else { return nil }
        (key, clip) = (text, video.clip())
        filesDigest = clip?.digest ?? ""
    }

    func state(_ db: Database) throws -> SeedExtraState {
        guard let kept = try Clip.of(key, in: houseID, db) else { return .new }
        return try Clip.video(kept.id, of: houseID, db) == clip?.bytes ? .same : .changed(["video"])
    }

    func write(_ db: Database, hash: String?, by actor: Actor) throws {
        // A file with a mistake is not written at all.
        guard let clip else { return }
        try Clip.save(clip, of: key, in: houseID, at: .now, db)
        try AuditEntry.write(db, "house.clip.save", by: actor, scope: houseID, detail: ["text": String(key.prefix(200))])
    }

    static func exported(scopeID: Int64, _ export: SeedExport, _ db: Database) throws -> [SeedValue] {
        try Clip.all(of: scopeID, db).compactMap { clip in
            try Clip.video(clip.id, of: scopeID, db).map { video in
                .map([("text", .text(clip.text)), ("video", .text(export.clip(video)))])
            }
        }
    }
}

extension SeedNode {
    /// Returns the words that a recording or a video belongs to; nil after noting a mistake.
    func spoken() -> String? {
        guard let text = text() else { return nil }
        let plain = Voice.plain(text)
        guard !plain.isEmpty else {
            refuse("blank")
            return nil
        }
        guard plain.unicodeScalars.count <= Voice.longest else {
            refuse("long", ["limit": String(Voice.longest)])
            return nil
        }
        return plain
    }
}
