struct Counted: Sendable, Equatable {
    var citations: Int
    var isIn = true
    var year: Int?
    var authors: Int?
    var selfCitations: Int?
}

enum CitationRank: String, Sendable, CaseIterable, Decodable {
    case core
    /// Cited as often as the last work of the core, but outside it.
    case tie
    case out
    case excluded
}

struct Ranking: Sendable {
    let h: Int
    let standings: [CitationRank]
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
