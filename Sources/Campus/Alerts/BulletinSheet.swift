import Admin
import GRDB
import Web

/// What became of a bulletin, for programs: its state, who acted, and each channel.
struct BulletinSheet {
    let bulletin: Bulletin
    let origin: String

    private static let states = ["proposed", "planned", "published", "replaced", "withdrawn", "ended", "refused"]

    static let shape = Shape.object([
        "id": Shape.id, "alert": Shape.orNull("integer"), "replaces": Shape.orNull("integer"), "title": Shape.text,
        "state": Shape.choice(states), "severity": Shape.choice(AlertSeverity.allCases.map(\.rawValue)), "drill": Shape.flag,
        "publishAt": Shape.moment, "expiresAt": Shape.orNull(Shape.moment), "releasedAt": Shape.orNull(Shape.moment),
        "endedAt": Shape.orNull(Shape.moment), "proposedBy": Shape.text, "approvedBy": Shape.orNull("string"),
        "endedBy": Shape.orNull("string"), "channels": Shape.list(channel),
    ])

    /// A page or file has an address; what is sent has numbers instead.
    private static let channel = Shape.object([
        "name": Shape.choice(["page", "atom", "rss", "json", "cap", "push", "mail"]), "address": Shape.orNull("string"),
        "waiting": Shape.count, "sent": Shape.count, "failed": Shape.count,
    ])

    func json(_ db: Database) throws -> JSON {
        .object([
            ("id", .number(Int(bulletin.id ?? 0))), ("alert", Self.number(bulletin.alert)), ("replaces", Self.number(bulletin.replaces)),
            ("title", .text(bulletin.title(in: .italian))), ("state", .text(bulletin.state.rawValue)),
            ("severity", .text(bulletin.severity)), ("drill", .flag(bulletin.isDrill)), ("publishAt", .moment(bulletin.publishAt)),
            ("expiresAt", .moment(bulletin.expiresAt)), ("releasedAt", .moment(bulletin.releasedAt)),
            ("endedAt", .moment(bulletin.endedAt)),
            ("proposedBy", .text(bulletin.proposedName)), ("approvedBy", Self.text(bulletin.approvedName)),
            ("endedBy", Self.text(bulletin.endedName)), ("channels", .list(try channels(db))),
        ])
    }

    private func channels(_ db: Database) throws -> [JSON] {
        guard bulletin.releasedAt != nil, let id = bulletin.id else { return [] }
        let page = origin + AlertDrawing.address(bulletin)
        let list = origin + AlertPages.address
        let addresses = [
            ("page", page), ("atom", list + ".atom"), ("rss", list + ".rss"), ("json", page + ".json"), ("cap", page + ".cap"),
        ]
        let numbers = try NotificationReport.numbers(id, db)
        let shown = addresses.map { Self.channel($0, address: $1, [:]) }
        return shown
            + ["push", "mail"].map { channel in
                let both = ["published", "withdrawn"].compactMap { numbers["\($0).\(channel)"] }
                return Self.channel(channel, address: nil, both.reduce(into: [:]) { $0.merge($1, uniquingKeysWith: +) })
            }
    }

    private static func channel(_ name: String, address: String?, _ counts: [String: Int]) -> JSON {
        let failed = ["refused", "gone", "dropped"].map { counts[$0] ?? 0 }.reduce(0, +)
        return .object([
            ("name", .text(name)), ("address", text(address)), ("waiting", .number(counts["waiting"] ?? 0)),
            ("sent", .number(counts["sent"] ?? 0)), ("failed", .number(failed)),
        ])
    }

    private static func number(_ id: Int64?) -> JSON { id.map { .number(Int($0)) } ?? .null }
    private static func text(_ text: String?) -> JSON { text.map { .text($0) } ?? .null }
}
