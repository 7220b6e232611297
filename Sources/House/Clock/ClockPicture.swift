import Admin
import GRDB
import Web

struct ClockPicture: Publishable {
    var stamp = RecordMetadata()
    var name = ""
    var picture: Int64?
    var ordering = 0
    var published = true

    static let system = House.name
    static let path = "clock-pictures"
    static let table = "clockPicture"
    static let scope: Scope? = House.scope
    static let icon = "clock"
    static let columns = ["ordering", "published"]
    static let filters = ["picture", "published"]
    static let editable = ["ordering"]
    static let order = "ordering"
    static let fields: [Field<ClockPicture>] = [
        .title("name", \.name),
        .picture("picture", \.picture),
        .number("ordering", \.ordering, in: 0...10_000),
        .flag("published", \.published),
    ]
}

extension ClockPicture {
    /// Preferences name a picture by its key, which survives export and import.
    static let prefix = "picture-"
    static let pattern = "^picture-[a-z0-9-]+$"

    static func isName(_ value: String) -> Bool {
        value.count <= 200 && value.hasPrefix(prefix) && value.dropFirst(prefix.count).wholeMatch(of: #/[a-z0-9-]+/#) != nil
    }

    struct Offered: Sendable {
        let value: String
        let name: String
        let file: String

        var dial: Values {
            ClockFace.plain.values.merging(["face": "plain photo", "photo": Picture.address(file: file, .medium)]) { $1 }
        }
    }

    static func offered(in house: Int64, _ db: Database) throws -> [Offered] {
        let sql = """
            SELECT '\(prefix)' || clockPicture.key AS value, name, picture.file FROM clockPicture
            JOIN picture ON picture.id = clockPicture.picture AND \(Picture.notTrashed)
            WHERE \(ClockPicture.published.in("?")) ORDER BY ordering, folded
            """
        return try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [house]).map {
            Offered(value: $0["value"], name: $0["name"], file: $0["file"])
        }
    }
}
