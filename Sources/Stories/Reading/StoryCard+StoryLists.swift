import Admin
import Foundation
import GRDB
import Web

/// Where a list continues; GRDB has another type named `Cursor`.
typealias ListPlace = Admin.Cursor

/// Each list selects numbers from an index in display order: a join with fragments could scan every first fragment.
extension StoryCard {
    static let byVoters = "voters"
    static let byTime = "time"

    static func mostVoted(
        limit: Int = 20, offset: Int = 0, after: ListPlace? = nil, in languages: [String] = [], at now: Date, _ db: Database
    ) throws -> [StoryCard] {
        var arguments: StatementArguments = ["limit": limit, "offset": offset, "now": now]
        let rest = Self.rest(after, &arguments) + isIn(languages, &arguments)
        let sql = "SELECT id FROM story WHERE \(rest)\(isListed) ORDER BY voters DESC, id LIMIT :limit OFFSET :offset"
        return try all(Int64.fetchAll(db.cachedStatement(sql: sql), arguments: arguments), db)
    }

    /// The stories for whose best branches most people voted in a time, with their number; with many votes by `VoteWindowJob`.
    static func mostVoted(
        within window: VoteWindow, limit: Int = 20, offset: Int = 0, in languages: [String] = [], few: Int = VoteWindow.few, at now: Date,
        _ db: Database
    ) throws -> [StoryCard] {
        var arguments: StatementArguments = ["now": now, "limit": limit, "offset": offset]
        let counted: (table: String, story: String, condition: String)
        if try window.isSmall(few: few, at: now, db) {
            counted = ("(\(VoteWindow.counted))", "voted", "")
            arguments += ["since": now - window.lasts]
        } else {
            counted = ("votedInTime INDEXED BY votedInTime_people", "votedInTime.story", "span = :span AND ")
            arguments += ["span": window.rawValue]
        }
        let condition = counted.condition + isIn(languages, &arguments) + isListed
        let sql = """
            SELECT story.id, people FROM \(counted.table) CROSS JOIN story ON story.id = \(counted.story)
            WHERE \(condition) ORDER BY people DESC, \(counted.story) LIMIT :limit OFFSET :offset
            """
        let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments)
        let people = Dictionary(uniqueKeysWithValues: rows.map { ($0["id"] as Int64, $0["people"] as Int) })
        return try all(rows.map { $0["id"] }, db).map { card in
            var card = card
            card.voters = people[card.id] ?? 0
            return card
        }
    }

    private static func rest(_ after: ListPlace?, _ arguments: inout StatementArguments) -> String {
        guard let after else { return "" }
        arguments += ["voters": after.value.databaseValue, "last": after.id]
        return "voters <= :voters AND (voters < :voters OR id > :last) AND "
    }

    /// Stories begun by followed writers, newest first, without their continuations. `after` is the previous page's last story.
    static func feed(of writer: Int64, after: ListPlace? = nil, limit: Int = 50, at now: Date, _ db: Database) throws -> [StoryCard] {
        var arguments: StatementArguments = ["writer": writer, "now": now, "limit": limit]
        var rest = ""
        if let after {
            arguments += ["at": after.value.databaseValue, "last": after.id]
            rest = "begun.createdAt <= :at AND (begun.createdAt < :at OR begun.id < :last) AND "
        }
        let sql = """
            SELECT story.id FROM follow CROSS JOIN fragment AS begun INDEXED BY fragment_started
              ON begun.writer = follow.followed AND begun.parent IS NULL
            CROSS JOIN story ON story.id = begun.id WHERE follow.follower = :writer AND \(rest)\(isListed)
            ORDER BY begun.createdAt DESC, begun.id DESC LIMIT :limit
            """
        return try all(Int64.fetchAll(db.cachedStatement(sql: sql), arguments: arguments), db)
    }

    /// Matches words of the title in any order, ignoring case and accents.
    static func search(_ typed: String, after: ListPlace? = nil, limit: Int = 50, at now: Date, _ db: Database) throws -> [StoryCard] {
        let words = typed.folded.split(whereSeparator: \.isWhitespace).prefix(8).map { "%\(escaped(String($0)))%" }
        guard !words.isEmpty else { return [] }
        var arguments: StatementArguments = ["limit": limit, "now": now]
        var conditions = rest(after, &arguments)
        for (index, word) in words.enumerated() {
            conditions += "folded LIKE :word\(index) ESCAPE '\\' AND "
            arguments += ["word\(index)": word]
        }
        let sql = "SELECT id FROM story WHERE \(conditions)\(isListed) ORDER BY voters DESC, id LIMIT :limit"
        return try all(Int64.fetchAll(db, sql: sql, arguments: arguments), db)
    }

    static func started(by writer: Int64, after: ListPlace? = nil, limit: Int = 50, _ db: Database) throws -> [StoryCard] {
        var arguments: StatementArguments = ["writer": writer, "limit": limit]
        let rest = older(than: after, &arguments)
        let sql = """
            SELECT own.id FROM fragment AS own INDEXED BY fragment_started WHERE parent IS NULL AND writer = :writer AND cover = 0
            \(rest) ORDER BY own.createdAt DESC, own.id DESC LIMIT :limit
            """
        return try all(Int64.fetchAll(db.cachedStatement(sql: sql), arguments: arguments), db)
    }

    private static func older(than after: ListPlace?, _ arguments: inout StatementArguments) -> String {
        guard let after else { return "" }
        arguments += ["at": after.value.databaseValue, "last": after.id]
        return "AND own.createdAt <= :at AND (own.createdAt < :at OR own.id < :last)"
    }

    static func takenPart(by writer: Int64, after: ListPlace? = nil, limit: Int = 50, _ db: Database) throws -> [StoryCard] {
        var arguments: StatementArguments = ["writer": writer, "limit": limit]
        let rest = older(than: after, &arguments)
        let sql = """
            SELECT own.id FROM fragment AS own INDEXED BY fragment_writer CROSS JOIN fragment AS first ON first.id = own.story
            WHERE own.writer = :writer AND own.parent IS NOT NULL AND own.cover = 0 AND first.writer <> own.writer
            \(rest) ORDER BY own.createdAt DESC, own.id DESC LIMIT :limit
            """
        return try all(Int64.fetchAll(db.cachedStatement(sql: sql), arguments: arguments), db)
    }

    var placeByVoters: ListPlace { ListPlace(order: Self.byVoters, value: voters.databaseValue, id: id) }
    var placeByTime: ListPlace { ListPlace(order: Self.byTime, value: createdAt.databaseValue, id: id) }
}
