import Accounts
import Foundation
import GRDB
import Hummingbird

/// A visitor with stored data, identified only by a token in a cookie. Plain readers have none.
enum CampusReader {
    /// Days without a visit before the data is deleted.
    static let kept = 400

    private static func name(_ isSecure: Bool) -> String { (isSecure ? "__Host-" : "") + "portico-campus" }

    static func token(in request: Request) -> Token? {
        if let sent = request.headers[.authorization], sent.hasPrefix("Bearer ") { return Token(sent: String(sent.dropFirst(7))) }
        return (request.cookie(name(true)) ?? request.cookie(name(false))).flatMap(Token.init(sent:))
    }

    static func find(_ token: Token, _ db: Database) throws -> Int64? {
        try Int64.fetchOne(db.cachedStatement(sql: "SELECT id FROM campusVisitor WHERE tokenHash = ?"), arguments: [token.hash])
    }

    static func id(_ request: Request, _ database: any DatabaseReader) async throws -> Int64? {
        guard let token = token(in: request) else { return nil }
        return try await database.read { try find(token, $0) }
    }

    /// Finds or creates the visitor. - Returns: also a new visitor's token, for the cookie.
    static func make(_ request: Request, _ db: Database, at now: Date = .now) throws -> (id: Int64, token: Token?) {
        let today = day(now)
        if let token = token(in: request), let id = try find(token, db) {
            try db.execute(sql: "UPDATE campusVisitor SET seenOn = ? WHERE id = ?", arguments: [today, id])
            return (id, nil)
        }
        let token = Token()
        try db.execute(sql: "INSERT INTO campusVisitor (tokenHash, seenOn) VALUES (?, ?)", arguments: [token.hash, today])
        return (db.lastInsertedRowID, token)
    }

    /// - Parameter token: nil deletes the cookie.
    static func setCookie(_ token: Token?, in response: inout Response, isSecure: Bool) {
        response.setCookie(.ofSite(name(isSecure), token?.text ?? "", age: token == nil ? 0 : kept * 86_400, isSecure: isSecure))
    }

    static func takeMessage(_ id: Int64, _ db: Database) throws -> Flash? {
        let stored = try String.fetchOne(db, sql: "SELECT message FROM campusVisitor WHERE id = ?", arguments: [id])
        guard let stored else { return nil }
        try db.execute(sql: "UPDATE campusVisitor SET message = NULL WHERE id = ?", arguments: [id])
        return try? JSONDecoder().decode(Flash.self, from: Data(stored.utf8))
    }

    static func say(_ text: String, kind: Flash.Kind = .good, to id: Int64, _ db: Database) throws {
        let json = String(decoding: try JSONEncoder().encode(Flash(text, kind: kind)), as: UTF8.self)
        try db.execute(sql: "UPDATE campusVisitor SET message = ? WHERE id = ?", arguments: [json, id])
    }

    /// Deletes expired visitors; returns their number. Visitors who subscribe to alerts stay.
    static func sweep(_ db: Database, at now: Date) throws -> Int {
        let limit = day(now.addingTimeInterval(-Double(kept) * 86_400))
        try db.execute(
            sql: """
                DELETE FROM campusVisitor WHERE seenOn < ?
                  AND id NOT IN (SELECT visitorID FROM campusWay WHERE confirmedAt IS NOT NULL)
                """, arguments: [limit])
        return db.changesCount
    }

    private static func day(_ date: Date) -> String { String(date.ISO8601Format().prefix(10)) }
}
