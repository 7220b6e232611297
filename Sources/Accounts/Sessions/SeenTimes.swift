import Foundation
import GRDB
import Synchronization

/// Keeps the activity of people with anonymous forms by day: the hour could identify answers. Administrators are exempt.
extension AccountSettings {
    func keepsDaysOnly(_ grants: Grants) -> Bool { byTheDay.contains(where: grants.mayByName) }

    func keepsDaysOnly(_ account: Int64?, _ db: Database) throws -> Bool {
        guard let account, !byTheDay.isEmpty else { return false }
        return keepsDaysOnly(try Grants(RoleAssignment.of(account).fetchAll(db), of: self, viewing: nil, db))
    }

    func noted(_ moment: Date, of account: Int64?, _ db: Database) throws -> Date {
        try keepsDaysOnly(account, db) ? day(of: moment).start : moment
    }

    func day(of moment: Date) -> DateInterval {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let start = calendar.startOfDay(for: moment)
        return DateInterval(start: start, end: calendar.date(byAdding: .day, value: 1, to: start) ?? start + 86_400)
    }
}

/// In-memory last uses of sessions kept by day, so that they expire on time. After a restart the day counts.
enum SeenTimes {
    private static let times = Mutex<[Data: Date]>([:])
    /// More than a university has in a day.
    private static let most = 50_000

    static func note(_ tokenHash: Data, at moment: Date) {
        times.withLock { times in
            if times.count >= most, times[tokenHash] == nil { times = times.filter { moment.timeIntervalSince($0.value) < 43_200 } }
            times[tokenHash] = moment
        }
    }

    static subscript(tokenHash: Data) -> Date? { times.withLock { $0[tokenHash] } }
}

/// In-memory password times of such sessions; after a restart people are asked again.
enum ProvedTimes {
    private static let times = Mutex<[Data: Date]>([:])
    private static let most = 5_000

    static func note(_ tokenHash: Data, at moment: Date) {
        times.withLock { times in
            if times.count >= most { times = times.filter { moment.timeIntervalSince($0.value) < Session.proofLasts } }
            times[tokenHash] = moment
        }
    }

    static subscript(tokenHash: Data) -> Date? { times.withLock { $0[tokenHash] } }
}
