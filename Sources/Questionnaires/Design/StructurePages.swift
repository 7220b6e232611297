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
        try await admin.page(person, request) { db, context in
            let heading = try design.heading(person, DesignContext.seeing, db)
            let version = try design.version(heading, request, db)
            let structure = try version.map { try StructureStore.read($0.id, db) } ?? Structure()
            let report = CheckReport(StructureOutline(structure), heading.check)
            let mayEdit = person.grants.may(DesignContext.editing, in: nil)
            let drawing = TreeDrawing(structure: structure, report: report, words: context.words, address: heading.structure)
            let all = try QuestionnaireVersion.all(of: heading.id, db)
            var values: Values = [
                "title": heading.title,
                "breadcrumbs": [["label": context.words("questionnaires.questionnaires.many"), "href": Questionnaire.address] as Values],
                "address": heading.structure, "heading": heading.address, "pages": drawing.pages, "isEmpty": structure.pages.isEmpty,
                "isDraft": version?.state == .draft && mayEdit, "mayEdit": mayEdit,
                "edition": String(version?.edition ?? 0),
                "versions": try all.map { try drawn($0, $0.id == version?.id, context.words, context.zone, db) },
                "errors": drawing.faults(report.errors), "warnings": drawing.faults(report.warnings),
                "isClean": report.isClean, "facts": drawing.facts, "mayBegin": mayEdit && !all.contains { $0.state == .draft },
                "copyAction": mayEdit ? version.map { "\(heading.structure)/copies?version=\($0.number)" } ?? false : false,
            ]
            let imported = version?.state == .draft ? try version.flatMap { try ImportReport.find($0.id, db) } : nil
            values["imported"] = imported.map { ImportReportPages.facts($0, context.words) as any Sendable } ?? false
            values["isActive"] = version?.state == .active && mayEdit
            values["differs"] = all.count > 1
            values["languages"] = StructureTranslationPages(design: design).languages(
                structure, heading, mayEdit: version?.state == .draft && mayEdit, context.words)
            return ("questionnaires/design/tree", values)
        }
    }

    private func drawn(_ version: QuestionnaireVersion, _ isCurrent: Bool, _ words: Words, _ zone: TimeZone, _ db: Database) throws
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

    /// Acts: `add.page`, `add.question.12`, `up.12`, `down.12`, `copy.12`, `delete.12`, `begin`, `activate`, `close`, `withdraw`.
    @Sendable private func act(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = design.words(person)
        let (address, refusal) = try await admin.database.write { db -> (String, String?) in
            let heading = try design.heading(person, DesignContext.editing, db)
            do {
                let outcome = try DesignAct(form).perform(on: heading, by: person.actor, db)
                if let undo = outcome.undo {
                    let removed = outcome.removed.map { words("questionnaires.design.removed", count: $0) }
                    try person.session.setFlash(db, undo.flash(removed ?? words("questionnaires.design.saved"), words))
                }
                return (heading.structure + (outcome.id.map { "#e-\($0)" } ?? ""), nil)
            } catch let refusal as VersionRefusal {
                return (
                    heading.structure,
                    try heading.lastAct(db).sentence("questionnaires.design.refused.\(refusal)", words, in: admin.site.zone)
                )
            }
        }
        if let refusal {
            let flash = Flash(refusal, kind: .bad)
            try await admin.database.write { try person.session.setFlash($0, flash) }
        }
        return .redirect(to: address)
    }
}
