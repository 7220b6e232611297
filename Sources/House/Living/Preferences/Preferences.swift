import GRDB

/// How the pages are for one guest; kept by the educator, so that help can be taken away person by person.
struct Preferences: Codable, FetchableRecord, PersistableRecord, Sendable {
    static let databaseTableName = "guestPreference"

    var guestID: Int64 = 0
    /// Percent of the hand density's own size.
    var textSize = 100
    /// Percent of the voice's own speed.
    var voiceSpeed = 70
    /// A touch on a product puts it into the list, without its page between.
    var directAdd = true
    var directBought = true
    /// A list of one's own instead of the house's.
    var ownList = false
    var showPrice = true
    var sounds = true
    /// Names of doors, by spaces.
    var hiddenDoors = ""

    static let textSizes = [100, 125, 150]
    static let voiceSpeeds = [50, 70, 85, 100]
    static let doors = ["shopping", "recipes", "clock", "euro"]

    var hidden: Set<String> { Set(hiddenDoors.split(separator: " ").map(String.init)) }

    static func of(_ guestID: Int64, _ db: Database) throws -> Preferences {
        let sql = "SELECT * FROM guestPreference WHERE guestID = ?"
        return try fetchOne(db.cachedStatement(sql: sql), arguments: [guestID]) ?? Preferences(guestID: guestID)
    }
}
