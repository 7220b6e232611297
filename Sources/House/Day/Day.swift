import Admin
import Foundation
import GRDB
import Web

/// Today in a house: what was, what is, and what comes.
struct Day: Sendable {
    struct Moment: Sendable {
        let name: String
        let file: String?
        /// Minutes since midnight.
        let start: Int
    }

    let moments: [Moment]
    /// Minutes since midnight.
    let now: Int

    /// In the order of the day; empty where the educators wrote nothing for this day.
    static func today(_ person: GuestRequestContext, now: Date, _ db: Database) throws -> Day {
        let zone = person.guest.timeZone
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        // Foundation counts from Sunday.
        let weekday = (calendar.component(.weekday, from: now) + 5) % 7 + 1
        let days = MomentDays.on(weekday).map { "'\($0.rawValue)'" }.joined(separator: ", ")
        let sql = """
            SELECT \(person.language.said("dayMoment", "name")) AS name, picture.file, hour * 60 + minute AS start FROM dayMoment
            LEFT JOIN picture ON picture.id = dayMoment.picture AND \(Picture.notTrashed)
            WHERE \(DayMoment.published.in("?")) AND days IN (\(days)) ORDER BY start, dayMoment.id
            """
        let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [person.guest.houseID])
        let time = CivilTime(now, in: zone)
        return Day(
            moments: rows.map { Moment(name: $0["name"], file: $0["file"], start: $0["start"]) }, now: time.hour * 60 + time.minute)
    }

    /// The moment that is; nil before the first.
    var current: Int? { moments.lastIndex { $0.start <= now } }

    /// The moment that comes; nil after the last.
    var next: Int? { moments.firstIndex { $0.start > now } }

    /// The three of the home page: what was, what is, what comes.
    var near: Range<Int> {
        let middle = current ?? 0
        return max(0, middle - 1)..<min(moments.count, middle + 2)
    }

    func values(_ indices: Range<Int>, _ words: Words, hours: Int) -> [Values] {
        indices.map { index in
            let moment = moments[index]
            let state = index == current ? "now" : moment.start <= now ? "was" : "comes"
            let minutes = moment.start - now
            let until = words("day.until", ["time": KitchenTimer.said(minutes * 60, words)])
            return [
                "name": moment.name, "picture": moment.file.map { Picture.address(file: $0, .medium) } ?? false, "state": state,
                "isNow": state == "now", "wasThere": state == "was",
                "clock": ClockPages.digits(moment.start / 60, moment.start % 60, hours: hours),
                "said": state == "comes" ? (index == next ? until : words("day.comes")) : words("day.\(state)"),
                // An hour is a whole disc, as on the timers that people know.
                "disc": index == next && minutes <= 60
                    ? ["part": String(minutes * 1000 / 60), "seconds": String(minutes * 60)] as Values : false,
            ]
        }
    }
}
