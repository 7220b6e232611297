import Foundation
import GRDB
import Web

/// The limit of one-click acts per hour: enough for any reader, too few for a program.
enum ActPace: String, Sendable {
    case vote, report, follow, profile

    private var limit: Int {
        switch self {
        case .vote: 200
        case .report, .profile: 20
        case .follow: 60
        }
    }

    /// What newcomers may do; 0 is as much as others.
    private func limit(ofNewcomers settings: StorySettings) -> Int {
        switch self {
        case .vote: settings.newVotes
        case .report, .profile: 0
        case .follow: settings.newFollows
        }
    }

    private var sql: String {
        switch self {
        case .vote: "SELECT count(*) AS count, min(at) AS first FROM vote WHERE writer = ? AND at > ?"
        case .report: "SELECT count(*) AS count, min(at) AS first FROM fragmentReport WHERE writer = ? AND at > ?"
        case .profile: "SELECT count(*) AS count, min(at) AS first FROM profileReport WHERE writer = ? AND at > ?"
        case .follow: "SELECT count(*) AS count, min(at) AS first FROM follow WHERE follower = ? AND at > ?"
        }
    }

    /// Throws `StoryRefusal.tooFast` with the seconds to wait when the hour's limit is reached.
    func check(_ writer: Int64, at now: Date, _ db: Database) throws {
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: [writer, now - 3600]) else { return }
        let (count, first): (Int, Date?) = (row["count"], row["first"])
        guard let first, try count >= limit || isTooMuchForNewcomer(count, writer, at: now, db) else { return }
        throw StoryRefusal.tooFast(seconds: max(1, Int(cutting: (first + 3600).timeIntervalSince(now).rounded(.up))))
    }

    private func isTooMuchForNewcomer(_ count: Int, _ writer: Int64, at now: Date, _ db: Database) throws -> Bool {
        let settings = try StorySettings.current(db)
        let most = limit(ofNewcomers: settings)
        return try most > 0 && count >= most && Trust.isNewcomer(writer, settings, at: now, db)
    }
}
