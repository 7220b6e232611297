import Foundation

/// The time zone of a name in the spellings of programs: tz database, Windows in English, an offset, a description with a city.
enum ZoneNames {
    /// `Europe/Rome`, `europe/rome`, `/mozilla.org/20070129_1/America/New_York`, `Pacific Standard Time`.
    static func zone(_ name: String) -> TimeZone? {
        let name = name.trimmingCharacters(in: CharacterSet(charactersIn: " \"'\t"))
        guard !name.isEmpty, name.utf8.count <= 120 else { return nil }
        if let zone = find(name) { return zone }
        let parts = name.split(separator: "/").suffix(3)
        for count in stride(from: parts.count, to: 1, by: -1) {
            if let zone = find(parts.suffix(count).joined(separator: "/")) { return zone }
        }
        // `tzone://Microsoft/Utc`.
        if parts.last?.uppercased() == "UTC" { return .gmt }
        return windows(name)
    }

    /// `GMT+0100`, or `(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna`: a city of the tz database; of several the first. Only for
    /// names that nothing else explains.
    static func described(_ name: String) -> TimeZone? {
        guard name.utf8.count <= 160 else { return nil }
        if let zone = offset(name) { return zone }
        let lower = name.lowercased()
        if let found = spoken.first(where: { lower.contains($0.words.lowercased()) }) { return TimeZone(identifier: found.zone) }
        let places = name.split { !($0.isLetter || $0 == " " || $0 == "." || $0 == "'") }.map { $0.trimmingCharacters(in: .whitespaces) }
        return places.lazy.compactMap { cities[$0.lowercased().replacing(" ", with: "_")] }.first.flatMap { TimeZone(identifier: $0) }
    }

    private static func find(_ name: String) -> TimeZone? {
        guard name.contains("/") || name == "UTC" || name == "GMT" else {
            return legacy[name.uppercased()].flatMap { TimeZone(identifier: $0) }
        }
        if let zone = TimeZone(identifier: name) { return zone }
        return identifiers[name.lowercased().replacing(" ", with: "_")].flatMap { TimeZone(identifier: $0) }
    }

    /// Windows' names, also with a number that Outlook adds: `W. Europe Standard Time 1`, and with `Daylight` for `Standard`.
    private static func windows(_ name: String) -> TimeZone? {
        let words = name.replacing(" Daylight Time", with: " Standard Time")
        let found = WindowsZones.names[words] ?? WindowsZones.names[String(words.trimmingSuffix(while: { $0.isNumber || $0 == " " }))]
        return found.flatMap { TimeZone(identifier: $0) }
    }

    /// `GMT+0100`, `UTC+01:00`, `+0100`, `GMT-5`.
    private static func offset(_ name: String) -> TimeZone? {
        var text = name.uppercased()[...]
        for prefix in ["GMT", "UTC"] where text.hasPrefix(prefix) { text = text.dropFirst(prefix.count) }
        guard let sign = text.first, sign == "+" || sign == "-" else { return nil }
        let parts = text.dropFirst().split { $0 == ":" || $0 == "." }
        guard let first = parts.first, parts.count <= 2, parts.allSatisfy({ (1...4).contains($0.count) }) else { return nil }
        guard let whole = Int(first, in: 0...9_999), let rest = parts.count == 2 ? Int(parts[1], in: 0...59) : 0 else { return nil }
        let minutes = first.count > 2 ? whole / 100 * 60 + whole % 100 : whole * 60 + rest
        guard minutes <= 14 * 60 else { return nil }
        return TimeZone(secondsFromGMT: sign == "-" ? -minutes * 60 : minutes * 60)
    }

    private static let identifiers = Dictionary(TimeZone.knownTimeZoneIdentifiers.map { ($0.lowercased(), $0) }) { first, _ in first }

    /// The last part of each name: `rome`, `new_york`. `GMT` is no city: descriptions begin with it.
    private static let cities = Dictionary(
        TimeZone.knownTimeZoneIdentifiers.compactMap { name in
            name.contains("/") ? name.split(separator: "/").last.map { ($0.lowercased(), name) } : nil
        }
    ) { first, _ in first }

    /// Names of the tz database without a slash, which Foundation reads otherwise or not at all.
    private static let legacy: [String: String] = [
        "Z": "GMT", "UCT": "GMT", "ZULU": "GMT", "UNIVERSAL": "GMT", "GREENWICH": "GMT", "CET": "Europe/Brussels", "MET": "Europe/Brussels",
        "EET": "Europe/Athens", "WET": "Europe/Lisbon", "EST": "America/Panama", "MST": "America/Phoenix", "HST": "Pacific/Honolulu",
        "EST5EDT": "America/New_York", "CST6CDT": "America/Chicago", "MST7MDT": "America/Denver", "PST8PDT": "America/Los_Angeles",
        "GB": "Europe/London", "EIRE": "Europe/Dublin", "PORTUGAL": "Europe/Lisbon", "POLAND": "Europe/Warsaw", "TURKEY": "Europe/Istanbul",
        "JAPAN": "Asia/Tokyo", "ISRAEL": "Asia/Jerusalem", "SINGAPORE": "Asia/Singapore", "HONGKONG": "Asia/Hong_Kong",
        "PRC": "Asia/Shanghai",
        "ROK": "Asia/Seoul", "ROC": "Asia/Taipei", "IRAN": "Asia/Tehran", "EGYPT": "Africa/Cairo", "LIBYA": "Africa/Tripoli",
        "CUBA": "America/Havana", "JAMAICA": "America/Jamaica", "ICELAND": "Atlantic/Reykjavik", "NZ": "Pacific/Auckland",
        "CST": "America/Chicago", "PST": "America/Los_Angeles", "EDT": "America/New_York", "CDT": "America/Chicago",
        "MDT": "America/Denver",
        "PDT": "America/Los_Angeles", "BST": "Europe/London", "CEST": "Europe/Brussels", "EEST": "Europe/Athens",
        "CET-1CEST": "Europe/Brussels", "EST+5EDT": "America/New_York",
    ]

    /// Descriptions without a city, as old versions of Outlook, Lotus Notes and Rails write them.
    private static let spoken: [(words: String, zone: String)] = [
        ("Eastern Time", "America/New_York"), ("Central Time", "America/Chicago"), ("Mountain Time", "America/Denver"),
        ("Pacific Time", "America/Los_Angeles"), ("US-Eastern", "America/New_York"), ("US-Central", "America/Chicago"),
        ("US-Mountain", "America/Denver"), ("US-Pacific", "America/Los_Angeles"), ("Atlantic Time", "America/Halifax"),
        ("Greenwich Mean Time", "Europe/London"), ("Coordinated Universal Time", "GMT"), ("Central European", "Europe/Brussels"),
        ("Western European", "Europe/Lisbon"), ("Eastern European", "Europe/Athens"), ("W. Europe", "Europe/Berlin"),
        ("Romance", "Europe/Paris"), ("Ora dell'Europa", "Europe/Rome"), ("Ora solare Europa occidentale", "Europe/Rome"),
        ("Mitteleuropäische Zeit", "Europe/Berlin"), ("Westeuropäische Normalzeit", "Europe/Berlin"),
    ]
}

extension String {
    fileprivate func trimmingSuffix(while isDropped: (Character) -> Bool) -> Substring {
        var rest = self[...]
        while let last = rest.last, isDropped(last) { rest = rest.dropLast() }
        return rest
    }
}
