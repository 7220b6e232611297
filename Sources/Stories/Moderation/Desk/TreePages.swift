import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

extension ModerationDesk {
    func addTreeRoutes(to router: RouterGroup<SignedIn>) {
        router.get("trees", use: findTree)
        router.get("trees/{id}", use: showTree)
        router.post("fragments/{id}/decisions", use: decideOnFragment)
        router.get("tree-check", use: showCheck)
        router.post("tree-check", use: repair)
    }

    /// `GET /admin/stories/trees?q=12`: by the number of any fragment, or by words of a title.
    @Sendable func findTree(_ request: Request, _ person: SignedIn) async throws -> Response {
        let typed = Form(query: request.uri.query ?? "")["q"]
        if let id = Int64(typed), let known = try await database.read({ try Fragment.find(id, $0) }) {
            return .redirect(to: "/admin/stories/trees/\(known.story)#f\(id)")
        }
        return try await desk.page(person, request) { db, context in
            let sql = """
                SELECT fragment.* FROM fragment JOIN story ON story.id = fragment.id WHERE story.folded LIKE ? ESCAPE '\\' ORDER BY story.id DESC
                LIMIT 50
                """
            let pattern = "%" + StoryCard.escaped(typed.folded) + "%"
            let found = try Fragment.fetchAll(db, sql: sql, arguments: [pattern])
            let rows = found.map { ["href": "/admin/stories/trees/\($0.id)", "title": $0.title, "id": String($0.id)] as Values }
            let values: Values = [
                "title": context.words("stories.desk.trees.title"), "q": typed, "rows": rows, "hasRows": !rows.isEmpty,
            ]
            return ("stories/desk/trees", values)
        }
    }

    /// `GET /admin/stories/trees/12`: every fragment of a story with what it weighs, branch after branch.
    @Sendable func showTree(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.storyID()
        return try await desk.page(person, request) { db, context in
            guard let first = try Fragment.find(id, db), first.story == id else { throw HTTPError(.notFound) }
            let fragments = try Fragment.fetchAll(db, sql: "SELECT * FROM fragment WHERE story = ? ORDER BY id", arguments: [id])
            let best = Set(try BestBranch.fragments(of: id, db))
            let writers = try Writer.all(Set(fragments.map(\.writer)), db)
            let ordered = Array(Self.inBranches(fragments).prefix(Self.mostShown))
            let rows = ordered.enumerated().map { index, fragment -> Values in
                var row = drawn(fragment, context)
                // A branch that parts says from where.
                let isNext = index > 0 && ordered[index - 1].id == fragment.parent
                row["after"] = fragment.parent.flatMap { isNext ? nil : String($0) } ?? false
                row["author"] = writers[fragment.writer].map { name($0, context.words) } ?? ""
                row["id"] = String(fragment.id)
                row["depth"] = String(fragment.depth + 1)
                row["weight"] = context.words.language.number(fragment.weight)
                row["isBest"] = best.contains(fragment.id)
                row["writerHref"] = "/admin/stories/writers/\(fragment.writer)"
                return row
            }
            let values: Values = [
                "title": first.title, "story": String(id), "rows": rows, "reasonOptions": reasonOptions(nil, context.words),
                "count": context.words.language.number(fragments.count),
                "rest": fragments.count > ordered.count
                    ? context.words("stories.desk.trees.rest", ["count": context.words.language.number(ordered.count)]) : false,
                "breadcrumbs": [["href": "/admin/stories/trees", "label": context.words("stories.desk.trees.title")] as Values],
            ]
            return ("stories/desk/tree", values)
        }
    }

    private static let mostShown = 1000

    /// Each fragment followed by what answers it, down to the end, before its next sister.
    static func inBranches(_ fragments: [Fragment]) -> [Fragment] {
        let children = Dictionary(grouping: fragments, by: \.parent)
        var (ordered, waiting): ([Fragment], [Fragment]) = ([], Array((children[nil] ?? []).reversed()))
        while let next = waiting.popLast() {
            ordered.append(next)
            waiting += (children[next.id] ?? []).reversed()
        }
        return ordered
    }

    /// `POST /admin/stories/fragments/34/decisions` with `way` and `reason`: hides what nobody has reported.
    @Sendable func decideOnFragment(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.storyID()
        let asked = MeasuresForm(try await Form.read(request), zone: desk.site.zone)
        let origin = desk.origin(of: request)
        if let measures = asked.measures { try person.require(measures) }
        guard let fragment = try await database.read({ try Fragment.find(id, $0) }) else { throw HTTPError(.notFound) }
        return try await act(person, to: "/admin/stories/trees/\(fragment.story)#f\(id)") { words, db in
            guard let measures = asked.measures else { return Flash(words("stories.desk.problems.measureMissing"), kind: .bad) }
            do {
                let taken = try told(measures, asked, to: fragment.writer, db)
                let decision = try Decision.impose(taken, on: fragment.writer, fragment: id, by: person.actor, at: .now, db)
                try tellSuspended(decision, origin, at: .now, db)
                return Flash(words("stories.desk.decided.\(measures.outcome.rawValue)"), undo: Self.undo(decision.id, words))
            } catch let problem as Measures.Problem {
                return Flash(words("stories.desk.problems.\(problem.rawValue)"), kind: .bad)
            } catch is Collision {
                return Flash(words("stories.desk.problems.claimed"), kind: .warn)
            }
        }
    }

    // MARK: Check

    /// `GET /admin/stories/tree-check`: whether what is kept worked out is right.
    @Sendable func showCheck(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await desk.page(person, request) { db, context in
            let rows = try TreeCheck.findings(db).map { finding -> Values in
                [
                    "href": "/admin/stories/trees/\(finding.story)", "story": String(finding.story),
                    "what": finding.what.map { context.words("stories.desk.check.\($0)") }.joined(separator: ", "),
                ]
            }
            let values: Values = ["title": context.words("stories.desk.check.title"), "rows": rows, "hasRows": !rows.isEmpty]
            return ("stories/desk/check", values)
        }
    }

    /// `POST /admin/stories/tree-check`: works out anew what is wrong.
    @Sendable func repair(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await act(person, to: "/admin/stories/tree-check") { words, db in
            let repaired = try TreeCheck.repair(db)
            try AuditEntry.write(db, "stories.trees.repair", by: person.actor, detail: ["rows": String(repaired.count)])
            return Flash(words("stories.desk.check.repaired", count: repaired.count))
        }
    }
}
