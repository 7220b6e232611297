import GRDB
import Web

/// The rows of a list as HTML.
///
/// Written here and not by the template: a hundred rows are 6,000 look-ups for it, which took 20 ms where this takes less than one.
/// `resource/list` has the same markup for lists of other kinds.
struct ListRows<R: Resource> {
    let listing: Listing<R>
    let context: FormContext
    let mayEdit: Bool
    /// The list's own query, which links carry along so that saving leads back to it.
    let back: String
    let assets: String

    private var words: Words { context.words }

    /// A column with everything that is the same in all rows.
    private struct Column {
        let field: Field<R>
        let label: String
        let kind: String
        let isEditable: Bool
        let isReference: Bool
    }

    var html: String {
        let columns = Listing<R>.columns.map { field in
            Column(
                field: field, label: words.label(of: field.name, R.name).escapedForHTML(), kind: Self.kind(field),
                isEditable: mayEdit && R.editable.contains(field.name), isReference: field.kind is any Referring)
        }
        let (tick, hidden, query) = (words("list.tickRow").escapedForHTML(), words("admin.unpublished").escapedForHTML(), back.queryEscaped)
        let marks = try? RowMarks(listing.rows, context)
        var html = ""
        html.reserveCapacity(listing.rows.count * 1200)
        for record in listing.rows {
            let id = record.id ?? 0
            let title = record.titleText.escapedForHTML()
            html += "<tr data-row>\n"
            if mayEdit {
                html += "<td class=\"tick\"><label class=\"tap\"><input type=\"checkbox\" name=\"id\" value=\"\(id)\">"
                html += "<span class=\"vh\">\(tick) \(title)</span></label></td>\n"
            }
            html += "<th scope=\"row\" class=\"main\"><div class=\"main-in\">\(thumb(record))<span class=\"main-text\">"
            html += "<a href=\"\(R.address)/\(id)\(query.isEmpty ? "" : "?back=" + query)\">\(title)</a>"
            if let field = Listing<R>.publication, !field.isOn(record) { html += " <span class=\"badge\">\(hidden)</span>" }
            html += (marks?.html(id) ?? "") + "</span></div>"
            if mayEdit, !R.editable.isEmpty { html += "<input type=\"hidden\" name=\"version.\(id)\" value=\"\(record.stamp.version)\">" }
            html += "</th>\n"
            for column in columns { write(column, record, title, to: &html) }
            html += "</tr>\n"
        }
        return html
    }

    private func thumb(_ record: R) -> String {
        guard let field = Listing<R>.picture else { return "" }
        guard let address = field.reference(record).flatMap({ listing.thumbs[$0] }) else { return "<span class=\"thumb none\"></span>" }
        return "<img class=\"thumb\" src=\"\(address)\" alt=\"\" width=\"40\" height=\"40\" loading=\"lazy\">"
    }

    private func write(_ column: Column, _ record: R, _ title: String, to html: inout String) {
        let field = column.field
        html += "<td class=\"k-\(column.kind)\(column.isEditable ? " k-edit" : "")\" data-label=\"\(column.label)\">"
        if column.isEditable {
            html += input(column, record, title)
        } else if field.kind is FlagKind {
            html += field.isOn(record) ? Self.tick(words("common.yes"), assets) : "<span class=\"flag\">\(words("common.no"))</span>"
        } else if column.isReference {
            html += (listing.references[field.name]?[record.id ?? 0] ?? "").escapedForHTML()
        } else {
            html += field.text(record, words, context.zone).escapedForHTML()
        }
        html += "</td>\n"
    }

    private func input(_ column: Column, _ record: R, _ title: String) -> String {
        let view = (try? column.field.view(record, Entry(name: column.field.name, form: nil, context: context, texts: R.name))) ?? [:]
        let value = (view["value"] as? String ?? "").escapedForHTML()
        let mode = (view["inputmode"] as? String).map { " inputmode=\"\($0)\"" } ?? ""
        let suffix = (view["suffix"] as? String).map { " <span class=\"suffix\">\($0.escapedForHTML())</span>" } ?? ""
        return "<input type=\"text\" class=\"inline\" name=\"\(column.field.name).\(record.id ?? 0)\" value=\"\(value)\""
            + " aria-label=\"\(column.label): \(title)\" autocomplete=\"off\"\(mode)>\(suffix)"
    }

    private static func tick(_ yes: String, _ assets: String) -> String {
        "<span class=\"flag on\"><svg class=\"icon\" aria-hidden=\"true\"><use href=\"\(assets)/images/icons.svg#check\"/></svg>\(yes)</span>"
    }

    /// The kind of a cell, by which the style sheet aligns it.
    static func kind(_ field: Field<R>) -> String {
        switch field.kind {
        case is NumberKind, is Optionally<NumberKind>: "number"
        case is MoneyKind, is Optionally<MoneyKind>: "money"
        case is FlagKind: "flag"
        case is ManyKind: "tags"
        case is MomentKind: "date"
        default: "text"
        }
    }
}
