import Accounts
import Formats
import Foundation
import GRDB
import Hummingbird
import Web

private struct ExportAsked {
    enum Format: String, CaseIterable {
        case csv, xlsx, json

        var mediaType: String {
            switch self {
            case .csv: "text/csv; charset=utf-8"
            case .xlsx: WorkbookWriter.mediaType
            case .json: "application/json; charset=utf-8"
            }
        }
    }
    enum Separator: String, CaseIterable {
        case semicolon, comma, tab

        var text: String {
            switch self {
            case .semicolon: ";"
            case .comma: ","
            case .tab: "\t"
            }
        }
    }

    let format: Format?
    let separator: Separator
    let query: ListQuery

    init(_ form: Form, _ query: ListQuery, _ language: Language) {
        format = Format(rawValue: form["format"])
        separator = Separator(rawValue: form["separator"]) ?? (language.columnSeparator == ";" ? .semicolon : .comma)
        self.query = query
    }
}

struct ResourceExportPages<R: Resource>: Sendable {
    let admin: AdminContext

    func addRoutes(to own: RouterGroup<SignedIn>) {
        own.get("export", use: export)
    }

    @Sendable func export(_ request: Request, _ person: SignedIn) async throws -> Response {
        let form = Form(query: request.uri.query ?? "")
        let words = admin.words(person)
        let query = ListQuery(form, filters: Filter<R>.names, sortable: ListOutline<R>.shared.sortable)
        let asked = ExportAsked(form, query, words.language)
        let (ids, scopeID) = try await admin.database.read { db -> ([Int64]?, Int64?) in
            let context = try admin.context(person, db)
            let scopeID = try admin.requireScope(of: R.self, person, R.seeing, context)
            return (try matching(query, context), scopeID)
        }
        guard let ids, let format = asked.format else {
            return try await admin.page(person, request, status: ids == nil ? .unprocessableContent : .ok) { _, context in
                ("admin/files/export", exportPage(asked, count: ids?.count, context.words))
            }
        }
        try await admin.database.write { db in
            // The audit log records who took a copy.
            let object = (kind: "list", id: Int64(0), title: words("\(R.name).many"))
            let detail = ["rows": String(ids.count), "format": format.rawValue]
            try AuditEntry.write(db, "\(R.name).export", by: person.actor, on: object, scope: scopeID, detail: detail)
        }
        let day = CivilTime(.now, in: admin.site.zone).inputValue.prefix(10)
        return Response(
            status: .ok,
            headers: [
                .contentType: format.mediaType, .cacheControl: "no-store",
                .contentDisposition: "attachment; filename=\"\(words("\(R.name).many").slug)-\(day).\(format.rawValue)\"",
            ], body: format == .xlsx ? workbook(ids, scopeID, person) : body(ids, asked, scopeID, person))
    }

    private func matching(_ query: ListQuery, _ context: FormContext) throws -> [Int64]? {
        guard let set = BulkSet<R>(query, for: R.seeing, context) else { return nil }
        let sql = "SELECT id FROM \(R.table) WHERE \(set.condition.sql) ORDER BY \(Listing<R>.order(query, context.db))"
        return try Int64.fetchAll(context.db, sql: sql, arguments: set.condition.arguments)
    }

    private func body(_ ids: [Int64], _ asked: ExportAsked, _ scopeID: Int64?, _ person: SignedIn) -> ResponseBody {
        let words = admin.words(person)
        let csv = CSV(separator: asked.separator.text)
        let isJSON = asked.format == .json
        return ResponseBody { writer in
            let head = isJSON ? "[" : CSV.mark + csv.line(R.fileColumns(words))
            try await writer.write(ByteBuffer(string: head))
            var isFirst = true
            for start in stride(from: 0, to: ids.count, by: 200) {
                let part = ids[start..<min(start + 200, ids.count)]
                let lines = try await admin.database.read { db -> [String] in
                    let names = FileNames(try admin.context(person, db, scopeID: scopeID))
                    let spelling = CellSpelling(names, admin.pages.templates, hasPoint: asked.separator == .comma)
                    return try part.compactMap { id -> String? in
                        guard let record = try R.fetch(db, id: id), record.stamp.deletedAt == nil else { return nil }
                        return try isJSON ? record.document(names).compact : csv.line(record.cells(spelling))
                    }
                }
                let text = isJSON ? (isFirst || lines.isEmpty ? "\n" : ",\n") + lines.joined(separator: ",\n") : lines.joined()
                if !lines.isEmpty { isFirst = false }
                try await writer.write(ByteBuffer(string: text))
            }
            if isJSON { try await writer.write(ByteBuffer(string: "\n]\n")) }
            try await writer.finish(nil)
        }
    }

    /// Rows are read, written and sent in parts, so that no long list is in memory.
    private func workbook(_ ids: [Int64], _ scopeID: Int64?, _ person: SignedIn) -> ResponseBody {
        let words = admin.words(person)
        return ResponseBody { writer in
            let book = try WorkbookWriter(sheet: words("\(R.name).many"), columns: R.fileColumns(words))
            for start in stride(from: 0, to: ids.count, by: 200) {
                let part = ids[start..<min(start + 200, ids.count)]
                let rows = try await admin.database.read { db -> [[WorkbookCell]] in
                    let spelling = CellSpelling(FileNames(try admin.context(person, db, scopeID: scopeID)), admin.pages.templates)
                    return try part.compactMap { id in
                        guard let record = try R.fetch(db, id: id), record.stamp.deletedAt == nil else { return nil }
                        return try record.workbookCells(spelling)
                    }
                }
                for row in rows { try book.add(row) }
                try await writer.write(ByteBuffer(bytes: book.take()))
            }
            try book.close()
            try await writer.write(ByteBuffer(bytes: book.take()))
            try await writer.finish(nil)
        }
    }

    private func exportPage(_ asked: ExportAsked, count: Int?, _ words: Words) -> Values {
        let heading = words("files.export.heading", ["things": R.localized(words, "many").lowercased()])
        let list = asked.query.address(R.address)
        var query = asked.query.chosen
        query.append((name: "q", value: asked.query.search))
        query.append((name: "sort", value: asked.query.sort))
        return [
            "title": heading, "heading": heading, "action": R.address + "/export", "listHref": list,
            "summary": count.map { words("files.export.summary", count: $0) } ?? words("files.export.unclear"), "isClear": count != nil,
            "hidden": query.filter { !$0.value.isEmpty }.map { ["name": $0.name, "value": $0.value] as Values },
            "formats": ExportAsked.Format.allCases.map { Self.option($0.rawValue, "files.formats", asked.format ?? .csv == $0, words) },
            "separators": ExportAsked.Separator.allCases.map {
                Self.option($0.rawValue, "files.separators", asked.separator == $0, words)
            },
            "breadcrumbs": [["label": R.localized(words, "many"), "href": R.address]] as [Values],
        ]
    }

    static func option(_ value: String, _ texts: String, _ isChosen: Bool, _ words: Words) -> Values {
        [
            "value": value, "label": words("\(texts).\(value)"), "checked": isChosen,
            "id": "\(texts.split(separator: ".").last ?? "")-\(value)",
        ]
    }
}
