import Admin
import Foundation
import GRDB
import Web

struct HouseDay: Sendable {
    struct Moment: Sendable {
        let id: Int64
        let name: String
        let file: String?
        /// Minutes since midnight.
        let start: Int
        let recipe: Int64?
        let isDone: Bool
    }

    let moments: [Moment]
    /// Minutes since midnight.
    let now: Int

    /// In the order of the day; empty where the educators wrote nothing for this day.
    static func today(_ person: GuestRequestContext, now: Date, _ db: Database) throws -> HouseDay {
        let zone = person.guest.timeZone
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        // Foundation counts from Sunday.
        let weekday = (calendar.component(.weekday, from: now) + 5) % 7 + 1
        let days = MomentDays.on(weekday).map { "'\($0.rawValue)'" }.joined(separator: ", ")
        let sql = """
            SELECT dayMoment.id, \(person.language.said("dayMoment", "name")) AS name, picture.file, hour * 60 + minute AS start,
              (SELECT recipe.id FROM recipe WHERE recipe.id = dayMoment.recipe AND \(Recipe.published)) AS recipe,
              EXISTS (SELECT 1 FROM momentDone WHERE guestID = :guest AND moment = dayMoment.id AND day = :day) AS isDone FROM dayMoment
            LEFT JOIN picture ON picture.id = dayMoment.picture AND \(Picture.notTrashed)
            WHERE \(DayMoment.published.in(":house")) AND days IN (\(days)) ORDER BY start, dayMoment.id
            """
        let arguments: StatementArguments = ["house": person.guest.houseID, "guest": person.guest.id, "day": name(of: now, in: zone)]
        let moments = try Row.fetchAll(db, sql: sql, arguments: arguments).map { row in
            Moment(
                id: row["id"], name: row["name"], file: row["file"], start: row["start"], recipe: row["recipe"], isDone: row["isDone"])
        }
        let time = CivilTime(now, in: zone)
        return HouseDay(moments: moments, now: time.hour * 60 + time.minute)
    }

    /// `2026-11-27`, the day of a house.
    static func name(of now: Date, in zone: TimeZone) -> String { String(CivilTime(now, in: zone).inputValue.prefix(10)) }

    /// Marks a moment as done today or not; what was done a month ago is forgotten. Returns false for a moment that the guest may not see.
    static func mark(_ moment: Int64, done: Bool, _ person: GuestRequestContext, now: Date, _ db: Database) throws -> Bool {
        let (guest, zone) = (person.guest.id, person.guest.timeZone)
        let known = "SELECT EXISTS (SELECT 1 FROM dayMoment WHERE id = ? AND \(DayMoment.published.in("?")))"
        guard try Bool.fetchOne(db, sql: known, arguments: [moment, person.guest.houseID]) == true else { return false }
        try db.execute(
            sql: "DELETE FROM momentDone WHERE guestID = ? AND day < ?", arguments: [guest, name(of: now - 30 * 86_400, in: zone)])
        let sql =
            done
            ? "INSERT OR IGNORE INTO momentDone (guestID, moment, day) VALUES (?, ?, ?)"
            : "DELETE FROM momentDone WHERE guestID = ? AND moment = ? AND day = ?"
        try db.execute(sql: sql, arguments: [guest, moment, name(of: now, in: zone)])
        return true
    }

    /// The moment that is; nil before the first.
    var current: Int? { moments.lastIndex { $0.start <= now } }

    /// The moment that comes; nil after the last.
    var next: Int? { moments.firstIndex { $0.start > now } }

    var near: Range<Int> {
        let middle = current ?? 0
        return max(0, middle - 1)..<min(moments.count, middle + 2)
    }

    func values(_ indices: Range<Int>, _ words: Words, hours: Int) -> [Values] {
        indices.map { index -> Values in
            let moment = moments[index]
            let state = index == current ? "now" : moment.start <= now ? "was" : "comes"
            let minutes = moment.start - now
            var said = words("day.\(state)")
            var disc: any Sendable = false
            if index == next {
                said = words("day.until", ["time": KitchenTimer.said(minutes * 60, words)])
                // An hour is a whole disc, as on the timers that people know.
                if minutes <= 60 { disc = ["part": String(minutes * 1000 / 60), "seconds": String(minutes * 60)] as Values }
            }
            return [
                "id": String(moment.id), "name": moment.name, "state": state, "isNow": state == "now", "said": said, "disc": disc,
                "picture": moment.file.map { Picture.address(file: $0, .medium) } ?? false,
                "clock": ClockPages.digits(moment.start / 60, moment.start % 60, hours: hours),
                "href": moment.recipe.map { "/house/recipes/\($0)" } ?? false,
                "beginLabel": words("day.beginOf", ["name": moment.name]), "doneLabel": words("day.doneOf", ["name": moment.name]),
                "mayTick": moment.start <= now, "isDone": moment.isDone,
            ]
        }
    }
}
