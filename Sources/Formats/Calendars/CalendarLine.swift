import Foundation

/// One unfolded line: `DTSTART;TZID=Europe/Rome:20260302T100000`.
struct CalendarLine: Sendable {
    private static let longest = 64 << 10
    private static let nameBytes = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_".utf8)

    /// The line of the file on which it begins, from 1.
    let number: Int
    let name: String
    let parameters: [String: String]
    let value: String
    /// Without a colon or a name: it says nothing, and is told.
    let isBroken: Bool
    /// Longer than 64 KB: the rest is not read.
    let isCut: Bool

    /// - Parameter charset: the encoding that the sender names, for lines that are no UTF-8.
    static func all(_ bytes: [UInt8], charset: String? = nil) -> [CalendarLine] {
        var marked = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        // Only UTF-16 has zeros.
        if marked.prefix(400).contains(0), let text = try? TextDecoding.utf8(marked) { marked = text }
        let named = charset.flatMap(TextEncoding.init(named:))
        return unfolded(marked).map { CalendarLine(decoded($0.bytes, named), number: $0.number, isCut: $0.isCut) }
    }

    private struct Unfolded {
        var bytes: [UInt8]
        let number: Int
        var isCut: Bool

        init(_ line: ArraySlice<UInt8>, _ number: Int) {
            (bytes, self.number, isCut) = (Array(line.prefix(CalendarLine.longest)), number, line.count > CalendarLine.longest)
        }

        mutating func append(_ part: ArraySlice<UInt8>) {
            let room = CalendarLine.longest - bytes.count
            isCut = isCut || part.count > room
            bytes += part.prefix(room)
        }
    }

    /// Lines end with CR LF, LF or CR. Folding may split a character, so octets are joined before decoding (RFC 5545, 3.1).
    private static func unfolded(_ bytes: [UInt8]) -> [Unfolded] {
        var (lines, number, isOpen): ([Unfolded], Int, Bool) = ([], 0, false)
        var index = bytes.startIndex
        while index < bytes.endIndex {
            let end = bytes[index...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.endIndex
            number += 1
            let line = bytes[index..<end]
            if isOpen, !lines.isEmpty {
                // A quoted-printable text of vCalendar 1.0 goes on after its last sign "=".
                lines[lines.count - 1].bytes.removeLast()
                lines[lines.count - 1].append(line)
            } else if let first = line.first, first == 0x20 || first == 0x09, !lines.isEmpty {
                lines[lines.count - 1].append(line.dropFirst())
            } else if !line.isEmpty {
                lines.append(Unfolded(line, number))
            }
            isOpen = lines.last.map { $0.bytes.last == UInt8(ascii: "=") && isQuotedPrintable($0.bytes) } ?? false
            index = end < bytes.endIndex ? end + 1 : end
            if end < bytes.endIndex, bytes[end] == 0x0D, index < bytes.endIndex, bytes[index] == 0x0A { index += 1 }
        }
        return lines
    }

    private static func isQuotedPrintable(_ line: [UInt8]) -> Bool {
        let head = String(decoding: line.prefix { $0 != UInt8(ascii: ":") }.prefix(200), as: UTF8.self)
        return head.uppercased().contains("QUOTED-PRINTABLE")
    }

    private static func decoded(_ bytes: [UInt8], _ named: TextEncoding?) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        if let named, let text = named.utf8(bytes) { return String(decoding: text, as: UTF8.self) }
        return String(decoding: TextDecoding.windows(bytes[...]), as: UTF8.self)
    }

    private init(_ line: String, number: Int, isCut: Bool) {
        (self.number, self.isCut) = (number, isCut)
        // Of files put together each may begin with a mark.
        let line = line.hasPrefix("\u{FEFF}") ? String(line.dropFirst()) : line
        var (isQuoted, colon): (Bool, String.Index?) = (false, nil)
        for index in line.indices {
            switch line[index] {
            case "\"": isQuoted.toggle()
            case ":" where !isQuoted: colon = index
            default: continue
            }
            if colon != nil { break }
        }
        // A quote that does not end hides no colon.
        guard let mark = colon ?? line.firstIndex(of: ":") else {
            (name, parameters, value, isBroken) = ("", [:], "", true)
            return
        }
        let head = line[..<mark].split(separator: ";", omittingEmptySubsequences: false)
        // Some programs group lines: `item1.SUMMARY`.
        let own = (head.first?.split(separator: ".").last.map(String.init) ?? "").trimmingCharacters(in: .whitespaces).uppercased()
        name = own
        isBroken = own.isEmpty || !own.utf8.allSatisfy(Self.nameBytes.contains)
        parameters = Dictionary(
            head.dropFirst().map { part -> (String, String) in
                let pair = part.split(separator: "=", maxSplits: 1)
                let key = pair.first.map { $0.uppercased() } ?? ""
                // vCalendar 1.0 writes the encoding without the name of its parameter.
                if pair.count == 1, ["QUOTED-PRINTABLE", "BASE64"].contains(key) { return ("ENCODING", key) }
                return (key, pair.count > 1 ? pair[1].filter { $0 != "\"" } : "")
            }
        ) { first, _ in first }
        value = Self.unencoded(String(line[line.index(after: mark)...]), parameters)
    }

    /// Texts of vCalendar 1.0 say their encoding and letters (`ENCODING`, `CHARSET`).
    private static func unencoded(_ value: String, _ parameters: [String: String]) -> String {
        let bytes: [UInt8]
        switch parameters["ENCODING"]?.uppercased() {
        case "QUOTED-PRINTABLE": bytes = quotedPrintable(Array(value.utf8))
        case "BASE64", "B":
            guard let data = Data(base64Encoded: value, options: .ignoreUnknownCharacters), parameters["VALUE"]?.uppercased() != "BINARY"
            else { return value }
            bytes = Array(data)
        default: return value
        }
        return decoded(bytes, parameters["CHARSET"].flatMap(TextEncoding.init(named:))).replacing("\r\n", with: "\n")
    }

    private static func quotedPrintable(_ bytes: [UInt8]) -> [UInt8] {
        var (found, index): ([UInt8], Int) = ([], 0)
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "="), index + 2 < bytes.count,
                let byte = UInt8(String(decoding: bytes[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
            {
                found.append(byte)
                index += 3
            } else {
                found.append(bytes[index])
                index += 1
            }
        }
        return found
    }

    /// The value in capitals, without spaces around it: the name of a component or method.
    var plain: String { value.trimmingCharacters(in: .whitespaces).uppercased() }

    /// Unescapes TEXT (RFC 5545, 3.3.11) and drops unprintable characters. `isPage` keeps the lines of HTML.
    func text(_ limit: Int, isPage: Bool = false) -> String {
        var (result, isEscaped) = ("", false)
        for scalar in value.unicodeScalars {
            if isEscaped {
                result.unicodeScalars.append(scalar == "n" || scalar == "N" ? "\n" : scalar)
                isEscaped = false
            } else if scalar == "\\" {
                isEscaped = true
            } else if scalar.value >= 0x20 || scalar == "\t" || scalar == "\n", scalar.value != 0x7F {
                result.unicodeScalars.append(scalar)
            }
        }
        if isPage || HTMLText.isMarkup(result) { result = HTMLText.lines(result) }
        let trimmed = result.trimmingCharacters(in: .whitespacesAndNewlines)
        return trimmed.unicodeScalars.count <= limit
            ? trimmed : String(String.UnicodeScalarView(trimmed.unicodeScalars.prefix(limit - 1))) + "…"
    }

    /// How many dates, times or periods the list has, whether they can be read or not.
    var parts: Int { value.split(whereSeparator: { $0 == "," || $0 == ";" }).count }

    /// The moments of a list of dates, times or periods, with the length of a period in seconds. vCalendar 1.0 parts them by semicolons.
    func moments(_ zones: CalendarZones) -> [(moment: CalendarMoment, length: Int?)] {
        let name = parameters["TZID"].flatMap { $0.isEmpty ? nil : $0 }
        let zone = zones[name]
        return value.split(whereSeparator: { $0 == "," || $0 == ";" }).compactMap { part in
            let period = part.split(separator: "/", maxSplits: 1).map(String.init)
            guard let first = period.first, var moment = CalendarMoment(first, zone: zone) else { return nil }
            let isDate = parameters["VALUE"]?.uppercased() == "DATE" && moment.wall.isMidnight
            if period.count == 2, moment.isDay {
                // A period of days begins at midnight.
                moment = moment.midnight(in: zone)
            } else if moment.isDay || isDate {
                moment = moment.day(in: zones.site)
            }
            moment.isFloating = name == nil && !moment.isDay && !moment.hasOwnZone
            if let own = zones.calendar, moment.hasOwnZone, !moment.isDay { moment = moment.moved(to: own) }
            guard period.count == 2 else { return (moment, nil) }
            let end = CalendarMoment(period[1], zone: zone).map { Int(cutting: $0.date.timeIntervalSince(moment.date)) }
            return (moment, (end ?? CalendarMoment.length(period[1])).map { max(0, $0) })
        }
    }
}
