import Admin
import Foundation
import GRDB
import Web

/// Asks the site of a number, with the guards of every outgoing connection.
struct NumberFetch: Sendable {
    let admin: AdminContext
    var patience = Duration.seconds(20)

    @discardableResult
    func read(_ id: Int64, now: Date = .now) async throws -> NumberReading? {
        guard let source = try await admin.database.read({ try find(id, $0) }) else { return nil }
        let document = await Outgoing(allowsPrivate: false, neighbours: admin.neighbours).read(
            source.url, asking: [("Accept", "application/json, text/csv, */*;q=0.1"), ("User-Agent", "Portico-Numbers")],
            limit: NumberDocument.longest, patience: patience)
        let found = judge(document, source)
        try Task.checkCancellation()
        return try await admin.database.write { db -> NumberReading? in
            // Checked again: the source may have changed during the request.
            guard let source = try find(id, db) else { return nil }
            let before = try NumberReading.of(id, db)
            var reading = before.flatMap { $0.place == source.place ? $0 : nil } ?? NumberReading(id, of: source.place, now: now)
            reading.note(found, period: source.period, now: now)
            try reading.save(db)
            return reading
        }
    }

    private func find(_ id: Int64, _ db: Database) throws -> NumberSource? {
        try NumberSource.fetch(db, id: id).flatMap { $0.stamp.deletedAt == nil ? $0 : nil }
    }

    private func judge(_ document: Outgoing.Document, _ source: NumberSource) -> Result<NumberDocument.Found, NumberReading.Outcome> {
        if let error = document.error { return .failure(NumberReading.Outcome(rawValue: error) ?? .connection) }
        do throws(NumberReading.Outcome) {
            return .success(try NumberDocument.read(document.bytes, source, zone: admin.site.zone))
        } catch {
            return .failure(error)
        }
    }
}
