import Web

struct RecordRow {
    enum Thumb {
        case none, absent
        case picture(file: String)
    }

    enum Content {
        case text(String)
        case flag(Bool)
        /// An input in the list. `field` is the form name: field name and row id.
        case input(field: String, value: String, mode: String?, suffix: String?)

        var isEmpty: Bool { if case .text(let text) = self { text.isEmpty } else { false } }
    }

    let id: Int64
    let title: String
    var thumb = Thumb.none
    var badge: String?
    var marks: [String] = []
    var version: Int?
    var cells: [Content] = []
}

/// Written without a template: a hundred rows need 6,000 lookups, 20 ms in a template and a tenth of that here.
struct RowMarkup {
    struct Column {
        /// Escaped.
        let label: String
        let isEditable: Bool
        /// The start of a cell that a card on a phone shows, and of one that it leaves to the record.
        let telling, more: String

        init(_ label: String, kind: String, isEditable: Bool) {
            (self.label, self.isEditable) = (label.escapedForHTML(), isEditable)
            let kinds = "k-\(kind)\(isEditable ? " k-edit" : "")"
            telling = "<td class=\"\(kinds) k-telling\" data-label=\"\(self.label)\">"
            more = "<td class=\"\(kinds) k-more\" data-label=\"\(self.label)\">"
        }
    }

    let columns: [Column]
    let mayTick: Bool
    /// The places of the columns, those first whose values are changed in the list.
    private let order: [Int]
    private let link: (begin: String, end: String)
    private let tick, yes, no: String
    /// Escaped; the address of a record goes before.
    private let pages: [(label: String, path: String)]
    private let address: String

    init(
        _ columns: [(label: String, kind: String, isEditable: Bool)], mayTick: Bool, address: String, query: String, assets: String,
        language: Language? = nil, pages: [(label: String, path: String)] = [], _ words: Words
    ) {
        // Names in another language than the page's are marked, so that they are read aloud in their own.
        let lang = language.map { " lang=\"\($0.rawValue)\"" } ?? ""
        link = ("<a href=\"\(address.escapedForHTML())/", "\(query.escapedForHTML())\"\(lang)")
        self.columns = columns.map { Column($0.label, kind: $0.kind, isEditable: $0.isEditable) }
        order = columns.indices.filter { columns[$0].isEditable } + columns.indices.filter { !columns[$0].isEditable }
        self.mayTick = mayTick
        self.address = address.escapedForHTML()
        self.pages = pages.map { ($0.label.escapedForHTML(), $0.path.escapedForHTML()) }
        tick = words("list.tickRow").escapedForHTML() + " "
        let check = "<svg class=\"icon\" aria-hidden=\"true\"><use href=\"\(assets)/images/icons.svg#check\"/></svg>"
        yes = "<span class=\"flag on\">\(check)\(words("common.yes").escapedForHTML())</span>"
        no = "<span class=\"flag\">\(words("common.no").escapedForHTML())</span>"
    }

    func table(_ rows: [RecordRow]) -> HTMLWriter {
        var html = HTMLWriter(capacity: rows.count * (500 + columns.count * 250))
        let picture = Picture.around(.thumb)
        for row in rows { write(row, picture, to: &html) }
        return html
    }

    private func write(_ row: RecordRow, _ picture: (begin: String, end: String), to html: inout HTMLWriter) {
        let title = row.title.escapedForPage()
        html.markup("<tr data-row>\n")
        if mayTick {
            html.markup("<td class=\"tick\">")
            writeBox(row.id, title, to: &html)
            html.markup("</td>\n")
        }
        html.markup("<th scope=\"row\" class=\"main\"><div class=\"main-in\">")
        switch row.thumb {
        case .none: break
        case .absent: html.markup("<span class=\"thumb none\"></span>")
        case .picture(let file):
            html.markup("<img class=\"thumb\" src=\"")
            html.raw(picture.begin)
            html.text(file)
            html.raw(picture.end)
            html.markup("\" alt=\"\" width=\"40\" height=\"40\" loading=\"lazy\">")
        }
        html.markup("<span class=\"main-text\">")
        html.raw(link.begin)
        html.number(row.id)
        html.raw(link.end)
        html.markup(">")
        html.raw(title)
        html.markup("</a>")
        writeBadges(row, to: &html)
        html.markup("</span>")
        writePages(row.id, to: &html)
        html.markup("</div>")
        if let version = row.version {
            html.markup("<input type=\"hidden\" name=\"version.")
            html.number(row.id)
            html.markup("\" value=\"")
            html.number(Int64(version))
            html.markup("\">")
        }
        html.markup("</th>\n")
        // What the badges say is told already.
        let room = max(0, 2 - row.marks.count)
        let telling = order.filter { row.cells.indices.contains($0) && !row.cells[$0].isEmpty }.prefix(room)
        for (index, (column, content)) in zip(columns, row.cells).enumerated() {
            html.raw(telling.contains(index) ? column.telling : column.more)
            write(content, column, row.id, title, to: &html)
            html.markup("</td>\n")
        }
        html.markup("</tr>\n")
    }

    private func write(_ content: RecordRow.Content, _ column: Column, _ id: Int64, _ title: String, to html: inout HTMLWriter) {
        switch content {
        case .text(let text): html.text(text)
        case .flag(let isOn): html.raw(isOn ? yes : no)
        case .input(let field, let value, let mode, let suffix):
            html.markup("<input type=\"text\" class=\"inline\" name=\"")
            html.text(field)
            html.markup(".")
            html.number(id)
            html.markup("\" value=\"")
            html.text(value)
            html.markup("\" aria-label=\"")
            html.raw(column.label)
            html.markup(": ")
            html.raw(title)
            html.markup("\"")
            if let mode {
                html.markup(" inputmode=\"")
                html.text(mode)
                html.markup("\"")
            }
            html.markup(">")
            if let suffix {
                html.markup(" <span class=\"suffix\">")
                html.text(suffix)
                html.markup("</span>")
            }
        }
    }

    func grid(_ rows: [RecordRow]) -> HTMLWriter {
        var html = HTMLWriter(capacity: rows.count * 500)
        let picture = Picture.around(.medium)
        for row in rows {
            let title = row.title.escapedForPage()
            html.markup("<li class=\"tile\" data-row>")
            if mayTick { writeBox(row.id, title, to: &html) }
            html.markup("<span class=\"main\">")
            html.raw(link.begin)
            html.number(row.id)
            html.raw(link.end)
            html.markup(" class=\"picture\">")
            if case .picture(let file) = row.thumb {
                html.markup("<img src=\"")
                html.raw(picture.begin)
                html.text(file)
                html.raw(picture.end)
                html.markup("\" alt=\"\" width=\"160\" height=\"160\" loading=\"lazy\">")
            } else {
                html.markup("<span class=\"thumb none\"></span>")
            }
            html.markup("<span class=\"picture-name\">")
            html.raw(title)
            html.markup("</span></a>")
            writeBadges(row, to: &html)
            html.markup("</span></li>\n")
        }
        return html
    }

    private func writeBadges(_ row: RecordRow, to html: inout HTMLWriter) {
        if let badge = row.badge {
            html.markup(" <span class=\"badge\">")
            html.text(badge)
            html.markup("</span>")
        }
        for mark in row.marks {
            html.markup(" <span class=\"badge info\">")
            html.text(mark)
            html.markup("</span>")
        }
    }

    private func writePages(_ id: Int64, to html: inout HTMLWriter) {
        for page in pages {
            html.markup(" <a class=\"row-page\" href=\"")
            html.raw(address)
            html.markup("/")
            html.number(id)
            html.markup("/")
            html.raw(page.path)
            html.markup("\">")
            html.raw(page.label)
            html.markup("</a>")
        }
    }

    private func writeBox(_ id: Int64, _ title: String, to html: inout HTMLWriter) {
        html.markup("<label class=\"tap\"><input type=\"checkbox\" name=\"id\" value=\"")
        html.number(id)
        html.markup("\"><span class=\"vh\">")
        html.raw(tick)
        html.raw(title)
        html.markup("</span></label>")
    }
}
