import Accounts
import Foundation
import GRDB
import Web

extension AdminContext {
    /// Seconds of absence after which the next look at the dashboard counts as a new visit.
    static let visitPause = 45 * 60

    func visit(_ person: SignedIn, now: Date = .now) async throws -> Date? {
        let (account, moment) = (person.accountID, Int(cutting: now.timeIntervalSince1970))
        let preferences = try await database.read { try AccountPreferences(of: account, $0) }
        let seen = preferences[.seen].flatMap { Int($0, in: .whole) }
        var before = preferences[.visited].flatMap { Int($0, in: .whole) }
        let isAnother = seen.map { moment - $0 > Self.visitPause } ?? false
        if isAnother { before = seen }
        // At most one write a minute.
        if seen == nil || moment - (seen ?? 0) >= 60 {
            try await database.writeIfPossible { [before] db in
                try AccountPreferences.set(.seen, to: String(moment), of: account, db)
                if isAnother, let before { try AccountPreferences.set(.visited, to: String(before), of: account, db) }
            }
        }
        return before.map { Date(timeIntervalSince1970: Double($0)) }
    }
}
