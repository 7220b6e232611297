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
        let sitting = try await admin.database.read { try filling.findSitting(person, $0) }
        guard let asked = person.parameters.recordID("page") else { throw HTTPError(.notFound) }
        guard sitting.outline.place(asked)?.kind == .page else { return try await filling.goOn(sitting, insteadOf: asked) }
        let walk = sitting.walk
        guard let nearest = walk.nearest(to: asked) else { throw HTTPError(.notFound) }
        guard nearest == asked else { return .redirect(to: sitting.address(of: nearest)) }
        return try await step(sitting, walk, asked, [:], request, person)
    }

    /// `act` is `next`, `back`, `leave`, `refresh`, `other` (one question at a time) or `keep` (by a script). Every act saves first.
    @Sendable private func save(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request, judgesText: false)
        if let elsewhere = try await filling.redirect(person, isTyped: true) { return elsewhere }
        let id = person.parameters.recordID("page") ?? 0
        let kept = try await filling.keep(form, at: id, person) { sitting, walk in
            guard let page = sitting.outline.structure.pages.first(where: { $0.id == id }) else { throw HTTPError(.notFound) }
            walk.take(form, on: page)
            return form["act"] == "other" ? walk.questions(on: page).first?.id ?? id : id
        }
        if let answer = kept.answer { return answer }
        let (sitting, walk) = (kept.sitting, kept.walk)
        switch form["act"] {
        case "refresh": return .redirect(to: sitting.address(of: walk.nearest(to: id) ?? id))
        case "back": return .redirect(to: walk.page(before: id).map { sitting.address(of: $0) } ?? sitting.address)
        default: break
        }
        let here = sitting.outline.structure.pages.first { $0.id == id }
        let shown = here.map { page in walk.questions(on: page).map(\.id) } ?? []
        let refusals = Submission(walk).refusals.filter { shown.contains($0.key) }
        guard refusals.isEmpty else {
            return try await step(sitting, walk, id, refusals, request, person, status: .unprocessableContent)
        }
        // A question that just appeared on this page must be shown before going on.
        let seen = Set(form.all("q"))
        if let appeared = shown.first(where: { !seen.contains(String($0)) }) {
            let flash = Flash(filling.words(person)("questionnaires.fill.appeared"), kind: .info)
            try await admin.database.write { try person.session.setFlash($0, flash) }
            return .redirect(to: sitting.address(of: id) + "#q-\(appeared)")
        }
        return .redirect(to: walk.page(after: id).map { sitting.address(of: $0) } ?? sitting.address + "/summary")
    }

    private func step(
        _ sitting: FillingSession, _ walk: Navigation, _ id: Int64, _ refusals: [Int64: [ReplyRefusal]], _ request: Request,
        _ person: SignedIn,
        status: HTTPResponse.Status = .ok
    ) async throws -> Response {
        guard let original = sitting.outline.structure.pages.first(where: { $0.id == id }) else { throw HTTPError(.notFound) }
        let words = filling.words(person)
        let gap = filling.gap(sitting, words)
        let drawing = QuestionDrawing(words: words, replies: walk.replies, refusals: refusals, gap: gap, order: sitting.offer.id)
        let piping = Piping(walk, words.language)
        let page = piping.page(original)
        let questions = walk.questions(on: page)
        let number = (walk.pages.firstIndex(of: id) ?? 0) + 1
        let place = words("questionnaires.fill.place", ["number": String(number), "count": String(walk.pages.count)])
        let values: Values = [
            "title": sitting.title, "heading": page.text.isEmpty ? place : page.text, "note": page.note.isEmpty ? false : page.note,
            "place": place, "done": String(number - 1), "all": String(walk.pages.count), "action": sitting.address(of: id),
            "headingLang": page.text.isEmpty ? false : gap.code(page.id), "noteLang": gap.code(page.id, .note),
            "gap": gap.notice(on: sitting.outline.elements(of: page.id), words), "isCarried": sitting.isCarried, "isEasy": false,
            "paragraphs": drawing.paragraphs(page, walk),
            "shown": questions.map { ["value": String($0.id)] as Values },
            "errors": drawing.summary(questions) { "#q-\($0.id)" },
            "mayChange": questions.contains(where: sitting.outline.isTrigger),
        ]
        return try await filling.page("questionnaires/filling/page", values, request, person, status: status)
    }
}
