import Web

/// Pairs of counted works that may be one, such as a preprint and its article. They stay two until a person decides.
struct Duplicates {
    struct Pair: Equatable {
        enum Reason: Equatable {
            case doi, sameTitle
            case alike(Double)
        }

        /// The more cited one.
        let first: Int
        let second: Int
        let reason: Reason
    }

    let pairs: [Pair]

    /// Per cent from which titles are likely the same.
    private static let likely = 90
    /// Works whose titles are compared with each other.
    private static let most = 300

    init(_ findings: Findings) {
        let counted = findings.works.indices.filter { findings.counted[$0].isIn }
        var (pairs, known): ([Pair], Set<[Int]>) = ([], [])
        func add(_ a: Int, _ b: Int, _ reason: Pair.Reason) {
            guard !MatchExclusions.are(findings.works[a], findings.works[b]), known.insert([min(a, b), max(a, b)]).inserted else { return }
            pairs.append(Pair(first: min(a, b), second: max(a, b), reason: reason))
        }
        func addEqual(_ key: (FoundWork) -> String?, _ reason: Pair.Reason) {
            var places: [String: Int] = [:]
            for index in counted {
                guard let key = key(findings.works[index]), !key.isEmpty else { continue }
                if let other = places[key] { add(other, index, reason) } else { places[key] = index }
            }
        }
        addEqual({ Identifier.doi(in: $0.listed.url) }, .doi)
        addEqual({ Self.isTelling($0.title.foldedTitle) ? $0.title.foldedTitle : nil }, .sameTitle)
        // Works are in the order of their citations: of two that are cited less than half of h, none changes it.
        let near = counted.prefix { 2 * findings.works[$0].citations >= findings.own.h }.prefix(Self.most)
        let titles = near.map { NormalizedText(findings.works[$0].title, .folded) }
        for (place, index) in near.enumerated() {
            let similarity = Similarity(to: titles[place])
            for other in (place + 1)..<max(place + 1, near.count) {
                guard let percent = similarity.percent(titles[other], atLeast: Self.likely),
                    Self.areAlike(findings.works[index], findings.works[near[near.startIndex + other]])
                else { continue }
                add(index, near[near.startIndex + other], .alike(percent))
            }
        }
        // Those first that change h most: the less cited of two.
        self.pairs = pairs.sorted { (findings.works[$1.second].citations, $0.first) < (findings.works[$0.second].citations, $1.first) }
    }

    /// Whether a title is more than a heading such as "Editorial".
    private static func isTelling(_ title: String) -> Bool { title.split(separator: " ").count >= 3 }

    /// Numbers in titles tell parts of a series apart.
    private static func areAlike(_ a: FoundWork, _ b: FoundWork) -> Bool {
        func numbers(_ work: FoundWork) -> [Substring] {
            work.title.foldedTitle.split(separator: " ").filter { $0.allSatisfy(\.isNumber) }
        }
        let gap = a.year.flatMap { year in b.year.map { (year - $0).magnitude } } ?? 0
        return isTelling(a.title.foldedTitle) && numbers(a) == numbers(b) && gap <= 5
    }
}

extension Duplicates.Pair {
    func values(_ findings: Findings, base: String, _ words: Words) -> Values {
        let (one, other) = (findings.works[first], findings.works[second])
        func count(_ number: Int?) -> String {
            words("citations.duplicates.citations", ["count": number.map(words.language.number) ?? "–"])
        }
        let why =
            switch reason {
            case .doi: words("citations.duplicates.doi")
            case .sameTitle: words("citations.duplicates.sameTitle")
            case .alike(let percent): words("citations.duplicates.alike", ["percent": percent.formatted(words)])
            }
        return [
            "action": "\(base)/duplicates", "first": String(one.id), "second": String(other.id), "why": why,
            "title": one.title, "year": one.year.map(String.init) ?? "–", "citations": count(one.knownCitations),
            "venue": one.listed.venue.isEmpty ? false : one.listed.venue,
            "otherTitle": other.title, "otherYear": other.year.map(String.init) ?? "–", "otherCitations": count(other.knownCitations),
            "otherVenue": other.listed.venue.isEmpty ? false : other.listed.venue,
            "larger": words("citations.duplicates.larger", ["count": words.language.number(max(one.citations, other.citations))]),
            "sum": words("citations.duplicates.sum", ["count": words.language.number(one.citations + other.citations)]),
        ]
    }
}
