import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct ProfileReportPages: Sendable {
    let stories: StoryPages

    func addRoutes(to router: RouterGroup<Writing>) {
        router.get("writers/{nickname}/reports", use: newReport)
        router.post("writers/{nickname}/reports", use: report)
    }

    @Sendable private func newReport(_ request: Request, _ person: Writing) async throws -> Response {
        if try await stories.database.read({ try Writer.mustAccept(person.writer.id, $0) }) {
            return .redirect(to: stories.acceptance(before: request.uri.path))
        }
        return try await reportPage(request, person, form: nil, why: nil)
    }

    @Sendable private func report(_ request: Request, _ person: Writing) async throws -> Response {
        let form = try await Form.read(request, judgesText: false)
        let (note, words, subject) = (form["note"], stories.words(for: person.visitor), try await subject(person))
        let flaw = TextRule.flaw(in: note, as: .text)
        guard let part = ProfilePart(rawValue: form["part"]), let reason = Reason(rawValue: form["reason"]),
            TextRule.length(note) <= Report.longestNote, flaw == nil
        else {
            let why = words(flaw?.textKey ?? "stories.report.choosePart")
            return try await reportPage(request, person, form: form, why: why, status: .unprocessableContent)
        }
        return try await stories.act(person, to: "/stories/writers/\(subject.nickname ?? "")", "stories.report.thanks") { db in
            try ProfileReport.file(part, of: subject.id, reason, note: note, by: person.writer.id, at: .now, db)
        } refused: { refusal, why in
            guard refusal.mayPass || !note.isEmpty else { return nil }
            return try await reportPage(request, person, form: form, why: why, status: refusal.status)
        }
    }

    private func subject(_ person: Writing) async throws -> Writer {
        let nickname = person.parameters.get("nickname") ?? ""
        guard let subject = try await stories.database.read({ try Writer.named(nickname, $0) }) else { throw HTTPError(.notFound) }
        return subject
    }

    private func reportPage(
        _ request: Request, _ person: Writing, form: Form?, why: String?, status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        let (subject, words) = (try await subject(person), stories.words(for: person.visitor))
        let parts = ProfilePart.allCases.filter { $0 == .name || subject.avatar != nil }
        let address = "/stories/writers/\(subject.nickname ?? "")"
        let values: Values = [
            "text": stories.name(of: subject), "action": address + "/reports", "backHref": address, "note": form?["note"] ?? "",
            "why": why ?? false, "hasParts": true,
            "parts": parts.map { part -> Values in
                [
                    "value": part.rawValue, "label": words("stories.report.parts.\(part.rawValue)"),
                    "isChosen": form?["part"] == part.rawValue || parts.count == 1,
                ]
            },
            "reasons": Reason.allCases.map { choice -> Values in
                [
                    "value": choice.rawValue, "label": words("stories.reasons.\(choice.rawValue)"),
                    "isChosen": form?["reason"] == choice.rawValue,
                ]
            },
        ]
        return try stories.page(
            "stories/moderation/report", words("stories.report.profileTitle"), values, for: person.visitor, request, status: status)
    }
}
