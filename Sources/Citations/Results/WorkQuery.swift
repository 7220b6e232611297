import Accounts
import Admin
import Foundation
import GRDB
import Web

struct WorkQuery: Sendable {
    /// `removed` are works excluded by a person.
    enum Part: String, CaseIterable, Sendable { case counted, core, excluded, removed }

    enum Order: String, CaseIterable, Sendable {
        case citations = "-citations"
        case year = "-year"
        case title

        fileprivate var sql: String {
            switch self {
            case .citations: "citations DESC"
            case .year: "year DESC NULLS LAST, citations DESC"
            case .title: "w.words"
            }
        }
    }

    var text = ""
    var author: Int64?
    var part: Part?
    var order = Order.citations
    /// All runs instead of each author's newest, which repeats works.
    var isEvery = false

    init(_ form: Form) {
        text = String(form["q"].prefix(WorkList.longestText))
        (author, part) = (form.recordID("author"), Part(rawValue: form["only"]))
        (order, isEvery) = (Order(rawValue: form["sort"]) ?? .citations, form["runs"] == "all")
    }

    var pairs: [(name: String, value: String)] {
        [
            ("q", text), ("author", author.map(String.init) ?? ""), ("only", part?.rawValue ?? ""),
            ("sort", order == .citations ? "" : order.rawValue), ("runs", isEvery ? "all" : ""),
        ].filter { !$0.1.isEmpty }
    }

    static func authors(_ grants: Grants?, _ db: Database) throws -> [(id: Int64, name: String)] {
        let sql = """
            SELECT a.id, a.name FROM citationAuthor a
            WHERE \(Author.notTrashed("a")) AND \(Author.rows(Citations.seeingAuthors, grants, as: "a"))
            AND EXISTS (SELECT 1 FROM citationRun r WHERE r.author = a.id AND \(Run.notTrashed("r"))) ORDER BY a.folded LIMIT 500
            """
        return try Row.fetchAll(db, sql: sql).map { ($0["id"], $0["name"]) }
    }

    func count(_ grants: Grants?, _ db: Database) throws -> Int {
        try Int.fetchOne(db, sql: "SELECT count(*) FROM \(works(grants))", arguments: arguments) ?? 0
    }

    func rows(_ grants: Grants?, from start: Int, most: Int, _ db: Database) throws -> [ListedFinding] {
        let sql = """
            SELECT w.id, w.runID, w.authors, w.venue, w.url, w.standing, r.name AS runName, a.name AS authorName,
              coalesce(d.value ->> 'title', w.title) AS title, coalesce(d.value ->> 'year', w.year) AS year,
              coalesce(d.value ->> 'citations', w.citations) AS citations,
              coalesce(d.value ->> 'isIn' = 0, 0) AS isRemoved, \(Run.rows(Citations.editing, grants, as: "r")) AS isOpen
            FROM \(works(grants)) ORDER BY \(order.sql), w.id LIMIT :most OFFSET :start
            """
        return try ListedFinding.fetchAll(db, sql: sql, arguments: arguments + ["most": most, "start": start])
    }

    private var arguments: StatementArguments {
        var all: StatementArguments = ["author": author]
        for (index, word) in words.enumerated() { all += ["word\(index)": "%\(Self.literal(word))%"] }
        return all
    }

    private var words: [Substring] { text.folded.split(separator: " ") }

    private static func literal(_ word: Substring) -> String {
        String(word).replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing("_", with: "\\_")
    }

    private func works(_ grants: Grants?) -> String {
        let newest = """
            r.id IN (SELECT id FROM (
              SELECT n.id, row_number() OVER (PARTITION BY n.author ORDER BY o.computedAt DESC, n.id DESC) AS place
              FROM citationRun n JOIN citationOutcome o ON o.runID = n.id WHERE \(Run.notTrashed("n")) AND o.computedAt IS NOT NULL
            ) WHERE place = 1)
            """
        let chosen =
            switch part {
            case nil: "1"
            case .counted: "w.standing <> 'excluded'"
            case .core: "w.standing IN ('core', 'tie')"
            case .excluded: "w.standing = 'excluded'"
            case .removed: "d.value ->> 'isIn' = 0"
            }
        let conditions =
            [
                Run.notTrashed("r"), Author.notTrashed("a"), Run.rows(Citations.seeing, grants, as: "r"),
                "(:author IS NULL OR a.id = :author)", chosen, isEvery ? "1" : newest,
            ] + words.indices.map { "w.words LIKE :word\($0) ESCAPE '\\'" }
        return """
            citationWork w JOIN citationRun r ON r.id = w.runID JOIN citationAuthor a ON a.id = r.author
            LEFT JOIN citationDecision d ON d.runID = w.runID AND d.identity = w.identity
            WHERE \(conditions.joined(separator: " AND "))
            """
    }
}

struct ListedFinding: FetchableRecord, Decodable, Sendable {
    let id: Int64
    let runID: Int64
    let runName: String
    let authorName: String
    let title: String
    let authors: String
    let venue: String
    let url: String
    let year: Int?
    /// nil when neither the lists nor a person say it.
    let citations: Int?
    /// nil for older results.
    let standing: CitationRank?
    let isRemoved: Bool
    let isOpen: Bool

    func values(mayEdit: Bool, _ query: WorkQuery, _ words: Words) -> Values {
        let base = "\(Run.address)/\(runID)"
        return [
            "title": title, "authors": authors, "venue": venue.isEmpty ? false : venue, "year": year.map(String.init) ?? "–",
            "citations": citations.map(words.language.number) ?? "–", "author": authorName, "run": runName, "runHref": "\(base)/results",
            "href": mayEdit && isOpen ? "\(base)/works/\(id)" : false,
            "standing": standing.map { words("citations.standing.\($0.rawValue)") } ?? "–", "tone": standing?.rawValue ?? "",
            "restore": mayEdit && isOpen && isRemoved ? "\(base)/works/\(id)/decision" : false,
            "back": "".appendingQuery(query.pairs),
        ]
    }
}
