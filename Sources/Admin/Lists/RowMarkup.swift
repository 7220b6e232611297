import Web

/// One line of a list, ready to be written.
struct ListRow {
    enum Thumb {
        case none, absent
        case picture(String)
    }

    enum Content {
        case text(String)
        case flag(Bool)
        /// An input in the list itself.
        /// - Parameter field: its name in the form is that of the field and the row's id.
        case input(field: String, value: String, mode: String?, suffix: String?)
    }

    let id: Int64
    let title: String
    let href: String
    var thumb = Thumb.none
    var badge: String?
    /// A draft beside it, a date on which it appears or goes.
    var marks: [String] = []
    /// The version that inputs in the row are based on.
    var version: Int?
    /// In the order of the columns.
    var cells: [Content] = []
}

/// Writes the rows of lists as HTML.
///
/// Written here and not by a template: a hundred rows are 6,000 look-ups for it, which took 20 ms where this takes less than one. Pieces are
/// appended one by one where every row has them, because an interpolation is a text of its own first.
struct RowMarkup {
    struct Column {
        /// Escaped.
        let label: String
        /// The opening tag of its cells.
        let cell: String

        init(_ label: String, kind: String, isEditable: Bool) {
            self.label = label.escapedForHTML()
            cell = "<td class=\"k-\(kind)\(isEditable ? " k-edit" : "")\" data-label=\"\(self.label)\">"
        }
    }

    let columns: [Column]
    let mayTick: Bool
    private let tick, yes, no: String

    init(_ columns: [(label: String, kind: String, isEditable: Bool)], mayTick: Bool, assets: String, _ words: Words) {
        self.columns = columns.map { Column($0.label, kind: $0.kind, isEditable: $0.isEditable) }
        self.mayTick = mayTick
        tick = words("list.tickRow").escapedForHTML() + " "
        let check = "<svg class=\"icon\" aria-hidden=\"true\"><use href=\"\(assets)/images/icons.svg#check\"/></svg>"
        yes = "<span class=\"flag on\">\(check)\(words("common.yes").escapedForHTML())</span>"
        no = "<span class=\"flag\">\(words("common.no").escapedForHTML())</span>"
    }

    func html(_ rows: [ListRow]) -> String {
        var html = ""
        html.reserveCapacity(rows.count * (400 + columns.count * 160))
        for row in rows { write(row, to: &html) }
        return html
    }

    private func write(_ row: ListRow, to html: inout String) {
        let title = row.title.escapedForHTML()
        let id = String(row.id)
        html += "<tr data-row>\n"
        if mayTick {
            html += "<td class=\"tick\">"
            writeBox(id, title, to: &html)
            html += "</td>\n"
        }
        html += "<th scope=\"row\" class=\"main\"><div class=\"main-in\">"
        switch row.thumb {
        case .none: break
        case .absent: html += "<span class=\"thumb none\"></span>"
        case .picture(let address):
            html += "<img class=\"thumb\" src=\""
            html += address
            html += "\" alt=\"\" width=\"40\" height=\"40\" loading=\"lazy\">"
        }
        html += "<span class=\"main-text\"><a href=\""
        html += row.href.escapedForHTML()
        html += "\">"
        html += title
        html += "</a>"
        writeBadges(row, to: &html)
        html += "</span></div>"
        if let version = row.version { html += "<input type=\"hidden\" name=\"version.\(id)\" value=\"\(version)\">" }
        html += "</th>\n"
        for (column, content) in zip(columns, row.cells) {
            html += column.cell
            write(content, column, id, title, to: &html)
            html += "</td>\n"
        }
        html += "</tr>\n"
    }

    private func write(_ content: ListRow.Content, _ column: Column, _ id: String, _ title: String, to html: inout String) {
        switch content {
        case .text(let text): html += text.escapedForHTML()
        case .flag(let isOn): html += isOn ? yes : no
        case .input(let field, let value, let mode, let suffix):
            html += "<input type=\"text\" class=\"inline\" name=\"\(field).\(id)\" value=\""
            html += value.escapedForHTML()
            html += "\" aria-label=\""
            html += column.label
            html += ": "
            html += title
            html += "\" autocomplete=\"off\""
            if let mode { html += " inputmode=\"\(mode)\"" }
            html += ">"
            if let suffix { html += " <span class=\"suffix\">\(suffix.escapedForHTML())</span>" }
        }
    }

    /// The same records as cards with their pictures.
    func grid(_ rows: [ListRow]) -> String {
        var html = ""
        html.reserveCapacity(rows.count * 400)
        for row in rows {
            let title = row.title.escapedForHTML()
            html += "<li class=\"tile\" data-row>"
            if mayTick { writeBox(String(row.id), title, to: &html) }
            html += "<span class=\"main\"><a class=\"picture\" href=\"\(row.href.escapedForHTML())\">"
            if case .picture(let address) = row.thumb {
                html += "<img src=\"\(address)\" alt=\"\" width=\"160\" height=\"160\" loading=\"lazy\">"
            } else {
                html += "<span class=\"thumb none\"></span>"
            }
            html += "<span class=\"picture-name\">\(title)</span></a>"
            writeBadges(row, to: &html)
            html += "</span></li>\n"
        }
        return html
    }

    private func writeBadges(_ row: ListRow, to html: inout String) {
        if let badge = row.badge { html += " <span class=\"badge\">\(badge.escapedForHTML())</span>" }
        for mark in row.marks { html += " <span class=\"badge info\">\(mark.escapedForHTML())</span>" }
    }

    private func writeBox(_ id: String, _ title: String, to html: inout String) {
        html += "<label class=\"tap\"><input type=\"checkbox\" name=\"id\" value=\""
        html += id
        html += "\"><span class=\"vh\">"
        html += tick
        html += title
        html += "</span></label>"
    }
}
