import Web

struct APIFilter<R: Resource> {
    private enum Rule {
        /// Words, or record numbers where `hasIDs`; several are separated by commas.
        case list(words: [String], hasIDs: Bool)
        case whole, cents, day, text
    }

    let name: String
    private let base: String
    private let rule: Rule

    static var all: [APIFilter] { Filter<R>.all.flatMap(of) }

    private static func of(_ filter: Filter<R>) -> [APIFilter] {
        let empty = filter.asksEmptiness ? ["none", "absent", "any", "present"] : []
        func made(_ rule: Rule, _ end: String = "") -> APIFilter { APIFilter(name: filter.name + end, base: filter.name, rule: rule) }
        func range(_ rule: Rule) -> [APIFilter] {
            (empty.isEmpty ? [] : [made(.list(words: empty, hasIDs: false))]) + [made(rule, ".from"), made(rule, ".to")]
        }
        switch filter.shape {
        case .one, .many, .account: return [made(.list(words: empty, hasIDs: true))]
        case .flag: return [made(.list(words: ["yes", "no"], hasIDs: false))]
        case .choice(let kind), .choices(let kind): return [made(.list(words: kind.values + empty, hasIDs: false))]
        case .owned, .presence: return [made(.list(words: empty, hasIDs: false))]
        case .number: return range(.whole)
        case .money: return range(.cents)
        case .day, .civilDay: return range(.day)
        case .text: return [made(.text)]
        }
    }

    func typed(_ sent: String, _ language: Language) -> String? {
        switch rule {
        case .list(let words, let hasIDs):
            let values = sent.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
            let isKnown = values.allSatisfy { words.contains($0) || hasIDs && (1...15).contains($0.utf8.count) && $0.isWhole }
            return isKnown ? sent : nil
        case .whole: return sent.isWhole && sent.utf8.count <= 15 ? sent : nil
        case .cents: return sent.isWhole && sent.utf8.count <= 10 ? Int(sent, in: .whole).map { language.amount(cents: $0) } : nil
        case .day: return sent.utf8.count == 10 ? sent : nil
        case .text: return sent.unicodeScalars.count <= Self.longestText ? sent : nil
        }
    }

    private static var longestText: Int { 200 }

    var schema: JSON {
        switch rule {
        case .list(let words, let hasIDs):
            let value = "(" + ((hasIDs ? ["[0-9]{1,15}"] : []) + words).joined(separator: "|") + ")"
            return .object([("type", .text("string")), ("pattern", .text("^\(value)(,\(value))*$"))])
        case .whole: return .whole(0, 999_999_999_999_999)
        case .cents: return .whole(0, 9_999_999_999)
        case .day: return .object([("type", .text("string")), ("format", .text("date"))])
        case .text: return .object([("type", .text("string")), ("maxLength", .number(Self.longestText))])
        }
    }

    func label(_ words: Words) -> String {
        let ends = ["from", "to"].filter { name.hasSuffix("." + $0) }.map { words("lists.\($0)") }
        return ([base == "by" ? words("lists.by") : words.label(of: base, R.name)] + ends).joined(separator: ", ")
    }
}

extension String {
    fileprivate var isWhole: Bool { !isEmpty && utf8.allSatisfy { (0x30...0x39).contains($0) } }
}
