import Accounts
import Admin
import Foundation
import GRDB
import Web

extension House {
    /// What guests of the house cooked today.
    public static func day(of person: SignedIn, _ day: DateInterval, _ context: FormContext) throws -> [DayItem] {
        guard let house = context.scopeID, person.grants.may("house.guests.see", in: house) else { return [] }
        let sql = """
            SELECT cooking.at, guest.name AS guest, recipe.id AS id, recipe.name AS recipe FROM cooking
            JOIN guest ON guest.id = cooking.guestID JOIN recipe ON recipe.id = cooking.recipe
            WHERE guest.houseID = ? AND \(Guest.notTrashed) AND \(Recipe.notTrashed) AND cooking.at >= ? AND cooking.at < ?
            ORDER BY cooking.at LIMIT 30
            """
        return try Row.fetchAll(context.db, sql: sql, arguments: [house, day.start, day.end]).map { row in
            DayItem(
                from: row["at"], title: context.words("house.today.cooking", ["guest": row["guest"], "recipe": row["recipe"]]),
                address: "\(Recipe.address)/\(row["id"] as Int64)", icon: "recipe")
        }
    }

    /// How often guests asked for help.
    public static func dailyCounts(of person: SignedIn, _ days: RecentDays, _ context: FormContext) throws -> DailyCounts? {
        guard let house = context.scopeID, person.grants.may(messages, in: house) else { return nil }
        let sql = "SELECT createdAt FROM helpCall WHERE houseID = ? AND createdAt >= ?"
        let moments = try Date.fetchAll(context.db, sql: sql, arguments: [house, days.begin])
        return DailyCounts("house.today.calls", days.counts(moments), address: "/admin/house/messages")
    }
}
