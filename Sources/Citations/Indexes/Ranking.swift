/// A work as the indexes count it.
struct Counted: Sendable, Equatable {
    var citations: Int
    /// Whether it counts as the author's.
    var isIn = true
    var year: Int?
    /// How many wrote it; nil when nobody says.
    var authors: Int?
    /// Citations by its own authors; nil when nobody says.
    var selfCitations: Int?
}

/// What a work is to the h-index.
enum CitationRank: String, Sendable, CaseIterable, Decodable {
    /// One of the works that make the index.
    case core
    /// As often cited as the last of the core, which not all of these can be in.
    case tie
    case out
    /// Not counted as the author's.
    case excluded
}

/// Works in order of their citations, the h-index, and where each work stands.
struct Ranking: Sendable {
    let h: Int
    /// In the order of the works that were given.
    let standings: [CitationRank]
    /// Places among the counted works, from 1; nil for the others. In the order of the works that were given.
    let ranks: [Int?]

    init(_ works: [Counted]) {
        let order = works.indices.filter { works[$0].isIn }.sorted { (works[$1].citations, $0) < (works[$0].citations, $1) }
        let h = order.enumerated().prefix { works[$1].citations >= $0 + 1 }.count
        var standings = works.map { $0.isIn ? CitationRank.out : .excluded }
        var ranks = [Int?](repeating: nil, count: works.count)
        for (index, work) in order.enumerated() {
            ranks[work] = index + 1
            if index < h { standings[work] = .core }
        }
        if h > 0 {
            let tied = order.filter { works[$0].citations == works[order[h - 1]].citations }
            if tied.contains(where: { standings[$0] == .out }) {
                for work in tied { standings[work] = .tie }
            }
        }
        (self.h, self.standings, self.ranks) = (h, standings, ranks)
    }
}
