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

    var title: String { decision.title ?? listed.title }
    var year: Int? { decision.year ?? listed.year }
    var citations: Int { decision.citations ?? listed.citations ?? 0 }

    /// Whether a person rejected the match with the page.
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
    }
}

struct Findings: Sendable {
    let works: [FoundWork]
    let isFiltered: Bool
    let threshold: Int
    let ranking: Ranking
    let counted: [Counted]
    /// With filter and decisions, and with all works of the lists.
    let own: Indexes
    let all: Indexes
    /// The h-index without and with all doubtful works.
    let band: ClosedRange<Int>

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
        let doubts = works.indices.filter { Self.isDoubtful(works[$0], isFiltered: outcome.isFiltered, threshold: outcome.titleThreshold) }
        band = Self.h(counted, doubts, areIn: false)...Self.h(counted, doubts, areIn: true)
    }

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

    func isDoubtful(_ work: FoundWork) -> Bool { Self.isDoubtful(work, isFiltered: isFiltered, threshold: threshold) }

    func reason(of index: Int) -> (key: String, percent: Double?) {
        let work = works[index]
        if work.decision.mergedInto != nil { return ("merged", nil) }
        if let isIn = work.decision.isIn { return (isIn ? "decidedIn" : "decidedOut", work.percent) }
        guard isFiltered else { return ("noPage", nil) }
        guard let percent = work.percent else { return ("nothing", nil) }
        if work.isNotOnPage { return ("apart", percent) }
        if work.takenBy != nil { return ("taken", percent) }
        return (Matching.reaches(percent, threshold) ? "onPage" : "near", percent)
    }
}
