import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

/// The preview keeps its answers in the address and stores nothing.
struct StructurePreviewPages: Sendable {
    let design: DesignContext

    private var admin: AdminContext { design.admin }

    func addRoutes(to structure: RouterGroup<SignedIn>) {
        structure.get("preview", use: preview)
        structure.get("paper", use: paper)
    }

    @Sendable private func preview(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = Form(query: request.uri.query ?? "")
        let words = design.words(person)
        let (about, title, version, structure) = try await admin.database.read {
            db -> (DesignHeading, String, QuestionnaireVersion, Structure) in
            let found = try design.heading(person, DesignContext.seeing, db)
            let (newest, asked) = try design.content(found, db)
            return (found, try Headline(found.id, in: words.language, db).title, newest, asked.reading(in: words.language))
        }
        var walk = Navigation(StructureOutline(structure))
        for question in structure.questions { walk.reply(Reply(form, question), to: question.id) }
        let pages = walk.pages
        guard let asked = walk.nearest(to: form.recordID("page") ?? pages.first ?? 0), let here = pages.firstIndex(of: asked),
            let page = structure.pages.first(where: { $0.id == asked }).map(Piping(walk, words.language).page)
        else { return .redirect(to: about.structure) }
        let gap = LanguageGap(structure, for: words.language, original: admin.site.language)
        let drawing = QuestionDrawing(words: words, replies: walk.replies, refusals: [:], gap: gap)
        let shown = Set(walk.questions(on: page).map(\.id))
        let place = words("questionnaires.fill.place", ["number": String(here + 1), "count": String(pages.count)])
        let submission = Submission(walk)
        let values: Values = [
            "title": title, "heading": page.text.isEmpty ? place : page.text, "note": page.note.isEmpty ? false : page.note,
            "place": place, "done": String(here), "all": String(pages.count), "action": about.structure + "/preview",
            "paragraphs": drawing.paragraphs(page, walk), "page": String(asked), "structure": about.structure,
            "carried": Self.carried(walk.replies, except: shown),
            "next": here + 1 < pages.count ? String(pages[here + 1]) : false, "back": here > 0 ? String(pages[here - 1]) : false,
            "questions": words("questionnaires.design.meets", count: submission.shown.count),
            "version": words("questionnaires.design.version", ["number": String(version.number)]),
            "headingLang": page.text.isEmpty ? false : gap.code(page.id), "noteLang": gap.code(page.id, .note),
            "gap": gap.notice(on: StructureOutline(structure).elements(of: page.id), words),
        ]
        return try admin.pages.page("questionnaires/design/preview", values, for: person.visitor, request: request)
    }

    private static func carried(_ replies: Replies, except shown: Set<Int64>) -> [Values] {
        replies.all.filter { !shown.contains($0.key) }.sorted { $0.key < $1.key }.flatMap { question, reply in
            reply.chosen.map { ["name": "d_\(question)", "value": String($0)] as Values }
                + reply.typed.sorted { $0.key < $1.key }.map { ["name": "v_\($0.key)", "value": $0.value] as Values }
        }
    }

    @Sendable private func paper(_ request: Request, _ person: SignedIn) async throws -> Response {
        let words = design.words(person)
        let (about, title, structure) = try await admin.database.read { db -> (DesignHeading, String, Structure) in
            let found = try design.heading(person, DesignContext.seeing, db)
            return (
                found, try Headline(found.id, in: words.language, db).title, try design.content(found, db).1.reading(in: words.language)
            )
        }
        let report = CheckReport(StructureOutline(structure), about.check)
        let drawing = TreeDrawing(structure: structure, report: report, words: words, address: about.structure)
        let values: Values = ["title": title, "pages": drawing.pages, "facts": drawing.facts, "back": about.structure]
        return try admin.pages.page("questionnaires/design/paper", values, for: person.visitor, request: request)
    }
}
