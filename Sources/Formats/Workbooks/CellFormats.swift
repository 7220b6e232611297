import Foundation

/// What the formats of an `.xlsx` file say about its numbers: dates, times, and leading zeros.
final class CellFormats: XMLEvents {
    enum Kind: Equatable {
        case plain, date, time, dateTime
        /// How many digits are shown.
        case digits(Int)
    }

    private var codes: [Int: String] = [:]
    private var kinds: [Kind] = []
    private var isInCells = false
    private static let most = 100_000

    subscript(style: Int) -> Kind { kinds.indices.contains(style) ? kinds[style] : .plain }

    func start(_ name: XMLName, _ attributes: XMLAttributes) {
        switch name {
        case "numFmt":
            guard let id = attributes["numFmtId"].flatMap({ Int($0, in: .counts) }), codes.count < Self.most else { return }
            codes[id] = attributes["formatCode"]
        case "cellXfs": isInCells = true
        case "xf" where isInCells && kinds.count < Self.most:
            let id = attributes["numFmtId"].flatMap { Int($0, in: .counts) } ?? 0
            kinds.append(codes[id].map(Self.kind) ?? Self.usual(id))
        default: break
        }
    }

    func text(_ bytes: UnsafeBufferPointer<UInt8>) {}

    func end(_ name: XMLName) { if name == "cellXfs" { isInCells = false } }

    /// The formats that have no code in the file (ECMA-376, part 1, 18.8.30).
    private static func usual(_ id: Int) -> Kind {
        switch id {
        case 14...17, 27...31, 34, 35, 36, 50...54, 57, 58: .date
        case 18...21, 32, 33, 45...47, 55, 56: .time
        case 22: .dateTime
        default: .plain
        }
    }

    /// From a code such as `dd/mm/yyyy hh:mm` or `00000`, by its section for positive numbers.
    static func kind(_ code: String) -> Kind {
        var (letters, isQuoted, isSkipped, bracket): (Set<Character>, Bool, Bool, String?) = ([], false, false, nil)
        var plain = ""
        for sign in code.lowercased() {
            if isSkipped {
                isSkipped = false
            } else if isQuoted {
                isQuoted = sign != "\""
            } else if let open = bracket {
                bracket = sign == "]" ? nil : open + String(sign)
                // Hours beyond a day; other brackets hold colours, languages and conditions.
                if sign == "]", !open.isEmpty, open.allSatisfy({ "hms".contains($0) }) { letters.insert("h") }
            } else if sign == ";" {
                break
            } else {
                switch sign {
                case "\"": isQuoted = true
                // The next sign is shown as it is, is a width, or is repeated.
                case "\\", "_", "*": isSkipped = true
                case "[": bracket = ""
                default:
                    letters.insert(sign)
                    plain.append(sign)
                }
            }
        }
        if plain.count > 1, plain.allSatisfy({ $0 == "0" }) { return .digits(plain.count) }
        // A number, such as `0.00`, or `general`.
        guard letters.isDisjoint(with: ["0", "#", "?", "@", "g"]) || plain.contains("ss.0") else { return .plain }
        let (hasDay, hasTime) = (!letters.isDisjoint(with: ["d", "y"]), !letters.isDisjoint(with: ["h", "s"]))
        if hasTime { return hasDay ? .dateTime : .time }
        return hasDay || letters.contains("m") ? .date : .plain
    }

    func text(_ number: Double, style: Int, is1904: Bool) -> String {
        switch self[style] {
        case .plain: return Self.plain(number)
        case .digits(let count):
            guard number >= 0, number == number.rounded(), number < 1e15 else { return Self.plain(number) }
            let digits = String(Int(cutting: number))
            return String(repeating: "0", count: max(0, min(count, 30) - digits.count)) + digits
        case .date, .time, .dateTime: return Self.moment(number, self[style], is1904: is1904) ?? Self.plain(number)
        }
    }

    /// Fifteen digits, as programs show: `0.3`, not `0.30000000000000004`.
    private static func plain(_ number: Double) -> String {
        let text = Workbook.text(number)
        guard text.utf8.count > 16, number.magnitude < 1e15, let shorter = Double(finite: String(format: "%.15g", number)) else {
            return text
        }
        return Workbook.text(shorter)
    }

    /// Days since 30 December 1899, or since 1904, as a date, a time, or both; nil outside the years that workbooks know.
    static func moment(_ serial: Double, _ kind: Kind, is1904: Bool) -> String? {
        var days = serial + (is1904 && kind != .time ? 1_462 : 0)
        guard days >= 0, days < 2_958_466 else { return nil }
        // The program takes 1900 for a leap year.
        if kind != .time, !is1904, days < 60, days >= 1 { days += 1 }
        let seconds = Int(nearest: days * 86_400)
        let (day, rest) = (seconds / 86_400, seconds % 86_400)
        func two(_ number: Int) -> String { number < 10 ? "0\(number)" : String(number) }
        let clock = "\(two(rest / 3_600)):\(two(rest / 60 % 60))" + (rest % 60 == 0 ? "" : ":" + two(rest % 60))
        if kind == .time {
            // More than a day is a duration.
            guard day > 0 else { return clock }
            return days < 60 ? "\(seconds / 3_600)" + clock.dropFirst(2) : date(day) + " " + clock
        }
        return kind == .date && rest == 0 ? date(day) : date(day) + " " + clock
    }

    /// From days since 30 December 1899 (Howard Hinnant, chrono-compatible low-level date algorithms).
    private static func date(_ days: Int) -> String {
        let shifted = days - 25_569 + 719_468
        let era = shifted / 146_097
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let month = (5 * dayOfYear + 2) / 153
        let (day, number) = (dayOfYear - (153 * month + 2) / 5 + 1, month < 10 ? month + 3 : month - 9)
        let year = yearOfEra + era * 400 + (number <= 2 ? 1 : 0)
        let text = String(year)
        return String(repeating: "0", count: max(0, 4 - text.count)) + text + (number < 10 ? "-0" : "-") + String(number)
            + (day < 10 ? "-0" : "-") + String(day)
    }
}
