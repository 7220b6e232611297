import Accounts
import Admin
import Formats
import Foundation
import GRDB

/// A published or pending bulletin in the seed: `{ alert: acqua-alta, at: 2026-11-10T07:00:00Z }`.
struct SeededBulletin: SeedExtra {
    static let path = "bulletins"
    static let isFinal = true
    static let known = ["alert", "at", "approved"]
    static let schema = SeedSchema.map([
        ("alert", .key(of: Alert.self), true), ("at", .moment, true),
        ("approved", SeedSchema("string"), false),
    ])

    private let alert: Int64
    private let at: Date
    private let approved: String?
    let key: String

    init?(_ mapping: SeedMapping, scopeID: Int64) {
        guard let node = mapping.required("alert"), let alert = node.record(of: Alert.self), let atNode = mapping.required("at"),
            let text = atNode.scalar(), let at = atNode.moment()
        else { return nil }
        (self.alert, self.at, approved) = (alert, at, mapping["approved"]?.text())
        key = "\(node.scalar() ?? "") \(text)"
    }

    func state(_ db: Database) throws -> SeedExtraState {
        let sql = "SELECT EXISTS (SELECT 1 FROM campusBulletin WHERE alert = ? AND publishAt = ?)"
        return try Bool.fetchOne(db, sql: sql, arguments: [alert, at]) == true ? .same : .new
    }

    func write(_ db: Database, hash: String?, by actor: Actor) throws {
        guard let text = try Alert.fetch(db, id: alert) else { return }
        var bulletin = try Bulletin.propose(text, at: nil, db, by: actor, now: at)
        guard bulletin.state == .proposed, let approved else { return }
        bulletin.approvedName = approved
        try bulletin.release(db, by: actor, now: at)
    }

    static func exported(scopeID: Int64, _ export: SeedExport, _ db: Database) throws -> [SeedValue] {
        let sql = "SELECT * FROM campusBulletin WHERE alert IS NOT NULL AND state IN ('proposed', 'published') ORDER BY publishAt, id"
        return try Bulletin.fetchAll(db, sql: sql).compactMap { bulletin in
            guard let id = bulletin.alert, let key = try export.key(of: id, Alert.self) else { return nil }
            return .map(
                [("alert", .text(key)), ("at", .text(WrittenTime.iso(bulletin.publishAt)))]
                    + (bulletin.approvedName.map { [("approved", .text($0))] } ?? []))
        }
    }
}

extension Campus {
    /// An emergency needs a second person, so a bulletin without one is not shown.
    public static func warn(about section: SeedNode) {
        let emergencies = (section.member("alerts")?.items ?? []).filter { $0.member("severity")?.quietText == "emergency" }
        let keys = Set(emergencies.compactMap { $0.member("key")?.quietText })
        for bulletin in section.member("bulletins")?.items ?? [] where bulletin.member("approved") == nil {
            if let alert = bulletin.member("alert")?.quietText, keys.contains(alert) { bulletin.warn("unapproved") }
        }
    }
}
