import Formats

/// Weighs what speaks for and against each work, beside those that the page shows to be the author's.
struct EvidenceWeighing {
    private let works: [Analysis.Work]
    private let page: [Analysis.PageWork]
    private let method: Method
    /// Works on the page whose given name is not another's.
    private let core: Set<Int>
    private let graph: CoAuthorGraph
    private let likeness: TitleLikeness
    /// The share of the works by the same people that the page names, in percent.
    private let completeness: Int
    /// The names of each work with one of the author's surnames, as they are written.
    private let namesakes: [[Namesake]]
    private let years: ClosedRange<Int>?
    private let venues: Set<String>
    private let given: GivenName?
    private let speaksOfOthers: Bool
    /// DOIs and e-mail addresses in the pages.
    private let identifiers: Set<String>
    private let numbers: Set<String>
    /// What lists say of the author of each work.
    private let persons: [IdentifiedAuthor?]
    private let institutions: InstitutionLikeness

    /// Years outside the known ones from which a gap speaks against a work.
    private static let gap = 12
    /// Works needed before a gap of years says anything.
    private static let fewest = 5
    /// Percent of the works by the same people; a page that names fewer was perhaps read badly and says nothing about others.
    private static let leastCompleteness = 35
    /// Where less than a third of the works is by people of the page, most of them are namesakes' and no page would name them.
    private static let shareOfTied = 3

    init(_ works: [Analysis.Work], _ page: [Analysis.PageWork], _ method: Method, isWellRead: Bool, identifiers: Set<String>) {
        (self.works, self.page, self.method, self.identifiers) = (works, page, method, identifiers)
        let given = GivenName(method.author, surnames: method.surnames)
        self.given = given
        let authors = works.map { AuthorNames($0.listed.authors).list }
        let namesakes = Self.namesakes(authors, method)
        self.namesakes = namesakes
        let core = Set(
            works.indices.filter { Self.isOnPage(works[$0], method) && Self.comparison(namesakes[$0], given) > .otherName })
        self.core = core
        let others = Set(works.indices.filter { Self.isOther(namesakes[$0], given) })
        let graph = CoAuthorGraph(authors, core: core, others: others, surnames: method.surnames)
        self.graph = graph
        likeness = TitleLikeness(works.map(\.listed.title), core: core)
        let tied = works.indices.filter { !others.contains($0) && graph.company(of: $0, fewest: 2) != nil }
        let named = tied.count { Self.isOnPage(works[$0], method) }
        completeness = Int(cutting: 100 * (Double(named) + 1) / (Double(tied.count) + 1.5))
        let areFewTied = Self.shareOfTied * tied.count < works.count - others.count
        speaksOfOthers = !core.isEmpty && (isWellRead || areFewTied || completeness >= Self.leastCompleteness)
        let dated = core.compactMap { works[$0].listed.year }.sorted()
        years = dated.count >= Self.fewest ? dated.first.flatMap { first in dated.last.map { first...$0 } } : nil
        let persons = Self.persons(works, method)
        self.persons = persons
        let known = core.compactMap { persons[$0] }
        numbers = Set(known.map(\.number).filter { !$0.isEmpty })
        institutions = InstitutionLikeness(
            persons.flatMap { $0?.institutions ?? [] }, core: known.flatMap(\.institutions))
        venues = Set(core.map { works[$0].listed.venue.foldedTitle }.filter { !$0.isEmpty })
    }

    func evidence(of index: Int) -> [Evidence] {
        let work = works[index]
        return presence(work) + name(index) + catalogue(index) + company(index) + words(index) + time(index) + place(index)
    }

    private static func persons(_ works: [Analysis.Work], _ method: Method) -> [IdentifiedAuthor?] {
        // Names return in many works.
        var known: [String: Bool] = [:]
        return works.map { work in
            work.listed.identified.first { person in
                if let isOne = known[person.name] { return isOne }
                let isOne = GivenName(person.name, surnames: method.surnames) != nil
                known[person.name] = isOne
                return isOne
            }
        }
    }

    private func catalogue(_ index: Int) -> [Evidence] {
        guard let person = persons[index] else { return [] }
        var found: [Evidence] = []
        if let own = method.orcid, let orcid = person.orcid {
            found.append(Evidence(kind: orcid == own ? .sameORCID : .otherORCID, what: orcid.text))
        }
        // The works of the core prove nothing about themselves.
        if core.contains(index) { return found }
        if !person.number.isEmpty, !numbers.isEmpty {
            found.append(Evidence(kind: numbers.contains(person.number) ? .sameNumber : .otherNumber, what: person.number))
        }
        return found + institution(of: person)
    }

    private func institution(of person: IdentifiedAuthor) -> [Evidence] {
        let alike = person.institutions.compactMap { name in institutions.value(of: name).map { (name: name, value: $0) } }
        guard let best = alike.max(by: { $0.value < $1.value }) else { return [] }
        if best.value >= 0.7 { return [Evidence(kind: .sameInstitution, what: best.name)] }
        return best.value < 0.1 ? [Evidence(kind: .otherInstitution, what: best.name)] : []
    }

    private static func isOnPage(_ work: Analysis.Work, _ method: Method) -> Bool {
        work.takenBy == nil && work.best.map { Matching.reaches($0.percent, method.titles) } ?? false
    }

    private func presence(_ work: Analysis.Work) -> [Evidence] {
        var found = [Evidence(kind: .listed)]
        if let doi = Identifier.doi(in: work.listed.url), identifiers.contains(doi) { found.append(Evidence(kind: .identifier, what: doi)) }
        if let email = work.listed.emails.sorted().first(where: identifiers.contains) {
            found.append(Evidence(kind: .sameEmail, what: email))
        }
        if page.isEmpty { return found }
        if Self.isOnPage(work, method), let best = work.best {
            let isExact = best.percent >= 97
            return found + [Evidence(kind: isExact ? .onPage : .resembled, what: page[best.index].row.title)]
        }
        if let glimpse = work.glimpse { return found + [Evidence(kind: .glimpsed, what: glimpse.title)] }
        return found + (speaksOfOthers ? [Evidence(kind: .notOnPage, count: completeness)] : [])
    }

    private typealias Namesake = (written: String, given: GivenName)

    private static func namesakes(_ authors: [[String]], _ method: Method) -> [[Namesake]] {
        // Names return in many works.
        var known: [String: GivenName?] = [:]
        return authors.map { names in
            names.compactMap { name in
                let found = known[name] ?? GivenName(name, surnames: method.surnames)
                known.updateValue(found, forKey: name)
                return found.map { (name, $0) }
            }
        }
    }

    private static func comparison(_ namesakes: [Namesake], _ given: GivenName?) -> GivenName.Comparison {
        guard let given, !given.words.isEmpty else { return .unknown }
        return namesakes.map { given.compared(to: $0.given) }.max() ?? .unknown
    }

    private func name(_ index: Int) -> [Evidence] {
        let written = namesakes[index].first?.written
        let kind: Evidence.Kind? =
            switch Self.comparison(namesakes[index], given) {
            case .sameName: .sameName
            case .sameInitial: .sameInitial
            case .otherName: .otherName
            case .otherInitial: .otherInitial
            case .unknown: nil
            }
        return kind.map { [Evidence(kind: $0, what: written)] } ?? []
    }

    private static func isOther(_ namesakes: [Namesake], _ given: GivenName?) -> Bool {
        let comparison = comparison(namesakes, given)
        return comparison == .otherName || comparison == .otherInitial
    }

    private func company(_ index: Int) -> [Evidence] {
        guard hasOthers(index) else { return [] }
        if let company = graph.company(of: index, fewest: 1) {
            let isMany = graph.company(of: index, fewest: 2) != nil
            return [Evidence(kind: isMany ? .manyTogether : .together, what: company.name, count: company.count)]
        }
        if graph.people[index].isEmpty { return [Evidence(kind: .alone)] }
        return [Evidence(kind: graph.isChained(index) ? .chained : .strangers)]
    }

    /// Whether the core has a work beside this one.
    private func hasOthers(_ index: Int) -> Bool { core.count > (core.contains(index) ? 1 : 0) }

    private func words(_ index: Int) -> [Evidence] {
        guard hasOthers(index) else { return [] }
        let best = likeness.best(of: index)
        let what = best.map { works[$0.work].listed.title }
        switch best?.value ?? 0 {
        case 0.3...: return [Evidence(kind: .muchAlikeTitle, what: what)]
        case 0.15...: return [Evidence(kind: .alikeTitle, what: what)]
        case ..<0.04: return [Evidence(kind: .unlikeTitle)]
        default: return []
        }
    }

    private func time(_ index: Int) -> [Evidence] {
        guard let year = works[index].listed.year else { return [] }
        var found: [Evidence] = []
        if Self.isOnPage(works[index], method), let written = works[index].best.flatMap({ page[$0.index].row.year }) {
            let gap = (written - year).magnitude
            // Preprints and articles are some years apart.
            if gap <= 1 { found.append(Evidence(kind: .sameYear, what: String(written))) }
            if gap > 4 { found.append(Evidence(kind: .otherYear, what: String(written))) }
        }
        if let years, !core.contains(index), year < years.lowerBound - Self.gap || year > years.upperBound + Self.gap {
            found.append(Evidence(kind: .farYear, what: "\(years.lowerBound)–\(years.upperBound)"))
        }
        return found
    }

    private func place(_ index: Int) -> [Evidence] {
        let venue = works[index].listed.venue
        guard !core.contains(index), !venue.isEmpty, venues.contains(venue.foldedTitle) else { return [] }
        return [Evidence(kind: .sameVenue, what: venue)]
    }
}
