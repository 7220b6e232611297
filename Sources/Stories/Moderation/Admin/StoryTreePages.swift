import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct StoryTreePages: Sendable {
    let moderation: ModerationPages

    func addRoutes(to router: RouterGroup<SignedIn>, deciding: RouterGroup<SignedIn>) {
        router.get("trees", use: findTree)
        router.get("trees/{id}", use: showTree)
        deciding.post("fragments/{id}/decisions", use: decideOnFragment)
        router.post("fragments/{id}/cases", use: requestOpinions)
    }

    @Sendable private func findTree(_ request: Request, _ person: SignedIn) async throws -> Response {
        let query = Form(query: request.uri.query ?? "")
        let typed = query["q"]
        if let id = Int64(recordID: typed), let known = try await moderation.database.read({ try Fragment.find(id, $0) }) {
            return .redirect(to: ModerationPages.tree(of: known.story, at: id))
        }
        return try await moderation.admin.page(person, request) { db, context in
            let sql = """
                SELECT story.id, title, nickname, (SELECT count(*) FROM fragment AS part WHERE part.story = story.id) AS fragments,
                  story.weight, story.createdAt, isHidden
                FROM story JOIN fragment ON fragment.id = story.id JOIN writer ON writer.id = fragment.writer
                WHERE folded LIKE ? ESCAPE '\\' ORDER BY story.id DESC LIMIT ? OFFSET ?
                """
            let pattern = "%" + StoryCard.escaped(typed.folded) + "%"
            let all = try Int.fetchOne(db, sql: "SELECT count(*) FROM story WHERE folded LIKE ? ESCAPE '\\'", arguments: [pattern]) ?? 0
            let part = PagePart(query["page"], size: Self.storiesShown, of: all)
            let number = context.words.language.number
            let rows = try Row.fetchAll(db, sql: sql, arguments: [pattern, part.size, part.skipped]).map { row -> Values in
                [
                    "href": "/admin/stories/trees/\(row["id"] as Int64)", "id": String(row["id"] as Int64), "title": row["title"] as String,
                    "author": row["nickname"] as String? ?? context.words("stories.formerWriter"), "fragments": number(row["fragments"]),
                    "weight": number(row["weight"]), "when": context.words.language.date(row["createdAt"], in: context.zone),
                    "isHidden": row["isHidden"] as Bool,
                ]
            }
            let values: Values = [
                "title": context.words("stories.desk.trees.title"), "q": typed, "rows": rows, "hasRows": !rows.isEmpty,
                "count": number(all),
            ]
            let beside = part.values("/admin/stories/trees", [("q", typed)], context.words)
            return ("stories/moderation/admin/trees", values.merging(beside) { $1 })
        }
    }

    /// Lists every fragment of a story with its weight, in branch order. `at` selects the page with that fragment.
    @Sendable private func showTree(_ request: Request, _ person: SignedIn) async throws -> Response {
        let (id, query) = (try person.storyID(), Form(query: request.uri.query ?? ""))
        return try await moderation.admin.page(person, request) { db, context in
            guard let first = try Fragment.find(id, db), first.story == id else { throw HTTPError(.notFound) }
            let places = try Row.fetchAll(db, sql: "SELECT id, parent FROM fragment WHERE story = ? ORDER BY id", arguments: [id])
            let ordered = Self.inBranches(places.map { ($0["id"], $0["parent"]) })
            let place = query.recordID("at").flatMap { ordered.firstIndex(of: $0) }
            let part = PagePart(query["page"], size: Self.fragmentsShown, of: ordered.count, showing: place)
            let shown = part.of(ordered)
            let fragments = try Fragment.all(Array(shown), db)
            let best = Set(try BestBranch.fragments(of: id, db))
            let writers = try Writer.all(Set(fragments.values.map(\.writer)), db)
            let rows = shown.indices.compactMap { index -> Values? in
                guard let fragment = fragments[shown[index]] else { return nil }
                var row = moderation.templateValues(fragment, context)
                let isNext = index > 0 && ordered[index - 1] == fragment.parent
                let parting = isNext ? nil : fragment.parent
                row["after"] = parting.map { ["id": String($0), "href": ModerationPages.tree(of: id, at: $0)] as Values } ?? false
                row["author"] = writers[fragment.writer].map { moderation.name($0, context.words) } ?? ""
                row["id"] = String(fragment.id)
                row["depth"] = String(fragment.depth + 1)
                row["weight"] = context.words.language.number(fragment.weight)
                row["isBest"] = best.contains(fragment.id)
                row["writerHref"] = "/admin/stories/writers/\(fragment.writer)"
                return row
            }
            let drawing = StoryTreeChart(fragments: shown.compactMap { fragments[$0] }, best: best, words: context.words)
            let values: Values = [
                "chart": drawing.chart?.values ?? false,
                "title": first.title, "story": String(id), "rows": rows, "reasonOptions": moderation.reasonOptions(nil, context.words),
                "count": context.words.language.number(ordered.count),
                "breadcrumbs": [["href": "/admin/stories/trees", "label": context.words("stories.desk.trees.title")] as Values],
            ]
            return ("stories/moderation/admin/tree", values.merging(part.values("/admin/stories/trees/\(id)", [], context.words)) { $1 })
        }
    }

    private static let (storiesShown, fragmentsShown) = (50, 200)

    /// Returns each fragment followed by its descendants, before its next sibling. `places` is ordered by age, oldest first.
    static func inBranches(_ places: [(id: Int64, parent: Int64?)]) -> [Int64] {
        let children = Dictionary(grouping: places, by: \.parent)
        var (ordered, waiting): ([Int64], [Int64]) = ([], (children[nil] ?? []).reversed().map(\.id))
        while let next = waiting.popLast() {
            ordered.append(next)
            waiting += (children[next] ?? []).reversed().map(\.id)
        }
        return ordered
    }

    @Sendable private func decideOnFragment(_ request: Request, _ person: SignedIn) async throws -> Response {
        let id = try person.storyID()
        let asked = SanctionsForm(try await Form.read(request), zone: moderation.admin.site.zone)
        if let measures = asked.measures { try person.require(measures) }
        guard let fragment = try await moderation.database.read({ try Fragment.find(id, $0) }) else { throw HTTPError(.notFound) }
        return try await moderation.act(person, to: ModerationPages.tree(of: fragment.story, at: id)) { words, db in
            guard let measures = asked.measures else { return Flash(words("stories.desk.problems.measureMissing"), kind: .bad) }
            do {
                let taken = try moderation.withReadySentence(measures, asked, to: fragment.writer, db)
                let decision = try CaseDecision.impose(taken, on: fragment.writer, fragment: id, by: person.actor, at: .now, db)
                try moderation.notifySuspended(decision, at: .now, db)
                return Flash(words("stories.desk.decided.\(measures.outcome.rawValue)"), undo: ModerationPages.undo(decision.id, words))
            } catch let problem as Sanctions.Problem {
                return Flash(words(problem.textKey), kind: .bad)
            } catch is Collision {
                return Flash(words("stories.desk.problems.claimed"), kind: .warn)
            }
        }
    }

    @Sendable private func requestOpinions(_ request: Request, _ person: SignedIn) async throws -> Response {
        let (id, form) = (try person.storyID(), try await Form.read(request))
        guard let fragment = try await moderation.database.read({ try Fragment.find(id, $0) }) else { throw HTTPError(.notFound) }
        return try await moderation.act(person, to: ModerationPages.tree(of: fragment.story, at: id)) { words, db in
            guard let reason = Reason(rawValue: form["reason"]) else {
                return Flash(words(Sanctions.Problem.reasonMissing.textKey), kind: .bad)
            }
            _ = try ModerationCase.ask(about: fragment, reason, by: person.actor, at: .now, db)
            return Flash(words("stories.desk.case.queued"))
        }
    }
}
