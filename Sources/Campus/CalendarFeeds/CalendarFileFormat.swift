import Admin
import Crypto
import Formats
import Foundation
import Web

/// Calendar files (.ics) that a person brings: each time becomes an event, each entry that is left out is named with its line.
struct CalendarFileFormat: ImportFormat {
    static let name = "campus.calendarFiles"
    static let list: any Resource.Type = Event.self
    static let columns = ["key", "title", "calendar", "starts", "ends", "cancelled", "location", "details", "link"]
    static let answers: [String: ImportFirstAnswer] = [:]
    static let endings = ["ics", "ical", "vcs"]

    private static let longestName = 100
    private var waiting: ArraySlice<ImportItem<[String: JSON]>>

    static func fits(_ source: ImportSource) -> Bool {
        // In UTF-16 there are zeros between the letters.
        let start = String(decoding: source.bytes.prefix(4_000).filter { $0 != 0 }, as: UTF8.self).uppercased()
        return start.contains("BEGIN:VCALENDAR")
    }

    init(_ source: ImportSource) throws {
        let calendar: CalendarReader
        do throws(CalendarReader.Refusal) {
            calendar = try CalendarReader(source.bytes, zone: source.zone, in: Self.interval(.now))
        } catch {
            switch error {
            case .tooLong: throw ImportRefusal("bytes", ["limit": String(CalendarReader.longest >> 20)])
            case .noCalendar: throw ImportRefusal("noItems")
            }
        }
        let stem = (source.name as NSString).deletingPathExtension.trimmingSpaces()
        let name = String((calendar.name.isEmpty ? stem : calendar.name).prefix(Self.longestName))
        var items = calendar.items.enumerated().map { index, item in
            ImportItem(
                ImportPlace(.element, index + 1),
                Self.values(item, of: item.calendar.isEmpty ? name : String(item.calendar.prefix(Self.longestName))))
        }
        let report = calendar.report
        // An event without a title is refused by the field itself, where a person gives it one.
        let changed = report.notes.filter { $0.reason.isShown && $0.reason != .untitled }
        let told = CalendarReport.Reason.allCases.filter { $0.isShown && $0 != .untitled }.map { report[$0] }.reduce(0, +)
        if !items.isEmpty {
            items[0].remarks = changed.map(Self.remark)
            if told > changed.count {
                items[0].remarks.append(ImportRemark("calendar.moreShown", ["count": String(told - changed.count)]))
            }
        }
        for note in report.notes where !note.reason.isShown || (items.isEmpty && note.reason != .untitled) {
            items.append(ImportItem(ImportPlace(.line, note.line), nil, [Self.remark(note)]))
        }
        for reason in CalendarReport.Reason.allCases where !reason.isShown {
            let more = report[reason] - report.notes.count { $0.reason == reason }
            guard more > 0 else { continue }
            let remark = ImportRemark("calendar.more", ["count": String(more)])
            items.append(ImportItem(ImportPlace(.element, items.count + 1), nil, [remark]))
        }
        waiting = items[...]
    }

    mutating func next() throws -> ImportItem<[String: JSON]>? { waiting.popFirst() }

    /// The times of a followed calendar. Days are whole, so that a source holds the same whenever it is read on a day.
    private static func interval(_ now: Date) -> DateInterval {
        let day = (now.timeIntervalSince1970 / 86_400).rounded(.down) * 86_400
        let today = Date(timeIntervalSince1970: day)
        return DateInterval(start: today - 360 * 86_400, end: today + 731 * 86_400)
    }

    private static func values(_ item: CalendarReader.Item, of calendar: String) -> [String: JSON] {
        var values: [String: JSON] = [
            "key": .text(key(item.identity)), "title": .text(item.title), "starts": .text(MomentFieldType.iso(item.start)),
            "ends": .text(MomentFieldType.iso(max(item.start, item.end))), "cancelled": .flag(item.isCancelled),
        ]
        for (name, text) in [("calendar", calendar), ("location", item.place), ("details", item.text), ("link", item.address)]
        where !text.isEmpty { values[name] = .text(text) }
        return values
    }

    /// The event of a file is known by this key when the file comes again.
    private static func key(_ identity: String) -> String {
        "ics-" + SHA256.hash(data: Data(identity.utf8)).prefix(10).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    }

    private static func remark(_ note: CalendarReport.Note) -> ImportRemark {
        ImportRemark("calendar.\(note.reason.rawValue)", ["line": String(note.line), "text": note.text])
    }
}
