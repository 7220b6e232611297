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
        /// Whose turn it is, where guests take turns.
        var turn: Turn?
        /// A video of what is done then.
        var clip: Int64?
        var isMine: Bool { turn?.isMine ?? true }
    }

    struct Turn: Sendable {
        let guest: Int64
        let name: String
        let file: String?
        let isMine: Bool
    }

    let moments: [Moment]
    /// Minutes since midnight.
    let now: Int

    /// In the order of the day; empty where the educators wrote nothing for this day.
    static func today(_ person: GuestRequestContext, now: Date, _ db: Database) throws -> HouseDay {
        let time = CivilTime(now, in: person.guest.timeZone)
        return HouseDay(moments: try moments(on: now, person, db), now: time.hour * 60 + time.minute)
    }

    /// The moments of the day that `date` is in, without those of other guests alone.
    static func moments(on date: Date, _ person: GuestRequestContext, _ db: Database) throws -> [Moment] {
        let (zone, me) = (person.guest.timeZone, person.guest.id)
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let from = calendar.startOfDay(for: date)
        let to = calendar.date(byAdding: .day, value: 1, to: from) ?? from + 86_400
        let days = MomentDays.on(CivilTime(date, in: zone).weekday).map { "'\($0.rawValue)'" }.joined(separator: ", ")
        let sql = """
            SELECT dayMoment.id, \(person.language.localizedSQL("dayMoment", "name")) AS name, picture.file, hour * 60 + minute AS start, days, who, once,
              (SELECT recipe.id FROM recipe WHERE recipe.id = dayMoment.recipe AND \(Recipe.published)) AS recipe,
              (SELECT clip.id FROM clip WHERE \(Clip.notTrashed.in(":house")) AND clip.text = dayMoment.name) AS clip FROM dayMoment
            LEFT JOIN picture ON picture.id = dayMoment.picture AND \(Picture.notTrashed)
            WHERE \(DayMoment.published.in(":house"))
              AND (once IS NULL AND days IN (\(days)) OR once >= :from AND once < :to)
              AND (who <> 'some' OR EXISTS (SELECT 1 FROM momentGuest WHERE moment = dayMoment.id AND momentGuest.guest = :guest))
            """
        let arguments: StatementArguments = ["house": person.guest.houseID, "guest": me, "from": from, "to": to]
        let rows = try Row.fetchAll(db, sql: sql, arguments: arguments)
        let ids = rows.filter { $0["who"] as String == MomentWho.turns.rawValue }.map { $0["id"] as Int64 }
        let people = try takingTurns(ids, me: me, db)
        let done = try done(on: name(of: date, in: zone), in: person.guest.houseID, db)
        let day = Independence.day(date, zone)
        let moments = rows.map { row -> Moment in
            let id: Int64 = row["id"]
            let once: Date? = row["once"]
            let time = once.map { CivilTime($0, in: zone) }
            let turns = people[id] ?? []
            let days = MomentDays(rawValue: row["days"]) ?? .every
            let turn = turns.isEmpty ? nil : turns[days.turn(on: day, among: turns.count)]
            return Moment(
                id: id, name: row["name"], file: row["file"], start: time.map { $0.hour * 60 + $0.minute } ?? row["start"],
                recipe: row["recipe"], isDone: done[id]?.contains(turn?.guest ?? me) ?? false, turn: turn, clip: row["clip"])
        }
        return moments.sorted { ($0.start, $0.id) < ($1.start, $1.id) }
    }

    /// The active guests of each moment, in the order of their turns.
    private static func takingTurns(_ moments: [Int64], me: Int64, _ db: Database) throws -> [Int64: [Turn]] {
        guard !moments.isEmpty else { return [:] }
        let sql = """
            SELECT momentGuest.moment, guest.id, guest.name, picture.file FROM momentGuest JOIN guest ON guest.id = momentGuest.guest
            LEFT JOIN picture ON picture.id = guest.picture AND \(Picture.notTrashed)
            WHERE \(Guest.notTrashed) AND guest.active AND momentGuest.moment IN (SELECT value FROM json_each(?)) ORDER BY momentGuest.rowid
            """
        let list = "[" + moments.map(String.init).joined(separator: ",") + "]"
        var people: [Int64: [Turn]] = [:]
        for row in try Row.fetchAll(db, sql: sql, arguments: [list]) {
            let (guest, name): (Int64, String) = (row["id"], row["name"])
            let first = name.split(separator: " ").first.map(String.init) ?? name
            people[row["moment"], default: []].append(Turn(guest: guest, name: first, file: row["file"], isMine: guest == me))
        }
        return people
    }

    private static func done(on day: String, in house: Int64, _ db: Database) throws -> [Int64: Set<Int64>] {
        let sql = """
            SELECT momentDone.moment, momentDone.guestID FROM momentDone JOIN dayMoment ON dayMoment.id = momentDone.moment
            WHERE day = ? AND dayMoment.houseID = ?
            """
        var done: [Int64: Set<Int64>] = [:]
        for row in try Row.fetchAll(db, sql: sql, arguments: [day, house]) { done[row["moment"], default: []].insert(row["guestID"]) }
        return done
    }

    /// `2026-11-27`, the day of a house.
    static func name(of now: Date, in zone: TimeZone) -> String { String(CivilTime(now, in: zone).inputValue.prefix(10)) }

    /// Marks a moment as done today or not; what was done a month ago is forgotten. Returns false for a moment that is not this guest's today.
    static func mark(_ moment: Int64, done: Bool, _ person: GuestRequestContext, now: Date, _ db: Database) throws -> Bool {
        let (guest, zone) = (person.guest.id, person.guest.timeZone)
        guard try moments(on: now, person, db).contains(where: { $0.id == moment && $0.isMine }) else { return false }
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
                said = words("day.until", ["time": KitchenTimer.localized(minutes * 60, words)])
                // An hour is a whole disc, as on the timers that people know.
                if minutes <= 60 { disc = ["part": String(minutes * 1000 / 60), "seconds": String(minutes * 60)] as Values }
            }
            return [
                "id": String(moment.id), "name": moment.name, "state": state, "isNow": state == "now", "said": said, "disc": disc,
                "picture": moment.file.map { Picture.address(file: $0, .medium) } ?? false,
                "clock": ClockPages.digits(moment.start / 60, moment.start % 60, hours: hours),
                "clip": moment.clip.map { "/house/clips/\($0)" } ?? false, "href": moment.recipe.map { "/house/recipes/\($0)" } ?? false,
                "beginLabel": words("day.beginOf", ["name": moment.name]), "doneLabel": words("day.doneOf", ["name": moment.name]),
                "mayTick": moment.start <= now && moment.isMine, "isDone": moment.isDone, "turn": moment.turn?.values(words) ?? false,
            ]
        }
    }
}

extension HouseDay.Turn {
    func values(_ words: Words) -> Values {
        [
            "text": isMine ? words("day.turnMine") : words("day.turnOf", ["name": name]),
            "face": file.map { Picture.address(file: $0, .medium) } ?? false,
        ]
    }
}
