import Accounts
import Admin
import GRDB
import Hummingbird
import Web

/// All answers of which the evidence is sure, first as a dry run, then as one act with one undo.
struct SureAnswerPages: Sendable {
    let runs: RunContext

    private var admin: AdminContext { runs.admin }

    static let path = "answers"
    private static let size = 50

    func addRoutes(to run: RouterGroup<SignedIn>) {
        run.get("answers", use: show)
        run.post("answers", use: take)
    }

    @Sendable private func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await page(request, person, isChanged: false)
    }

    private func page(_ request: Request, _ person: SignedIn, isChanged: Bool) async throws -> Response {
        let asked = Form(query: request.uri.query ?? "").number("page", in: .positions) ?? 1
        return try await admin.page(person, request, status: isChanged ? .conflict : .ok) { db, context in
            let (run, id) = try runs.find(person, Citations.editing, db)
            guard let outcome = try Outcome.of(id, db), outcome.computedAt != nil else { throw HTTPError(.notFound) }
            let findings = try Findings(outcome, year: runs.year(db), db)
            let (answers, words) = (SureAnswers(findings), context.words)
            let last = max(1, (answers.all.count + Self.size - 1) / Self.size)
            let number = min(max(1, asked), last)
            let address = "\(Run.address)/\(id)/\(Self.path)"
            let sheet = { (number: Int) in address.appendingQuery([("page", String(number))]) }
            let pages: any Sendable =
                last == 1
                ? false
                : [
                    "text": words("citations.results.sheet", ["page": String(number), "last": String(last)]),
                    "previous": number > 1 ? sheet(number - 1) : false, "next": number < last ? sheet(number + 1) : false,
                ] as Values
            return (
                "citations/decisions/answers",
                [
                    "title": words("citations.sureAnswers.title"), "breadcrumbs": ResultPage.crumbs(run, id, words), "address": address,
                    "back": RunResultPages.address(id), "isChanged": isChanged,
                    "state": try RunAnswer.tag(of: run, id, outcome, db), "none": answers.all.isEmpty,
                    "before": words("citations.sureAnswers.before", Self.localizedValues(findings.certainty, findings.band, words)),
                    "after": answers.all.last.map {
                        words("citations.sureAnswers.after", Self.localizedValues($0.certainty, $0.band, words))
                    }
                        ?? false,
                    "left": answers.left == 0 ? false : words("citations.sureAnswers.left", count: answers.left),
                    "confirm": words("citations.sureAnswers.take", count: answers.all.count), "pages": pages,
                    "rows": answers.all.dropFirst((number - 1) * Self.size).prefix(Self.size).map { Self.row($0, findings, words) },
                ]
            )
        }
    }

    private static func localizedValues(_ certainty: Certainty, _ band: ClosedRange<Int>, _ words: Words) -> [String: String] {
        ["h": certainty.localized(words), "least": String(band.lowerBound), "most": String(band.upperBound)]
    }

    private static func row(_ answer: SureAnswers.Answer, _ findings: Findings, _ words: Words) -> Values {
        let work = findings.works[answer.index]
        return [
            "title": work.title, "authors": work.listed.authors, "year": work.year.map(String.init) ?? "–", "isIn": answer.isIn,
            "answer": words("citations.sureAnswers.\(answer.isIn ? "in" : "out")"),
            "isChange": findings.counted[answer.index].isIn != answer.isIn,
            "citations": work.knownCitations.map(words.language.number) ?? "–", "h": answer.certainty.localized(words),
            "band": words("citations.sureAnswers.band", localizedValues(answer.certainty, answer.band, words)),
            "evidence": work.evidence.map { ["text": $0.localized(words)] as Values },
        ]
    }

    /// Form field: `state` of the dry run; after a change the dry run is shown again.
    @Sendable private func take(_ request: Request, _ person: SignedIn) async throws -> Response {
        _ = try await admin.database.read { db in try runs.find(person, Citations.editing, db) }
        let state = try await Form.read(request)["state"]
        let words = admin.pages.words(for: person.visitor)
        let back = try await admin.database.write { db -> String? in
            let (run, id) = try runs.find(person, Citations.editing, db)
            guard let outcome = try Outcome.of(id, db), outcome.computedAt != nil else { throw HTTPError(.notFound) }
            guard try state == RunAnswer.tag(of: run, id, outcome, db) else { return nil }
            let findings = try Findings(outcome, year: runs.year(db), db)
            let changes = SureAnswers(findings).changes(findings)
            let acts = try WorkDecision.set(changes, of: (id, run.name), db, by: person.actor)
            try runs.announce(acts, isNothing: false, id, person, words, db)
            return RunResultPages.address(id)
        }
        guard let back else { return try await page(request, person, isChanged: true) }
        return .redirect(to: back)
    }
}
