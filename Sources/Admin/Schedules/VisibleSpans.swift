import Foundation
import Web

/// From when until when the records with planned dates can be seen in a month, as bars.
struct VisibleSpans {
    let month: Month
    /// The planned acts from the month's begin on.
    let acts: [PlannedAct]
    let titles: [String: String]

    static let most = 40

    private struct Record: Hashable {
        let kind: String
        let id: Int64
    }

    /// nil where nothing planned is seen in the month.
    func chart(_ words: Words, _ zone: TimeZone) -> Chart? {
        let spans = spans(words, zone)
        guard !spans.isEmpty else { return nil }
        let shown = Array(spans.prefix(Self.most))
        var values = ["count": words.language.number(spans.count), "month": month.name(words.language)]
        values["shown"] = words.language.number(shown.count)
        let summary = words(shown.count < spans.count ? "schedules.spans.first" : "schedules.spans.summary", values)
        return .spans(
            Chart.Heading(id: "visible", title: words("schedules.spans.title"), summary: summary),
            columns: (1...month.days).map { String($0) }, shown, head: (words("schedules.spans.what"), words("schedules.spans.when")))
    }

    private func spans(_ words: Words, _ zone: TimeZone) -> [Chart.Span] {
        let known = acts.filter { $0.problem == nil && $0.act != "draft" }
        let records = Dictionary(grouping: known) { Record(kind: $0.kind, id: $0.recordID) }
        let found = records.compactMap { record, acts -> (begin: Date, span: Chart.Span)? in
            let from = acts.first { $0.act == "publish" }?.at
            let until = acts.first { $0.act == "unpublish" }?.at
            guard from.map({ $0 < month.end }) ?? true, until.map({ $0 >= month.start }) ?? true else { return nil }
            let label = titles["\(record.kind) \(record.id)"] ?? "#\(record.id)"
            return (
                from ?? month.start, Chart.Span(label, from: column(from), until: column(until), note: localized(from, until, words, zone))
            )
        }
        return found.sorted { ($0.begin, $0.span.label) < ($1.begin, $1.span.label) }.map(\.span)
    }

    /// In days from the month's begin; nil for what is outside of it.
    private func column(_ date: Date?) -> Double? {
        guard let date, date >= month.start, date < month.end else { return nil }
        return date.timeIntervalSince(month.start) / month.end.timeIntervalSince(month.start) * Double(month.days)
    }

    private func localized(_ from: Date?, _ until: Date?, _ words: Words, _ zone: TimeZone) -> String {
        let (from, until) = (from.map { words.language.moment($0, in: zone) }, until.map { words.language.moment($0, in: zone) })
        return switch (from, until) {
        case (let from?, let until?): words("lists.between", ["from": from, "to": until])
        case (let from?, nil): words("lists.atLeast", ["from": from])
        default: words("lists.atMost", ["to": until ?? ""])
        }
    }
}
