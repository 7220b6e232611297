import Foundation
import Web

/// An iCalendar file (RFC 5545).
struct CalendarFile: Sendable {
    var name: String
    var zone: TimeZone
    var entries: [CalendarEntry]

    var text: String {
        var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Portico//Campus//IT", "CALSCALE:GREGORIAN", "METHOD:PUBLISH"]
        // Refresh intervals for subscribers: RFC 7986, and the older extension.
        lines += ["X-WR-CALNAME:" + Self.escaped(name), "REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H"]
        let zoned = entries.filter(\.needsZone)
        // Only repeated events need a zone: their local time stays fixed while UTC changes.
        if let first = zoned.map(\.start).min(), let last = zoned.map({ max($0.repeatsUntil ?? $0.end, $0.end) }).max() {
            lines += CalendarZone(zone).lines(from: first, to: last)
        }
        for entry in entries { lines += entry.lines(in: zone) }
        lines.append("END:VCALENDAR")
        return lines.map(Self.folded).joined()
    }

    /// Escapes TEXT (RFC 5545, 3.3.11) and removes the characters that `TextRule` refuses.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in ShownText.sanitized(text).unicodeScalars {
            switch scalar {
            case "\\": result += "\\\\"
            case ";": result += "\\;"
            case ",": result += "\\,"
            case "\n": result += "\\n"
            case "\t": result += "\t"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F: continue
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Folds after 75 octets, never inside a character (RFC 5545, 3.1).
    static func folded(_ line: String) -> String {
        var (result, length) = ("", 0)
        for scalar in line.unicodeScalars {
            let size = String(scalar).utf8.count
            if length + size > 75 {
                result += "\r\n "
                length = 1
            }
            result.unicodeScalars.append(scalar)
            length += size
        }
        return result + "\r\n"
    }
}
