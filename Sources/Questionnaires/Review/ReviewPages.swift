import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct ReviewPages: Sendable {
    let results: ResultPages

    private static let most = 60

    func addRoutes(to router: RouterGroup<SignedIn>) {
        let own = router.group("questionnaires/{id}/results/texts")
        own.get("", use: show)
        own.post("", use: decide)
    }

    private func find(_ request: Request, _ person: SignedIn, _ db: Database) throws -> ResultPages.Asked {
        guard person.grants.may(Questionnaires.review, in: nil), let asked = try results.find(request, person, db), asked.mayShow else {
            throw HTTPError(.notFound)
        }
        return asked
    }

    private func texts(_ asked: ResultPages.Asked, _ outline: StructureOutline, _ db: Database) throws -> [WrittenAnswer] {
        let disclosed = asked.reading.disclosed(outline)
        return try WrittenAnswer.all(of: asked.version.id, in: asked.path, db).filter { disclosed.mayShow($0.question, in: asked.path) }
    }

    /// Query such as `version=1&part=y1&show=withheld&q=aula`; defaults to undecided texts.
    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await results.admin.page(person, request) { db, context in
            let asked = try find(request, person, db)
            let outline = StructureOutline(try StructureStore.read(asked.version.id, db).reading(in: context.words.language))
            let query = Form(query: request.uri.query ?? "")
            let (chosen, sought) = (ReviewDecision(rawValue: query["show"]), String(query["q"].prefix(100)))
            let texts = try texts(asked, outline, db).filter { sought.isEmpty || $0.text.folded.contains(sought.folded) }
            let those = texts.filter { $0.decision == chosen }
            let address = asked.address("/texts") + (sought.isEmpty ? "" : "&q=" + sought.queryEscaped)
            let questions = outline.structure.questions.compactMap { question -> Values? in
                let own = those.prefix(Self.most).filter { $0.question == question.id }
                guard !own.isEmpty else { return nil }
                return ["text": question.text, "texts": own.map(Self.templateValues)]
            }
            let kinds = [nil] + ReviewDecision.allCases.map { $0 as ReviewDecision? }
            let values: Values = [
                "title": context.words("questionnaires.review.title"),
                "breadcrumbs": [["label": try asked.heading.title(in: context.words.language, db), "href": asked.address("")] as Values],
                "back": asked.address(""),
                "action": address + (chosen.map { "&show=\($0.rawValue)" } ?? ""), "questions": questions,
                "isNothing": those.isEmpty, "q": sought, "version": String(asked.version.number), "part": query["part"],
                "show": chosen?.rawValue ?? false,
                "rest": those.count > Self.most ? context.words.language.number(those.count - Self.most) : false,
                "kinds": kinds.map { kind -> Values in
                    let name = kind?.rawValue ?? "undecided"
                    let count = texts.count { $0.decision == kind }
                    return [
                        "label": context.words("questionnaires.review.kinds.\(name)", ["count": context.words.language.number(count)]),
                        "href": address + (kind.map { "&show=\($0.rawValue)" } ?? ""), "isCurrent": kind == chosen,
                    ]
                },
            ]
            return ("questionnaires/review/index", values)
        }
    }

    private static func templateValues(_ text: WrittenAnswer) -> Values {
        [
            "handle": text.handle, "text": text.text, "isShown": text.decision == .shown, "isWithheld": text.decision == .withheld,
            "isUndecided": text.decision == nil,
        ]
    }

    /// Each field is `d-` plus the handle of a text: `shown`, `withheld` or empty.
    @Sendable func decide(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = results.admin.pages.words(for: person.visitor)
        try await results.admin.database.write { db in
            let asked = try find(request, person, db)
            var counts: [String: Int] = [:]
            for text in try texts(asked, StructureOutline(StructureStore.read(asked.version.id, db)), db) {
                guard form.has("d-" + text.handle) else { continue }
                let decision = ReviewDecision(rawValue: form["d-" + text.handle])
                guard decision != text.decision else { continue }
                try text.decide(decision, db)
                counts[decision?.rawValue ?? "undecided", default: 0] += 1
            }
            let count = counts.values.reduce(0, +)
            if count > 0 {
                let object = (kind: Questionnaire.name, id: asked.heading.id, title: asked.heading.title)
                let detail = counts.mapValues { String($0) }
                try AuditEntry.write(db, "\(Questionnaire.name).review", by: person.actor, on: object, detail: detail)
            }
            try person.session.setFlash(db, Flash(words("questionnaires.review.decided", count: count)))
        }
        return .redirect(to: request.uri.string)
    }
}
