import Foundation

/// One unfolded line: `DTSTART;TZID=Europe/Rome:20260302T100000`. Of a line with more than 64 KB the rest is not read.
struct CalendarLine: Sendable {
    private static let longest = 64 << 10

    let name: String
    let parameters: [String: String]
    let value: String

    static func all(_ bytes: [UInt8]) -> [CalendarLine] {
        let marked = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        // Folding may split a character, so octets are joined before decoding (RFC 5545, 3.1).
        var lines: [[UInt8]] = []
        for line in marked.split(separator: 0x0A) {
            let line = line.last == 0x0D ? line.dropLast() : line
            if let first = line.first, first == 0x20 || first == 0x09, !lines.isEmpty {
                lines[lines.count - 1] += line.dropFirst().prefix(longest - lines[lines.count - 1].count)
            } else {
                lines.append(Array(line.prefix(longest)))
            }
        }
        return lines.compactMap { CalendarLine(String(decoding: $0, as: UTF8.self)) }
    }

    private init?(_ line: String) {
        var (isQuoted, colon): (Bool, String.Index?) = (false, nil)
        for index in line.indices {
            switch line[index] {
            case "\"": isQuoted.toggle()
            case ":" where !isQuoted: colon = index
            default: continue
            }
            if colon != nil { break }
        }
        guard let colon else { return nil }
        let head = line[..<colon].split(separator: ";", omittingEmptySubsequences: false)
        name = head.first.map { $0.uppercased() } ?? ""
        parameters = Dictionary(
            head.dropFirst().map { part in
                let pair = part.split(separator: "=", maxSplits: 1)
                return (pair.first.map { $0.uppercased() } ?? "", pair.count > 1 ? pair[1].filter { $0 != "\"" } : "")
            }
        ) { first, _ in first }
        value = String(line[line.index(after: colon)...])
    }

    /// Unescapes TEXT (RFC 5545, 3.3.11) and drops unprintable characters.
    func text(_ limit: Int) -> String {
        var (result, isEscaped) = ("", false)
        for scalar in value.unicodeScalars {
            if isEscaped {
                result.unicodeScalars.append(scalar == "n" || scalar == "N" ? "\n" : scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar.value >= 0x20 || scalar == "\t", scalar.value != 0x7F {
                result.unicodeScalars.append(scalar)
            }
        }
        let trimmed = result.trimmingCharacters(in: .whitespacesAndNewlines)
        return trimmed.unicodeScalars.count <= limit
            ? trimmed : String(String.UnicodeScalarView(trimmed.unicodeScalars.prefix(limit - 1))) + "…"
    }

    /// The moments of a list of dates, times or periods, with the length of a period in seconds.
    func moments(_ zones: CalendarZones) -> [(moment: CalendarMoment, length: Int?)] {
        let zone = zones[parameters["TZID"]]
        return value.split(separator: ",").compactMap { part in
            let period = part.split(separator: "/", maxSplits: 1).map(String.init)
            guard let first = period.first, let moment = CalendarMoment(first, zone: zone) else { return nil }
            guard period.count == 2 else { return (moment, nil) }
            let end = CalendarMoment(period[1], zone: zone).map { Int(cutting: $0.date.timeIntervalSince(moment.date)) }
            return (moment, end.map { max(0, $0) } ?? CalendarMoment.length(period[1]))
        }
    }
}
