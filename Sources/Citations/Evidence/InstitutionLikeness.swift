import Foundation

/// How alike institutions are to those of the core: which part of their words these have, where words that few institutions have weigh more.
struct InstitutionLikeness: Sendable {
    private let weights: [String: Double]
    private let known: Set<String>

    init(_ institutions: [String], core: [String]) {
        let distinct = Set(institutions.map(\.foldedTitle))
        var frequencies: [String: Int] = [:]
        for institution in distinct {
            for word in Self.words(institution) { frequencies[word, default: 0] += 1 }
        }
        weights = frequencies.mapValues { pow(log(1 + Double(distinct.count) / Double($0)), 2) }
        known = Set(core.flatMap(Self.words))
    }

    /// 0 to 1; nil when the core has none.
    func value(of institution: String) -> Double? {
        let words = Self.words(institution)
        let all = words.reduce(0) { $0 + (weights[$1] ?? 0) }
        guard !known.isEmpty, all > 0 else { return nil }
        return words.reduce(0) { $0 + (known.contains($1) ? weights[$1] ?? 0 : 0) } / all
    }

    /// Beginnings of words, because lists shorten them. Their order makes sums the same each time.
    private static func words(_ institution: String) -> [String] {
        Set(institution.foldedTitle.split(separator: " ").filter { $0.count > 1 }.map { String($0.prefix(4)) }).sorted()
    }
}
