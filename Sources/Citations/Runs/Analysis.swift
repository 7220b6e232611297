/// Turns lists of works and pages of publications into works with their similarity to the pages.
struct Analysis: Sendable {
    struct Work: Sendable, Equatable {
        var listed: ListedWork
        var copies = 1
        var parts: [String] = []
        var best: Matching.Best?
        var takenBy: String?
        var glimpse: TitleSearch.Sighting?
        var evidence: [Evidence] = []
        var sources: [ListedCount] = []
        var identity: String { listed.identity }

        /// Of twins in one list the larger count stays.
        fileprivate mutating func add(_ others: [ListedCount]) {
            for other in others {
                if let place = sources.firstIndex(where: { $0.list == other.list }) {
                    sources[place].citations = [sources[place].citations, other.citations].compactMap { $0 }.max()
                } else {
                    sources.append(other)
                }
            }
        }
    }

    struct PageWork: Sendable, Equatable {
        let row: HomePage.Row
        let best: Matching.Best?
    }

    struct Remark: Sendable, Codable, Equatable {
        let kind: String
        var document = ""
        var rows: [Int] = []
        var count = 0
        var said: [String]?
        /// nil in older results.
        var role: DocumentRole?
    }

    private(set) var works: [Work] = []
    private(set) var page: [PageWork] = []
    private(set) var trace = HomePage.Trace()
    private(set) var remarks: [Remark] = []
    private(set) var strangers = 0
    private(set) var doubts: [Certainty.Doubt] = []
    private var hasPages = false
    /// Of pages that are read by places, titles and those among them that are works of the lists.
    private var (placed, placedKnown) = (0, 0)
    private var identifiers: Set<String> = []
    var isFiltered: Bool { !page.isEmpty }

    private let method: Method
    /// Forbidden matches by identity: identities of works and folded page titles.
    private let apart: [String: Set<String>]

    init(_ method: Method, apart: [String: Set<String>] = [:]) { (self.method, self.apart) = (method, apart) }

    init(
        lists: [Document], pages: [Document], _ method: Method, apart: [String: Set<String>] = [:], step: () throws -> Void = {}
    ) throws {
        self.init(method, apart: apart)
        try readLists(lists, step: step)
        try readPages(pages, step: step)
        try match(step: step)
    }

    /// Phase 1. `step` is called repeatedly and throws to cancel, as in the other phases.
    mutating func readLists(_ lists: [Document], step: () throws -> Void = {}) throws {
        for document in lists {
            try step()
            read(document)
        }
        if method.preset == .improved { works = merged(works) }
    }

    mutating func readPages(_ pages: [Document], step: () throws -> Void = {}) throws {
        for document in pages { try readPage(document, step) }
    }

    mutating func correctPages(_ decisions: [String: WorkDecision]) {
        page = page.map(\.row).corrected(by: decisions).map { PageWork(row: $0, best: nil) }
    }

    mutating func match(step: () throws -> Void = {}) throws {
        let spell = { [method] (title: String) in NormalizedText(title, method.normalisation) }
        let (titles, rows) = (works.map { spell($0.listed.title) }, page.map { spell($0.row.title) })
        let folded = apart.isEmpty ? [] : page.map { $0.row.title.foldedTitle }
        let isApart = { [works, apart] (work: Int, row: Int) in
            !apart.isEmpty && apart[works[work].identity]?.contains(folded[row]) == true
        }
        for (index, best) in try Matching.best(of: titles, among: rows, threshold: method.titles, isApart, step: step).enumerated() {
            works[index].best = best
        }
        let back = try Matching.best(of: rows, among: titles, threshold: method.titles, { isApart($1, $0) }, step: step)
        page = zip(page, back).map { PageWork(row: $0.row, best: $1) }
        if method.isOneToOne { try assign(titles, rows, isApart, step) }
        try judge(step)
    }

    /// Says what is doubtful about the whole and weighs each work. The method of 2011 asks nothing more than the page.
    private mutating func judge(_ step: () throws -> Void) throws {
        let seen = works.count { $0.best.map { Matching.reaches($0.percent, method.titles) } ?? false }
        let isHalf = 2 * seen >= works.count
        if remarks.contains(where: { $0.role == .list && Remark.unread.contains($0.kind) }) { doubts.append(.listUnread) }
        if hasPages, !isFiltered { doubts.append(.pageUnread) }
        if isFiltered, !isHalf {
            if method.preset == .improved {
                doubts.append(.pageFew)
            } else {
                remarks.append(Remark(kind: "pageFew", count: seen))
            }
        }
        guard method.preset == .improved else { return }
        // A page whose titles are mostly in the lists was read well, however many namesakes the lists have.
        let isWellRead = isHalf || placed >= 5 && 5 * placedKnown >= 3 * placed
        let weighing = EvidenceWeighing(works, page, method, isWellRead: isWellRead, identifiers: identifiers)
        for index in works.indices {
            try step()
            works[index].evidence = weighing.evidence(of: index)
        }
    }

    /// Matches each row with at most one work, most similar pairs first.
    private mutating func assign(
        _ titles: [NormalizedText], _ rows: [NormalizedText], _ isApart: (Int, Int) -> Bool, _ step: () throws -> Void
    ) throws {
        let pairs = try Matching.assignment(of: titles, among: rows, threshold: method.titles, isApart, step: step)
        for index in works.indices {
            guard let best = works[index].best, Matching.reaches(best.percent, method.titles) else { continue }
            if let own = pairs[index] {
                works[index].best = own
            } else {
                works[index].takenBy = pairs.first { $0.value.index == best.index }.map { works[$0.key].listed.title }
            }
        }
        let owners = Dictionary(pairs.map { ($0.value.index, Matching.Best(index: $0.key, percent: $0.value.percent)) }) { first, _ in first
        }
        page = page.enumerated().map { index, row in
            let isNear = row.best.map { Matching.reaches($0.percent, method.titles) } ?? false
            return PageWork(row: row.row, best: owners[index] ?? (isNear ? nil : row.best))
        }
    }

    struct Document: Sendable {
        let name: String
        let text: String
        var columns = ""
    }

    private mutating func read(_ document: Document) {
        do {
            let reading = try ListReader.read(
                document.text, columns: document.columns, strictSurname: method.preset == .original ? method.surnames.first : nil,
                layouts: method.layouts)
            let own = reading.works.filter { work in
                let names = AuthorNames(work.authors)
                return work.authors.isEmpty || method.surnames.isEmpty || method.surnames.contains(where: names.include)
            }
            strangers += reading.works.count - own.count
            let taken = own.prefix(max(0, method.mostWorks - works.count))
            works += taken.map { Work(listed: $0, sources: [ListedCount(list: document.name, citations: $0.citations)]) }
            remarks += reading.remarks(of: document.name)
            if taken.count < own.count { remarks.append(Remark(kind: "full", document: document.name, count: own.count - taken.count)) }
            if reading.works.isEmpty { remarks.append(Remark(kind: "empty", document: document.name, role: .list)) }
        } catch {
            remarks.append(
                Remark(kind: (error as? ListRefusal)?.reason.rawValue ?? "broken", document: document.name, role: .list))
        }
    }

    /// Merges works with equal titles and years; the larger count stays. Works declared different stay apart.
    private func merged(_ works: [Work]) -> [Work] {
        var (merged, places, numbers): ([Work], [String: [Int]], [String: Int]) = ([], [:], [:])
        for var work in works {
            if isApart(work.identity, work.identity) {
                numbers[work.identity, default: 0] += 1
                work.listed.number = numbers[work.identity] ?? 1
            }
            let title = work.listed.title.foldedTitle
            let twin = places[title]?.first { place in
                let year = merged[place].listed.year
                let isSame = year == nil || work.listed.year == nil || year == work.listed.year
                return isSame && work.listed.number == 1 && !merged[place].parts.contains { isApart($0, work.identity) }
            }
            guard let twin else {
                places[title, default: []].append(merged.count)
                merged.append(work)
                merged[merged.count - 1].parts = [work.identity]
                continue
            }
            merged[twin].copies += 1
            merged[twin].add(work.sources)
            if !merged[twin].parts.contains(work.identity) { merged[twin].parts.append(work.identity) }
            let known = merged[twin].listed.citations
            merged[twin].listed.citations = [known, work.listed.citations].compactMap { $0 }.max()
            merged[twin].listed.selfCitations = [merged[twin].listed.selfCitations, work.listed.selfCitations].compactMap { $0 }.max()
            if merged[twin].listed.year == nil { merged[twin].listed.year = work.listed.year }
            merged[twin].listed.emails.formUnion(work.listed.emails)
            if merged[twin].listed.identified.isEmpty { merged[twin].listed.identified = work.listed.identified }
            for part in [\ListedWork.authors, \.venue, \.url] where merged[twin].listed[keyPath: part].isEmpty {
                merged[twin].listed[keyPath: part] = work.listed[keyPath: part]
            }
        }
        return merged
    }

    private func isApart(_ a: String, _ b: String) -> Bool { apart[a]?.contains(b) == true || apart[b]?.contains(a) == true }

    private mutating func readPage(_ document: Document, _ step: () throws -> Void) throws {
        try step()
        hasPages = true
        identifiers.formUnion(Identifier.dois(in: document.text))
        identifiers.formUnion(Identifier.emails(in: document.text))
        var page = PageReading()
        if ListReader.isPage(document.text), !ScholarPages.isOne(document.text) {
            let found = try HomePage(document.text, known: works.map { ($0.listed.title, $0.listed.authors) }, method.homePage, step: step)
            if trace.anchors.isEmpty { trace = found.trace }
            (page.rows, page.text, page.warnings) = (found.rows, found.text, found.warnings.map(\.rawValue))
        } else {
            do {
                let reading = try ListReader.read(document.text, columns: document.columns, needsCount: false)
                page.rows = reading.works.map { HomePage.Row(title: $0.title, authors: $0.authors, year: $0.year) }
                if reading.format == .text { page.text = document.text }
                remarks += reading.pageRemarks(of: document.name)
            } catch {
                let reason = (error as? ListRefusal)?.reason ?? .broken
                page.warnings = [reason.rawValue]
                if reason.mayBeProse { page.text = document.text }
            }
        }
        if method.readsText, !page.text.isEmpty { try look(for: document.name, in: &page, step) }
        remarks += page.warnings.map { Remark(kind: $0, document: document.name, role: .page) }
        self.page += page.rows.map { PageWork(row: $0, best: nil) }
    }

    private struct PageReading {
        var rows: [HomePage.Row] = []
        var text = ""
        var warnings: [String] = []
    }

    /// Adds the works that are in the page's text but not among its rows. The rows then only list what the lists lack.
    private mutating func look(for document: String, in page: inout PageReading, _ step: () throws -> Void) throws {
        let search = TitleSearch(page.text, surnames: method.surnames)
        let spell = { [method] (title: String) in NormalizedText(title, method.normalisation) }
        let best = try Matching.best(
            of: works.map { spell($0.listed.title) }, among: page.rows.map { spell($0.title) }, threshold: method.titles, nearness: 0,
            step: step)
        var (added, known, seen): ([HomePage.Row], Set<Int>, Set<String>) = ([], [], Set(page.rows.map(\.identity)))
        for index in works.indices {
            try step()
            let sighting = search.sighting(of: works[index].listed)
            if let row = best[index], Matching.reaches(row.percent, method.titles) {
                known.insert(row.index)
                if page.rows[row.index].year == nil { page.rows[row.index].year = sighting?.year }
            } else if let sighting, !sighting.isSure || !Matching.reaches(sighting.percent, method.titles) {
                works[index].glimpse = sighting
            } else if let sighting, seen.insert(sighting.title.foldedTitle).inserted {
                added.append(HomePage.Row(title: sighting.title, year: sighting.year, isFromText: true))
            }
        }
        (placed, placedKnown) = (placed + page.rows.count, placedKnown + known.count)
        if added.isEmpty { return }
        page.warnings.removeAll { ["noAnchor", "oneTitle", "authorsMismatch"].contains($0) || ListRefusal.Reason(rawValue: $0) != nil }
        // Where the text knows far more works than the rows, the rows are something else, such as lists of authors.
        let areMisled = added.count >= 3 && added.count > 2 * known.count
        let starts = Dictionary(grouping: added.map(\.identity)) { $0.prefix { $0 != " " } }
        let rows = page.rows.enumerated().filter { index, row in
            known.contains(index) || !areMisled && !Self.holds(row.identity, starts)
        }.map(\.element)
        let left = page.rows.count - rows.count
        if areMisled, left > 0 { remarks.append(Remark(kind: "rowsUnsure", document: document, count: left)) }
        remarks.append(Remark(kind: "fromText", document: document, count: added.count))
        page.rows = rows + added
    }
}

extension Analysis {
    /// Whether a row is a title with more around it. `starts` are titles by their first word.
    fileprivate static func holds(_ row: String, _ starts: [Substring: [String]]) -> Bool {
        row.split(separator: " ").contains { word in
            starts[word]?.contains { row[word.startIndex...].hasPrefix($0) } ?? false
        }
    }
}
