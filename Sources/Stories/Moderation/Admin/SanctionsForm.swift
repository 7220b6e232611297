import Foundation
import Web

struct SanctionsForm: Sendable {
    enum Way: String, CaseIterable, Sendable { case keep, hide, hideAndWarn, suspend, message, several }

    let way: Way?
    let hides: Bool
    let warns: Bool
    /// `3`, `7`, `30` days, `good`, or empty.
    let term: String
    /// A day in the site's zone, `2026-12-01`, that overrides `term`.
    let until: String
    let unlists: Bool
    let hidesEverything: Bool
    let unvotes: Bool
    let isReady: Bool
    let reason: Reason?
    let message: String
    private let zone: TimeZone

    init(_ form: Form, zone: TimeZone) {
        way = Way(rawValue: form["way"])
        (hides, warns) = (form["hides"] == "yes", form["warns"] == "yes")
        (unlists, isReady) = (form["unlists"] == "yes", form["ready"] == "yes")
        hidesEverything = form["everything"] == "yes"
        unvotes = form["unvotes"] == "yes"
        (term, until) = (form["term"], form["until"])
        reason = Reason(rawValue: form["reason"])
        message = form["message"]
        self.zone = zone
    }

    static func suspends(_ form: Form) -> Bool {
        switch Way(rawValue: form["way"]) {
        case .suspend: true
        case .several: !form["term"].isEmpty || !form["until"].isEmpty
        case .keep, .hide, .hideAndWarn, .message, nil: false
        }
    }

    /// nil where no way was chosen, or one that needs something which is not there.
    var measures: Sanctions? { measures(at: .now) }

    func measures(at now: Date) -> Sanctions? {
        switch way {
        case nil: nil
        case .keep: .keep
        case .hide: Sanctions(hides: true, reason: reason, message: message)
        case .hideAndWarn: Sanctions(hides: true, warns: true, reason: reason, message: message)
        case .suspend:
            suspension(at: now).map {
                Sanctions(suspension: $0, unlists: unlists, leavesOut: unvotes ? .all : nil, reason: reason, message: message)
            }
        case .message: message.isEmpty ? nil : Sanctions(message: message)
        case .several: several(at: now)
        }
    }

    private func several(at now: Date) -> Sanctions? {
        let suspension = suspension(at: now)
        let meansTerm = !term.isEmpty || !until.isEmpty
        guard hides || warns || meansTerm, suspension != nil || !meansTerm else { return nil }
        return Sanctions(
            hides: hides, warns: warns, suspension: suspension, unlists: unlists,
            leavesOut: unvotes && suspension != nil ? .all : nil, reason: reason, message: message)
    }

    private func suspension(at now: Date) -> Sanctions.Term? {
        if !until.isEmpty { return endOfDay(until).map { Sanctions.Term.until($0) } }
        if term == "good" { return .forGood }
        guard let days = Int(term, in: 1...3650) else { return nil }
        return .until(now + Double(days) * 86400)
    }

    /// Returns nil for an invalid day, and for years that the database would sort wrongly.
    private func endOfDay(_ text: String) -> Date? {
        let parts = TypedTime.iso(text).split(separator: "-").compactMap { Int($0, in: .whole) }
        guard parts.count == 3, (1...9999).contains(parts[0]), (1...12).contains(parts[1]), (1...31).contains(parts[2]) else { return nil }
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = zone
        let date = calendar.date(from: DateComponents(year: parts[0], month: parts[1], day: parts[2], hour: 23, minute: 59))
        return date.flatMap { calendar.component(.day, from: $0) == parts[2] ? $0 : nil }
    }
}
