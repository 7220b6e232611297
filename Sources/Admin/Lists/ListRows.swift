import GRDB
import Web

/// The rows of a resource's list.
struct ListRows<R: Resource> {
    let listing: Listing<R>
    let context: FormContext
    let mayEdit: Bool
    /// The list's own query, which links carry along so that saving leads back to it.
    let back: String
    let assets: String

    private var words: Words { context.words }

    private func isEditable(_ column: ListColumn<R>) -> Bool { mayEdit && R.editable.contains(column.name) }

    /// Whether any cell of the list is an input.
    var hasInputs: Bool { listing.query.layout == .table && listing.columns.contains(where: isEditable) }

    var html: String {
        let columns = listing.columns.map { (label: $0.label(words), kind: $0.kind, isEditable: isEditable($0)) }
        let markup = RowMarkup(columns, mayTick: mayEdit, assets: assets, words)
        return listing.query.layout == .grid ? markup.grid(rows(inGrid: true)) : markup.html(rows(inGrid: false))
    }

    private func rows(inGrid: Bool) -> [ListRow] {
        let (hidden, query) = (words("admin.unpublished"), back.isEmpty ? "" : "?back=" + back.queryEscaped)
        let (publication, picture) = (Listing<R>.publication, Listing<R>.picture)
        let editable = Set(listing.columns.filter(isEditable).map(\.name))
        let withInputs = hasInputs
        let marks = try? RowMarks(listing.rows, context)
        return listing.rows.map { record in
            let id = record.id ?? 0
            var row = ListRow(id: id, title: record.titleText, href: "\(R.address)/\(id)\(query)")
            if let picture {
                row.thumb = picture.reference(record).flatMap { listing.thumbs[$0] }.map(ListRow.Thumb.picture) ?? .absent
            }
            if let publication, !publication.isOn(record) { row.badge = hidden }
            row.marks = marks?[id] ?? []
            if withInputs { row.version = record.stamp.version }
            if !inGrid { row.cells = listing.columns.map { content($0, record, editable.contains($0.name)) } }
            return row
        }
    }

    private func content(_ column: ListColumn<R>, _ record: R, _ isEditable: Bool) -> ListRow.Content {
        switch column {
        case .created: return .text(words.language.saidMoment(record.stamp.createdAt, now: .now, in: context.zone))
        case .updated: return .text(words.language.saidMoment(record.stamp.updatedAt, now: .now, in: context.zone))
        case .field(let field):
            if isEditable { return input(field, record) }
            if field.kind is FlagKind { return .flag(field.isOn(record)) }
            if field.kind is any Referring { return .text(listing.references[field.name]?[record.id ?? 0] ?? "") }
            return .text(field.text(record, words, context.zone))
        }
    }

    private func input(_ field: Field<R>, _ record: R) -> ListRow.Content {
        let view = (try? field.view(record, Entry(name: field.name, form: nil, context: context, texts: R.name))) ?? [:]
        return .input(
            name: "\(field.name).\(record.id ?? 0)", value: view["value"] as? String ?? "", mode: view["inputmode"] as? String,
            suffix: view["suffix"] as? String)
    }
}
