import Accounts
import Admin
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Web

/// The works of a run for programs: reading them, and the decisions of the pages about one or many.
extension CitationRoute {
    static let works: [CitationRoute] = [
        .init(
            method: .get, path: "runs/{id}/works", name: "works",
            query: [
                ("state", Shape.choice(WorkList.Part.allCases.map(\.rawValue))), ("sort", Shape.choice(WorkList.orders)),
                ("limit", .whole(1, 200, default: 50)), ("cursor", Shape.text),
            ],
            answer: Shape.object(["items": Shape.list(WorkAnswer.shape), "next": Shape.orNull(Shape.text)]), headers: ["ETag", "Link"],
            problems: [409], handle: .caller { try await $2.works($0, $1) }),
        .init(
            method: .patch, path: "runs/{id}/works/{work}", name: "toggle",
            sent: Shape.object(["enabled": Shape.orNull(Shape.flag)]), answer: WorkAnswer.changed, headers: ["ETag"], needsMatch: true,
            problems: [409], handle: .caller { try await $2.toggle($0, $1) }),
        .init(
            method: .post, path: "runs/{id}/works/bulk", name: "bulk",
            sent: .values([
                "oneOf": .list([
                    Shape.object([
                        "ids": Shape.list(Shape.id, 1...WorkList.mostAtOnce, isSet: true), "enabled": Shape.orNull(Shape.flag),
                    ]), Shape.object(["rule": Shape.choice(Rule.allCases.map(\.rawValue))]),
                ])
            ]), answer: WorkAnswer.changed, headers: ["ETag"], needsMatch: true, problems: [409],
            handle: .caller { try await $2.toggleMany($0, $1) }),
        .init(
            method: .put, path: "runs/{id}/matches", name: "match",
            sent: Shape.object(["work": Shape.id, "decision": Shape.choice(Verdict.allCases.map(\.rawValue))]), answer: WorkAnswer.changed,
            headers: ["ETag"], needsMatch: true, problems: [409], handle: .caller { try await $2.match($0, $1) }),
        .init(
            method: .post, path: "runs/{id}/decisions/{act}/undoing", name: "undo", answer: WorkAnswer.changed, headers: ["ETag"],
            problems: [409], handle: .caller { try await $2.undo($0, $1) }),
    ]

    /// What shall count of all works.
    enum Rule: String, CaseIterable {
        /// What the author's page says, as if nobody had decided.
        case filter
        case all
        case none
    }

    /// What somebody says of a work and the title of the page that was found for it.
    enum Verdict: String, CaseIterable { case accept, reject, undecided }
}

extension CitationService {
    /// `GET /api/v1/citations/runs/12/works?state=excluded&sort=-year`
    fileprivate func works(_ request: Request, _ caller: Caller) async throws -> Response {
        let list = try WorkList(APIQuery(request, knows: ["state", "sort", "limit", "cursor"]))
        let words = words(caller)
        let (items, next, tag) = try await desk.database.read { db in
            let found = try RunAnswer(caller, Citations.seeing, db)
            let findings = try found.findings(self, db)
            let (shown, next) = list.cut(findings)
            return (shown.map { WorkAnswer.json($0, of: findings, words) }, next, found.tag)
        }
        let onward = next.map { request.uri.path.appendingQuery(list.asked + [("cursor", $0.text)]) }
        var headers: HTTPFields = [.eTag: tag]
        if let onward, let link = HTTPField.Name("Link") { headers[link] = "<\(onward)>; rel=\"next\"" }
        return .json(.values(["items": .list(items), "next": .optional(onward)]), headers: headers)
    }

    /// `PATCH /api/v1/citations/runs/12/works/34`: `{"enabled": false}`; null leaves it to the page again.
    fileprivate func toggle(_ request: Request, _ caller: Caller) async throws -> Response {
        try caller.require(Citations.editing)
        let number = try caller.number("work")
        var sent = try await SentMembers(request, words(caller))
        let isIn = sent.flagOrNull("enabled")
        try sent.finish()
        return try await decide(request, caller) { found, findings, db in
            let work = try findings.work(number)
            return [try found.decide(work.decision.counting(isIn), on: work, caller, db)]
        }
    }

    /// `POST /api/v1/citations/runs/12/works/bulk`: `{"ids": [3, 4], "enabled": true}` or `{"rule": "filter"}`.
    fileprivate func toggleMany(_ request: Request, _ caller: Caller) async throws -> Response {
        try caller.require(Citations.editing)
        var sent = try await SentMembers(request, words(caller))
        let rule: CitationRoute.Rule? = sent.isSent("rule") ? sent.choice("rule") : nil
        var (ids, isIn): ([Int], Bool?) = ([], nil)
        if !sent.isSent("rule") {
            ids = sent.numbers("ids", 1...WorkList.mostAtOnce, each: 1...Int(APIQuery.ids.upperBound))
            if Set(ids).count < ids.count { sent.refuse("ids", "twice") }
            isIn = sent.flagOrNull("enabled")
        }
        try sent.finish()
        let (chosen, value) = (ids, isIn)
        return try await decide(request, caller) { found, findings, db in
            if let rule { return try rule.changes(findings).map { try found.decide($1, on: $0, caller, db) } }
            return try chosen.map { id in
                let work = try findings.work(Int64(id))
                return try found.decide(work.decision.counting(value), on: work, caller, db)
            }
        }
    }

    /// `PUT /api/v1/citations/runs/12/matches`: `{"work": 34, "decision": "reject"}`
    fileprivate func match(_ request: Request, _ caller: Caller) async throws -> Response {
        try caller.require(Citations.editing)
        var sent = try await SentMembers(request, words(caller))
        let id = sent.number("work", 1...Int(APIQuery.ids.upperBound))
        let verdict: CitationRoute.Verdict? = sent.choice("decision")
        try sent.finish()
        let words = words(caller)
        return try await decide(request, caller) { found, findings, db in
            let work = try findings.work(Int64(id))
            guard let title = work.pageTitle?.foldedTitle else {
                var mistakes = ValueMistakes()
                mistakes.add("/work", words("citations.service.values.noMatch"))
                throw mistakes.problem
            }
            var decision = work.decision.counting(verdict == .accept ? true : nil)
            let others = (decision.isNot ?? []).filter { $0 != title }
            let isNot = verdict == .reject ? others + [title] : others
            decision.isNot = isNot.isEmpty ? nil : isNot
            if decision.isNot != work.decision.isNot { try RunJob.begin(found.run, db, by: caller.actor) }
            return [try found.decide(decision, on: work, caller, db)]
        }
    }

    /// `POST /api/v1/citations/runs/12/decisions/5/undoing`
    fileprivate func undo(_ request: Request, _ caller: Caller) async throws -> Response {
        try caller.require(Citations.editing)
        let number = try caller.number("act")
        return try await decide(nil, caller) { found, _, db in
            guard let act = try DecisionAct.find(number, of: found.id, db) else { throw HTTPError(.notFound) }
            guard try act.undo(found.named, db, by: caller.actor) else { throw Problem(.conflict, "decidedLater") }
            if act.changesMatching { try RunJob.begin(found.run, db, by: caller.actor) }
            return []
        }
    }

    /// One act of a program in one transaction, answered with the indexes as they are then.
    /// - Parameters:
    ///   - request: which must name the state that it changes; nil where the act itself does.
    ///   - act: gives back what was done, nil for what was so already.
    private func decide(
        _ request: Request?, _ caller: Caller, _ act: @escaping @Sendable (RunAnswer, Findings, Database) throws -> [Int64?]
    ) async throws -> Response {
        let (json, headers) = try await desk.database.write { db in
            let before = try RunAnswer(caller, Citations.editing, db)
            if let request { try Precondition.check(request, tag: before.tag) }
            let acts = try act(before, before.findings(self, db), db)
            let after = try RunAnswer(caller, Citations.editing, db)
            return (try WorkAnswer.changed(acts.compactMap { $0 }, after.findings(self, db), self, db), after.headers)
        }
        return .json(json, headers: headers)
    }
}

extension RunAnswer {
    fileprivate func decide(_ decision: Decision, on work: FoundWork, _ caller: Caller, _ db: Database) throws -> Int64? {
        try Decision.set(decision, on: work.identity, called: work.title, of: named, db, by: caller.actor)
    }
}

extension Findings {
    /// - Throws: 404 when it is not of this run.
    fileprivate func work(_ id: Int64) throws -> FoundWork {
        guard let work = works.first(where: { $0.id == id }) else { throw HTTPError(.notFound) }
        return work
    }
}

extension CitationRoute.Rule {
    /// The works about which something else is to be decided. What is the same as another work stays that.
    fileprivate func changes(_ findings: Findings) -> [(FoundWork, Decision)] {
        zip(findings.works, findings.counted).filter { work, _ in work.decision.mergedInto == nil }.compactMap {
            work, counted -> (FoundWork, Decision)? in
            switch self {
            case .filter: work.decision.isIn == nil ? nil : (work, work.decision.counting(nil))
            case .all: counted.isIn ? nil : (work, work.decision.counting(true))
            case .none: counted.isIn ? (work, work.decision.counting(false)) : nil
            }
        }
    }
}
