import Foundation
import GRDB

enum ProfilePart: String, Codable, CaseIterable, Sendable, DatabaseValueConvertible { case face, name }

/// A face or name that a decision took from all pages; table `profileHiding`. What is hidden leaves the writer's row, so no page can show it:
/// a neutral face and a number take its place. Another face or name that the writer chooses since stays when the hiding ends.
enum ProfileHiding {
    @discardableResult
    static func begin(_ part: ProfilePart, of id: Int64, decision: Int64, at now: Date, _ db: Database) throws -> Bool {
        guard let writer = try Writer.find(id, db), writer.deletedAt == nil else { return false }
        switch part {
        case .face:
            guard let face = writer.avatar else { return false }
            try db.execute(
                sql: "INSERT INTO profileHiding (writer, part, decision, face, since) VALUES (?, 'face', ?, ?, ?)",
                arguments: [id, decision, face, now])
            try db.execute(sql: "UPDATE writer SET avatar = NULL WHERE id = ?", arguments: [id])
        case .name:
            let number = try free(numberName(of: id), for: id, db)
            guard writer.nickname != number else { return false }
            try db.execute(
                sql: """
                    INSERT INTO profileHiding (writer, part, decision, nickname, firstName, lastName, since)
                    VALUES (?, 'name', ?, ?, ?, ?, ?)
                    """, arguments: [id, decision, writer.nickname, writer.firstName, writer.lastName, now])
            try db.execute(
                sql: "UPDATE writer SET nickname = ?, firstName = 'N.', lastName = ? WHERE id = ?", arguments: [number, String(id), id])
        }
        return true
    }

    /// Gives back what a decision hid, unless the writer has chosen something else since or their old name is another's now.
    static func end(_ decision: Int64, at now: Date, _ db: Database) throws {
        for row in try Row.fetchAll(db, sql: "SELECT * FROM profileHiding WHERE decision = ? AND endedAt IS NULL", arguments: [decision]) {
            let (id, writer, part): (Int64, Int64, ProfilePart) = (row["id"], row["writer"], row["part"])
            try db.execute(sql: "UPDATE profileHiding SET endedAt = ? WHERE id = ?", arguments: [now, id])
            switch part {
            case .face:
                try db.execute(
                    sql: "UPDATE writer SET avatar = ? WHERE id = ? AND avatar IS NULL AND \(Writer.notErased)",
                    arguments: [row["face"] as String?, writer])
            case .name:
                guard let nickname: String = row["nickname"], let known = try Writer.find(writer, db), isNumber(known) else { continue }
                let name = try free(nickname, for: writer, db)
                try db.execute(
                    sql: "UPDATE writer SET nickname = ?, firstName = ?, lastName = ? WHERE id = ? AND \(Writer.notErased)",
                    arguments: [
                        name == nickname ? nickname : known.nickname, row["firstName"] as String, row["lastName"] as String, writer,
                    ])
            }
        }
    }

    /// What a decision hides now.
    struct Hidden: Decodable, FetchableRecord, Sendable {
        let part: ProfilePart
        let face: String?
        let nickname: String?
        let firstName: String
        let lastName: String
    }

    static func hidden(by decision: Int64, _ db: Database) throws -> Hidden? {
        let sql = "SELECT part, face, nickname, firstName, lastName FROM profileHiding WHERE decision = ? AND endedAt IS NULL"
        return try Hidden.fetchOne(db, sql: sql, arguments: [decision])
    }

    /// Hides again what an undone decision had hidden, if it is there again.
    static func redo(_ decision: CaseDecision, undoneAt: Date, at now: Date, _ db: Database) throws {
        let sql = "SELECT part FROM profileHiding WHERE decision = ? AND endedAt = ?"
        for part in try ProfilePart.fetchAll(db, sql: sql, arguments: [decision.id, undoneAt]) {
            try begin(part, of: decision.writer, decision: decision.id, at: now, db)
        }
    }

    private static func numberName(of id: Int64) -> String { "n.\(id)" }

    private static func isNumber(_ writer: Writer) -> Bool {
        writer.firstName == "N." && writer.nickname?.hasPrefix(numberName(of: writer.id)) == true
    }

    /// The name, or the same with as many dots as make it free.
    private static func free(_ name: String, for writer: Int64, _ db: Database) throws -> String {
        var name = name
        while let other = try Writer.named(name, db), other.id != writer, name.count < 20 { name += "." }
        return name
    }
}
