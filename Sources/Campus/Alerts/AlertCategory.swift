import Admin
import GRDB

/// What alerts are sorted by: teaching, transport, safety.
struct AlertCategory: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var translations = Translations()
    var hazard = Hazard.Other
    /// Whether its alerts run along the ticker of the first page.
    var ticker = true
    var ordering = 0

    static let system = Campus.name
    static let path = "alert-categories"
    static let table = "campusAlertCategory"
    static let icon = "category"
    static let columns = ["hazard", "ticker", "ordering"]
    static let editable = ["ordering"]
    static let order = "ordering"
    static let fields: [Field<AlertCategory>] = [
        .title("name", \.name, limit: 80),
        .choice("hazard", \.hazard, texts: "campus.hazard"),
        .flag("ticker", \.ticker),
        .number("ordering", \.ordering, in: 0...10_000),
        .translations(\.translations, of: "name"),
    ]
}

/// The categories of CAP 1.2, by the names that it gives them.
enum Hazard: String, Choice {
    case Geo, Met, Safety, Security, Rescue, Fire, Health, Env, Transport, Infra, CBRNE, Other
}

extension AlertCategory {
    /// The first about nothing in particular, as a rule that of teaching; nil where the site has no alerts.
    static func ofTeaching(_ db: Database) throws -> Int64? {
        try Int64.fetchOne(
            db, sql: "SELECT id FROM campusAlertCategory WHERE deletedAt IS NULL ORDER BY hazard <> 'Other', ordering, id LIMIT 1")
    }

    /// All of them as the site orders them.
    static func all(_ db: Database) throws -> [AlertCategory] {
        try Int64.fetchAll(db, sql: "SELECT id FROM campusAlertCategory WHERE deletedAt IS NULL ORDER BY ordering, id")
            .compactMap { try fetch(db, id: $0) }
    }
}
