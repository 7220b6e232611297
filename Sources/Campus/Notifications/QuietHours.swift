import Foundation
import GRDB
import Web

enum QuietHours {
    /// Delays due deliveries to the end of the recipient's quiet hours.
    static func putOff(at now: Date, in zone: TimeZone, _ db: Database) throws {
        let hour = CivilTime(now, in: zone).hour
        let isQuiet = """
            CASE WHEN quietFrom < quietUntil THEN :hour >= quietFrom AND :hour < quietUntil
              ELSE :hour >= quietFrom OR :hour < quietUntil END
            """
        let hours = try Int.fetchAll(
            db,
            sql: """
                SELECT DISTINCT w.quietUntil FROM campusDelivery d JOIN campusWay w ON w.id = d.way JOIN campusTelling t ON t.id = d.telling
                WHERE d.state = 'waiting' AND d.nextAt <= :now AND NOT t.isUrgent AND w.quietFrom IS NOT NULL AND \(isQuiet)
                """, arguments: ["now": now, "hour": hour])
        for morning in hours {
            try db.execute(
                sql: """
                    UPDATE campusDelivery SET nextAt = :next WHERE state = 'waiting' AND nextAt <= :now
                      AND telling IN (SELECT id FROM campusTelling WHERE NOT isUrgent)
                      AND way IN (SELECT id FROM campusWay WHERE quietUntil = :morning AND quietFrom IS NOT NULL AND \(isQuiet))
                    """, arguments: ["next": next(morning, after: now, in: zone), "now": now, "morning": morning, "hour": hour])
        }
    }

    static func next(_ hour: Int, after moment: Date, in zone: TimeZone) -> Date {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let time = DateComponents(hour: hour, minute: 0, second: 0)
        return calendar.nextDate(after: moment, matching: time, matchingPolicy: .nextTime) ?? moment + 86_400
    }
}
