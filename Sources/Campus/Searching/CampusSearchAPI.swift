import Admin
import GRDB
import Hummingbird
import Web

enum CampusSearchAPI {
    static let routes: [CampusAPI.Route] = [("settings", [], settings), ("search", ["q"], search)]

    @Sendable private static func settings(_ asked: CampusQuery, _ db: Database) throws -> JSON {
        let services = Campus.tiles.map { tile -> JSON in
            .object([
                ("name", .text(tile.name)), ("label", .text(asked.rendering.words("campus.tiles.\(tile.name)"))),
                ("url", .text(asked.origin + tile.address)),
            ])
        }
        return .object([
            ("name", .text(asked.files.siteName)), ("zone", .text(asked.rendering.zone.identifier)),
            ("languages", .list(Language.allCases.map { .text($0.rawValue) })), ("features", .list(services)),
        ])
    }

    @Sendable private static func search(_ asked: CampusQuery, _ db: Database) throws -> JSON {
        let typed = String(asked.query["q"].prefix(100))
        let found =
            StudentSearch(typed).map { CampusSearchPages.results($0, asked.rendering, db, asked.logger) }
            ?? CampusSearchPages.Found()
        if found.groups.isEmpty, !found.failed.isEmpty { throw HTTPError(.serviceUnavailable) }
        let items = found.groups.map { service, hits -> JSON in
            .object([
                ("service", .text(service)),
                (
                    "hits",
                    .list(
                        hits.map {
                            .object([
                                ("kind", .text($0.kind)), ("id", .number(Int($0.id))), ("title", .text($0.title)),
                                ("detail", .text($0.detail)),
                                ("url", .text(asked.origin + $0.href)),
                            ])
                        })
                ),
            ])
        }
        return .object([
            ("items", .list(items)), ("count", .number(items.count)), ("total", .number(items.count)), ("next", .null),
            ("failed", .list(found.failed.map { .text($0) })),
        ])
    }
}
