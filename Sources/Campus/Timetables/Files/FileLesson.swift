import Formats
import Foundation
import Registry
import Web

struct FileLesson: Sendable, Equatable {
    var activity = ""
    var weekday = Weekday.monday
    /// Minutes after midnight.
    var begins = 0
    var ends = 0
    var room = ""
    var note = ""
    /// First and last day: `2026-10-01`; empty where the file does not say them.
    var first = ""
    var last = ""

    static func clock(_ minutes: Int) -> String { String(format: "%02d:%02d", minutes / 60, minutes % 60) }

    /// Minutes of `0730`, `7:30`, `07.30`, `9` or `9:30am`; nil for anything else.
    static func minutes(_ text: String) -> Int? {
        var plain = text.lowercased().trimmingSpaces()
        let isAfternoon = plain.hasSuffix("pm")
        let isHalfDay = isAfternoon || plain.hasSuffix("am")
        if isHalfDay { plain = String(plain.dropLast(2)).trimmingSpaces() }
        let parts = plain.split(whereSeparator: { ":.h".contains($0) }).map(String.init)
        let written: (String, String)
        switch parts.count {
        case 1 where parts[0].count >= 3: written = (String(parts[0].dropLast(2)), String(parts[0].suffix(2)))
        case 1: written = (parts[0], "0")
        case 2, 3: written = (parts[0], parts[1])
        default: return nil
        }
        guard var hour = Int(written.0, in: 0...(isHalfDay ? 12 : 24)), let minute = Int(written.1, in: 0...59) else { return nil }
        if isHalfDay { hour = hour % 12 + (isAfternoon ? 12 : 0) }
        return hour * 60 + minute <= 1_440 ? hour * 60 + minute : nil
    }

    /// `2026-10-01`, `2026/10/1` and `1/10/2026` as `2026-10-01`; empty for anything else.
    static func day(_ text: String) -> String {
        let parts = text.trimmingSpaces().prefix(10).split(whereSeparator: { "-/.".contains($0) }).map(String.init)
        guard parts.count == 3, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else { return "" }
        let ordered = parts[0].count == 4 ? parts : parts.reversed()
        guard let year = Int(ordered[0], in: 1900...2500), let month = Int(ordered[1], in: 1...12), let day = Int(ordered[2], in: 1...31),
            let civil = CivilDay(year: year, month: month, day: day)
        else { return "" }
        return civil.text
    }

    private static let names: [Weekday: [String]] = [
        .monday: ["monday", "mon", "mo", "lunedì", "lunedi", "lun"], .tuesday: ["tuesday", "tue", "tu", "martedì", "martedi", "mar"],
        .wednesday: ["wednesday", "wed", "we", "mercoledì", "mercoledi", "mer"],
        .thursday: ["thursday", "thu", "th", "giovedì", "giovedi", "gio"],
        .friday: ["friday", "fri", "fr", "venerdì", "venerdi", "ven"], .saturday: ["saturday", "sat", "sa", "sabato", "sab"],
        .sunday: ["sunday", "sun", "su", "domenica", "dom"],
    ]

    static func weekday(_ text: String) -> Weekday? {
        let plain = text.trimmingSpaces().lowercased()
        return Weekday.allCases.first { $0.rawValue == plain } ?? names.first { $0.value.contains(plain) }?.key
            ?? Int(plain, in: 1...7).map { Weekday.allCases[$0 - 1] }
    }

    /// Days in one text: `1010100` from Monday on, or letters as UniTime writes them: `MWF`, `TTh`, `Tue`, `MTuW`; nil where it says none.
    static func weekdays(_ text: String) -> [Weekday]? {
        let plain = text.trimmingSpaces()
        if plain.count >= 5, plain.utf8.allSatisfy({ $0 == UInt8(ascii: "0") || $0 == UInt8(ascii: "1") }) {
            let found = zip(Weekday.allCases, plain).filter { $0.1 == "1" }.map(\.0)
            return found.isEmpty || plain.count > 7 ? nil : found
        }
        if let one = weekday(plain) { return [one] }
        var (found, rest) = ([Weekday](), plain[...])
        let codes: [(String, Weekday)] = [
            ("Th", .thursday), ("Tu", .tuesday), ("Sa", .saturday), ("Su", .sunday), ("M", .monday), ("T", .tuesday), ("W", .wednesday),
            ("R", .thursday), ("F", .friday), ("S", .saturday), ("U", .sunday),
        ]
        while !rest.isEmpty {
            guard let code = codes.first(where: { rest.hasPrefix($0.0) }), !found.contains(code.1) else { return nil }
            found.append(code.1)
            rest = rest.dropFirst(code.0.count)
        }
        return found.isEmpty ? nil : found
    }
}

/// What a place of a file came to: lessons, or a remark why there are none.
struct FileLessons: Sendable {
    let place: ImportPlace
    var lessons: [FileLesson] = []
    var remarks: [ImportRemark] = []
}
