struct Indexes: Sendable, Equatable {
    let works: Int
    let total: Int
    let mean: Double
    let median: Double
    /// The largest h with h works cited at least h times (Hirsch 2005).
    let h: Int
    /// The largest g, at most the number of works, whose top g works have at least g² citations together (Egghe 2006).
    let g: Int
    let i10: Int
    /// √(citations of the core − h²) (Zhang 2009).
    let e: Double
    /// h divided by the years since the first work, including that year; nil without years.
    let m: Double?
    /// h of citations divided by the number of authors; unknown authors count as one.
    let hNormalised: Int
    /// h with each work weighted by one over its number of authors (Schreiber 2008).
    let hm: Double
    /// h with citations weighted by four over the work's age (Sidiropoulos 2007); works without a year are left out.
    let contemporary: Int
    /// The mean citations of the core (Jin 2006).
    let a: Double
    /// √(citations of the core) (Jin 2007).
    let r: Double
    /// √(h × g) (Alonso 2010).
    let hg: Double
    /// h divided by the mean number of authors of the core (Batista 2006); unknown authors count as one.
    let hIndividual: Double
    /// `hNormalised` per year since the first work, including that year (Harzing 2014); nil without years.
    let hAnnual: Double?
    let perYear: Double?
    /// h without self-citations; works without this information keep all. nil when no work has it.
    let hOthers: Int?
    let known: Known

    struct Known: Sendable, Equatable {
        let authors: Int
        let years: Int
    }

    init(_ all: [Counted], in year: Int) {
        let counted = all.filter(\.isIn).sorted { $0.citations > $1.citations }
        let citations = counted.map(\.citations)
        let h = Self.h(citations.map(Double.init))
        works = counted.count
        total = citations.reduce(0, +)
        mean = counted.isEmpty ? 0 : Double(total) / Double(counted.count)
        median = Self.median(citations)
        var sum = 0
        g = citations.enumerated().reduce(0) { g, work in
            sum += work.element
            return sum >= (work.offset + 1) * (work.offset + 1) ? work.offset + 1 : g
        }
        i10 = citations.count { $0 >= 10 }
        let core = citations.prefix(h).reduce(0, +)
        e = Double(core - h * h).squareRoot()
        a = h == 0 ? 0 : Double(core) / Double(h)
        r = Double(core).squareRoot()
        hg = Double(h * g).squareRoot()
        hIndividual = h == 0 ? 0 : Double(h * h) / Double(counted.prefix(h).reduce(0) { $0 + max(1, $1.authors ?? 1) })
        let years = counted.compactMap(\.year)
        let age = years.min().map { Double(max(1, year - $0 + 1)) }
        m = age.map { Double(h) / $0 }
        perYear = age.map { [total] in Double(total) / $0 }
        let hNormalised = Self.h(counted.map { Double($0.citations) / Double(max(1, $0.authors ?? 1)) })
        self.hNormalised = hNormalised
        hAnnual = age.map { Double(hNormalised) / $0 }
        hm = Self.hm(counted)
        contemporary = Self.h(
            counted.compactMap { work in
                work.year.map { 4 * Double(work.citations) / Double(max(1, year - $0 + 1)) }
            })
        let tells = counted.contains { $0.selfCitations != nil }
        hOthers = tells ? Self.h(counted.map { Double(max(0, $0.citations - ($0.selfCitations ?? 0))) }) : nil
        known = Known(authors: counted.count { $0.authors != nil }, years: years.count)
        self.h = h
    }

    private static func h(_ scores: [Double]) -> Int {
        scores.sorted(by: >).enumerated().prefix { $1 >= Double($0 + 1) }.count
    }

    private static func hm(_ counted: [Counted]) -> Double {
        var (rank, best) = (0.0, 0.0)
        for work in counted {
            rank += 1 / Double(max(1, work.authors ?? 1))
            // Sums of thirds and sixths may miss a whole number by rounding.
            if (rank - rank.rounded()).magnitude < 1e-9 { rank = rank.rounded() }
            guard Double(work.citations) >= rank else { break }
            best = rank
        }
        return best
    }

    private static func median(_ descending: [Int]) -> Double {
        guard !descending.isEmpty else { return 0 }
        let middle = descending.count / 2
        return descending.count.isMultiple(of: 2) ? Double(descending[middle - 1] + descending[middle]) / 2 : Double(descending[middle])
    }
}
