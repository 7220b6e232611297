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
        var values = ["when": lastGood.map { words.language.relativeMoment($0.madeAt, now: .now, in: zone) } ?? ""]
        if let report = lastGood?.report {
            values["rows"] = words.language.number(report.rows)
            values["pictures"] = words.language.number(report.pictures)
            values["seconds"] = words.language.seconds(report.rehearsing)
        }
        let text = verdict == .failed && lastGood == nil ? "failedAll" : verdict.rawValue
        return ["kind": verdict == .good ? "good" : verdict == .failed ? "bad" : "warn", "text": words("backups.verdicts.\(text)", values)]
    }

    /// The number is the count of good backups, or the days since the last.
    var card: Card? {
        let days = lastGood.map { max(1, Int(cutting: Date.now.timeIntervalSince($0.madeAt) / 86_400)) } ?? 0
        switch verdict {
        case .good: return nil
        case .failed: return card("failed", count: kept.prefix { !$0.isGood }.count, .bad)
        case .old: return card("old", count: days, .warn)
        case .none: return card("none", count: 0, .warn)
        }
    }

    private func card(_ text: String, count: Int, _ kind: Card.Kind) -> Card {
        Card(
            "backups.cards.\(text)", count: count, address: BackupPages.address, icon: "restore", permission: BackupPages.permission,
            kind: kind)
    }

    /// A mark for each of the last 28 days. Before the first backup there is nothing to see.
    func strip(_ words: Words, _ zone: TimeZone) -> Chart? {
        guard !kept.isEmpty else { return nil }
        let days = RecentDays(28, in: zone)
        let byDay = Dictionary(grouping: kept) { days.index(of: $0.madeAt) }
        let names = days.names(words.language)
        let marks = names.enumerated().map { index, name -> Chart.Day in
            let made = byDay[index] ?? []
            let bytes = made.filter(\.isGood).map(\.bytes).max()
            if let bytes { return Chart.Day(name, .good, note: words("backups.strip.good", ["size": words.language.bytes(bytes)])) }
            return made.isEmpty
                ? Chart.Day(name, .none, note: words("backups.strip.none"))
                : Chart.Day(name, made.contains { $0.report != nil } ? .bad : .warn, note: words("backups.strip.unproven"))
        }
        let good = marks.count { $0.isGood }
        let summary = words("backups.strip.summary", ["good": words.language.number(good), "days": words.language.number(marks.count)])
        let heading = Chart.Heading(id: "backup-days", title: words("backups.strip.title"), summary: summary)
        return .strip(heading, marks, head: (words("backups.when"), words("backups.state")))
    }

    func age(_ words: Words, _ zone: TimeZone) -> String? {
        lastGood.map { words.language.relativeMoment($0.madeAt, now: .now, in: zone) }
    }
}
