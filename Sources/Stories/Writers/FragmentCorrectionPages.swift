import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct FragmentCorrectionPages: Sendable {
    let stories: StoryPages

    func addRoutes(to router: RouterGroup<Writing>) {
        router.get("fragments/{id}/correction", use: showCorrection)
        router.post("fragments/{id}/correction", use: correct)
        router.post("fragments/{id}/withdrawal", use: withdraw)
    }

    private struct Typed: Sendable {
        let title: String
        let text: String
        let description: String
    }

    @Sendable private func showCorrection(_ request: Request, _ person: Writing) async throws -> Response {
        let (fragment, act) = try await own(person)
        let typed = Typed(title: fragment.title, text: fragment.text, description: fragment.description)
        return try correctionPage(fragment, act, typed, request, person)
    }

    private func own(_ person: Writing) async throws -> (Fragment, Fragment.AuthorAction?) {
        let (id, writer) = (try person.storyID(), person.writer.id)
        return try await stories.database.read { db in
            guard let fragment = try Fragment.find(id, db), fragment.writer == writer else { throw StoryRefusal.notFound }
            return (fragment, try fragment.ownAct(of: writer, at: .now, db))
        }
    }

    /// A refusal shows all words again, also when the time is over.
    @Sendable private func correct(_ request: Request, _ person: Writing) async throws -> Response {
        let (fragment, act) = try await own(person)
        let form = try await Form.read(request, judgesText: false)
        let typed = Typed(title: form["title"], text: form.exact("text"), description: form["description"])
        let (words, writer) = (stories.words(for: person.visitor), person.writer.id)
        guard case .correct = act else {
            let why = words(act == nil ? "stories.correction.answered" : "stories.correction.late")
            return try correctionPage(fragment, act, typed, request, person, why: why, status: .conflict)
        }
        do {
            let body: FragmentContent.Body =
                fragment.photo.map { .photo(file: $0, caption: typed.text, description: typed.description) } ?? .text(typed.text)
            let content = try FragmentContent(title: typed.title, body: body, isFirst: fragment.parent == nil)
            let held = try await stories.database.write { db -> CaseDecision? in
                let corrected = try Fragment.correct(fragment.id, to: content, by: writer, at: .now, db)
                let held = try corrected.isHidden ? CaseDecision.holding(corrected.id, db) : nil
                let text = held == nil ? "stories.correction.done" : "stories.writing.held"
                try stories.say(words(text), kind: held == nil ? .good : .info, to: person.session, db)
                return held
            }
            return .redirect(to: held.map { "/stories/decisions/\($0.id)" } ?? fragment.address)
        } catch StoryRefusal.content(let problem) {
            let why = words(problem.textKey)
            return try correctionPage(fragment, act, typed, request, person, why: why, status: .unprocessableContent)
        } catch let refusal as StoryRefusal where refusal.mayPass {
            let why = words("stories.refusals.\(refusal.name).text")
            return try correctionPage(fragment, act, typed, request, person, why: why, status: refusal.status)
        }
    }

    @Sendable private func withdraw(_ request: Request, _ person: Writing) async throws -> Response {
        let (fragment, act) = try await own(person)
        guard act != nil else { throw StoryRefusal.ownFragment }
        let target = fragment.parent.map { "/stories/\(fragment.story)/branches/\($0)#f\($0)" } ?? "/stories/profile"
        let writer = person.writer.id
        return try await stories.act(person, to: target, "stories.correction.withdrawn") { db in
            _ = try Fragment.withdraw(fragment.id, by: writer, at: .now, db)
        }
    }

    private func correctionPage(
        _ fragment: Fragment, _ act: Fragment.AuthorAction?, _ typed: Typed, _ request: Request, _ person: Writing, why: String? = nil,
        status: HTTPResponse.Status = .ok
    ) throws -> Response {
        let words = stories.words(for: person.visitor)
        var values: Values = [
            "id": String(fragment.id), "why": why ?? false, "typedTitle": typed.title, "typedText": typed.text,
            "typedDescription": typed.description, "isPhoto": fragment.photo != nil, "isFirst": fragment.parent == nil,
            "longest": String(FragmentContent.longestText), "mayCorrect": false, "mayWithdraw": act != nil, "backHref": fragment.address,
            "hasWords": why != nil,
        ]
        if case .correct(let until) = act {
            values["mayCorrect"] = true
            let time = words.language.time(until, in: stories.admin.site.zone)
            values["until"] = words("stories.correction.until", ["time": time])
        }
        return try stories.page(
            "stories/writers/correction", words("stories.correction.title"), values, for: person.visitor, request, status: status)
    }
}
