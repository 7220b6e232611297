import Accounts
import Admin
import Foundation
import GRDB
import Hummingbird
import Web

struct ColumnPages: Sendable {
    let runs: RunContext

    private var admin: AdminContext { runs.admin }

    func addRoutes(to run: RouterGroup<SignedIn>) {
        run.get("documents/{document}/columns", use: columns)
        run.post("documents/{document}/columns", use: saveColumns)
    }

    @Sendable private func columns(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await columnsPage(request, person, nil, [:], .ok)
    }

    private func findTable(_ person: SignedIn, _ db: Database) throws -> (run: Run, id: Int64, index: Int, rows: [[String]]) {
        let (run, id) = try runs.find(person, Citations.editing, db)
        guard let number = person.parameters.recordID("document"),
            let index = run.documents.firstIndex(where: { $0.id == number })
        else { throw HTTPError(.notFound) }
        let rows = TableReader.beginning(of: run.documents[index].text)
        guard rows.contains(where: { $0.count > 1 }) else { throw HTTPError(.notFound) }
        return (run, id, index, rows)
    }

    private func columnsPage(
        _ request: Request, _ person: SignedIn, _ typed: Form?, _ why: [String: String], _ status: HTTPResponse.Status
    ) async throws -> Response {
        try await admin.page(person, request, status: status) { db, context in
            let (run, id, index, rows) = try findTable(person, db)
            let (document, words) = (run.documents[index], context.words)
            let known = TableColumns(document.columns) ?? TableColumns(named: rows[0])
            let width = min(rows.map(\.count).max() ?? 0, 200)
            let values: Values = [
                "title": words("citations.table.title", ["document": document.name]), "breadcrumbs": ResultPage.crumbs(run, id, words),
                "action": "\(Run.address)/\(id)/documents/\(document.id ?? 0)/columns", "back": RunResultPages.address(id),
                "parts": TableColumns.Part.allCases.map { part -> Values in
                    let chosen = typed?[part.rawValue] ?? known.places[part].map { String($0 + 1) } ?? ""
                    return [
                        "name": part.rawValue, "label": words("citations.table.\(part == .title ? "work" : part.rawValue)"),
                        "required": part == .title,
                        "why": why[part.rawValue] ?? false,
                        "options": (0..<width).map { column -> Values in
                            let head = column < rows[0].count ? String(rows[0][column].prefix(60)) : ""
                            return [
                                "value": String(column + 1), "label": "\(column + 1) · \(head)", "selected": chosen == String(column + 1),
                            ]
                        },
                    ]
                },
                "header": typed.map { $0["header"] == "yes" } ?? known.hasHeader,
                "numbers": (1...max(1, width)).map { ["number": String($0)] as Values },
                "rows": rows.map { row -> Values in
                    ["cells": (0..<width).map { ["text": $0 < row.count ? String(row[$0].prefix(80)) : ""] as Values }]
                },
            ]
            return ("citations/reading/columns", values)
        }
    }

    @Sendable private func saveColumns(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = admin.pages.words(for: person.visitor)
        var why: [String: String] = [:]
        var columns = TableColumns(named: [])
        for part in TableColumns.Part.allCases where !form[part.rawValue].isEmpty {
            guard let place = form.number(part.rawValue, in: 1...200) else {
                why[part.rawValue] = words("citations.table.none")
                continue
            }
            if columns.places.values.contains(place - 1) { why[part.rawValue] = words("citations.table.twice") }
            columns.places[part] = place - 1
        }
        if columns.places[.title] == nil { why["title"] = words("citations.table.noTitle") }
        guard why.isEmpty else { return try await columnsPage(request, person, form, why, .unprocessableContent) }
        columns.hasHeader = form["header"] == "yes"
        let chosen = columns
        let id = try await admin.database.write { db in
            let (run, id, index, _) = try findTable(person, db)
            var changed = run
            changed.documents[index].columns = chosen.text
            try changed.update(db, by: person.actor, words: words, zone: admin.site.zone)
            try RunJob.begin(changed, db, by: person.actor)
            try person.session.setFlash(db, Flash(words("citations.table.saved", ["document": run.documents[index].name])))
            return id
        }
        return .redirect(to: RunResultPages.address(id))
    }
}
