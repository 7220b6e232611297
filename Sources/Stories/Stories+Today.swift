import Accounts
import Admin
import Foundation
import GRDB
import Web

extension Stories {
    /// The reports that moderators received.
    public static func dailyCounts(of person: SignedIn, _ days: RecentDays, _ context: FormContext) throws -> DailyCounts? {
        guard person.grants.may(ModerationPages.deciding, in: nil) else { return nil }
        let moments = try Date.fetchAll(context.db, sql: "SELECT at FROM fragmentReport WHERE at >= ?", arguments: [days.begin])
        return DailyCounts("stories.desk.statistics.pulse", days.counts(moments), address: "/admin/stories/statistics")
    }
}
