import Synchronization

final class LanguageTraits: Sendable {
    let code: String
    private let read = AtomicLazyReference<LanguageConventions>()

    init(code: String) { self.code = code }

    /// Italian and English need no file, and every other language begins as English.
    var conventions: LanguageConventions { read.load() ?? .builtIn(code) }

    /// The first conventions count until the program ends.
    func publish(_ conventions: LanguageConventions) { _ = read.storeIfNil(conventions) }
}

/// How a language writes numbers, amounts, dates and times: the texts below `language`, each from English where it is missing.
final class LanguageConventions: Sendable {
    let name: String
    let easyName: String
    let tag: String
    let isRightToLeft: Bool
    let plurals: PluralRules
    let decimal: String
    let thousands: String
    /// How many digits the first group needs: with 2, `1234` stays without a mark.
    let leastGrouped: Int
    let (money, percent): (SlotPattern, SlotPattern)
    let (months, monthsAlone): ([String], [String])
    let (date, month, time): (SlotPattern, SlotPattern, SlotPattern)
    let (moment, today, yesterday): (SlotPattern, SlotPattern, SlotPattern)
    let typedDay: TypedDay
    private let texts: TextTable

    static func builtIn(_ code: String) -> LanguageConventions { code == "it" ? italian : english }

    private static let english = LanguageConventions(TextTable(englishTexts), code: "en", after: nil)
    private static let italian = LanguageConventions(TextTable(italianTexts), code: "it", after: english)

    convenience init(_ texts: TextTable, code: String) { self.init(texts, code: code, after: .builtIn(code)) }

    /// What is missing or wrong is taken from `usual`.
    private init(_ texts: TextTable, code: String, after usual: LanguageConventions?) {
        self.texts = texts
        func text(_ key: String) -> String? { texts["language.\(key)"]?.plainText.flatMap { $0.isEmpty ? nil : $0 } }
        func pattern(_ key: String, _ usual: SlotPattern?) -> SlotPattern {
            text(key).flatMap { try? SlotPattern($0, for: key) } ?? usual ?? SlotPattern()
        }
        func list(_ key: String) -> [String]? {
            text(key).map(Self.list).flatMap { $0.count == 12 ? $0 : nil }
        }
        name = text("name") ?? code
        easyName = text("easyName") ?? text("name").map { "\($0) · easy-to-read" } ?? code
        tag = text("tag") ?? code
        isRightToLeft = text("direction") == "rtl"
        plurals = PluralRules(of: texts) ?? usual?.plurals ?? .none
        decimal = text("numbers.decimal") ?? usual?.decimal ?? "."
        thousands = text("numbers.thousands") ?? usual?.thousands ?? ","
        leastGrouped = text("numbers.leastGrouped").flatMap { Int($0, in: 1...4) } ?? 1
        (money, percent) = (pattern("numbers.money", usual?.money), pattern("numbers.percent", usual?.percent))
        let usualMonths = usual?.months ?? Array(repeating: "", count: 12)
        months = list("dates.months") ?? usualMonths
        monthsAlone = list("dates.monthsAlone") ?? list("dates.months") ?? usualMonths
        (date, month) = (pattern("dates.date", usual?.date), pattern("dates.month", usual?.month))
        time = pattern("dates.time", usual?.time)
        moment = pattern("dates.moment", usual?.moment)
        (today, yesterday) = (pattern("dates.today", usual?.today), pattern("dates.yesterday", usual?.yesterday))
        typedDay = text("dates.typed").flatMap { TypedDay($0) } ?? usual?.typedDay ?? .usual
    }

    /// A text below `language`, such as `clock.hours`; nil where this language has none.
    func text(_ key: String) -> String? { texts["language.\(key)"]?.plainText }

    static func list(_ text: String) -> [String] { text.split(separator: ",").map { $0.trimmingSpaces() } }

    /// What cannot be used, as sentences without their place, by key.
    static func problems(_ entries: [String: Texts.Entry]) -> [(key: String, sentence: String)] {
        var problems: [(String, String)] = []
        for (key, entry) in entries.sorted(by: { $0.key < $1.key }) where key.hasPrefix("language.") {
            guard let text = entry.plainText else { continue }
            let name = String(key.dropFirst("language.".count))
            switch name {
            case _ where SlotPattern.allowed[name] != nil:
                do { _ = try SlotPattern(text, for: name) } catch { problems.append((key, error.sentence)) }
            case _ where name.hasPrefix("plurals."):
                guard let category = PluralCategory(rawValue: String(name.dropFirst("plurals.".count))), category != .other else {
                    problems.append((key, "is not one of zero, one, two, few, many"))
                    continue
                }
                if PluralRules.Rule(text) == nil { problems.append((key, "«\(text)» is not a plural rule of CLDR")) }
            case "dates.months", "dates.monthsAlone":
                if list(text).count != 12 { problems.append((key, "needs twelve names with commas")) }
            case _ where name.hasPrefix("clock."):
                if let problem = SpokenClock.problem(String(name.dropFirst("clock.".count)), text) { problems.append((key, problem)) }
            case "dates.typed":
                if TypedDay(text) == nil { problems.append((key, "«\(text)» is not d, m, y or y, m, d with one of / . - between them")) }
            case "plurals":
                if text != "none" { problems.append((key, "needs rules, or none")) }
            case "tag":
                if !Language.isCode(text) { problems.append((key, "«\(text)» is not the code of a language")) }
            case "direction":
                if !["ltr", "rtl"].contains(text) { problems.append((key, "«\(text)» is not ltr or rtl")) }
            case "numbers.leastGrouped":
                if Int(text, in: 1...4) == nil { problems.append((key, "«\(text)» is not a number from 1 to 4")) }
            default: break
            }
        }
        return problems
    }
}

/// A text with places to fill, such as `{day} {month} {year}`.
struct SlotPattern: Sendable, Equatable {
    enum Slot: String { case year, month, monthAlone, monthNumber, day, hour, minute, time, date, amount, number }

    private enum Part: Equatable {
        case text(String)
        case slot(Slot)
    }

    struct Unknown: Error { let sentence: String }

    static let allowed: [String: (needed: [Slot], others: [Slot])] = [
        "numbers.money": ([.amount], []), "numbers.percent": ([.number], []),
        "dates.date": ([.day, .year], [.month, .monthAlone, .monthNumber]), "dates.month": ([.year], [.month, .monthAlone, .monthNumber]),
        "dates.time": ([.hour, .minute], []), "dates.moment": ([.date, .time], []), "dates.today": ([.time], []),
        "dates.yesterday": ([.time], []),
    ]

    private var parts: [Part] = []

    init() {}

    init(_ text: String, for key: String) throws(Unknown) {
        let (needed, others) = Self.allowed[key] ?? ([], [])
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: open)..<close])
            guard let slot = Slot(rawValue: name), (needed + others).contains(slot) else {
                throw Unknown(sentence: "has no place for {\(name)}")
            }
            if open > rest.startIndex { parts.append(.text(String(rest[..<open]))) }
            parts.append(.slot(slot))
            rest = rest[rest.index(after: close)...]
        }
        if !rest.isEmpty { parts.append(.text(String(rest))) }
        for slot in needed where !parts.contains(.slot(slot)) { throw Unknown(sentence: "needs {\(slot.rawValue)}") }
    }

    func filled(_ value: (Slot) -> String) -> String {
        parts.reduce(into: "") { text, part in
            switch part {
            case .text(let own): text += own
            case .slot(let slot): text += value(slot)
            }
        }
    }
}
