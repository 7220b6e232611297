import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

extension StoryPages {
    /// Acts for a writer, then redirects with a message, which also explains a refusal. `isShared` allows a shared commit; `refused`
    /// returns an own page for a refusal, or nil when the message suffices.
    private func act(
        _ person: Writing, to address: String, _ text: String, isShared: Bool = false,
        _ body: @escaping @Sendable (Database) throws -> Void,
        refused: (StoryRefusal, _ why: String) async throws -> Response? = { _, _ in nil }
    ) async throws -> Response {
        let words = pages.words(for: person.visitor)
        let work: @Sendable (Database) throws -> Void = { db in
            try body(db)
            try say(words(text), to: person.session, db)
        }
        do {
            if isShared { try await commits.write(work) } else { try await database.write(work) }
        } catch StoryRefusal.notAccepted {
            return .redirect(to: acceptance(before: address))
        } catch let refusal as StoryRefusal {
            let why = sentence(refusal, words)
            if let page = try await refused(refusal, why) { return page }
            if refusal == .notFound || refusal == .hidden { throw refusal }
            try await database.write { db in try say(why, kind: .bad, to: person.session, db) }
        }
        return .redirect(to: address)
    }

    private func sentence(_ refusal: StoryRefusal, _ words: Words) -> String {
        if case .tooFast(let seconds) = refusal { return words("stories.refusals.tooOften", count: max(1, (seconds + 59) / 60)) }
        return words("stories.refusals.\(refusal.name).text")
    }

    func acceptance(before address: String) -> String { "/stories/acceptance?next=" + address.queryEscaped }

    private func address(of id: Int64) async throws -> String {
        let sql = "SELECT story FROM fragment WHERE id = ?"
        let story = try await database.read { try Int64.fetchOne($0.cachedStatement(sql: sql), arguments: [id]) }
        guard let story else { throw StoryRefusal.notFound }
        return "/stories/\(story)/branches/\(id)"
    }

    @Sendable func vote(_ request: Request, _ person: Writing) async throws -> Response {
        let id = try person.storyID()
        let address = try await address(of: id)
        return try await act(person, to: address + "#end", "stories.branch.voted", isShared: true) { db in
            try Fragment.vote(for: id, by: person.writer.id, at: .now, db)
        }
    }

    @Sendable func follow(_ request: Request, _ person: Writing) async throws -> Response {
        let nickname = person.parameters.get("nickname") ?? ""
        let isOn = try await Form.read(request)["on"] == "yes"
        let other = try await database.read { try Writer.named(nickname, $0) }
        guard let other else { throw HTTPError(.notFound) }
        let text = isOn ? "stories.writer.followed" : "stories.writer.unfollowed"
        return try await act(person, to: "/stories/writers/\(other.nickname ?? "")", text) { db in
            if isOn { try person.writer.follow(other.id, at: .now, db) } else { try person.writer.unfollow(other.id, db) }
        }
    }

    @Sendable func newReport(_ request: Request, _ person: Writing) async throws -> Response {
        // Asked before typing, because a report is not kept as a draft.
        if try await database.read({ try Writer.mustAccept(person.writer.id, $0) }) {
            return .redirect(to: acceptance(before: request.uri.path))
        }
        return try await reportPage(request, person, note: "", why: nil)
    }

    @Sendable func report(_ request: Request, _ person: Writing) async throws -> Response {
        let form = try await Form.read(request, judgesText: false)
        let (id, note, words) = (try person.storyID(), form["note"], pages.words(for: person.visitor))
        let flaw = TextRule.flaw(in: note, as: .text)
        guard let reason = Reason(rawValue: form["reason"]), TextRule.length(note) <= Report.longestNote, flaw == nil else {
            let why = words(flaw?.textKey ?? "stories.report.choose")
            return try await reportPage(
                request, person, reason: Reason(rawValue: form["reason"]), note: note, why: why, status: .unprocessableContent)
        }
        let address = try await address(of: id)
        return try await act(person, to: address, "stories.report.thanks") { db in
            try Report.file(id, reason, note: note, by: person.writer.id, at: .now, db)
        } refused: { refusal, why in
            // A refusal that may pass keeps the form, so that no word is lost.
            guard refusal.mayPass || !note.isEmpty else { return nil }
            return try await reportPage(request, person, reason: reason, note: note, why: why, status: refusal.status)
        }
    }

    private func reportPage(
        _ request: Request, _ person: Writing, reason: Reason? = nil, note: String, why: String?, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let id = try person.storyID()
        let fragment = try await database.read { db in
            guard let fragment = try Fragment.find(id, db) else { throw StoryRefusal.notFound }
            guard fragment.isVisible || !note.isEmpty else { throw StoryRefusal.hidden }
            return fragment
        }
        let words = pages.words(for: person.visitor)
        let text = fragment.text.isEmpty ? words("stories.desk.photoOnly") : fragment.text
        let values: Values = [
            "text": fragment.isVisible ? text : words("stories.branch.hidden"), "action": "/stories/fragments/\(id)/reports",
            "backHref": "/stories/\(fragment.story)/branches/\(id)", "note": note, "why": why ?? false,
            "reasons": Reason.allCases.map { choice -> Values in
                ["value": choice.rawValue, "label": words("stories.reasons.\(choice.rawValue)"), "isChosen": choice == reason]
            },
        ]
        return try page("report", words("stories.report.title"), values, for: person.visitor, request, status: status)
    }
}
