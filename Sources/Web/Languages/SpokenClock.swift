import Foundation
import Synchronization

/// A language's way to say a time of day: lists of words, and rules of which the first that fits counts. `*:31-59 It is {left} to {next}.`
struct SpokenClock: Sendable {
    fileprivate struct Rule {
        /// nil for every hour.
        let hour: Int?
        let minutes: ClosedRange<Int>
        let text: String
    }

    private let (twelve, twentyFour): ([Rule], [Rule])
    private let lists: [String: [String]]

    /// The length of each list, and the list that serves where it is missing.
    private static let known: [(name: String, count: Int, usual: String?)] = [
        ("hours", 24, nil), ("next", 24, "hours"), ("full", 24, "hours"), ("hours24", 24, "hours"), ("full24", 24, "hours24"),
        ("minutes", 60, nil), ("left", 60, "minutes"),
    ]

    /// nil for a language that does not say how.
    init?(_ text: (String) -> String?) {
        guard let rules = text("clock.twelve").flatMap(Self.rules) else { return nil }
        twelve = rules
        twentyFour = text("clock.twentyFour").flatMap(Self.rules) ?? rules
        var lists: [String: [String]] = [:]
        for (name, count, usual) in Self.known {
            let own = text("clock.\(name)").map(LanguageConventions.list)
            guard let list = own ?? usual.flatMap({ lists[$0] }), list.count == count else { return nil }
            lists[name] = list
        }
        self.lists = lists
    }

    private static func rules(_ text: String) -> [Rule]? {
        var rules: [Rule] = []
        for line in text.split(whereSeparator: \.isNewline).map({ $0.trimmingSpaces() }) where !line.isEmpty {
            guard let space = line.firstIndex(of: " ") else { return nil }
            let time = line[..<space].split(separator: ":", omittingEmptySubsequences: false)
            guard time.count == 2 else { return nil }
            let hour = Int(time[0], in: 0...23)
            guard hour != nil || time[0] == "*" else { return nil }
            let ends = time[1] == "*" ? [0, 59] : time[1].split(separator: "-").compactMap { Int($0, in: 0...59) }
            guard let first = ends.first, let last = ends.last, first <= last, ends.count <= 2 else { return nil }
            rules.append(Rule(hour: hour, minutes: first...last, text: line[line.index(after: space)...].trimmingSpaces()))
        }
        let isWhole = (0..<1_440).allSatisfy { time in rules.contains { $0.fits(time / 60, time % 60) } }
        return isWhole ? rules : nil
    }

    static func problem(_ name: String, _ text: String) -> String? {
        if name == "twelve" || name == "twentyFour" {
            return rules(text) == nil ? "needs a rule for every minute, such as «*:15 It is quarter past {hour}.»" : nil
        }
        guard let list = known.first(where: { $0.name == name }) else { return "is not known of a clock" }
        return LanguageConventions.list(text).count == list.count ? nil : "needs \(list.count) names with commas"
    }

    func sentence(hour: Int, minute: Int, hours: Int) -> String {
        let isDay = hours == 24
        guard let rule = (isDay ? twentyFour : twelve).first(where: { $0.fits(hour, minute) }) else { return "" }
        func word(_ list: String, _ index: Int) -> String { lists[list]?[index] ?? "" }
        let words = [
            "hour": word(isDay ? "hours24" : "hours", hour), "next": word(isDay ? "hours24" : "next", (hour + 1) % 24),
            "full": word(isDay ? "full24" : "full", hour), "minutes": word("minutes", minute), "left": word("left", (60 - minute) % 60),
            "toHalf": word("left", max(30 - minute, 0)), "pastHalf": word("minutes", max(minute - 30, 0)),
        ]
        return words.reduce(rule.text) { $0.replacing("{\($1.key)}", with: $1.value) }
    }
}

extension SpokenClock.Rule {
    fileprivate func fits(_ hour: Int, _ minute: Int) -> Bool { (self.hour ?? hour) == hour && minutes.contains(minute) }
}

extension Language {
    private static let clocks = Mutex<[Language: SpokenClock?]>([:])

    /// A time of day in words, by the rules of the language's texts; nil where there are none.
    public func spokenTime(hour: Int, minute: Int, hours: Int) -> String? {
        let clock = Self.clocks.withLock { clocks in
            let clock = clocks[self] ?? SpokenClock { self.convention($0) }
            clocks[self] = .some(clock)
            return clock
        }
        return clock?.sentence(hour: hour, minute: minute, hours: hours)
    }
}
