import Foundation
import GRDB

struct FoundWork: Sendable {
    let id: Int64
    let identity: String
    let listed: ListedWork
    let copies: Int
    let pageTitle: String?
    let percent: Double?
    /// The work matched to the page row instead, when rows match one work only.
    let takenBy: String?
    let parts: [String]
    let decision: WorkDecision
    let evidence: [Evidence]
    /// What each list says; empty in older results.
    let sources: [ListedCount]
    /// nil without evidence, as in older results.
    let evidenceClass: EvidenceClass?

    var title: String { decision.title ?? listed.title }
    var year: Int? { decision.year ?? listed.year }
    /// nil when neither the lists nor a person say it.
    var knownCitations: Int? { decision.citations ?? listed.citations }
    /// For the order and the indexes, in which unknown is as none.
    var citations: Int { knownCitations ?? 0 }

    var isNotOnPage: Bool { pageTitle.map { decision.isNot?.contains($0.foldedTitle) == true } ?? false }

    fileprivate init(_ row: Row, _ decisions: [String: WorkDecision]) {
        id = row["id"]
        identity = row["identity"]
        copies = row["copies"]
        pageTitle = row["pageTitle"]
        percent = row["percent"]
        takenBy = row["takenBy"]
        parts = (try? JSONDecoder().decode([String].self, from: Data((row["parts"] as String).utf8))) ?? []
        listed = ListedWork(
            title: row["title"], authors: row["authors"], venue: row["venue"], year: row["year"], citations: row["citations"],
            selfCitations: row["selfCitations"], url: row["url"])
        decision = decisions[identity] ?? WorkDecision()
        evidence = (try? JSONDecoder().decode([Evidence].self, from: Data((row["evidence"] as String).utf8))) ?? []
        evidenceClass = EvidenceClass(evidence)
        sources = (try? JSONDecoder().decode([ListedCount].self, from: Data((row["sources"] as String).utf8))) ?? []
    }
}

struct Findings: Sendable {
    let works: [FoundWork]
    let isFiltered: Bool
    let threshold: Int
    let ranking: Ranking
    let counted: [Counted]
    let own: Indexes
    let all: Indexes
    let band: ClosedRange<Int>
    let certainty: Certainty
    /// Works about which an answer may change h, those first that change it most.
    let questions: [Int]
    private let open: Set<Int>

    init(_ outcome: Outcome, year: Int, _ db: Database) throws {
        let decisions = try WorkDecision.all(of: outcome.runID, db)
        let rows = try Row.fetchAll(
            db.cachedStatement(sql: "SELECT * FROM citationWork WHERE runID = ? ORDER BY position"), arguments: [outcome.runID])
        let works = rows.map { FoundWork($0, decisions) }.sorted { ($1.citations, $0.id) < ($0.citations, $1.id) }
        (self.works, isFiltered, threshold) = (works, outcome.isFiltered, outcome.titleThreshold)
        let counted = works.map { Self.counted($0, outcome) }
        self.counted = counted
        ranking = Ranking(counted)
        own = Indexes(counted, in: year)
        all = Indexes(
            zip(works, counted).map { work, counted in
                var counted = counted
                counted.isIn = work.decision.mergedInto == nil
                return counted
            }, in: year)
        let doubts = Self.doubts(outcome, works, counted)
        let open = works.indices.filter { index in
            Self.isDoubtful(works[index], isFiltered: outcome.isFiltered, threshold: outcome.titleThreshold)
                || Self.isOpen(works[index], isIn: counted[index].isIn, doubts)
        }
        let band = Self.h(counted, open, areIn: false)...Self.h(counted, open, areIn: true)
        (self.band, self.open) = (band, Set(open))
        certainty = Certainty(doubts, h: own.h, band: band)
        questions = Self.questions(counted, open, band)
    }

    private static func doubts(_ outcome: Outcome, _ works: [FoundWork], _ counted: [Counted]) -> [Certainty.Doubt] {
        if works.isEmpty { return [.noWorks] }
        if works.allSatisfy({ $0.knownCitations == nil }) { return [.noCitations] }
        let untold = zip(works, counted).count { $0.knownCitations == nil && $1.isIn }
        let isFew = 2 * untold > counted.count { $0.isIn }
        return (isFew ? [.fewCitations] : []) + outcome.doubted
    }

    /// Whether the answer of a person is missing: the evidence asks for it, contradicts the page, or the page says nothing.
    private static func isOpen(_ work: FoundWork, isIn: Bool, _ doubts: [Certainty.Doubt]) -> Bool {
        if work.decision.isIn != nil || work.decision.mergedInto != nil { return false }
        if doubts.contains(.pageUnread) { return true }
        switch work.evidenceClass {
        case nil: return doubts.contains(.pageFew) && !isIn
        case .ask: return true
        case .theirs: return !isIn && !work.isNotOnPage && work.takenBy == nil
        case .notTheirs: return isIn
        }
    }

    /// A work cited no more than the least h changes nothing. Of the others each is judged by how much either answer narrows the range.
    private static func questions(_ counted: [Counted], _ open: [Int], _ band: ClosedRange<Int>) -> [Int] {
        let relevant = open.filter { counted[$0].citations > band.lowerBound }.sorted { counted[$0].citations > counted[$1].citations }
        let judged = relevant.prefix(mostQuestions).map { index -> (index: Int, effect: Int) in
            let others = open.filter { $0 != index }
            var (isIn, isOut) = (counted, counted)
            (isIn[index].isIn, isOut[index].isIn) = (true, false)
            let effect = h(isIn, others, areIn: false) - band.lowerBound + band.upperBound - h(isOut, others, areIn: true)
            return (index, effect)
        }
        return judged.enumerated().sorted { ($1.element.effect, $0.offset) < ($0.element.effect, $1.offset) }.map(\.element.index)
            + relevant.dropFirst(mostQuestions)
    }

    private static let mostQuestions = 60

    /// With the filter but without decisions on counting; duplicates still count once.
    func filtered(in year: Int) -> Indexes {
        Indexes(
            zip(works, counted).map { work, counted in
                var counted = counted
                counted.isIn = work.decision.mergedInto == nil && Self.isSuggested(work, isFiltered: isFiltered, threshold: threshold)
                return counted
            }, in: year)
    }

    private static func h(_ counted: [Counted], _ doubts: [Int], areIn: Bool) -> Int {
        var counted = counted
        for index in doubts { counted[index].isIn = areIn }
        return Ranking(counted).h
    }

    private static func counted(_ work: FoundWork, _ outcome: Outcome) -> Counted {
        Counted(
            citations: work.citations, isIn: isIn(work, outcome), year: work.year, authors: work.listed.authorCount,
            selfCitations: work.listed.selfCitations)
    }

    private static func isIn(_ work: FoundWork, _ outcome: Outcome) -> Bool {
        if work.decision.mergedInto != nil { return false }
        return work.decision.isIn ?? isSuggested(work, isFiltered: outcome.isFiltered, threshold: outcome.titleThreshold)
    }

    private static func isSuggested(_ work: FoundWork, isFiltered: Bool, threshold: Int) -> Bool {
        guard isFiltered else { return true }
        guard let percent = work.percent, work.takenBy == nil, !work.isNotOnPage else { return false }
        return Matching.reaches(percent, threshold)
    }

    /// The distance from the threshold, in percentage points, within which a match is doubtful.
    static let doubt = 8.0

    static func isDoubtful(_ work: FoundWork, isFiltered: Bool, threshold: Int) -> Bool {
        guard isFiltered, work.decision.isIn == nil, work.decision.mergedInto == nil, let percent = work.percent,
            work.takenBy == nil, !work.isNotOnPage
        else { return false }
        return (percent - Double(threshold)).magnitude <= doubt && percent < 100
    }

    func isDoubtful(_ index: Int) -> Bool { open.contains(index) }

    func reason(of index: Int) -> (key: String, percent: Double?) {
        let work = works[index]
        if work.decision.mergedInto != nil { return ("merged", nil) }
        if let isIn = work.decision.isIn { return (isIn ? "decidedIn" : "decidedOut", work.percent) }
        guard isFiltered else { return (certainty.doubts.contains(.pageUnread) ? "pageUnread" : "noPage", nil) }
        guard let percent = work.percent else { return ("nothing", nil) }
        if work.isNotOnPage { return ("apart", percent) }
        if work.takenBy != nil { return ("taken", percent) }
        return (Matching.reaches(percent, threshold) ? "onPage" : "near", percent)
    }
}
