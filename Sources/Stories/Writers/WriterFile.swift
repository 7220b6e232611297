import Admin
import GRDB

enum WriterFile {
    private static let parts: [(name: String, sql: String)] = [
        (
            "writer",
            """
            SELECT email, nickname, firstName, lastName, birthYear, sex, country, language, avatar, verifiedAt, acceptedAt, acceptedEdition, createdAt
            FROM writer WHERE id = ?
            """
        ),
        (
            "fragments",
            "SELECT id, story, parent, kind, title, text, description, createdAt, correctedAt, weight, isHidden FROM fragment WHERE writer = ? ORDER BY id"
        ),
        ("drafts", "SELECT parent, kind, title, text, description, updatedAt FROM storyDraft WHERE writer = ? ORDER BY id"),
        ("votes", "SELECT fragment, at FROM vote WHERE writer = ? ORDER BY at"),
        ("follows", "SELECT nickname, at FROM follow JOIN writer ON writer.id = followed WHERE follower = ? ORDER BY at"),
        ("followers", "SELECT nickname, at FROM follow JOIN writer ON writer.id = follower WHERE followed = ? ORDER BY at"),
        ("followedStories", "SELECT story, at FROM storyFollow WHERE writer = ? ORDER BY story"),
        ("places", "SELECT story, fragment, at, newSince FROM readingPlace WHERE writer = ? ORDER BY story"),
        ("read", "SELECT fragment FROM fragmentRead WHERE writer = ? ORDER BY fragment"),
        ("networks", "SELECT at FROM writerNetwork WHERE writer = ? ORDER BY at"),
        ("reports", "SELECT fragment, reason, note, at, outcome FROM fragmentReport WHERE writer = ? ORDER BY id"),
        ("profileReports", "SELECT part, reason, note, at, outcome FROM profileReport WHERE writer = ? ORDER BY id"),
        ("hiddenProfile", "SELECT part, nickname, firstName, lastName, since, endedAt FROM profileHiding WHERE writer = ? ORDER BY id"),
        ("decisions", "SELECT fragment, hides, warns, suspends, reason, message, at, undoneAt FROM decision WHERE writer = ? ORDER BY id"),
        (
            "appeals",
            """
            SELECT decision, appeal.text, appeal.at, state, answer, decidedAt FROM appeal JOIN decision ON decision.id = appeal.decision
            WHERE writer = ? ORDER BY appeal.id
            """
        ),
        ("notices", "SELECT kind, fragment, at, readAt FROM storyNotice WHERE writer = ? ORDER BY id"),
        ("signIns", "SELECT access, at FROM signIn WHERE writer = ? ORDER BY id"),
        ("sessions", "SELECT kind, device, createdAt, expiresAt FROM writerSession WHERE writer = ? ORDER BY id"),
    ]

    static func json(of writer: Int64, _ db: Database) throws -> JSON {
        var pairs: [(key: String, value: JSON)] = []
        for part in parts {
            let rows = try Row.fetchAll(db, sql: part.sql, arguments: [writer]).map { row in
                JSON.object(row.map { column, value in (key: column, value: JSON(value)) })
            }
            pairs.append((part.name, .list(rows)))
        }
        return .object(pairs)
    }
}
