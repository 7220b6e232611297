import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct StructurePages: Sendable {
    let design: DesignContext

    private var admin: AdminContext { design.admin }

    func addRoutes(to structure: RouterGroup<SignedIn>) {
        structure.get("", use: tree)
        structure.post("", use: act)
    }

    @Sendable private func tree(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await page(request, person, Form(query: request.uri.query ?? ""), nil)
    }

    /// - Parameter refused: lines that were typed and not taken, where, and why.
    private func page(_ request: Request, _ person: SignedIn, _ query: Form, _ refused: RefusedLines?) async throws -> Response {
        try await admin.page(person, request, status: refused == nil ? .ok : .unprocessableContent) { db, context in
            let heading = try design.heading(person, DesignContext.seeing, db)
            let version = try design.version(heading, request, db)
            let structure = try version.map { try StructureStore.read($0.id, db) } ?? Structure()
            let report = CheckReport(StructureOutline(structure), heading.check)
            let mayEdit = person.grants.may(DesignContext.editing, in: nil)
            let isDraft = version?.state == .draft && mayEdit
            let (open, at) = (isDraft ? query.recordID("open") : nil, refused?.place ?? query.recordID("at"))
            var drawing = TreeDrawing(structure: structure, report: report, words: context.words, address: heading.structure)
            drawing.isDraft = isDraft
            drawing.typing = at
            drawing.refused = refused
            if let version { drawing.writers = try DesignCopy.writers(of: version.id, except: person.accountID, now: .now, db) }
            if let version, let open {
                let form = ElementForm(
                    heading: heading, version: version, stored: structure, person: person, id: open,
                    languages: admin.site.languages, isInside: true)
                if var values = try form.values(nil, RefusedElement(), context, db) {
                    values["isQuestion"] = form.isQuestion
                    values["destinations"] = drawing.destinations(of: open)
                    drawing.form = (open, values)
                }
            }
            let all = try QuestionnaireVersion.all(of: heading.id, db)
            var values: Values = [
                "title": heading.title,
                "breadcrumbs": [["label": context.words("questionnaires.questionnaires.many"), "href": Questionnaire.address] as Values],
                "address": heading.structure, "heading": heading.address, "pages": drawing.pages, "isEmpty": structure.pages.isEmpty,
                "isDraft": isDraft, "mayEdit": mayEdit, "edition": String(version?.edition ?? 0), "open": open.map { String($0) } ?? false,
                "versions": try all.map { try templateValues($0, $0.id == version?.id, context.words, context.zone, db) },
                "errors": drawing.faults(report.errors), "warnings": drawing.faults(report.warnings),
                "isClean": report.isClean, "facts": drawing.facts,
                "mayBegin": mayEdit && !all.contains { $0.state == .draft },
                "copyAction": mayEdit ? version.map { "\(heading.structure)/copies?version=\($0.number)" } ?? false : false,
                "hasVersion": version != nil,
                "mayType": mayEdit && structure.pages.isEmpty && (isDraft || all.isEmpty),
                "first": drawing.lines(0),
                "preview": LivePreview(structure: structure, words: context.words, original: admin.site.language, focus: open ?? at).values,
                "showsPreview": query["view"] == "preview",
            ]
            let steps = isDraft ? try version.map { try DesignStep.possible($0.id, db) } : nil
            (values["mayUndo"], values["mayRedo"]) = (steps?.undo == true, steps?.redo == true)
            let imported = version?.state == .draft ? try version.flatMap { try ImportReport.find($0.id, db) } : nil
            values["imported"] = imported.map { ImportReportPages.facts($0, context.words) as any Sendable } ?? false
            values["present"] =
                try version.flatMap {
                    try DesignVisit.sentence(at: $0.id, except: person.accountID, now: .now, context.words, db)
                } ?? ""
            values["here"] = address(heading, open: open, at: at, query)
            values["isActive"] = version?.state == .active && mayEdit
            values["differs"] = all.count > 1
            values["languages"] = try StructureTranslationPages(design: design).languages(
                structure, heading, mayEdit: isDraft, context.words, db)
            values["publication"] = isDraft && report.isClean ? try publication(version, request, context, db) : false
            return ("questionnaires/design/tree", values)
        }
    }

    /// The address of the page with what is open on it.
    private func address(_ heading: DesignHeading, open: Int64?, at place: Int64?, _ query: Form) -> String {
        let parts = [
            ("open", open.map { String($0) } ?? ""), ("at", place.map { String($0) } ?? ""), ("version", query["version"]),
            ("view", query["view"]),
        ]
        return heading.structure.appendingQuery(parts.filter { !$0.1.isEmpty }.map { (name: $0.0, value: $0.1) })
    }

    private func publication(
        _ version: QuestionnaireVersion?, _ request: Request, _ context: FormContext, _ db: Database
    ) throws -> any Sendable {
        guard let version, let reach = try PublicationReach(version.questionnaire, now: .now, db) else { return false }
        var values: Values = ["facts": try reach.facts(context.words, context.zone, now: .now, db), "trial": false]
        if let key = try DesignTrial.key(of: version.id, db) {
            let address = admin.origin(of: request) + "\(TrialPages.address)/\(key)"
            let code = QRCode(address).map { ["path": $0.path, "width": String($0.width)] as Values }
            values["trial"] = ["address": address, "code": code ?? false] as Values
        }
        return values
    }

    private func templateValues(_ version: QuestionnaireVersion, _ isCurrent: Bool, _ words: Words, _ zone: TimeZone, _ db: Database) throws
        -> Values
    {
        let since = version.closedAt ?? version.activatedAt
        return [
            "label": words("questionnaires.design.version", ["number": String(version.number)]), "number": String(version.number),
            "state": words("questionnaires.design.states.\(version.state.rawValue)"), "isCurrent": isCurrent,
            "since": since.map { words.language.moment($0, in: zone) } ?? false,
            "sent": words("questionnaires.design.sent", count: try version.compilations(db)),
        ]
    }

    /// Acts: `lines.12` with `lines`, `add.page`, `add.question.12`, `insert.12`, `move.12` with `place`, `up.12`, `down.12`, `copy.12`, `delete.12`,
    /// `back`, `forth`, `trial`, `endTrial`, `begin`, `activate`, `close`, `withdraw`.
    @Sendable private func act(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = design.words(person)
        let act = DesignAct(form)
        let outcome = try await admin.database.write { db -> Result<String, RefusedAct> in
            let heading = try design.heading(person, DesignContext.editing, db)
            do {
                let outcome = try act.perform(on: heading, by: person.actor, db)
                if let draft = try QuestionnaireVersion.draft(of: heading.id, db) {
                    try DesignVisit.note(person.accountID, at: draft.id, now: .now, db)
                }
                if let undo = outcome.undo {
                    let removed = outcome.removed.map { words("questionnaires.design.removed", count: $0) }
                    try person.session.setFlash(db, undo.flash(removed ?? words("questionnaires.design.saved"), words))
                }
                return .success(Self.address(after: outcome, form, heading))
            } catch let refusal as VersionRefusal {
                let sentence = try heading.lastAct(db).sentence("questionnaires.design.refused.\(refusal)", words, in: admin.site.zone)
                return .failure(RefusedAct(sentence: sentence, address: heading.structure))
            }
        }
        switch outcome {
        case .success(let address): return .redirect(to: address)
        case .failure(let refused):
            if let place = act.typedPlace {
                let lines = RefusedLines(place: place, text: form.exact("lines"), reason: refused.sentence)
                return try await page(request, person, form, lines)
            }
            let flash = Flash(refused.sentence, kind: .bad)
            try await admin.database.write { try person.session.setFlash($0, flash) }
            return .redirect(to: refused.address)
        }
    }

    private struct RefusedAct: Error {
        let sentence: String
        let address: String
    }

    /// An open form stays open, and a designer who types questions goes on with the next one.
    private static func address(after outcome: DesignAct.Outcome, _ form: Form, _ heading: DesignHeading) -> String {
        let open = form.recordID("open").map { (name: "open", value: String($0)) }
        let typing = outcome.typing.map { (name: "at", value: String($0)) }
        let anchor = outcome.typing.map { "#l-\($0)" } ?? outcome.id.map { "#e-\($0)" } ?? ""
        return heading.structure.appendingQuery([open, typing].compactMap { $0 }) + anchor
    }
}

struct RefusedLines: Sendable {
    /// The paragraph or question at which they were typed; 0 for an empty structure.
    let place: Int64
    let text: String
    let reason: String
}
