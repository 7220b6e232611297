import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// Checks a guest's secret and begins their session, for pages and programs.
struct GuestSignIn: Sendable {
    let guests: GuestPages

    enum Outcome: Sendable {
        case right, wrong
        /// Seconds.
        case wait(Int)
    }

    func judge(_ typed: String, _ guest: Inhabitant, _ visitor: Visitor) async throws -> Outcome {
        let verdict = try await guests.database.write { try Attempts.begin(guest.attemptName, from: visitor.client.network, at: .now, $0) }
        switch verdict {
        case .wait(let seconds, let isNews):
            if isNews { try await guests.database.write { try limited(guest, visitor, $0) } }
            return .wait(seconds)
        case .allowed(let attempt):
            let hash = try await guests.database.read { try EntrySecret.hash(of: guest, $0) }
            let isRight: Bool
            do { isRight = try await guests.passwords.verify(EntrySecret.text(typed, guest.entry), against: hash) } catch {
                try await guests.database.write { try Attempts.withdraw(attempt, $0) }
                throw error
            }
            guard isRight else {
                let target = (kind: "house.guests", id: guest.id, title: guest.name)
                try await guests.database.write {
                    try FailedAttemptLog.note(.guest, guest.attemptName, on: target, scope: guest.houseID, by: visitor, at: .now, $0)
                }
                return .wrong
            }
            try await guests.database.write { try Attempts.succeed(guest.attemptName, from: visitor.client.network, at: .now, $0) }
            return .right
        }
    }

    private func limited(_ guest: Inhabitant, _ visitor: Visitor, _ db: Database) throws {
        let actor = Actor(accountID: nil, name: "", address: visitor.client.text, requestID: visitor.id)
        try AuditEntry.write(db, "sign-in.limited", by: actor, on: ("house.guests", guest.id, guest.name), scope: guest.houseID)
    }

    /// `isProgram` means that the token is sent alone; a browser also sends its device cookie.
    func begin(
        _ guest: Inhabitant, _ present: GuestPageVisitor, _ request: Request, _ visitor: Visitor, isProgram: Bool = false
    ) async throws -> (token: Token, life: TimeInterval) {
        let token = Token()
        let device = present.device?.houseID == guest.houseID ? present.device : nil
        let life: TimeInterval = device?.stays == true ? 365 * 86400 : 12 * 3600
        let old = guests.cookie(.guest, request)
        let browser = Device.words(userAgent: request.headers[.userAgent])
        try await guests.database.write { db in
            let now = Date.now
            try db.execute(sql: "DELETE FROM guestSession WHERE tokenHash = ? OR expiresAt < ?", arguments: [old?.hash, now])
            try db.execute(
                sql:
                    "INSERT INTO guestSession (tokenHash, guestID, deviceID, accountID, browser, createdAt, expiresAt, isProgram) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
                arguments: [
                    token.hash, guest.id, device?.id, device == nil ? present.educator?.account.id : nil, browser, now, now + life,
                    isProgram,
                ])
            let actor = Actor(
                accountID: present.educator?.account.id, name: guest.name, address: visitor.client.text, requestID: visitor.id)
            try AuditEntry.write(db, "house.guests.entry", by: actor, on: ("house.guests", guest.id, guest.name), scope: guest.houseID)
        }
        return (token, life)
    }
}
