import Foundation

/// What takes place by one rule, as calendar programs read it: RRULE, EXDATE for what is left out, RECURRENCE-ID for what differs.
struct RepeatedEntry {
    let uid: String
    let repetition: RepetitionRule
    /// All times by the rule, the first included.
    let slots: [Date]
    let zone: TimeZone

    /// - Parameter found: what takes place, by its time in the rule; a slot without one is left out.
    func entries(_ found: [Date: CalendarEntry]) -> [CalendarEntry] {
        let kept = slots.filter { found[$0] != nil }
        let others = found.filter { !slots.contains($0.key) }.sorted { $0.key < $1.key }.map(\.value)
        // The first one must take place (RFC 5545, 3.8.2.4).
        guard kept.count > 1, let first = kept.first, let last = kept.last, var usual = model(kept, found) else {
            return kept.compactMap { found[$0] } + others
        }
        let length = usual.end.timeIntervalSince(usual.start)
        (usual.uid, usual.start, usual.end) = (uid, first, first + length)
        usual.rule = repetition.rule(from: CivilDay(first, in: zone))
        usual.repeatsUntil = last
        // Counted from the first of all; where times are missing at the ends, the last one tells.
        if let count = repetition.count, kept.first == slots.first, last == slots.last, slots.count == count { usual.count = count }
        usual.except = slots.filter { $0 > first && $0 < last && found[$0] == nil }
        usual.sequence = found.values.map(\.sequence).max() ?? usual.sequence
        usual.changedAt = found.values.map(\.changedAt).max() ?? usual.changedAt
        let changed = kept.compactMap { slot -> CalendarEntry? in
            guard var entry = found[slot], entry.start != slot || Self.differs(entry, usual, length) else { return nil }
            (entry.uid, entry.instead, entry.sequence) = (uid, slot, usual.sequence)
            return entry
        }
        return [usual] + changed + others
    }

    /// One that is as the rule says.
    private func model(_ kept: [Date], _ found: [Date: CalendarEntry]) -> CalendarEntry? {
        (kept.first { found[$0]?.start == $0 && found[$0]?.isCancelled == false } ?? kept.first).flatMap { found[$0] }
    }

    private static func differs(_ entry: CalendarEntry, _ usual: CalendarEntry, _ length: TimeInterval) -> Bool {
        entry.end.timeIntervalSince(entry.start) != length || entry.isCancelled != usual.isCancelled || entry.summary != usual.summary
            || entry.text != usual.text || entry.place != usual.place || entry.details != usual.details || entry.category != usual.category
    }
}
