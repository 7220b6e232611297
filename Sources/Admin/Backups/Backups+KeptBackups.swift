import Foundation

public struct KeptBackup: Sendable {
    public let name: String
    let path: String
    public let bytes: Int
    public let madeAt: Date
    /// The result of its rehearsal; nil without one, as for a copied archive.
    public let report: BackupReport?

    public var isGood: Bool { report?.isGood ?? false }
}

extension Backups {
    /// The archives, newest first. Read from the folder, because after a restore the database would be wrong.
    public func kept() -> [KeptBackup] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasPrefix("portico-") && $0.hasSuffix(".tar") && BackupManifest.isSafe($0) }.compactMap { name in
            let path = folder + "/" + name
            guard AtomicFile.isRegular(path), let age = AtomicFile.age(path), let bytes = AtomicFile.size(path) else { return nil }
            let report = AtomicFile.contents(reportPath(path)).flatMap { try? Self.decoder.decode(BackupReport.self, from: Data($0)) }
            return KeptBackup(name: name, path: path, bytes: bytes, madeAt: report?.madeAt ?? Date.now - age, report: report)
        }.sorted { ($0.madeAt, $0.name) > ($1.madeAt, $1.name) }
    }

    public var lastGood: KeptBackup? { kept().first(where: \.isGood) }

    func keep(_ report: BackupReport, of path: String) throws {
        try AtomicFile.write(try Self.encoder.encode(report), to: reportPath(path))
    }

    func reportPath(_ archive: String) -> String { archive.dropLast(".tar".count) + ".json" }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.dateEncodingStrategy = .iso8601
        return encoder
    }

    private static var decoder: JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }

    func tidy(_ plan: BackupPlan, in zone: TimeZone, now: Date = .now) -> Int {
        let gone = Self.superfluous(kept(), plan, in: zone, now: now)
        for backup in gone {
            unlink(backup.path)
            unlink(reportPath(backup.path))
        }
        return gone.count
    }

    /// Keeps the last 24 hours, the newest good archive, and the newest good one (else the newest) per day and week. Days without a backup
    /// do not count, so a machine that was off keeps its old ones.
    static func superfluous(_ kept: [KeptBackup], _ plan: BackupPlan, in zone: TimeZone, now: Date) -> [KeptBackup] {
        var calendar = Calendar(identifier: .iso8601)
        calendar.timeZone = zone
        let sorted = kept.sorted { $0.madeAt > $1.madeAt }
        let best = sorted.filter(\.isGood) + sorted.filter { !$0.isGood }
        func newest(_ count: Int, _ period: (Date) -> Date?) -> [KeptBackup] {
            let periods = Dictionary(grouping: best) { period($0.madeAt) ?? $0.madeAt }
            return periods.sorted { $0.key > $1.key }.prefix(count).compactMap(\.value.first)
        }
        let stay =
            sorted.filter { $0.madeAt > now - 86_400 } + sorted.filter(\.isGood).prefix(1)
            + newest(plan.days) { calendar.startOfDay(for: $0) }
            + newest(plan.weeks) { calendar.dateInterval(of: .weekOfYear, for: $0)?.start }
        let names = Set(stay.map(\.name))
        return sorted.filter { !names.contains($0.name) }
    }
}
