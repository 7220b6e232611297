import Foundation
import Web

/// A calendar as calendar programs read and subscribe to it (RFC 5545).
struct CalendarFile: Sendable {
    var name: String
    var zone: TimeZone
    var entries: [CalendarEntry]

    var text: String {
        var lines = ["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Portico//Campus//IT", "CALSCALE:GREGORIAN", "METHOD:PUBLISH"]
        // How often a program that subscribed should look again: the one is the standard's (RFC 7986), the other that of older programs.
        lines += ["X-WR-CALNAME:" + Self.escaped(name), "REFRESH-INTERVAL;VALUE=DURATION:PT1H", "X-PUBLISHED-TTL:PT1H"]
        let zoned = entries.filter(\.needsZone)
        // Only what is repeated needs a zone: its hour stays the same on the wall while UTC's changes.
        if let first = zoned.map(\.start).min(), let last = zoned.map({ max($0.weeklyUntil ?? $0.end, $0.end) }).max() {
            lines += CalendarZone(zone).lines(from: first, to: last)
        }
        for entry in entries { lines += entry.lines(in: zone) }
        lines.append("END:VCALENDAR")
        return lines.map(Self.folded).joined()
    }

    /// A text as a value (RFC 5545, 3.3.11), which covers and turns nothing around it.
    static func escaped(_ text: String) -> String {
        var result = ""
        for scalar in ShownText.settled(text).unicodeScalars {
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

    /// A line with its end, cut after 75 octets but never inside a character: RFC 5545, 3.1.
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
