import Foundation

/// The forms that a text with a count may have (CLDR).
public enum PluralCategory: String, CaseIterable, Sendable {
    case zero, one, two, few, many, other
}

/// A language's cardinal plural rules, in the words of CLDR: `v = 0 and i % 10 = 2..4 and i % 100 != 12..14`. Counts are whole numbers.
struct PluralRules: Sendable, Equatable {
    private let rules: [(category: PluralCategory, rule: Rule)]
    /// Whether one and other are all there is, and one is for 1 only, as in Italian and English.
    let isOneOnly: Bool

    static let none = PluralRules([])

    private init(_ rules: [(category: PluralCategory, rule: Rule)]) {
        self.rules = rules
        isOneOnly =
            rules.allSatisfy { $0.category == .one } && rules.first?.rule.matches(1) == true && rules.first?.rule.matches(0) == false
            && rules.first?.rule.matches(2) == false && rules.first?.rule.matches(101) == false
    }

    /// The rules below `language.plurals`, which may be `none`; nil where there are no rules.
    init?(of texts: TextTable) {
        if texts["language.plurals"]?.plainText == "none" {
            self = .none
            return
        }
        let rules = PluralCategory.allCases.dropLast().compactMap { category in
            texts["language.plurals.\(category.rawValue)"]?.plainText.flatMap(Rule.init).map { (category, $0) }
        }
        guard !rules.isEmpty else { return nil }
        self.init(rules)
    }

    func category(of count: Int) -> PluralCategory {
        if isOneOnly { return count == 1 ? .one : .other }
        let count = count.magnitude
        return rules.first { $0.rule.matches(count) }?.category ?? .other
    }

    /// The categories that whole numbers up to a thousand have; a language's texts need these.
    var needed: [PluralCategory] {
        let found = Set((0...1_000).map(category))
        return PluralCategory.allCases.filter { $0 == .other || found.contains($0) }
    }

    static func == (one: PluralRules, other: PluralRules) -> Bool {
        one.rules.elementsEqual(other.rules) { $0.category == $1.category && $0.rule == $1.rule }
    }

    /// A condition: alternatives, each of relations that must all hold.
    struct Rule: Sendable, Equatable {
        private let alternatives: [[Relation]]

        init?(_ text: String) {
            let alternatives = text.components(separatedBy: " or ").map { $0.components(separatedBy: " and ").map(Relation.init) }
            let known = alternatives.map { $0.compactMap(\.self) }
            guard zip(alternatives, known).allSatisfy({ $0.count == $1.count }) else { return nil }
            self.alternatives = known
        }

        func matches(_ count: UInt) -> Bool { alternatives.contains { $0.allSatisfy { $0.holds(count) } } }
    }

    /// `i % 100 != 12..14,20`.
    private struct Relation: Sendable, Equatable {
        /// Whether the operand is the number itself; the others are about decimals, and 0 for whole numbers.
        let isOfNumber: Bool
        let modulus: UInt?
        let isEqual: Bool
        let ranges: [ClosedRange<UInt>]

        init?(_ text: String) {
            let isEqual = !text.contains("!=")
            let sides = text.replacing("!=", with: "=").split(separator: "=").map { $0.trimmingSpaces() }
            guard sides.count == 2 else { return nil }
            let operand = sides[0].split(separator: "%").map { $0.trimmingSpaces() }
            guard let name = operand.first, ["n", "i", "v", "w", "f", "t", "c", "e"].contains(name), operand.count <= 2 else { return nil }
            if operand.count == 2 {
                guard let modulus = Int(operand[1], in: 1...1_000_000_000) else { return nil }
                self.modulus = UInt(modulus)
            } else {
                modulus = nil
            }
            var ranges: [ClosedRange<UInt>] = []
            for part in sides[1].split(separator: ",") {
                let ends = part.replacing("..", with: " ").split(separator: " ").map { Int($0, in: 0...1_000_000_000).map { UInt($0) } }
                guard (1...2).contains(ends.count), let first = ends[0], let last = ends[ends.count - 1], first <= last else { return nil }
                ranges.append(first...last)
            }
            guard !ranges.isEmpty else { return nil }
            (isOfNumber, self.isEqual, self.ranges) = (name == "n" || name == "i", isEqual, ranges)
        }

        func holds(_ count: UInt) -> Bool {
            let value = isOfNumber ? count : 0
            let rest = modulus.map { value % $0 } ?? value
            return ranges.contains { $0.contains(rest) } == isEqual
        }
    }
}

extension Language {
    /// The form that a text with this count takes.
    public func plural(_ count: Int) -> PluralCategory { traits.conventions.plurals.category(of: count) }
}
