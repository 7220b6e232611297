/// A cell of a workbook that is written: with the type and format that a spreadsheet program calculates with.
public enum WorkbookCell: Sendable, Equatable {
    case empty
    case text(String)
    /// Digits with a point before decimals; anything else is written as a text.
    case number(String)
    /// The same, with two decimals.
    case money(String)
    /// `2026-11-27` or `2026-11-27 10:30`, at the site's clock; anything else is written as a text.
    case moment(String)

    enum Style: Int { case plain, head, money, date, dateTime }

    /// What programs hold in a cell, in UTF-16.
    static let longest = 32_767

    func xml(_ place: String) -> String {
        switch self {
        case .empty: ""
        case .text(let text): Self.xml(text, place)
        case .number(let digits): Self.isNumber(digits) ? Self.xml(number: digits, place, .plain) : Self.xml(digits, place)
        case .money(let digits): Self.isNumber(digits) ? Self.xml(number: digits, place, .money) : Self.xml(digits, place)
        case .moment(let text):
            Self.serial(text).map { Self.xml(number: $0.number, place, $0.hasTime ? .dateTime : .date) } ?? Self.xml(text, place)
        }
    }

    /// Programs keep fifteen digits: longer whole numbers are names rather than amounts.
    private static func isNumber(_ text: String) -> Bool {
        Double(finite: text) != nil && (text.contains(".") || text.utf8.count { (0x30...0x39).contains($0) } <= 15)
    }

    private static func xml(number: String, _ place: String, _ style: Style) -> String {
        let format = style == .plain ? "" : #" s="\#(style.rawValue)""#
        return #"<c r="\#(place)"\#(format)><v>\#(number)</v></c>"#
    }

    /// An inline text is never run as a formula.
    static func xml(_ text: String, _ place: String, _ style: Style = .plain) -> String {
        guard !text.isEmpty else { return "" }
        let format = style == .plain ? "" : #" s="\#(style.rawValue)""#
        return #"<c r="\#(place)"\#(format) t="inlineStr"><is><t xml:space="preserve">\#(safe(text))</t></is></c>"#
    }

    private static func safe(_ text: String) -> String {
        var text = text
        if text.utf8.count > longest, text.utf16.count > longest {
            text = String(decoding: text.utf16.prefix(longest - 1), as: UTF16.self) + "…"
        }
        // `_x0041_` would be read as the sign of this number.
        return (text.contains("_x") ? text.replacing("_x", with: "_x005F_x") : text).escapedForXML()
    }

    /// Days since 30 December 1899; nil for another text and before March 1900, where programs count differently.
    static func serial(_ text: String) -> (number: String, hasTime: Bool)? {
        let parts = text.split(whereSeparator: { $0 == " " || $0 == "T" })
        guard (1...2).contains(parts.count) else { return nil }
        let day = parts[0].split(separator: "-").compactMap { Int($0, in: 0...9_999) }
        let time = parts.count == 2 ? parts[1].split(separator: ":").compactMap { Int($0, in: 0...59) } : []
        guard day.count == 3, (1...12).contains(day[1]), (1...31).contains(day[2]), parts.count == 1 || (2...3).contains(time.count),
            time.first ?? 0 < 24
        else { return nil }
        let days = self.days(year: day[0], month: day[1], day: day[2])
        guard days > 60 else { return nil }
        guard parts.count == 2 else { return (String(days), false) }
        let seconds = time[0] * 3_600 + time[1] * 60 + (time.count == 3 ? time[2] : 0)
        return ("\(Double(days) + Double(seconds) / 86_400)", true)
    }

    /// Howard Hinnant, chrono-compatible low-level date algorithms.
    private static func days(year: Int, month: Int, day: Int) -> Int {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted / 400
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
        return era * 146_097 + dayOfEra - 719_468 + 25_569
    }
}
