import Accounts
import Formats
import Foundation
import GRDB
import Hummingbird
import Web

/// How a source is read and what its columns hold; while work goes on, how far it is; at the end, what came of it.
struct ImportChoicePages: Sendable {
    let admin: AdminContext

    func addRoutes(to imports: RouterGroup<SignedIn>) {
        imports.get("{id}", use: show)
        imports.post("{id}", use: choose)
    }

    @Sendable func show(_ request: Request, _ person: SignedIn) async throws -> Response {
        let staged = try await admin.database.read { try find(person, $0) }
        if staged.chosen.format == .whole, staged.state == .choosing || staged.state == .checked {
            return try await WholeChoicePages(admin: admin).show(staged, request, person)
        }
        return try await admin.page(person, request) { db, context in
            let staged = try find(person, db)
            switch staged.state {
            case .choosing, .checked: return ("admin/imports/choices", try values(staged, nil, context))
            case .checking, .working, .done, .undone: return ("admin/imports/progress", try progress(staged, context))
            }
        }
    }

    private func find(_ person: SignedIn, _ db: Database) throws -> StagedImport {
        try StagedImport.find(try person.recordID(), of: person.accountID, person.grants, admin, db)
    }

    /// Saves the choices and checks all items, or with `act=reading` reads the source in another way.
    @Sendable func choose(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let staged = try await admin.database.read { try find(person, $0) }
        guard staged.state == .choosing || staged.state == .checked, let type = admin.importable(staged.kind) else {
            return .redirect(to: staged.address, type: .normal)
        }
        if staged.chosen.format == .whole { return try await WholeChoicePages(admin: admin).choose(staged, form, person) }
        return try await choose(type, staged, form, request, person)
    }

    private func choose<R: Resource>(
        _ type: R.Type, _ staged: StagedImport, _ form: Form, _ request: Request, _ person: SignedIn
    ) async throws -> Response {
        var (mapping, look) = (staged.chosen, staged.look)
        mapping.take(form, columns: look.columns.count, for: R.self)
        var asked = mapping.reading(in: form)
        // The form says what was found out; then it is still to be found out.
        if asked.separator == look.separator { asked.separator = mapping.reading.separator }
        // Enter in the form triggers the first button; without another way of reading it means "continue".
        if form["act"] == "reading", asked != mapping.reading {
            try await read(R.self, staged, mapping, asked)
            return .redirect(to: staged.address, type: .normal)
        }
        let kept = mapping
        let isKept = try await admin.database.write { db -> Bool in
            var staged = try find(person, db)
            guard !staged.state.isUnderway else { return true }
            (staged.mapping, staged.problem, staged.language) = (Jobs.json(kept), nil, person.language)
            // What was checked holds no longer.
            staged.state = .choosing
            try staged.update(db)
            return kept.mistakes(for: R.self, admin.words(person)).isEmpty
        }
        guard isKept else {
            return try await admin.page(person, request, status: .unprocessableContent) { db, context in
                let staged = try find(person, db)
                return ("admin/imports/choices", try values(staged, kept.mistakes(for: R.self, context.words), context))
            }
        }
        _ = try await ImportWork(admin: admin).begin(staged.number, by: person.actor)
        return .redirect(to: staged.address + "/items", type: .normal)
    }

    /// Reads the source in another way; where that fails, it stays as it was.
    private func read<R: Resource>(
        _ type: R.Type, _ staged: StagedImport, _ mapping: ImportMapping, _ asked: TableReading, _ chosen: [String: String]? = nil
    ) async throws {
        var source = try await admin.database.read { try ImportWork(admin: admin).source(staged, $0) }
        if let chosen { source.chosen = chosen }
        let found: FoundTable?
        let format = admin.importFormat(named: staged.reader)
        do { found = try await ImportIntake(admin: admin).look(source, asked, format, R.self) } catch is ImportRefusal { found = nil }
        try await admin.database.write { [found] db in
            guard var staged = try StagedImport.fetchOne(db, key: staged.number), !staged.state.isUnderway else { return }
            staged.state = .choosing
            if let found {
                var (next, preview) = (found.mapping, found.preview)
                // The columns of a format have labels.
                if format != nil { preview.columns = staged.look.columns }
                (next.existing, next.empty, next.decimal, next.shape) = (mapping.existing, mapping.empty, mapping.decimal, mapping.shape)
                (staged.mapping, staged.preview, staged.total, staged.problem) = (
                    Jobs.json(next), Jobs.json(preview), found.total, nil
                )
                // Items have other numbers now, so corrections no longer belong to them.
                try db.execute(sql: "DELETE FROM stagedItem WHERE importID = ?", arguments: [staged.number])
            } else {
                staged.problem = "files.mapping.unreadable"
            }
            try staged.update(db)
        }
    }

    /// Reads the source of a `WholeImportFormat` by other choices.
    func read(again staged: StagedImport, _ chosen: [String: String]) async throws {
        guard let type = admin.importable(staged.kind) else { throw HTTPError(.notFound) }
        try await read(type, staged, staged.chosen, TableReading(), chosen)
    }

    private func values(
        _ staged: StagedImport, _ mistakes: [(column: Int, sentence: String)]?, _ context: FormContext
    ) throws -> Values {
        guard let type = admin.importable(staged.kind) else { throw HTTPError(.notFound) }
        func fields<R: Resource>(_ type: R.Type) -> [(name: String, label: String)] {
            (R.fields.map(\.name) + R.olderTexts.map(\.name)).map { ($0, context.words.label(of: $0, R.name)) }
        }
        let words = context.words
        let (look, mapping, heading) = (staged.look, staged.chosen, words("files.mapping.heading"))
        let labels = fields(type)
        let errors = (mistakes ?? []).map { mistake -> Values in
            let name = look.columns.indices.contains(mistake.column) ? look.name(ofColumn: mistake.column, words) + ": " : ""
            return ["href": "#column-\(max(mistake.column, 0))", "text": name + mistake.sentence]
        }
        let columns = look.columns.indices.map { index -> Values in
            let chosen = mapping.columns.indices.contains(index) ? mapping.columns[index] : ""
            let samples = look.rows.map { ["text": $0.indices.contains(index) ? $0[index] : ""] as Values }
            return [
                "index": String(index), "name": look.name(ofColumn: index, words), "samples": samples, "isChosen": !chosen.isEmpty,
                "error": mistakes?.first { $0.column == index }?.sentence ?? false, "options": options(chosen, labels, words),
            ]
        }
        return [
            "title": heading, "heading": heading, "action": staged.address, "columns": columns,
            "summary": words("files.mapping.summary", ["file": staged.name], count: staged.total),
            "problem": staged.problem.map { LocalizedMessage(json: $0).localized(in: words) } ?? false,
            "remarks": ImportPreview.templateValues(look.remarks(words)),
            "errors": errors.isEmpty ? false : ["title": words("admin.errors", count: errors.count), "items": errors] as Values,
            "existing": radios(ImportMapping.Existing.allCases.map(\.rawValue), "files.existing", mapping.existing.rawValue, words),
            "empties": radios(ImportMapping.Empty.allCases.map(\.rawValue), "files.empties", mapping.empty.rawValue, words),
            "decimals": radios(
                [""] + ImportMapping.DecimalMark.allCases.map(\.rawValue), "imports.decimals", mapping.decimal?.rawValue ?? "", words),
            "reading": reading(mapping, look, words), "listHref": ImportPages.address,
            "breadcrumbs": [["label": words("imports.title"), "href": ImportPages.address]] as [Values],
        ]
    }

    private func radios(_ names: [String], _ texts: String, _ chosen: String, _ words: Words) -> [Values] {
        names.map { ["value": $0, "label": words("\(texts).\($0.isEmpty ? "found" : $0)"), "checked": $0 == chosen] }
    }

    private func options(_ chosen: String, _ fields: [(name: String, label: String)], _ words: Words) -> [Values] {
        let all =
            [("", words("files.mapping.leave")), (ImportMapping.key, words("files.key"))] + fields
            + [(ImportMapping.version, words("files.version"))]
        return all.map { ["value": $0.0, "label": $0.1, "selected": $0.0 == chosen] }
    }

    private func reading(_ mapping: ImportMapping, _ look: ImportPreview, _ words: Words) -> Values {
        let isText = ![.workbook, .items].contains(mapping.format)
        let names = ["semicolon", "comma", "tab", "bar"]
        let separators = zip(CSVReader.separators, names).map { byte, name -> Values in
            ["value": String(byte), "label": words("files.mapping.separators.\(name)"), "selected": byte == look.separator]
        }
        let found: Values = ["value": "", "label": words("imports.encodings.found"), "selected": mapping.reading.encoding == nil]
        let encodings =
            [found]
            + TextEncoding.allCases.map { encoding -> Values in
                let label = words("imports.encodings.\(encoding)") + " (\(encoding.rawValue))"
                return ["value": encoding.rawValue, "label": label, "selected": encoding == mapping.reading.encoding]
            }
        let sheets = look.sheets.enumerated().map { index, name -> Values in
            ["value": String(index), "label": name, "selected": index == mapping.reading.sheet]
        }
        let hasHeader = mapping.format == .csv || mapping.format == .workbook
        return [
            "separators": look.separator == nil ? false : ["options": separators] as Values,
            "encodings": isText ? ["options": encodings] as Values : false,
            "sheets": sheets.count > 1 ? ["options": sheets] as Values : false,
            "header": hasHeader ? ["value": String(mapping.reading.header ?? 1)] as Values : false,
        ]
    }
}

extension ImportChoicePages {
    private func progress(_ staged: StagedImport, _ context: FormContext) throws -> Values {
        let words = context.words
        guard let type = admin.importable(staged.kind) else { throw HTTPError(.notFound) }
        let job = staged.state.isUnderway ? try staged.job(context.db) : nil
        let far: (done: Int, total: Int)? = try job.flatMap { job in
            if let far = admin.underway[job] { return far }
            let row = try Row.fetchOne(context.db, sql: "SELECT done, total FROM job WHERE id = ? AND total > 0", arguments: [job])
            return row.map { ($0[0], $0[1]) }
        }
        let number = words.language.number
        let heading = words("files.job", ["file": staged.name])
        let drawn: any Sendable =
            far.map { far -> Values in
                let text = words("files.progress", ["done": number(far.done), "total": number(far.total)])
                return ["done": String(far.done), "total": String(max(far.total, 1)), "text": text]
            } ?? false
        let mayUndo = staged.state == .done && staged.actID != nil
        return [
            "title": heading, "heading": heading, "isUnderway": staged.state.isUnderway,
            "poll": staged.state.isUnderway ? staged.address : false, "far": drawn,
            "state": words("imports.states.\(staged.state.rawValue)"),
            "note": words(staged.state == .checking ? "imports.waitCheck" : "files.wait"),
            "stopAction": staged.state == .working ? staged.address + "/cancellation" : false,
            "result": staged.state.isUnderway ? false : staged.outcome.result(words),
            "summary": staged.state.isUnderway ? false : staged.outcome.summary(words),
            "itemsHref": staged.state.isUnderway ? false : staged.address + "/items",
            "undoAction": mayUndo ? staged.address + "/undoing" : false, "act": String(staged.actID ?? 0),
            "undoLabel": words("lists.undo.all"), "refreshHref": staged.address, "listHref": type.address,
            "listLabel": words("\(type.name).many"),
            "breadcrumbs": [["label": words("imports.title"), "href": ImportPages.address]] as [Values],
        ]
    }
}
