import Admin
import GRDB

/// A part of a house's day, with its picture: breakfast, work, supper. Guests see the day as a strip of them.
struct DayMoment: Publishable {
    var stamp = RecordMetadata()
    var name = ""
    var translations = Translations()
    var picture: Int64?
    var hour = 8
    var minute = 0
    var days = MomentDays.every
    var recipe: Int64?
    var published = true

    static let system = House.name
    static let path = "day-moments"
    static let table = "dayMoment"
    static let scope: Scope? = House.scope
    static let icon = "calendar"
    static let columns = ["hour", "minute", "days", "published"]
    static let filters = ["days", "picture", "published"]
    static let editable = ["hour", "minute"]
    static let order = "hour"
    static let fields: [Field<DayMoment>] = [
        .title("name", \.name),
        .picture("picture", \.picture),
        .number("hour", \.hour, in: 0...23),
        .number("minute", \.minute, in: 0...59),
        .choice("days", \.days, texts: "house.days"),
        .one("recipe", \.recipe, Recipe.self),
        .flag("published", \.published),
        .translations(\.translations, of: "name"),
    ]
}

extension DayMoment {
    static func recipes(of house: Int64, _ db: Database) throws -> [Int64] {
        let sql = """
            SELECT DISTINCT recipe.id FROM dayMoment JOIN recipe ON recipe.id = dayMoment.recipe
            WHERE \(DayMoment.published.in("?")) AND \(Recipe.notTrashed) ORDER BY recipe.folded
            """
        return try Int64.fetchAll(db, sql: sql, arguments: [house])
    }
}

enum MomentDays: String, Choice {
    case every, weekdays, weekend, monday, tuesday, wednesday, thursday, friday, saturday, sunday

    /// `weekday` is 1 for Monday to 7 for Sunday (ISO 8601).
    static func on(_ weekday: Int) -> [MomentDays] {
        let days: [MomentDays] = [.monday, .tuesday, .wednesday, .thursday, .friday, .saturday, .sunday]
        return [.every, weekday < 6 ? .weekdays : .weekend, days[weekday - 1]]
    }
}
