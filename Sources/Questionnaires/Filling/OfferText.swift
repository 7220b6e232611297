import Admin
import GRDB
import Web

enum OfferText {
    /// `Basi di dati · Ada Bianchi · 2025/2026`; empty without an occasion. A nil `language` gives the original, for programs.
    static func about(_ offer: Offer, in language: Language?, _ db: Database) throws -> String {
        var parts: [String] = []
        if let activity = offer.activity {
            let name = language?.sql("course") ?? "course.name"
            let sql = "SELECT \(name) FROM activity JOIN course ON course.id = activity.course WHERE activity.id = ?"
            parts += try String.fetchAll(db.cachedStatement(sql: sql), arguments: [activity])
            let teachers = """
                SELECT person.name FROM activityTeacher JOIN person ON person.id = activityTeacher.person
                WHERE activity = ? ORDER BY person.folded
                """
            let names = try String.fetchAll(db.cachedStatement(sql: teachers), arguments: [activity])
            if !names.isEmpty { parts.append(names.joined(separator: ", ")) }
        }
        if let mobility = offer.mobility {
            let sql = "SELECT CASE university WHEN '' THEN name ELSE university END FROM mobility WHERE id = ?"
            parts += try String.fetchAll(db.cachedStatement(sql: sql), arguments: [mobility])
        }
        if let competition = offer.competition {
            parts += try String.fetchAll(db.cachedStatement(sql: "SELECT name FROM competition WHERE id = ?"), arguments: [competition])
        }
        if let year = offer.year {
            parts += try String.fetchAll(db.cachedStatement(sql: "SELECT name FROM academicYear WHERE id = ?"), arguments: [year])
        }
        return parts.joined(separator: " · ")
    }
}
