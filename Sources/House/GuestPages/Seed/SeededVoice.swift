import Accounts
import Admin
import Foundation
import GRDB

/// A recording in the seed: `{ text: Latte, by: Educatrice, sound: <the MP3 in Base64> }`. Written by exports; the pages record new ones.
struct SeededVoice: SeedExtra {
    static let path = "voices"
    static let comparesValues = true
    static let known = ["text", "by", "sound"]
    static let schema = SeedSchema.map([
        ("text", SeedSchema("string"), true), ("by", SeedSchema("string"), true), ("sound", SeedSchema("string"), true),
    ])

    private let houseID: Int64
    private let name: String
    private let sound: StoredSound
    let key: String

    init?(_ mapping: SeedMapping, scopeID: Int64) {
        houseID = scopeID
        guard let text = mapping.required("text")?.spoken(), let name = mapping.required("by")?.text(),
            let node = mapping.required("sound"), let base64 = node.text()
        else { return nil }
        guard let bytes = Data(base64Encoded: base64), let sound = StoredSound(kept: bytes) else {
            node.refuse("sound")
            return nil
        }
        (key, self.name, self.sound) = (text, name, sound)
    }

    func state(_ db: Database) throws -> SeedExtraState {
        guard let voice = try Voice.of(key, in: houseID, db) else { return .new }
        let isSame = try Voice.sound(voice.id, of: houseID, db) == sound.bytes
        return isSame && voice.madeBy == name ? .same : .changed(isSame ? ["by"] : ["sound"])
    }

    func write(_ db: Database, hash: String?, by actor: Actor) throws {
        try Voice.save(sound, of: key, in: houseID, by: name, at: .now, db)
        try AuditEntry.write(db, "house.voice.save", by: actor, scope: houseID, detail: ["text": String(key.prefix(200))])
    }

    static func exported(scopeID: Int64, _ export: SeedExport, _ db: Database) throws -> [SeedValue] {
        try Voice.all(of: scopeID, db).compactMap { voice in
            try Voice.sound(voice.id, of: scopeID, db).map { sound in
                .map([("text", .text(voice.text)), ("by", .text(voice.madeBy)), ("sound", .text(sound.base64EncodedString()))])
            }
        }
    }
}
