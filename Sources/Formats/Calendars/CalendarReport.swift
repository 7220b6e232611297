/// What became of every entry of a calendar, for the person who follows it.
public struct CalendarReport: Codable, Sendable, Equatable {
    public enum Reason: String, Codable, CaseIterable, Sendable {
        // Not shown.
        case undated, past, later, none, older, revoked, others, unfinished, tooMany
        // Shown, but not as it is written.
        case untitled, hidden, rules, first, until, zones, matched, outside, twins, mixed, dates, backward, tentative, cut, attached, broken
        case calendars

        public var isShown: Bool {
            ![.undated, .past, .later, .none, .older, .revoked, .others, .unfinished, .tooMany].contains(self)
        }
    }

    /// One entry with the line of the file on which it begins.
    public struct Note: Codable, Sendable, Equatable {
        public let reason: Reason
        public let line: Int
        /// Its title, its rule, or the name of its zone.
        public let text: String

        public init(_ reason: Reason, line: Int, _ text: String) {
            (self.reason, self.line, self.text) = (reason, line, String(text.prefix(CalendarReport.longestText)))
        }
    }

    /// Entries of the file: events, changes of single times, tasks, journals.
    public var read = 0
    public var shown = 0
    /// Times in the calendar: those of a repeated event count each.
    public var times = 0
    public private(set) var counts: [String: Int] = [:]
    /// The first of each reason, in the order of the file.
    public private(set) var notes: [Note] = []

    /// Of each reason.
    private static let mostNotes = 40
    private static let longestText = 120

    public init() {}

    public subscript(reason: Reason) -> Int { counts[reason.rawValue] ?? 0 }

    mutating func add(_ reason: Reason, line: Int, _ text: String) {
        counts[reason.rawValue, default: 0] += 1
        if self[reason] <= Self.mostNotes { notes.append(Note(reason, line: line, text)) }
    }

    mutating func sort() { notes.sort { ($0.line, $0.reason.rawValue) < ($1.line, $1.reason.rawValue) } }
}
