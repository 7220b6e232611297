import Accounts
import Admin
import Foundation
import GRDB
import HTTPTypes
import Hummingbird
import Web

struct WorkAPI: Sendable {
    let service: CitationService

    private var admin: AdminContext { service.admin }

    static let routes: [CitationRoute] = [
        CitationRoute(.get, "runs/{id}/works", "works", .caller { try await Self(service: $2).works($0, $1) }) {
            $0.query = [
                ("state", Shape.choice(WorkList.Part.allCases.map(\.rawValue))), ("sort", Shape.choice(WorkList.orders)),
                ("q", Shape.text(0...WorkList.longestText)), ("limit", .whole(1, 200, default: 50)), ("cursor", Shape.text),
            ]
            ($0.answer, $0.headers, $0.problems) = (Shape.page(WorkAnswer.shape), ["ETag", "Link"], [409])
        },
        CitationRoute(.get, "runs/{id}/answers", "answers", .caller { try await Self(service: $2).answers($0, $1) }) {
            ($0.answer, $0.headers, $0.problems) = (SureAnswers.shape, ["ETag"], [409])
        },
        decision(.patch, "runs/{id}/works/{work}", "toggle", { try await Self(service: $2).change($0, $1) }) {
            let members: KeyValuePairs<String, JSON> = [
                "enabled": Shape.orNull(Shape.flag), "title": Shape.orNull(Shape.text(1...Run.longestTitle)),
                "year": Shape.orNull(.whole(1800, 2100)), "citations": Shape.orNull(.whole(0, 9_999_999)), "sameAs": Shape.orNull(Shape.id),
            ]
            var sent = Shape.object(members, optional: Set(members.map(\.key)))
            sent["minProperties"] = .number(1)
            $0.sent = sent
        },
        decision(.post, "runs/{id}/works/bulk", "bulk", { try await Self(service: $2).toggleMany($0, $1) }) {
            let ids = Shape.list(Shape.id, 1...WorkPiece.mostAtOnce, isSet: true)
            let rule = Shape.object(["rule": Shape.choice(Rule.allCases.map(\.rawValue))])
            $0.sent = .values(["oneOf": .list([Shape.object(["ids": ids, "enabled": Shape.orNull(Shape.flag)]), rule])])
        },
        decision(.put, "runs/{id}/matches", "match", { try await Self(service: $2).match($0, $1) }) {
            $0.sent = Shape.object(["work": Shape.id, "decision": Shape.choice(Verdict.allCases.map(\.rawValue))])
        },
        decision(.post, "runs/{id}/decisions/{act}/undoing", "undo", { try await Self(service: $2).undo($0, $1) }) {
            $0.needsMatch = false
        },
        decision(.post, "runs/{id}/batches/{batch}/undoing", "undoBatch", { try await Self(service: $2).undoBatch($0, $1) }) {
            $0.needsMatch = false
        },
    ]

    private static func decision(
        _ method: HTTPRequest.Method, _ path: String, _ name: String,
        _ handle: @escaping @Sendable (Request, Caller, CitationService) async throws -> Response, _ more: (inout CitationRoute) -> Void
    ) -> CitationRoute {
        CitationRoute(method, path, name, .caller(handle)) {
            ($0.answer, $0.headers, $0.needsMatch, $0.problems) = (WorkAnswer.changed, ["ETag"], true, [409])
            more(&$0)
        }
    }

    fileprivate enum Rule: String, CaseIterable {
        /// Resets all decisions, so that the author's page decides.
        case filter
        case all
        case none
        /// Takes the answers of which the evidence is sure.
        case evidence
    }

    private enum Verdict: String, CaseIterable { case accept, reject, undecided }

    private func works(_ request: Request, _ caller: Caller) async throws -> Response {
        let piece = try WorkPiece(APIQuery(request))
        let words = service.words(caller)
        let (items, next, tag) = try await admin.database.read { db in
            let found = try RunAnswer(caller, Citations.seeing, db)
            let findings = try found.findings(service, db)
            let (shown, next) = piece.cut(findings)
            return (shown.map { WorkAnswer.json($0, of: findings, words) }, next, found.tag)
        }
        return .page(items, next: next, of: request, headers: [.eTag: tag])
    }

    /// What `{"rule": "evidence"}` would do.
    private func answers(_ request: Request, _ caller: Caller) async throws -> Response {
        try await service.read(caller) { found, db in
            let findings = try found.findings(service, db)
            return SureAnswers(findings).json(findings)
        }
    }

    /// `{"enabled": false}`, `{"title": "…", "year": 1998}`, `{"sameAs": 7}`; null restores the run's value.
    private func change(_ request: Request, _ caller: Caller) async throws -> Response {
        try caller.require(Citations.editing)
        let number = try caller.id("work")
        let words = service.words(caller)
        var sent = try await SentValues(request, words)
        let isSent = ["enabled", "title", "year", "citations", "sameAs"].filter { sent.has($0) }
        if isSent.isEmpty { sent.need("enabled") }
        let (isIn, title, year) = (sent.flag("enabled"), sent.typed("title", limit: Run.longestTitle), sent.number("year", in: 1800...2100))
        let (citations, same) = (sent.number("citations", in: 0...9_999_999), sent.number("sameAs", in: APIQuery.ids))
        if title?.isEmpty == true { sent.refuse("title", "citations.work.noTitle") }
        try sent.finish()
        return try await decide(request, caller) { found, findings, db in
            let work = try findings.work(number)
            var decision = isSent.contains("enabled") ? work.decision.counting(isIn) : work.decision
            if isSent.contains("title") { decision.title = title == work.listed.title ? nil : title }
            if isSent.contains("year") { decision.year = year == work.listed.year ? nil : year }
            if isSent.contains("citations") { decision.citations = citations == work.listed.citations ? nil : citations }
            if isSent.contains("sameAs") { decision.mergedInto = try same.map { try findings.joinable($0, with: work, words) } }
            return [try found.decide(decision, on: work, caller, db)]
        }
    }

    /// `{"ids": [3, 4], "enabled": true}` or `{"rule": "filter"}`
    private func toggleMany(_ request: Request, _ caller: Caller) async throws -> Response {
        try caller.require(Citations.editing)
        var sent = try await SentValues(request, service.words(caller))
        let isByRule = sent.has("rule")
        sent.need(isByRule ? "rule" : "ids")
        let rule: Rule? = sent.choice("rule")
        let ids = isByRule ? [] : sent.works("ids")
        let isIn = isByRule ? nil : sent.enabled()
        try sent.finish()
        return try await decide(request, caller) { found, findings, db in
            let changes =
                try rule?.changes(findings)
                ?? ids.map { id in
                    let work = try findings.work(id)
                    return (work, work.decision.counting(isIn))
                }
            return try WorkDecision.set(changes, of: found.named, db, by: caller.actor)
        }
    }

    /// `{"work": 34, "decision": "reject"}`
    private func match(_ request: Request, _ caller: Caller) async throws -> Response {
        try caller.require(Citations.editing)
        var sent = try await SentValues(request, service.words(caller))
        sent.need("work", "decision")
        let id = sent.number("work", in: APIQuery.ids) ?? 0
        let verdict: Verdict? = sent.choice("decision")
        try sent.finish()
        let words = service.words(caller)
        return try await decide(request, caller) { found, findings, db in
            let work = try findings.work(id)
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

    private func undo(_ request: Request, _ caller: Caller) async throws -> Response {
        try caller.require(Citations.editing)
        let number = try caller.id("act")
        return try await decide(nil, caller) { found, _, db in
            guard let act = try DecisionAct.find(number, of: found.id, db) else { throw HTTPError(.notFound) }
            guard try act.undo(found.named, db, by: caller.actor) else { throw Problem(.conflict, "decidedLater") }
            if act.changesMatching { try RunJob.begin(found.run, db, by: caller.actor) }
            return []
        }
    }

    /// Undoes all or nothing, as all API calls do.
    private func undoBatch(_ request: Request, _ caller: Caller) async throws -> Response {
        try caller.require(Citations.editing)
        let number = try caller.id("batch")
        return try await decide(nil, caller) { found, _, db in
            let counts = try DecisionAct.undo(batch: number, of: found.named, db, by: caller.actor)
            guard let counts else { throw HTTPError(.notFound) }
            guard counts.left == 0 else { throw Problem(.conflict, "decidedLater") }
            return []
        }
    }

    /// One transaction. `request` names the state that it changes, unless nil. `act` returns nil when nothing changed.
    private func decide(
        _ request: Request?, _ caller: Caller, _ act: @escaping @Sendable (RunAnswer, Findings, Database) throws -> [Int64?]
    ) async throws -> Response {
        let (json, headers) = try await admin.database.write { db in
            let before = try RunAnswer(caller, Citations.editing, db)
            if let request { try Precondition.check(request, tag: before.tag) }
            let acts = try act(before, before.findings(service, db), db)
            let after = try RunAnswer(caller, Citations.editing, db)
            return (try WorkAnswer.changed(acts.compactMap { $0 }, after.findings(service, db), service, db), after.headers)
        }
        return .json(json, headers: headers)
    }
}

extension RunAnswer {
    fileprivate func decide(_ decision: WorkDecision, on work: FoundWork, _ caller: Caller, _ db: Database) throws -> Int64? {
        try WorkDecision.set(decision, on: work.identity, called: work.title, of: named, db, by: caller.actor)
    }
}

extension SentValues {
    /// Required; null means neither.
    fileprivate mutating func enabled() -> Bool? {
        if !has("enabled") { refuse("enabled", "api.values.missing") }
        return flag("enabled")
    }

    fileprivate mutating func works(_ name: String) -> [Int64] {
        let bounds = ["from": "\(APIQuery.ids.lowerBound)", "to": "\(APIQuery.ids.upperBound)"]
        let ids: [Int64] = list(name, 1...WorkPiece.mostAtOnce, "numbers", bounds) { $0.number(in: APIQuery.ids) } ?? []
        if Set(ids).count < ids.count { refuse(name, "citations.service.values.twice") }
        return ids
    }
}

extension Findings {
    fileprivate func work(_ id: Int64) throws -> FoundWork {
        guard let work = works.first(where: { $0.id == id }) else { throw HTTPError(.notFound) }
        return work
    }

    /// The identity of the work to join. Throws `Problem` (422) when it is unknown, the work itself or a duplicate.
    fileprivate func joinable(_ id: Int64, with work: FoundWork, _ words: Words) throws -> String {
        let other = works.first { $0.id == id && id != work.id && $0.decision.mergedInto == nil && !MatchExclusions.are(work, $0) }
        guard let other, !works.contains(where: { $0.decision.mergedInto == work.identity }) else {
            var mistakes = ValueMistakes()
            mistakes.add("/sameAs", words("citations.service.values.notSame"))
            throw mistakes.problem
        }
        return other.identity
    }
}

extension WorkAPI.Rule {
    fileprivate func changes(_ findings: Findings) -> [(FoundWork, WorkDecision)] {
        if self == .evidence { return SureAnswers(findings).changes(findings) }
        return zip(findings.works, findings.counted).filter { work, _ in work.decision.mergedInto == nil }.compactMap {
            work, counted -> (FoundWork, WorkDecision)? in
            switch self {
            case .filter: work.decision.isIn == nil ? nil : (work, work.decision.counting(nil))
            case .all: counted.isIn ? nil : (work, work.decision.counting(true))
            case .none: counted.isIn ? (work, work.decision.counting(false)) : nil
            case .evidence: nil
            }
        }
    }
}
