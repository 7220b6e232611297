import Accounts
import GRDB
import Hummingbird
import Web

/// The workbench: each item of the source beside what it becomes, with corrections.
struct ImportItemPages: Sendable {
    let admin: AdminContext
    static let size = 25
    /// How many records that are gone from a source are named.
    static let mostGone = 20

    func addRoutes(to imports: RouterGroup<SignedIn>) {
        imports.get("{id}/items", use: show)
        imports.post("{id}/items", use: correct)
    }

    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        let query = Form(query: request.uri.query ?? "")
        let staged = try await admin.database.read { db in
            try StagedImport.find(try person.recordID(), of: person.accountID, person.grants, admin, db)
        }
        // Before the check there are no items, during work none that hold.
        guard [.checked, .done, .undone].contains(staged.state) else { return .redirect(to: staged.address, type: .normal) }
        return try await page(staged.number, query, request, person)
    }

    func page(
        _ id: Int64, _ query: Form, _ request: Request, _ person: SignedIn, status: HTTPResponse.Status = .ok,
        problem: LocalizedMessage? = nil
    ) async throws -> Response {
        try await admin.page(person, request, status: status) { db, context in
            let staged = try StagedImport.find(id, of: person.accountID, person.grants, admin, db)
            guard let type = admin.importable(staged.kind) else { throw HTTPError(.notFound) }
            let view = ImportView(query)
            return ("admin/imports/items", try values(type, staged, view, context, problem: problem))
        }
    }

    private func values<R: Resource>(
        _ type: R.Type, _ staged: StagedImport, _ view: ImportView, _ context: FormContext, problem: LocalizedMessage?
    ) throws -> Values {
        let (words, counts, address) = (context.words, staged.outcome, staged.address + "/items")
        let total = try view.count(of: staged, context.db)
        let items = try view.items(of: staged, context.db)
        let isWhole = staged.chosen.format == .whole
        let hasChoices = !isWhole || ImportWork(admin: admin).whole(staged)?.hasChoices == true
        let drawn =
            try isWhole
            ? WholeItemDrawing(staged, view, words, R.self, ImportWork(admin: admin).whole(staged)).items(items)
            : ImportItemDrawing<R>(items, staged, view, context, mayCorrect: staged.state == .checked).items()
        let (unknown, open) = try UnknownValue.counts(of: staged.number, context.db)
        let isOpen = staged.state == .checked
        let mayAccept = isOpen && !(isWhole && counts.unclear > 0)
        let removed = isOpen && !isWhole && staged.chosen.removes ? counts.gone ?? 0 : 0
        let left = counts.total - counts.written - counts.same
        let heading = words("files.trial.heading")
        return [
            "title": heading, "heading": heading, "file": staged.name, "summary": counts.summary(words),
            "counts": counts.all.filter { $0.count > 0 }.map { count -> Values in
                [
                    "text": words("files.counts.\(count.verdict.rawValue)", count: count.count), "tone": count.verdict.tone,
                    "key": count.verdict.rawValue,
                ]
            },
            "problem": (problem ?? staged.problem.map { LocalizedMessage(json: $0) })?.localized(in: words) ?? false,
            "mappingHref": isOpen && hasChoices ? staged.address : false,
            "remarks": ImportPreview.templateValues(staged.look.remarks(words)),
            "filters": try view.filters(staged, address, words, context.db), "items": drawn, "hasItems": !items.isEmpty,
            "pages": view.turner(address, total: total, words), "isOpen": isOpen, "saveAction": address,
            "view": view.name, "page": String(view.page),
            "valuesHref": unknown == 0 ? false : staged.address + "/values",
            "valuesText": unknown == 0
                ? "" : words(open > 0 ? "imports.values.open" : "imports.values.answered", count: open > 0 ? open : unknown),
            "hasUnclear": isOpen && counts.unclear > 0, "decidesAll": !isWhole,
            "unclearText": isWhole ? words("imports.whole.unclear") : words("imports.unclear.text", count: counts.unclear),
            "gone": (isOpen && !isWhole ? gone(counts, staged, words) : nil) ?? false,
            "refusedHref": counts.refused + counts.unclear > 0 ? staged.address + "/refused" : false,
            "action": mayAccept && (counts.written > 0 || removed > 0) ? staged.address + "/application" : false, "mark": counts.mark,
            "confirm": isWhole ? words("imports.whole.confirm") : words("files.trial.confirm", count: counts.written),
            "leaves": left > 0 ? words("files.trial.leaves", count: left) : false,
            "isLarge": staged.total > ImportJob.inRequest, "isSame": isOpen && counts.written == 0 && counts.same == counts.total,
            "listHref": R.address, "deletion": isOpen ? staged.address + "/deletion" : false,
            "breadcrumbs": [
                ["label": words("imports.title"), "href": ImportPages.address], ["label": staged.name, "href": staged.address],
            ] as [Values],
        ]
    }

    private func gone(_ counts: ImportCounts, _ staged: StagedImport, _ words: Words) -> Values? {
        guard let count = counts.gone, count > 0 else { return nil }
        let titles = counts.goneTitles ?? []
        let more = count - titles.count
        return [
            "text": words("imports.gone.text", count: count), "removes": staged.chosen.removes,
            "titles": titles.map { ["label": $0] as Values }, "more": more > 0 ? words("lists.more", count: more) : false,
        ]
    }

    @Sendable func correct(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let id = try person.recordID()
        let staged = try await admin.database.write { db -> StagedImport in
            let staged = try StagedImport.find(id, of: person.accountID, person.grants, admin, db)
            guard staged.state == .checked, let type = admin.importable(staged.kind) else { return staged }
            try ImportCorrections(form, of: type, in: staged).store(in: staged, db)
            return staged
        }
        guard staged.state == .checked else { return .redirect(to: staged.address, type: .normal) }
        let isDone = try await ImportWork(admin: admin).begin(id, by: person.actor)
        let view = ImportView(form)
        return .redirect(to: isDone ? view.address(staged.address + "/items") : staged.address, type: .normal)
    }
}

extension ImportVerdict {
    var tone: String {
        switch self {
        case .new: "good"
        case .changed: "info"
        case .same, .left: "plain"
        case .unclear: "warn"
        case .refused: "bad"
        }
    }
}
