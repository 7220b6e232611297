import Foundation
import GRDB
import Synchronization

/// The times at which people come and go are kept by the day where they fill in what is anonymous: the hour would tell when they did.
/// Whose roles name such a permission is one of them; an administrator, who may do everything, is not.
extension AccountSettings {
    func keepsDaysOnly(_ grants: Grants) -> Bool { byTheDay.contains(where: grants.mayByName) }

    func keepsDaysOnly(_ account: Int64?, _ db: Database) throws -> Bool {
        guard let account, !byTheDay.isEmpty else { return false }
        return keepsDaysOnly(try Grants(RoleAssignment.of(account).fetchAll(db), of: self, viewing: nil, db))
    }

    /// The moment as it is written down of an account: the beginning of the day where only that is kept.
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

/// When sessions were last used whose rows say the day only, so that they end as early as others. Kept in memory: after a restart the day counts.
enum SeenTimes {
    private static let times = Mutex<[Data: Date]>([:])
    /// More than come in a day to a university.
    private static let most = 50_000

    static func note(_ tokenHash: Data, at moment: Date) {
        times.withLock { times in
            if times.count >= most, times[tokenHash] == nil { times = times.filter { moment.timeIntervalSince($0.value) < 43_200 } }
            times[tokenHash] = moment
        }
    }

    static subscript(tokenHash: Data) -> Date? { times.withLock { $0[tokenHash] } }
}

/// When the owners of such sessions typed their passwords last; after a restart they are asked again.
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
