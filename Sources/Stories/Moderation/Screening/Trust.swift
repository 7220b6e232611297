import Foundation
import GRDB
import Web

/// How well a writer is known here. It grows with age, accepted fragments and upheld reports.
struct Trust: Equatable, Sendable {
    let days: Int
    /// Fragments that a moderator kept, or that nothing was held against for a day.
    let accepted: Int
    let upheld: Int

    init(days: Int, accepted: Int, upheld: Int) { (self.days, self.accepted, self.upheld) = (days, accepted, upheld) }

    /// The most that the settings ask for; more is not counted.
    static let enough = 100

    init(_ writer: Int64, at now: Date, _ db: Database) throws {
        let sql = """
            SELECT createdAt,
              (SELECT count(*) FROM (SELECT 1 FROM fragment WHERE fragment.writer = :id AND isHidden = 0 AND (fragment.createdAt <= :day
                OR EXISTS (SELECT 1 FROM decision WHERE decision.fragment = fragment.id AND automatic IS NULL AND hides = 0
                  AND undoneAt IS NULL)) LIMIT \(Self.enough))) AS accepted,
              (SELECT count(*) FROM (SELECT 1 FROM fragmentReport WHERE fragmentReport.writer = :id AND outcome = 'upheld'
                LIMIT \(Self.enough))) AS upheld
            FROM writer WHERE id = :id
            """
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: ["id": writer, "day": now - 86_400]) else {
            self.init(days: 0, accepted: 0, upheld: 0)
            return
        }
        let createdAt: Date = row["createdAt"]
        let days = max(0, Int(cutting: now.timeIntervalSince(createdAt) / 86_400))
        self.init(days: days, accepted: row["accepted"], upheld: row["upheld"])
    }

    /// An upheld report counts as an accepted fragment.
    func isNewcomer(_ settings: StorySettings) -> Bool { days < settings.newDays || accepted + upheld < settings.newFragments }

    static func isNewcomer(_ writer: Int64, _ settings: StorySettings, at now: Date, _ db: Database) throws -> Bool {
        try Trust(writer, at: now, db).isNewcomer(settings)
    }
}
