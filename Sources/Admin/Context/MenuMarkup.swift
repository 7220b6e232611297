import Web

/// Writes the menu as HTML without a template: it is on every page of the back office.
struct MenuMarkup: Sendable {
    let menu: Menu
    private let today: String
    private let areas: [(head: String, entries: [String])]

    init(_ menu: Menu, assets: String) {
        func drawing(_ icon: String) -> String {
            "<svg class=\"icon\" aria-hidden=\"true\"><use href=\"\(assets)/images/icons.svg#\(icon)\"/></svg>"
        }
        func end(_ entry: Menu.Entry) -> String { ">\(drawing(entry.icon))\(entry.label.escapedForHTML())" }
        self.menu = menu
        today = end(menu.today)
        areas = menu.areas.map { area in
            let head = "<summary class=\"menu-top\">\(drawing(area.icon))\(area.label.escapedForHTML())\(drawing("down"))</summary>\n<ul>\n"
            return (head, area.entries.map(end))
        }
    }

    /// - Parameter counts: HTML after the label of an entry, by its address.
    func html(at path: String, counts: [String: String] = [:]) -> String {
        let place = menu.place(of: path)
        let isFolded = menu.isFolded
        var html = HTMLWriter(capacity: 1_000 + areas.count * 500 + areas.reduce(0) { $0 + $1.entries.count } * 250)
        begin(menu.today, place, "class=\"menu-top\" ", &html)
        html.raw(today)
        html.markup("</a></li>\n")
        for (area, drawn) in zip(menu.areas, areas) {
            html.markup("<li>\n<details")
            if isFolded { html.markup(" class=\"folded\"") }
            if !isFolded || place?.area?.text == area.text { html.markup(" open") }
            html.markup(">\n")
            html.raw(drawn.head)
            for (entry, end) in zip(area.entries, drawn.entries) {
                begin(entry, place, "", &html)
                html.raw(end)
                if let count = counts[entry.tabs[0].address] { html.raw(count) }
                html.markup("</a></li>\n")
            }
            html.markup("</ul>\n</details>\n</li>\n")
        }
        return html.html
    }

    private func begin(_ entry: Menu.Entry, _ place: Menu.Place?, _ attributes: StaticString, _ html: inout HTMLWriter) {
        html.markup("<li><a ")
        html.markup(attributes)
        html.raw("href=\"\(entry.tabs[0].address.escapedForHTML())\"")
        if place?.entry.tabs == entry.tabs { html.markup(" aria-current=\"page\"") }
    }
}
