import Admin
import Foundation
import GRDB
import Hummingbird
import Web

enum AlertAPI {
    static let routes: [CampusAPI.Route] = [
        ("alerts", ["category", "since"] + targets.map(\.name) + CampusList.paging, alerts),
        ("alerts/categories", [], categories),
        ("alerts/count", ["since"], count), (one, [], alert),
    ]

    /// The only address that answers 410: the alert was public and is no longer in force.
    static let one = "alerts/{id}"

    /// Query parameters for alerts about one target. The thesis uses `dept`, the other addresses `department`.
    private static let targets: [(name: String, kind: TargetKind)] = [
        ("course", .course), ("person", .person), ("faculty", .faculty), ("department", .department), ("dept", .department),
    ]

    @Sendable private static func alerts(_ asked: CampusQuery, _ db: Database) throws -> JSON {
        let query = asked.query
        let about = targets.filter { !query[$0.name].isEmpty }
        // Safe to interpolate: the names are fixed, and the numbers from the query are bound.
        let concerned = about.map {
            "EXISTS (SELECT 1 FROM campusBulletinTarget t WHERE t.bulletin = b.id AND t.kind = '\($0.kind)' AND t.objectID = :\($0.name))"
        }
        let condition =
            (["(:category IS NULL OR b.category = :category)", "b.releasedAt > :since", "(:cursor IS NULL OR b.id < :cursor)"] + concerned)
            .joined(separator: " AND ")
        var arguments: StatementArguments = [
            "category": try asked.number("category"), "since": try since(query) ?? .distantPast, "cursor": try asked.number("cursor"),
        ]
        for (name, _) in about { arguments += [name: try asked.number(name)] }
        let total = try Bulletin.current(db, at: .now, where: condition, arguments &+ ["cursor": nil as Int64?], limit: 10_000).count
        let found = try Bulletin.current(db, at: .now, where: condition, arguments, limit: CampusList.size + 1)
        let shown = found.prefix(CampusList.size)
        let next = found.count > CampusList.size ? shown.last?.id.map { JSON.text(String($0)) } ?? .null : .null
        return .object([
            ("items", .list(try shown.map { try asked.files.json($0, db) })), ("count", .number(shown.count)),
            ("total", .number(total)), ("next", next),
        ])
    }

    private static func since(_ query: Form) throws -> Date? {
        guard !query["since"].isEmpty else { return nil }
        guard let date = FeedTime.date(query["since"]) else { throw HTTPError(.badRequest) }
        return date
    }

    @Sendable private static func categories(_ asked: CampusQuery, _ db: Database) throws -> JSON {
        let items = try AlertCategory.all(db).map { category -> JSON in
            .object([
                ("id", .number(Int(category.id ?? 0))),
                ("name", .text(category.translations.reading("name", category.name, in: asked.rendering.words.language).text)),
                ("source", .text("\(asked.origin)\(CampusAPI.address)/alerts?category=\(category.id ?? 0)")),
            ])
        }
        return .object([("items", .list(items)), ("count", .number(items.count)), ("total", .number(items.count)), ("next", .null)])
    }

    @Sendable private static func count(_ asked: CampusQuery, _ db: Database) throws -> JSON {
        let since = try since(asked.query) ?? .distantPast
        let found = try Bulletin.current(db, at: .now, where: "b.releasedAt > :since", ["since": since], limit: 10_000)
        return .object([("count", .number(found.count))])
    }

    @Sendable private static func alert(_ asked: CampusQuery, _ db: Database) throws -> JSON {
        guard let id = Int64(recordID: asked.name), let bulletin = try Bulletin.find(id, db) else { throw HTTPError(.notFound) }
        guard try bulletin.isInForce(db, at: .now) else { throw HTTPError(.gone) }
        return try asked.files.json(bulletin, db)
    }
}
