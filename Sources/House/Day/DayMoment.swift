import Admin
import Foundation
import GRDB
import Web

/// A part of a house's day, with its picture: breakfast, work, supper. Guests see the day as a strip of them.
struct DayMoment: Publishable {
    var stamp = RecordMetadata()
    var name = ""
    var translations = Translations()
    var picture: Int64?
    var hour = 8
    var minute = 0
    var days = MomentDays.every
    /// The one day and time of an appointment, instead of hour, minute and days.
    var once: Date?
    var who = MomentWho.all
    var guests: [Int64] = []
    var recipe: Int64?
    var published = true

    static let system = House.name
    static let path = "day-moments"
    static let table = "dayMoment"
    static let scope: Scope? = House.scope
    static let icon = "calendar"
    static let columns = ["hour", "minute", "days", "who", "guests", "published"]
    static let filters = ["days", "who", "guests", "picture", "published", "once"]
    static let editable = ["hour", "minute"]
    static let order = "hour"
    static let fields: [Field<DayMoment>] = [
        .title("name", \.name),
        .picture("picture", \.picture, symbolsOf: "name", \.name),
        .number("hour", \.hour, in: 0...23),
        .number("minute", \.minute, in: 0...59),
        .choice("days", \.days, texts: "house.days"),
        .moment("once", \.once),
        .choice("who", \.who, texts: "house.who"),
        .many("guests", \.guests, Guest.self, through: .init("momentGuest", owner: "moment", other: "guest")),
        .one("recipe", \.recipe, Recipe.self),
        .flag("published", \.published),
        .translations(\.translations, of: "name"),
    ]

    func check(_ entry: Entry, errors: inout FieldErrors) {
        // A file without people names no guests.
        guard entry.form != nil else { return }
        if who != .all, guests.isEmpty { errors.add("guests", entry.refusal("noneChosen")) }
        if who == .all, !guests.isEmpty { errors.add("guests", entry.refusal("unusedGuests")) }
    }
}

extension DayMoment {
    static func recipes(of house: Int64, _ db: Database) throws -> [Int64] {
        let sql = """
            SELECT DISTINCT recipe.id FROM dayMoment JOIN recipe ON recipe.id = dayMoment.recipe
            WHERE \(DayMoment.published.in("?")) AND \(Recipe.notTrashed) AND (once IS NULL OR once >= ?) ORDER BY recipe.folded
            """
        return try Int64.fetchAll(db, sql: sql, arguments: [house, try db.transactionDate])
    }
}

enum MomentWho: String, Choice {
    case all, some, turns
}

enum MomentDays: String, Choice {
    case every, weekdays, weekend, monday, tuesday, wednesday, thursday, friday, saturday, sunday

    /// `weekday` is 1 for Monday to 7 for Sunday (ISO 8601).
    static func on(_ weekday: Int) -> [MomentDays] {
        let days: [MomentDays] = [.monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday]
        return [.every, weekday < 6 ? .weekdays : .weekend, days[weekday - 1]]
    }

    static func name(of date: Date, in zone: TimeZone, _ words: Words) -> String {
        words("house.days.\(on(CivilTime(date, in: zone).weekday)[2].rawValue)")
    }

    /// Whose turn it is among `count` people, who take turns each time that these days come. `day` counts from 1970-01-01, a Thursday.
    func turn(on day: Int, among count: Int) -> Int {
        let (week, weekday) = ((day + 3) / 7, (day + 3) % 7)
        let times =
            switch self {
            case .every: day
            case .weekdays: week * 5 + weekday
            case .weekend: week * 2 + weekday - 5
            default: week
            }
        return times % count
    }
}
