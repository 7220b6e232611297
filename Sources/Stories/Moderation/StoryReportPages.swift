import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct StoryReportPages: Sendable {
    let stories: StoryPages

    func addRoutes(to router: RouterGroup<Writing>) {
        router.get("fragments/{id}/reports", use: newReport)
        router.post("fragments/{id}/reports", use: report)
    }

    @Sendable private func newReport(_ request: Request, _ person: Writing) async throws -> Response {
        // Asked before typing, because a report is not kept as a draft.
        if try await stories.database.read({ try Writer.mustAccept(person.writer.id, $0) }) {
            return .redirect(to: stories.acceptance(before: request.uri.path))
        }
        return try await reportPage(request, person, note: "", why: nil)
    }

    @Sendable private func report(_ request: Request, _ person: Writing) async throws -> Response {
        let form = try await Form.read(request, judgesText: false)
        let (id, note, words) = (try person.storyID(), form["note"], stories.words(for: person.visitor))
        let flaw = TextRule.flaw(in: note, as: .text)
        guard let reason = Reason(rawValue: form["reason"]), TextRule.length(note) <= Report.longestNote, flaw == nil else {
            let why = words(flaw?.textKey ?? "stories.report.choose")
            return try await reportPage(
                request, person, reason: Reason(rawValue: form["reason"]), note: note, why: why, status: .unprocessableContent)
        }
        let address = try await stories.address(of: id)
        return try await stories.act(person, to: address, "stories.report.thanks") { db in
            try Report.file(id, reason, note: note, by: person.writer.id, at: .now, db)
        } refused: { refusal, why in
            // The moderators were quicker: the reader is thanked, not refused.
            if refusal == .hidden, note.isEmpty {
                try await stories.database.write { try stories.say(words("stories.report.dealtWith"), to: person.session, $0) }
                return .redirect(to: "/stories")
            }
            let why = refusal == .hidden ? words("stories.report.dealtWith") : why
            // A refusal that may pass keeps the form, so that no word is lost.
            guard refusal.mayPass || !note.isEmpty else { return nil }
            return try await reportPage(request, person, reason: reason, note: note, why: why, status: refusal.status)
        }
    }

    private func reportPage(
        _ request: Request, _ person: Writing, reason: Reason? = nil, note: String, why: String?, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let id = try person.storyID()
        let fragment = try await stories.database.read { db in
            guard let fragment = try Fragment.find(id, db) else { throw StoryRefusal.notFound }
            guard fragment.isVisible || !note.isEmpty else { throw StoryRefusal.hidden }
            return fragment
        }
        let words = stories.words(for: person.visitor)
        let text = fragment.text.isEmpty ? words("stories.desk.photoOnly") : fragment.text
        let values: Values = [
            "text": fragment.isVisible ? text : words("stories.branch.hidden"), "action": "/stories/fragments/\(id)/reports",
            "backHref": "/stories/\(fragment.story)/branches/\(id)", "note": note, "why": why ?? false,
            "reasons": Reason.allCases.map { choice -> Values in
                ["value": choice.rawValue, "label": words("stories.reasons.\(choice.rawValue)"), "isChosen": choice == reason]
            },
        ]
        return try stories.page(
            "stories/moderation/report", words("stories.report.title"), values, for: person.visitor, request, status: status)
    }
}
