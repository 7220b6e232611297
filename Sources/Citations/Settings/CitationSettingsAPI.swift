import Accounts
import Admin
import GRDB
import HTTPTypes
import Hummingbird
import Web

struct CitationSettingsAPI: Sendable {
    let service: CitationService

    private var admin: AdminContext { service.admin }

    static let routes: [CitationRoute] = [
        CitationRoute(
            .get, "settings", "settings",
            .caller { _, caller, service in
                try caller.require(Citations.seeing)
                return .json(try await service.admin.database.read { try settings(caller, $0) })
            }
        ) { $0.answer = settingsShape },
        CitationRoute(.put, "settings", "keepSettings", .caller { try await Self(service: $2).keepSettings($0, $1) }) {
            ($0.sent, $0.answer) = (Shape.object(sentChoices), settingsShape)
        },
        CitationRoute(
            .delete, "settings", "dropSettings",
            .caller { _, caller, service in
                try caller.require(Citations.editing)
                try await service.admin.database.write { try Choices.forget(of: caller.actor.accountID ?? 0, $0) }
                return Response(status: .noContent)
            }
        ) { $0.status = .noContent },
    ]

    private static let sentChoices: KeyValuePairs<String, JSON> = [
        "preset": Shape.choice(Preset.allCases.map(\.rawValue)), "spelling": Shape.choice(Spellings.allCases.map(\.rawValue)),
        "titleThreshold": .whole(1, 100), "authorThreshold": .whole(0, 100),
    ]
    private static let settingsShape = Shape.object([
        "preset": Shape.choice(Preset.allCases.map(\.rawValue)), "spelling": Shape.choice(Spellings.allCases.map(\.rawValue)),
        "titleThreshold": Shape.count, "authorThreshold": Shape.count, "isOwn": Shape.flag,
        "limits": Shape.object([
            "mostDocuments": Shape.count, "mostMegabytes": Shape.count, "mostWorks": Shape.count, "mostMinutes": Shape.count,
            "mostAtOnce": Shape.count,
        ]),
    ])

    private static func settings(_ caller: Caller, _ db: Database) throws -> JSON {
        let (choices, isOwn) = try Choices.of(caller.actor.accountID ?? 0, db)
        let limits = try CitationSettings.current(db)
        return .values([
            "preset": .text(choices.preset.rawValue), "spelling": .text(choices.spelling.rawValue),
            "titleThreshold": .number(choices.titleThreshold), "authorThreshold": .number(choices.authorThreshold),
            "isOwn": .flag(isOwn),
            "limits": .object(CitationSettings.limits.map { ($0.key, .number(limits[keyPath: $0.path])) }),
        ])
    }

    private func keepSettings(_ request: Request, _ caller: Caller) async throws -> Response {
        try caller.require(Citations.editing)
        var sent = try await SentValues(request, service.words(caller))
        sent.need("preset", "spelling", "titleThreshold", "authorThreshold")
        let choices = Choices(
            preset: sent.choice("preset") ?? .improved, spelling: sent.choice("spelling") ?? .usual,
            titleThreshold: sent.number("titleThreshold", in: 1...100) ?? 80,
            authorThreshold: sent.number("authorThreshold", in: 0...100) ?? 68)
        try sent.finish()
        let answer = try await admin.database.write { db in
            try choices.save(of: caller.actor.accountID ?? 0, db)
            return try Self.settings(caller, db)
        }
        return .json(answer)
    }
}
