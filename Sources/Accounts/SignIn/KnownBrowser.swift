import Foundation
import GRDB
import Hummingbird

/// The browsers in which an account has signed in; table `knownBrowser`. Only hashes of their tokens are stored.
enum KnownBrowser {
    enum Finding { case known, first, another }

    /// As long as browsers keep a cookie, in seconds.
    static let lifetime: TimeInterval = 400 * 86_400
    /// Per account; a further one replaces the oldest.
    private static let most = 50

    static func note(_ token: Token, of account: Int64, at now: Date, _ db: Database) throws -> Finding {
        try db.execute(
            sql: "UPDATE knownBrowser SET seenAt = ? WHERE accountID = ? AND tokenHash = ?", arguments: [now, account, token.hash])
        if db.changesCount == 1 { return .known }
        let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM knownBrowser WHERE accountID = ?", arguments: [account]) ?? 0
        try db.execute(
            sql: """
                DELETE FROM knownBrowser WHERE accountID = :id AND tokenHash IN
                    (SELECT tokenHash FROM knownBrowser WHERE accountID = :id ORDER BY seenAt DESC LIMIT -1 OFFSET :most)
                """, arguments: ["id": account, "most": most - 1])
        try db.execute(
            sql: "INSERT INTO knownBrowser (accountID, tokenHash, seenAt) VALUES (?, ?, ?)", arguments: [account, token.hash, now])
        return count == 0 ? .first : .another
    }

    static func forget(of account: Int64, _ db: Database) throws {
        try db.execute(sql: "DELETE FROM knownBrowser WHERE accountID = ?", arguments: [account])
    }
}

/// The cookie by which a browser is known again; the same for all its accounts.
struct BrowserCookie {
    let name: String
    private let isSecure: Bool

    init(_ settings: AccountSettings) {
        isSecure = settings.secureCookie
        name = (settings.secureCookie ? "__Host-" : "") + "portico-browser"
    }

    func token(in request: Request) -> Token? { request.cookie(name).flatMap(Token.init(sent:)) }

    func set(_ token: Token, in response: inout Response) {
        response.setCookie(.ofSite(name, token.text, age: Int(KnownBrowser.lifetime), isSecure: isSecure))
    }
}
