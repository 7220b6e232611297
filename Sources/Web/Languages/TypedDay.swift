/// How a language types a day: `d/m/y`, `d.m.y`, `y-m-d`. The month is always in the middle, so that no day is read as another one.
struct TypedDay: Sendable {
    static let usual = TypedDay(yearFirst: false, sign: "/")

    let yearFirst: Bool
    let sign: Character

    private init(yearFirst: Bool, sign: Character) { (self.yearFirst, self.sign) = (yearFirst, sign) }

    init?(_ text: String) {
        let letters = Array(text)
        guard letters.count == 5, letters[1] == letters[3], "/.-".contains(letters[1]) else { return nil }
        let order = String([letters[0], letters[2], letters[4]])
        guard ["dmy", "ymd"].contains(order) else { return nil }
        self.init(yearFirst: order == "ymd", sign: letters[1])
    }

    /// `2026-05-03` of `3/5/2026` and of `2026/5/3`; nil for anything else. Whether the day exists is for its reader to say.
    static func iso(_ typed: Substring) -> String? {
        let parts = typed.split(omittingEmptySubsequences: false) { "/.-".contains($0) }
        guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else { return nil }
        let (year, day) = parts[0].utf8.count == 4 ? (parts[0], parts[2]) : (parts[2], parts[0])
        guard year.utf8.count == 4, parts[1].utf8.count <= 2, day.utf8.count <= 2 else { return nil }
        return "\(year)-\(two(parts[1]))-\(two(day))"
    }

    /// `03/05/2026` of `2026-05-03`.
    func text(_ iso: Substring) -> String? {
        let parts = iso.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == [4, 2, 2], parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else {
            return nil
        }
        return (yearFirst ? parts : parts.reversed()).joined(separator: String(sign))
    }

    static func two(_ digits: Substring) -> String { digits.utf8.count == 1 ? "0" + digits : String(digits) }
}

extension Language {
    /// What a person types for an ISO day or local moment: `03/05/2026 17:05`. Anything else stays as it is.
    public func typed(_ iso: String) -> String {
        guard let day = traits.conventions.typedDay.text(iso.prefix(10)) else { return iso }
        let rest = iso.dropFirst(10)
        guard let mark = rest.first else { return day }
        return mark == "T" || mark == " " ? "\(day) \(rest.dropFirst().prefix(5))" : iso
    }
}

public enum TypedTime {
    /// The ISO form of a typed day, moment or time: `2026-05-03T17:05` of `3/5/2026 17.05`. Anything else stays as it was typed.
    public static func iso(_ typed: String) -> String {
        let parts = typed.split { $0 == " " || $0 == "," }
        switch parts.count {
        case 1: return TypedDay.iso(parts[0]) ?? clock(parts[0]) ?? typed
        case 2:
            guard let day = TypedDay.iso(parts[0]), let time = clock(parts[1]) else { return typed }
            return "\(day)T\(time)"
        default: return typed
        }
    }

    /// `09:30` of `9:30`, `9.30` and `9h30`.
    private static func clock(_ typed: Substring) -> String? {
        let parts = typed.split(omittingEmptySubsequences: false) { ":.h".contains($0) }
        guard (2...3).contains(parts.count), parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }) else { return nil }
        guard (1...2).contains(parts[0].utf8.count), parts.dropFirst().allSatisfy({ $0.utf8.count == 2 }) else { return nil }
        return parts.dropFirst().reduce(TypedDay.two(parts[0])) { "\($0):\($1)" }
    }
}
