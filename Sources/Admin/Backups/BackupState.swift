import Foundation
import Web

struct BackupState {
    let kept: [KeptBackup]
    let plan: BackupPlan

    init(_ admin: AdminContext, _ kept: [KeptBackup]? = nil) {
        self.kept = kept ?? admin.backups.kept()
        plan = admin.site.backups
    }

    private var lastGood: KeptBackup? { kept.first(where: \.isGood) }

    private enum Status: String {
        case good, failed, old, none
    }

    private var verdict: Status {
        guard let last = lastGood else { return kept.contains { $0.report != nil } ? .failed : .none }
        if let tried = kept.first(where: { $0.report != nil }), !tried.isGood { return .failed }
        return Date.now.timeIntervalSince(last.madeAt) > plan.patience ? .old : .good
    }

    func notice(_ words: Words, _ zone: TimeZone) -> Values {
        var values = ["when": lastGood.map { words.language.saidMoment($0.madeAt, now: .now, in: zone) } ?? ""]
        if let report = lastGood?.report {
            values["rows"] = words.language.number(report.rows)
            values["pictures"] = words.language.number(report.pictures)
            values["seconds"] = words.language.seconds(report.rehearsing)
        }
        let text = verdict == .failed && lastGood == nil ? "failedAll" : verdict.rawValue
        return ["kind": verdict == .good ? "good" : verdict == .failed ? "bad" : "warn", "text": words("backups.verdicts.\(text)", values)]
    }

    /// The number is the count of good backups, or the days since the last.
    func card(_ words: Words) -> Values? {
        let days = lastGood.map { max(1, Int(cutting: Date.now.timeIntervalSince($0.madeAt) / 86_400)) } ?? 0
        switch verdict {
        case .good: return nil
        case .failed: return card("failed", count: kept.prefix { !$0.isGood }.count, "bad", words)
        case .old: return card("old", count: days, "warn", words)
        case .none: return card("none", count: 0, "warn", words)
        }
    }

    private func card(_ text: String, count: Int, _ kind: String, _ words: Words) -> Values {
        [
            "label": words("backups.cards.\(text)", count: count), "count": words.language.number(count), "href": BackupPages.address,
            "icon": "restore", "kind": kind,
        ]
    }

    func age(_ words: Words, _ zone: TimeZone) -> String? {
        lastGood.map { words.language.saidMoment($0.madeAt, now: .now, in: zone) }
    }
}
