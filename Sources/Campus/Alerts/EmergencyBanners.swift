import Admin
import Foundation
import GRDB
import Synchronization
import Web

/// The emergencies in force, in memory, for the banner of every public page.
final class EmergencyBanners: PageBanners {
    private static let most = 3
    /// Pages with a banner depend on these tables, although they do not read them.
    private static let statement = "SELECT b.id FROM campusBulletin b JOIN campusAlert a ON a.id = b.alert"

    private let known: Mutex<[Bulletin]>
    private let observation = Mutex<(any DatabaseCancellable)?>(nil)

    init(_ database: any DatabaseWriter) throws {
        known = Mutex(try database.read { try Self.emergencies($0) })
        // Reads on the writing connection: waiting for another connection would deadlock.
        let changes = DatabaseRegionObservation(
            tracking: Table("campusBulletin"), Table("campusBulletinTarget"), Table("campusAlert")
        ).start(in: database) { _ in
        } onChange: { [weak self] db in
            try? self?.reload(db)
        }
        observation.withLock { $0 = changes }
    }

    func reload(_ db: Database) throws {
        let fresh = try Self.emergencies(db)
        known.withLock { $0 = fresh }
    }

    func values(_ words: Words, at now: Date) -> [Values] {
        PageReads.current?.add(Self.statement)
        let found = known.withLock { $0 }.filter { bulletin in bulletin.expiresAt.map { $0 > now } ?? true }
        return found.sorted { !$0.isDrill && $1.isDrill }.prefix(Self.most).map { Self.templateValues($0, words) }
    }

    private static func emergencies(_ db: Database) throws -> [Bulletin] {
        try Bulletin.current(db, at: .now, where: "b.severity = 'emergency'", limit: 20)
    }

    private static func templateValues(_ bulletin: Bulletin, _ words: Words) -> Values {
        [
            "href": AlertDrawing.address(bulletin), "title": bulletin.title(in: words.language),
            "severity": words("campus.severity.\(bulletin.severity)"), "icon": AlertDrawing.icon(bulletin.weight),
            "isDrill": bulletin.isDrill, "instruction": bulletin.instruction(in: words.language),
            "hasInstruction": !bulletin.instruction(in: words.language).isEmpty,
        ]
    }
}
