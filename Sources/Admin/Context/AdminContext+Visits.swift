import Accounts
import Foundation
import GRDB
import Web

extension AdminContext {
    /// After this long away the next look at the first page is another visit, in seconds: a lunch, not a telephone call.
    static let visitPause = 45 * 60

    /// Notes that somebody looks at the first page, and answers when the visit before this one ended; nil on the first.
    func visit(_ person: SignedIn, now: Date = .now) async throws -> Date? {
        let (account, moment) = (person.accountID, Int(cutting: now.timeIntervalSince1970))
        let preferences = try await database.read { try AccountPreferences(of: account, $0) }
        let seen = preferences[.seen].flatMap { Int($0, in: .whole) }
        var before = preferences[.visited].flatMap { Int($0, in: .whole) }
        let isAnother = seen.map { moment - $0 > Self.visitPause } ?? false
        if isAnother { before = seen }
        // Once a minute at most: a page that is only looked at should not write.
        if seen == nil || moment - (seen ?? 0) >= 60 {
            try await database.writeIfPossible { [before] db in
                try AccountPreferences.set(.seen, to: String(moment), of: account, db)
                if isAnother, let before { try AccountPreferences.set(.visited, to: String(before), of: account, db) }
            }
        }
        return before.map { Date(timeIntervalSince1970: Double($0)) }
    }
}
