import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// What guests did in the last seven days, of those who agreed that educators see it.
struct DayDonePages: Sendable {
    let admin: AdminContext
    static let address = "/admin/house/day-done"
    private static let days = 7

    func addRoutes(to router: RouterGroup<SignedIn>) {
        router.get("day-done", use: show)
    }

    @Sendable private func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            let words = context.words
            let house = try admin.requireScope(person, House.living, db)
            let now = Date.now
            let dates = (0..<Self.days).map { now - Double(Self.days - 1 - $0) * 86_400 }
            let done = try done(in: house, since: HouseDay.name(of: dates[0], in: context.zone), db)
            let guests = try Row.fetchAll(
                db,
                sql: """
                    SELECT guest.id, guest.name FROM guest JOIN dayShared ON dayShared.guestID = guest.id
                    WHERE \(Guest.active.in("?")) ORDER BY guest.folded
                    """, arguments: [house])
            let labels = dates.map { MomentDays.name(of: $0, in: context.zone, words) }
            let rows = guests.map { row -> Values in
                let guest: Int64 = row["id"]
                let cells = zip(dates, labels).map { date, label -> Values in
                    let names = done[Key(guest: guest, day: HouseDay.name(of: date, in: context.zone))] ?? []
                    return ["label": label, "text": names.isEmpty ? "–" : names.joined(separator: ", ")]
                }
                return ["name": row["name"] as String, "cells": cells]
            }
            let values: Values = [
                "title": words("day.desk.title"), "days": labels.map { ["label": $0] as Values }, "rows": rows, "isNone": rows.isEmpty,
                "moments": DayMoment.address,
            ]
            return ("house/day/done", values)
        }
    }

    private struct Key: Hashable {
        let guest: Int64
        let day: String
    }

    private func done(in house: Int64, since day: String, _ db: Database) throws -> [Key: [String]] {
        let sql = """
            SELECT momentDone.guestID, momentDone.day, dayMoment.name FROM momentDone JOIN dayMoment ON dayMoment.id = momentDone.moment
            JOIN dayShared ON dayShared.guestID = momentDone.guestID
            WHERE dayMoment.houseID = ? AND momentDone.day >= ? ORDER BY dayMoment.hour, dayMoment.minute, dayMoment.id
            """
        var done: [Key: [String]] = [:]
        for row in try Row.fetchAll(db, sql: sql, arguments: [house, day]) {
            done[Key(guest: row["guestID"], day: row["day"]), default: []].append(row["name"])
        }
        return done
    }
}
