import Crypto
import Foundation
import GRDB
import Web

/// Counts failed attempts by target, network and quarter of an hour (`guess`); the log gets the first at once, the rest as a number.
public enum FailedAttemptLog {
    public enum Kind: String, Sendable, DatabaseValueConvertible {
        case account, writer, guest, device, program
        case writerToken, guestToken, deviceToken

        var action: String {
            switch self {
            case .account: "sign-in.failed"
            case .writer: "stories.sign-in.failed"
            case .guest: "house.guests.entry-failed"
            case .device: "house.device.refused"
            case .program: "token.refused"
            case .writerToken: "stories.sign-in.token-refused"
            case .guestToken: "house.guests.token-refused"
            case .deviceToken: "house.device.token-refused"
            }
        }
    }

    public typealias Target = (kind: String, id: Int64, title: String)

    static let quarter: TimeInterval = 900
    /// Rows per quarter; further ones are counted together to protect the disk.
    private static let mostInAQuarter = 500
    private static let kept: TimeInterval = 8 * 86400

    /// `name` is stored as a hash. `tries` counts attempts since the last call. `day` replaces the quarter where hours are hidden.
    public static func note(
        _ kind: Kind, _ name: String, on target: Target? = nil, scope: Int64? = nil, by visitor: Visitor, tries: Int = 1, at now: Date,
        day: DateInterval? = nil, _ db: Database
    ) throws {
        visitor.logFailedSignIn(kind.rawValue, tries: tries)
        try note(kind, name, on: target, scope: scope, from: visitor.client, visitor.id, tries: tries, at: now, day: day, db)
    }

    static func note(
        _ kind: Kind, _ name: String, on target: Target?, scope: Int64?, from client: ClientAddress, _ requestID: String, tries: Int,
        at now: Date, day: DateInterval? = nil, _ db: Database
    ) throws {
        try tell(before: now, db)
        let start = Date(timeIntervalSince1970: (now.timeIntervalSince1970 / quarter).rounded(.down) * quarter)
        let (begun, ends) = day.map { ($0.start, $0.end) } ?? (start, start + quarter)
        let isFull = try Int.fetchOne(db, sql: "SELECT count(*) FROM guess WHERE begunAt = ?", arguments: [begun]) ?? 0 >= mostInAQuarter
        let name = isFull ? "" : name
        let network = isFull ? "" : client.network
        let target = isFull ? nil : target
        let scope = isFull ? nil : scope
        let account = target?.kind == "account" ? target?.id : nil
        let values: [String: (any DatabaseValueConvertible)?] = [
            "kind": kind, "name": Data(SHA256.hash(data: Data(name.utf8))), "network": network, "address": client.text,
            "begun": begun, "ends": ends, "tries": tries, "account": account, "objectKind": target?.kind,
            "objectID": target?.id, "title": target?.title, "scope": scope,
        ]
        let row = try Row.fetchOne(
            db,
            sql: """
                INSERT INTO guess (kind, name, network, address, begunAt, endsAt, tries, told, account, objectKind, objectID, objectTitle, scopeID)
                VALUES (:kind, :name, :network, :address, :begun, :ends, :tries, 0, :account, :objectKind, :objectID, :title, :scope)
                ON CONFLICT (kind, name, network, begunAt) DO UPDATE SET tries = tries + excluded.tries
                RETURNING id, tries
                """,
            arguments: StatementArguments(values))
        guard let row, row["tries"] as Int == tries else { return }
        let actor = Actor(accountID: nil, name: "", address: client.text, requestID: requestID)
        try AuditEntry.write(
            db, kind.action, by: actor, on: target, scope: scope, detail: tries == 1 ? [:] : ["tries": String(tries)],
            day: day?.start)
        try db.execute(sql: "UPDATE guess SET told = tries WHERE id = ?", arguments: [row["id"] as Int64])
    }

    static func tell(before now: Date, _ db: Database) throws {
        let sql = "SELECT * FROM guess WHERE endsAt <= ? AND tries > told ORDER BY id"
        for row in try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [now]) {
            guard let kind = Kind(rawValue: row["kind"]) else { continue }
            let (tries, told): (Int, Int) = (row["tries"], row["told"])
            var target: Target?
            if let kind: String = row["objectKind"], let id: Int64 = row["objectID"] { target = (kind, id, row["objectTitle"] ?? "") }
            try AuditEntry.write(
                db, kind.action, by: Actor(accountID: nil, name: "", address: row["address"], requestID: ""), on: target,
                scope: row["scopeID"], detail: ["tries": String(tries - told)], day: Self.day(of: row))
            try db.execute(sql: "UPDATE guess SET told = tries WHERE id = ?", arguments: [row["id"] as Int64])
        }
    }

    private static func day(of row: Row) -> Date? {
        let (begun, ends): (Date, Date) = (row["begunAt"], row["endsAt"])
        return ends.timeIntervalSince(begun) > quarter ? begun : nil
    }

    static func prune(_ now: Date, _ db: Database) throws -> Int {
        try tell(before: now, db)
        try db.execute(sql: "DELETE FROM guess WHERE begunAt < ?", arguments: [now.addingTimeInterval(-kept)])
        return db.changesCount
    }

    public static func forget(_ kind: String, _ id: Int64, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM guess WHERE objectKind = ? AND objectID = ?", arguments: [kind, id])
    }
}

extension FailedAttemptLog {
    /// More attempts on one person within a day than typing errors explain.
    public struct Notable: Sendable {
        public let id: Int64?
        public let title: String
        public let tries: Int
    }

    private static let notable = 5
    private static let shown = 3

    /// Those with the most attempts first, limited for a first page; `scope` selects a house.
    public static func notable(_ kinds: [Kind], in scope: Int64? = nil, at now: Date, _ db: Database) throws -> [Notable] {
        let marks = databaseQuestionMarks(count: kinds.count)
        let sql = """
            SELECT objectID, max(objectTitle), sum(tries) AS tries FROM guess
            WHERE kind IN (\(marks)) AND begunAt > ? AND (? IS NULL OR scopeID = ?)
            GROUP BY objectKind, objectID HAVING sum(tries) >= \(notable) ORDER BY tries DESC LIMIT \(shown)
            """
        var arguments = StatementArguments(kinds)
        arguments += [now.addingTimeInterval(-86400), scope, scope]
        return try Row.fetchAll(db, sql: sql, arguments: arguments).map { Notable(id: $0[0], title: $0[1] ?? "", tries: $0[2]) }
    }

    /// Returns the attempts of one day without a known target; 0 for few.
    public static func withoutTarget(_ kinds: [Kind], at now: Date, _ db: Database) throws -> Int {
        let sql = """
            SELECT coalesce(sum(tries), 0) FROM guess
            WHERE kind IN (\(databaseQuestionMarks(count: kinds.count))) AND begunAt > ? AND objectID IS NULL
            """
        let tries = try Int.fetchOne(db, sql: sql, arguments: StatementArguments(kinds) + [now.addingTimeInterval(-86400)]) ?? 0
        return tries < notable ? 0 : tries
    }
}
