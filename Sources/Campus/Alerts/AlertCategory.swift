import Admin
import GRDB

struct AlertCategory: Resource {
    var stamp = RecordMetadata()
    var name = ""
    var translations = Translations()
    var hazard = Hazard.Other
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

enum Hazard: String, Choice {
    case Geo, Met, Safety, Security, Rescue, Fire, Health, Env, Transport, Infra, CBRNE, Other
}

extension AlertCategory {
    /// The first category with the hazard `Other`, normally teaching; else the first one. Nil without categories.
    static func ofTeaching(_ db: Database) throws -> Int64? {
        try Int64.fetchOne(
            db, sql: "SELECT id FROM campusAlertCategory WHERE \(notTrashed) ORDER BY hazard <> 'Other', ordering, id LIMIT 1")
    }

    static func all(_ db: Database) throws -> [AlertCategory] {
        try Int64.fetchAll(db, sql: "SELECT id FROM campusAlertCategory WHERE \(notTrashed) ORDER BY ordering, id")
            .compactMap { try fetch(db, id: $0) }
    }
}
