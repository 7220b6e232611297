import Accounts
import Admin
import GRDB
import Hummingbird
import Web

/// What an import took otherwise or left out, for as long as its draft is one.
struct ImportReportPages: Sendable {
    let design: DesignContext

    func addRoutes(to structure: RouterGroup<SignedIn>) { structure.get("import-report", use: show) }

    @Sendable private func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await design.admin.page(person, request) { db, context in
            let heading = try design.heading(person, DesignContext.seeing, db)
            guard let (report, structure) = try Self.report(heading, db) else { throw HTTPError(.notFound) }
            let ids = Dictionary(structure.questions.map { ($0.code, $0.id) }) { first, _ in first }
            let sheets = report.notes.reduce(into: [String]()) { if !$0.contains($1.sheet) { $0.append($1.sheet) } }
            let values: Values = [
                "title": context.words("questionnaires.exchange.report.title"), "back": heading.structure,
                "breadcrumbs": [["label": heading.title, "href": heading.structure] as Values],
                "file": report.file.isEmpty ? false : report.file as any Sendable,
                "facts": Self.facts(report, context.words),
                "sheets": sheets.enumerated().map { index, sheet -> Values in
                    let notes = report.notes.filter { $0.sheet == sheet }
                    return [
                        "number": String(index + 1), "name": sheet, "isFirst": index == 0,
                        "count": context.words("questionnaires.exchange.report.notes", count: notes.count),
                        "notes": notes.map { Self.templateValues($0, heading, ids, context.words) },
                    ]
                },
                "isClean": report.notes.isEmpty,
            ]
            return ("questionnaires/exchange/report", values)
        }
    }

    static func report(_ heading: DesignHeading, _ db: Database) throws -> (ImportReport, Structure)? {
        guard let version = try QuestionnaireVersion.draft(of: heading.id, db), let report = try ImportReport.find(version.id, db) else {
            return nil
        }
        return (report, try StructureStore.read(version.id, db))
    }

    static func facts(_ report: ImportReport, _ words: Words) -> String {
        words(
            "questionnaires.exchange.report.facts",
            [
                "rows": words.language.number(report.rows), "taken": words.language.number(report.taken),
                "changed": words.language.number(report.changed), "left": words.language.number(report.leftOut),
            ])
    }

    private static func templateValues(_ note: ImportNote, _ heading: DesignHeading, _ ids: [String: Int64], _ words: Words) -> Values {
        let values = ["about": note.about, "limit": note.limit.map { words.language.number($0) } ?? ""]
        let id = note.code.flatMap { ids[$0] }
        return [
            "rows": note.rowText, "column": note.column, "isLeftOut": note.effect == .leftOut,
            "text": words("questionnaires.exchange.noted.\(note.reason)", values), "code": note.code ?? "",
            "href": id.map { "\(heading.structure)#e-\($0)" as any Sendable } ?? false,
        ]
    }
}
