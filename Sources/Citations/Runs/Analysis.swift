/// Turns lists of works and pages of publications into works with their similarity to the pages.
struct Analysis: Sendable {
    struct Work: Sendable, Equatable {
        var listed: ListedWork
        var copies = 1
        var parts: [String] = []
        var best: Matching.Best?
        var takenBy: String?
        var identity: String { listed.identity }
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
    }

    private(set) var works: [Work] = []
    private(set) var page: [PageWork] = []
    private(set) var trace = HomePage.Trace()
    private(set) var remarks: [Remark] = []
    private(set) var strangers = 0
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
            works += taken.map { Work(listed: $0) }
            remarks += reading.remarks(of: document.name)
            if taken.count < own.count { remarks.append(Remark(kind: "full", document: document.name, count: own.count - taken.count)) }
            if reading.works.isEmpty { remarks.append(Remark(kind: "empty", document: document.name)) }
        } catch {
            remarks.append(Remark(kind: (error as? ListRefusal)?.reason.rawValue ?? "broken", document: document.name))
        }
    }

    /// Merges works with equal titles and equal or missing years; the larger citation count stays. Works declared different stay apart; an
    /// identity in conflict with itself means several works.
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
            if !merged[twin].parts.contains(work.identity) { merged[twin].parts.append(work.identity) }
            let known = merged[twin].listed.citations
            merged[twin].listed.citations = [known, work.listed.citations].compactMap { $0 }.max()
            merged[twin].listed.selfCitations = [merged[twin].listed.selfCitations, work.listed.selfCitations].compactMap { $0 }.max()
            if merged[twin].listed.year == nil { merged[twin].listed.year = work.listed.year }
            for part in [\ListedWork.authors, \.venue, \.url] where merged[twin].listed[keyPath: part].isEmpty {
                merged[twin].listed[keyPath: part] = work.listed[keyPath: part]
            }
        }
        return merged
    }

    private func isApart(_ a: String, _ b: String) -> Bool { apart[a]?.contains(b) == true || apart[b]?.contains(a) == true }

    private mutating func readPage(_ document: Document, _ step: () throws -> Void) throws {
        try step()
        var rows: [HomePage.Row] = []
        if ListReader.isPage(document.text), !ScholarPages.isOne(document.text) {
            let found = try HomePage(document.text, known: works.map { ($0.listed.title, $0.listed.authors) }, method.homePage, step: step)
            rows = found.rows
            if trace.anchors.isEmpty { trace = found.trace }
            remarks += found.warnings.map { Remark(kind: $0.rawValue, document: document.name) }
        } else {
            do {
                rows = try ListReader.read(document.text, columns: document.columns, needsCount: false).works.map {
                    HomePage.Row(title: $0.title, authors: $0.authors)
                }
            } catch {
                remarks.append(Remark(kind: (error as? ListRefusal)?.reason.rawValue ?? "broken", document: document.name))
            }
        }
        page += rows.map { PageWork(row: $0, best: nil) }
    }
}

extension ListReading {
    func remarks(of document: String) -> [Analysis.Remark] {
        Remark.Kind.allCases.compactMap { kind in
            let found = remarks.filter { $0.kind == kind }
            let first = found.prefix(10)
            return found.isEmpty
                ? nil
                : Analysis.Remark(
                    kind: kind.rawValue, document: document, rows: first.map(\.row), count: found.count,
                    said: first.contains { !$0.said.isEmpty } ? first.map(\.said) : nil)
        }
    }
}
