import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct GuestNoticePages: Sendable {
    let guests: GuestPages

    func addRoutes(to router: RouterGroup<GuestRequestContext>) {
        router.get("notices", use: notices)
        router.get("notices/current", use: currentNotice)
        router.post("notices/{id}/answer", use: answerNotice)
    }

    @Sendable private func notices(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let words = guests.words(person)
        let all = try await guests.database.read { try Notice.all(of: person.guest.id, $0) }
        let sheet = Pagination(all.count, request)
        var values: Values = [
            "isNone": all.isEmpty, "pushHref": person.preferences[.notices] == "push" ? GuestPushPages.address : false,
            "notices": sheet.slice(all).map { notice -> Values in
                [
                    "text": notice.localized(words),
                    "when": words.language.relativeMoment(notice.createdAt, now: .now, in: person.guest.timeZone),
                ]
            },
        ]
        values.merge(sheet.values(words)) { $1 }
        return try guests.page(
            "house/messages/notices", words("living.notice.title"), back: "/house/home", values, for: person.visitor, request)
    }

    @Sendable private func currentNotice(_ request: Request, _ person: GuestRequestContext) throws -> Response {
        let here = SafePath.local(Form(query: request.uri.query ?? "")["next"]) ?? "/house/home"
        let words = guests.words(person)
        let values: Values = ["here": here, "notice": person.notice?.values(words) ?? false]
        var response = try guests.pages.fragment("house/messages/news", values, for: person.visitor)
        response.headers[.cacheControl] = "no-store"
        return response
    }

    @Sendable private func answerNotice(_ request: Request, _ person: GuestRequestContext) async throws -> Response {
        let id = try person.id()
        let form = try await Form.read(request)
        let answer = form["answer"]
        guard ["update", "dismiss"].contains(answer) else { throw HTTPError(.notFound) }
        try await guests.database.write { try Notice.answer(id, answer, by: person.guest.id, at: .now, $0) }
        let next = SafePath.local(form["next"]).flatMap { $0.hasPrefix("/house/") ? $0 : nil } ?? "/house/home"
        let showsList = next.hasPrefix("/house/list")
        return .redirect(to: answer == "update" && !showsList ? "/house/list" : next)
    }
}
