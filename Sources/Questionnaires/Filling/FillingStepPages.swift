import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct FillingStepPages: Sendable {
    let filling: FillingContext

    private var admin: AdminContext { filling.admin }

    func addRoutes(to offer: RouterGroup<SignedIn>) {
        offer.get("pages/{page}", use: show)
        offer.post("pages/{page}", use: save)
    }

    /// A hidden page redirects to the nearest shown one.
    @Sendable private func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        if let elsewhere = try await filling.redirect(person) { return elsewhere }
        let session = try await admin.database.read { try filling.findSession(person, $0) }
        guard let asked = person.parameters.recordID("page") else { throw HTTPError(.notFound) }
        guard session.outline.place(asked)?.kind == .page else { return try await filling.redirectToCurrent(session, insteadOf: asked) }
        let navigation = session.navigation
        guard let nearest = navigation.nearest(to: asked) else { throw HTTPError(.notFound) }
        guard nearest == asked else { return .redirect(to: session.address(of: nearest)) }
        return try await step(session, navigation, asked, [:], request, person)
    }

    /// `act` is `next`, `back`, `leave`, `refresh`, `other` (one question at a time) or `keep` (by a script). Every act saves first.
    @Sendable private func save(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request, judgesText: false)
        if let elsewhere = try await filling.redirect(person, isTyped: true) { return elsewhere }
        let id = person.parameters.recordID("page") ?? 0
        let kept = try await filling.keep(form, at: id, person) { session, navigation in
            guard let page = session.outline.structure.pages.first(where: { $0.id == id }) else { throw HTTPError(.notFound) }
            navigation.take(form, on: page)
            return form["act"] == "other" ? navigation.questions(on: page).first?.id ?? id : id
        }
        if let answer = kept.answer { return answer }
        let (session, navigation) = (kept.session, kept.navigation)
        switch form["act"] {
        case "refresh": return .redirect(to: session.address(of: navigation.nearest(to: id) ?? id))
        case "back": return .redirect(to: navigation.page(before: id).map { session.address(of: $0) } ?? session.address)
        default: break
        }
        let here = session.outline.structure.pages.first { $0.id == id }
        let shown = here.map { page in navigation.questions(on: page).map(\.id) } ?? []
        let refusals = Submission(navigation).refusals.filter { shown.contains($0.key) }
        guard refusals.isEmpty else {
            return try await step(session, navigation, id, refusals, request, person, status: .unprocessableContent)
        }
        // A question that just appeared on this page must be shown before going on.
        let seen = Set(form.all("q"))
        if let appeared = shown.first(where: { !seen.contains(String($0)) }) {
            let flash = Flash(filling.words(person)("questionnaires.fill.appeared"), kind: .info)
            try await admin.database.write { try person.session.setFlash($0, flash) }
            return .redirect(to: session.address(of: id) + "#q-\(appeared)")
        }
        return .redirect(to: navigation.page(after: id).map { session.address(of: $0) } ?? session.address + "/summary")
    }

    private func step(
        _ session: FillingSession, _ navigation: Navigation, _ id: Int64, _ refusals: [Int64: [ReplyRefusal]], _ request: Request,
        _ person: SignedIn,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        guard let original = session.outline.structure.pages.first(where: { $0.id == id }) else { throw HTTPError(.notFound) }
        let words = filling.words(person)
        let gap = filling.gap(session, words)
        let drawing = QuestionDrawing(words: words, replies: navigation.replies, refusals: refusals, gap: gap, order: session.offer.id)
        let piping = Piping(navigation, words.language)
        let page = piping.page(original)
        let questions = navigation.questions(on: page)
        let number = (navigation.pages.firstIndex(of: id) ?? 0) + 1
        let place = words("questionnaires.fill.place", ["number": String(number), "count": String(navigation.pages.count)])
        let values: Values = [
            "title": session.title, "heading": page.text.isEmpty ? place : page.text, "note": page.note.isEmpty ? false : page.note,
            "place": place, "done": String(number - 1), "all": String(navigation.pages.count), "action": session.address(of: id),
            "headingLang": page.text.isEmpty ? false : gap.code(page.id), "noteLang": gap.code(page.id, .note),
            "gap": gap.notice(on: session.outline.elements(of: page.id), words), "isCarried": session.isCarried, "isEasy": false,
            "paragraphs": drawing.paragraphs(page, navigation),
            "shown": questions.map { ["value": String($0.id)] as Values },
            "errors": drawing.summary(questions) { "#q-\($0.id)" },
            "mayChange": questions.contains(where: session.outline.isTrigger),
        ]
        return try await filling.page("questionnaires/filling/page", values, request, person, status: status)
    }
}
