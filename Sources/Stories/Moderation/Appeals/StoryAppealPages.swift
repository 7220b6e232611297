import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct StoryAppealPages: Sendable {
    let stories: StoryPages

    func addRoutes(to router: RouterGroup<Visitor>, writers: RouterGroup<Writing>) {
        router.get("appeals/{token}", use: showLinkedDecision)
        router.post("appeals/{token}", use: appealByLink)
        writers.get("decisions/{id}", use: showDecision)
        writers.post("decisions/{id}", use: appeal)
    }

    @Sendable private func showDecision(_ request: Request, _ person: Writing) async throws -> Response {
        try await decisionPage(try await ownDecision(person), at: request.uri.path, request, person.visitor)
    }

    @Sendable private func appeal(_ request: Request, _ person: Writing) async throws -> Response {
        try await appeal(try await ownDecision(person), request, person.visitor)
    }

    private func ownDecision(_ person: Writing) async throws -> CaseDecision {
        let id = try person.storyID()
        guard let decision = try await stories.database.read({ try CaseDecision.find(id, $0) }), decision.writer == person.writer.id else {
            throw HTTPError(.notFound)
        }
        return decision
    }

    /// The same page by a link in a message, for a writer who cannot sign in.
    @Sendable private func showLinkedDecision(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard let decision = try await linkedDecision(visitor) else {
            return try stories.messagePage("expired", request, visitor, status: .gone)
        }
        return try await decisionPage(decision, at: request.uri.path, request, visitor)
    }

    @Sendable private func appealByLink(_ request: Request, _ visitor: Visitor) async throws -> Response {
        guard let decision = try await linkedDecision(visitor) else {
            return try stories.messagePage("expired", request, visitor, status: .gone)
        }
        return try await appeal(decision, request, visitor)
    }

    private func linkedDecision(_ visitor: Visitor) async throws -> CaseDecision? {
        guard let token = visitor.parameters.get("token").flatMap({ Token(sent: $0) }) else { return nil }
        return try await stories.database.read { try AppealLink.decision(of: token, at: .now, $0) }
    }

    private func appeal(_ decision: CaseDecision, _ request: Request, _ visitor: Visitor) async throws -> Response {
        let text = try await Form.read(request, judgesText: false)["text"]
        do {
            try await stories.database.write { try Appeal.file(text, against: decision, at: .now, $0) }
            return .redirect(to: request.uri.path)
        } catch let problem as Appeal.Problem {
            let why = stories.words(for: visitor)(problem.textKey)
            return try await decisionPage(
                decision, at: request.uri.path, request, visitor, why: why, typed: text, status: .unprocessableContent)
        }
    }

    private func decisionPage(
        _ decision: CaseDecision, at address: String, _ request: Request, _ visitor: Visitor, why: String? = nil, typed: String = "",
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let (words, zone) = (stories.words(for: visitor), stories.admin.site.zone)
        let values = try await stories.database.read { db -> Values in
            let appeal = try Appeal.against(decision.id, db)
            let fragment = try decision.fragment.flatMap { try Fragment.find($0, db) }
            let isOver = decision.undoneAt != nil || Date.now >= decision.at + Appeal.lasts
            let last = words.language.date(decision.at + Appeal.lasts, in: zone)
            let mayAppeal = appeal == nil && !isOver && decision.isMeasure
            return [
                "action": address, "why": why ?? false, "typed": typed, "when": words.language.date(decision.at, in: zone),
                "fragment": fragment.map { $0.text.isEmpty ? words("stories.desk.photoOnly") : $0.text } ?? false,
                "photo": fragment.flatMap { $0.photo != nil && $0.writer == visitor.writerID ? $0.id : nil }
                    .map { "/stories/photos/\($0)/480.webp" } ?? false,
                "measures": try measures(of: decision, words, db), "isUndone": decision.undoneAt != nil && appeal == nil,
                "reason": decision.reason.map { words("stories.reasons.\($0.rawValue)") } ?? false,
                "others": try decision.others(db).compactMap { try templateValues($0, words, db) },
                "message": decision.message.isEmpty ? false : decision.message,
                "mayAppeal": mayAppeal, "unsent": mayAppeal || typed.isEmpty ? false : typed,
                "last": words("stories.appeals.last", ["date": last]),
                "appeal": appeal.map { $0.text.isEmpty ? " " : $0.text } ?? false,
                "state": appeal.map { words("stories.appeals.states.\($0.state.rawValue)") } ?? false,
                "answer": appeal.flatMap { $0.answer.isEmpty ? nil : $0.answer } ?? false,
            ]
        }
        return try stories.secret(
            stories.page(
                "stories/moderation/appeals/decision", words("stories.appeals.title"), values, for: visitor, request, status: status))
    }

    private func templateValues(_ other: CaseDecision, _ words: Words, _ db: Database) throws -> Values? {
        guard other.isMeasure, let fragment = try other.fragment.flatMap({ try Fragment.find($0, db) }) else { return nil }
        return [
            "href": "/stories/decisions/\(other.id)", "text": fragment.text.isEmpty ? words("stories.desk.photoOnly") : fragment.text,
        ]
    }

    private func measures(of decision: CaseDecision, _ words: Words, _ db: Database) throws -> [String] {
        if let ground = decision.automatic {
            return [
                words(decision.fragment == nil ? "stories.appeals.heldProfile" : "stories.appeals.held"),
                words("stories.desk.grounds.\(ground.rawValue).author"),
            ]
        }
        var sentences: [String] = []
        if decision.hides { sentences.append(words("stories.appeals.hides")) }
        if decision.warns { sentences.append(words("stories.appeals.warns")) }
        if decision.hidesFace { sentences.append(words("stories.appeals.hidesFace")) }
        if decision.hidesName { sentences.append(words("stories.appeals.hidesName")) }
        if decision.unvotes { sentences.append(words("stories.appeals.unvotes")) }
        if decision.suspends {
            let sql = "SELECT * FROM suspension WHERE decision = ?"
            let suspension = try Suspension.fetchOne(db, sql: sql, arguments: [decision.id])
            let isProposed = try suspension.flatMap { try SecondOpinion.of($0.id, db) }?.state == .open
            let date = suspension?.until.map { words.language.moment($0, in: stories.admin.site.zone) }
            let key = isProposed ? "proposed" : date == nil ? "forGood" : "until"
            sentences.append(words("stories.appeals.suspends.\(key)", ["date": date ?? ""]))
        }
        return sentences
    }
}
