import Accounts
import Admin
import Crypto
import Foundation
import GRDB
import Hummingbird
import Web

/// A code of an educator that joins a device to a house; it is valid for ten minutes.
enum Pairing {
    enum Joining: Sendable {
        case joined(Token, house: Int64)
        case wrong
        /// Seconds.
        case wait(Int)
    }

    static let lifetime: TimeInterval = 600

    static func hash(_ code: String) -> Data { Data(SHA256.hash(data: Data("house pairing \(code)".utf8))) }

    static func make(for house: Int64, stays: Bool, _ db: Database) throws -> String {
        let digits = String(Int.random(in: 0..<100_000_000))
        let code = String(repeating: "0", count: 8 - digits.count) + digits
        try db.execute(sql: "DELETE FROM devicePairing WHERE houseID = ? OR expiresAt < ?", arguments: [house, Date.now])
        try db.execute(
            sql: "INSERT INTO devicePairing (codeHash, houseID, stays, expiresAt) VALUES (?, ?, ?, ?)",
            arguments: [hash(code), house, stays, Date.now + lifetime])
        return code
    }

    static func join(
        _ typed: String, _ request: Request, _ visitor: Visitor, _ database: any DatabaseWriter
    ) async throws -> Joining {
        let code = String(typed.filter { $0.isASCII && $0.isNumber })
        let token = Token()
        let browser = Device.words(userAgent: request.headers[.userAgent])
        // Counted by network, because a code has no owner yet.
        let name = "house device " + visitor.client.network
        let verdict = try await database.write { try Attempts.begin(name, from: visitor.client.network, at: .now, $0) }
        if case .wait(let seconds, _) = verdict { return .wait(seconds) }
        return try await database.write { db in
            let sql = "DELETE FROM devicePairing WHERE codeHash = ? AND expiresAt > ? RETURNING houseID, stays"
            guard let row = try Row.fetchAll(db, sql: sql, arguments: [hash(code), Date.now]).first else {
                try FailedAttemptLog.note(.device, name, by: visitor, at: .now, db)
                return .wrong
            }
            let house: Int64 = row["houseID"]
            try db.execute(
                sql: "INSERT INTO houseDevice (houseID, tokenHash, label, stays, createdAt) VALUES (?, ?, ?, ?, ?)",
                arguments: [house, token.hash, browser, row["stays"] as Bool, Date.now])
            let actor = Actor(accountID: nil, name: "", address: visitor.client.text, requestID: visitor.id)
            try AuditEntry.write(db, "house.device.pair", by: actor, scope: house, detail: ["device": browser])
            try Attempts.succeed(name, from: visitor.client.network, at: .now, db)
            return .joined(token, house: house)
        }
    }
}
