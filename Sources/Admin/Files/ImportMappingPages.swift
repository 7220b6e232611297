import Accounts
import GRDB
import Hummingbird
import Web

struct ImportMappingPages<R: Resource>: Sendable {
    let admin: AdminContext

    func addRoutes(to own: RouterGroup<SignedIn>) {
        own.get("imports/{id}", use: showImport)
        own.post("imports/{id}", use: keepMapping)
    }

    @Sendable func showImport(_ request: Request, _ person: SignedIn) async throws -> Response {
        try await admin.page(person, request) { db, context in
            let file = try ImportFile.find(of: R.self, person, db)
            if file.state != .waiting { return ("admin/files/progress", try admin.progress(of: file, for: R.self, context)) }
            return ("admin/files/mapping", try mappingPage(file, nil, context))
        }
    }

    /// Saves the mapping or, with `act=separator`, the separator.
    @Sendable func keepMapping(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = try await Form.read(request)
        let words = admin.words(person)
        let templates = admin.pages.templates
        let (rereads, isKept) = try await admin.database.write { db -> (Bool, Bool) in
            var file = try ImportFile.find(of: R.self, person, db)
            guard file.state == .waiting else { return (false, true) }
            let work = try ImportWork<R>(file, templates)
            var mapping = ImportMapping(form, columns: work.table.columns.count, for: R.self)
            mapping.separator = work.mapping.separator
            let separator = UInt8(form["separator"], in: 0...255).flatMap { CSVReader.separators.contains($0) ? $0 : nil }
            // Enter in the form triggers the separator button; an unchanged separator means "continue".
            let isChanged = form["act"] == "separator" && separator != work.table.separator
            if isChanged, let separator, let table = try? FileTable([UInt8](file.content), separator: separator) {
                mapping.columns = ImportMapping(guessing: table, for: R.self, Language.allCases.map { templates.words(in: $0) }).columns
                mapping.separator = separator
            } else if isChanged {
                (file.problem, file.state) = ("files.mapping.unreadable", .waiting)
                try file.update(db)
                return (true, false)
            }
            (file.mapping, file.state, file.problem) = (Jobs.json(mapping), .waiting, nil)
            try file.update(db)
            return (isChanged, mapping.mistakes(for: R.self, words).isEmpty)
        }
        let address = "\(R.address)/imports/\(try person.recordID())"
        if rereads { return .redirect(to: address, type: .normal) }
        if isKept { return .redirect(to: address + "/trial", type: .normal) }
        return try await admin.page(person, request, status: .unprocessableContent) { db, context in
            let file = try ImportFile.find(of: R.self, person, db)
            let mistakes = file.chosen?.mistakes(for: R.self, context.words) ?? []
            return ("admin/files/mapping", try mappingPage(file, mistakes, context))
        }
    }

    private func mappingPage(
        _ file: ImportFile, _ mistakes: [(column: Int, sentence: String)]?, _ context: FormContext
    ) throws -> Values {
        let words = context.words
        let work = try ImportWork<R>(file, admin.pages.templates)
        let heading = words("files.mapping.heading")
        let errors = (mistakes ?? []).map { mistake -> Values in
            let name = work.table.columns.indices.contains(mistake.column) ? work.table.name(ofColumn: mistake.column, words) + ": " : ""
            return ["href": "#column-\(max(mistake.column, 0))", "text": name + mistake.sentence]
        }
        let columns = work.table.columns.indices.map { index -> Values in
            let chosen = work.mapping.columns.indices.contains(index) ? work.mapping.columns[index] : ""
            let samples = work.table.rows.prefix(3).map { ["text": $0.values[index]?.sample ?? ""] as Values }
            return [
                "index": String(index), "name": work.table.name(ofColumn: index, words), "samples": samples, "isChosen": !chosen.isEmpty,
                "error": mistakes?.first { $0.column == index }?.sentence ?? false, "options": fieldOptions(chosen, words),
            ]
        }
        let mapping = work.mapping
        return [
            "title": heading, "heading": heading, "action": "\(R.address)/imports/\(file.id ?? 0)",
            "summary": words("files.mapping.summary", ["file": file.name], count: work.table.rows.count), "columns": columns,
            "problem": file.problem.map { words($0) } ?? false,
            "errors": errors.isEmpty ? false : ["title": words("admin.errors", count: errors.count), "items": errors] as Values,
            "existing": ImportMapping.Existing.allCases.map {
                ResourceExportPages<R>.option($0.rawValue, "files.existing", $0 == mapping.existing, words)
            },
            "empties": ImportMapping.Empty.allCases.map {
                ResourceExportPages<R>.option($0.rawValue, "files.empties", $0 == mapping.empty, words)
            },
            "separators": work.table.separator.map { separatorOptions($0, words) } ?? false, "listHref": R.address,
            "breadcrumbs": R.importCrumbs(words),
        ]
    }

    private func separatorOptions(_ chosen: UInt8, _ words: Words) -> Values {
        let names = ["semicolon", "comma", "tab", "bar"]
        let options = zip(CSVReader.separators, names).map { byte, name -> Values in
            ["value": String(byte), "label": words("files.mapping.separators.\(name)"), "selected": byte == chosen]
        }
        return ["options": options]
    }

    private func fieldOptions(_ chosen: String, _ words: Words) -> [Values] {
        let fields =
            [("", words("files.mapping.leave")), (ImportMapping.key, words("files.key"))]
            + R.fields.map { ($0.name, words.label(of: $0.name, R.name)) } + [(ImportMapping.version, words("files.version"))]
        return fields.map { ["value": $0.0, "label": $0.1, "selected": $0.0 == chosen] }
    }
}

extension FileTable {
    func name(ofColumn index: Int, _ words: Words) -> String {
        let name = columns[index]
        return name.isEmpty ? words("files.mapping.nameless-column", ["number": String(index + 1)]) : String(name.prefix(80))
    }
}

extension Resource {
    static func importCrumbs(_ words: Words) -> [Values] {
        [["label": named(words, "many"), "href": address], ["label": words("files.import.tool"), "href": address + "/imports"]]
    }
}
