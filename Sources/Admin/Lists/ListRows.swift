import GRDB
import Web

struct ListRows<R: Resource> {
    let listing: Listing<R>
    let context: FormContext
    let mayEdit: Bool
    let back: String
    let assets: String
    let original: Language

    private var namesLanguage: Language? {
        R.scope == nil && R.hasTranslations && original != words.language ? original : nil
    }

    private var words: Words { context.words }

    private func isEditable(_ column: ListColumn<R>) -> Bool { mayEdit && R.editable.contains(column.name) }

    var hasInputs: Bool { listing.query.layout == .table && listing.columns.contains(where: isEditable) }

    var html: HTMLWriter {
        let columns = listing.columns.map { (label: $0.label(words), kind: $0.kind, isEditable: isEditable($0)) }
        let query = back.isEmpty ? "" : "?back=" + back.queryEscaped
        let markup = RowMarkup(
            columns, mayTick: mayEdit, address: R.address, query: opened + query, assets: assets, language: namesLanguage, pages: pages,
            words)
        return listing.query.layout == .grid ? markup.grid(rows(inGrid: true)) : markup.table(rows(inGrid: false))
    }

    /// Where the form is only a record's settings, its row leads to the page with its content.
    private var opened: String {
        guard let content = R.contentPage, let page = R.pages.first(where: { $0.path == content }),
            page.permission.map({ context.grants?.may($0, in: context.scopeID) ?? false }) ?? true
        else { return "" }
        return "/" + content
    }

    /// The pages of each record that the list leads to, as far as the person may see them.
    private var pages: [(label: String, path: String)] {
        R.pages.filter { page in
            R.listPages.contains(page.path) && "/" + page.path != opened
                && page.permission.map { context.grants?.may($0, in: context.scopeID) ?? false } ?? true
        }.map { (words($0.text), $0.path) }
    }

    private func rows(inGrid: Bool) -> [RecordRow] {
        let (hidden, title) = (words("admin.unpublished"), R.title)
        let (publication, picture) = (Listing<R>.publication, Listing<R>.picture)
        let cells = inGrid ? [] : listing.columns.map(cell)
        let withInputs = hasInputs
        let marks = try? RowMarks(of: R.self, ids: listing.ids, context)
        let own = (try? R.marks(of: listing.ids, context)) ?? [:]
        var rows: [RecordRow] = []
        rows.reserveCapacity(listing.rows.count)
        for record in listing.rows {
            let id = record.stamp.id ?? 0
            var row = RecordRow(id: id, title: listing.names[id] ?? title.plain(record))
            if let picture {
                row.thumb = picture.reference(record).flatMap { listing.thumbs[$0] }.map(RecordRow.Thumb.picture) ?? .absent
            }
            if let publication, !publication.isOn(record) { row.badge = hidden }
            row.marks = (marks?[id] ?? []) + (own[id] ?? [])
            if withInputs { row.version = record.stamp.version }
            row.cells.reserveCapacity(cells.count)
            for cell in cells { row.cells.append(cell(record)) }
            rows.append(row)
        }
        return rows
    }

    private func cell(_ column: ListColumn<R>) -> (R) -> RecordRow.Content {
        switch column {
        case .created: { .text(words.language.relativeMoment($0.stamp.createdAt, now: .now, in: context.zone)) }
        case .updated: { .text(words.language.relativeMoment($0.stamp.updatedAt, now: .now, in: context.zone)) }
        case .computed(let column): { [texts = listing.computed[column.name] ?? [:]] in .text(texts[$0.id ?? 0] ?? "") }
        case .field(let field) where isEditable(column): input(field)
        case .field(let field) where field.kind is FlagFieldType: { .flag(field.isOn($0)) }
        case .field(let field) where field.kind is any Referring:
            { [titles = listing.references[field.name] ?? [:]] in .text(titles[$0.id ?? 0] ?? "") }
        case .field(let field): { .text(field.text($0, words, context.zone)) }
        }
    }

    private func input(_ field: Field<R>) -> (R) -> RecordRow.Content {
        let view = (try? field.view(R(), Entry(name: field.name, form: nil, context: context, texts: R.name))) ?? [:]
        let (mode, suffix, language) = (view["inputmode"] as? String, view["suffix"] as? String, words.language)
        return { .input(field: field.name, value: field.typed($0, language), mode: mode, suffix: suffix) }
    }
}
