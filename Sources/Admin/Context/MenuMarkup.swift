import Web

/// Writes the menu as HTML without a template: up to eighty lines on every page.
struct MenuMarkup: Sendable {
    private struct Line {
        let address: String
        let begin: String
        let end: String
    }

    private struct Group {
        let head: String
        var lines: [Line]
    }

    private let assets: String
    private var groups: [Group] = []

    init(assets: String) { self.assets = assets }

    mutating func add(_ label: String, icon: String, _ items: [(label: String, address: String)]) {
        guard !items.isEmpty else { return }
        let head =
            "<li>\n<details open>\n<summary class=\"menu-top\">\(drawing(icon))\(label.escapedForHTML())\(drawing("down"))</summary>\n<ul>"
        let lines = items.map { label, address in
            Line(address: address, begin: "<li><a href=\"\(address.escapedForHTML())\"", end: ">\(label.escapedForHTML())</a></li>")
        }
        groups.append(Group(head: head, lines: lines))
    }

    func html(at path: String) -> String {
        var html = HTMLWriter(capacity: groups.count * 400 + groups.map(\.lines.count).reduce(0, +) * 100)
        for group in groups {
            html.made(group.head)
            for line in group.lines {
                html.made(line.begin)
                if path.isAtOrBelow(line.address) { html.markup(" aria-current=\"page\"") }
                html.made(line.end)
            }
            html.markup("</ul>\n</details>\n</li>\n")
        }
        return html.html
    }

    private func drawing(_ icon: String) -> String {
        "<svg class=\"icon\" aria-hidden=\"true\"><use href=\"\(assets)/images/icons.svg#\(icon)\"/></svg>"
    }
}

extension String {
    fileprivate func isAtOrBelow(_ address: String) -> Bool {
        guard utf8.starts(with: address.utf8) else { return false }
        let rest = utf8.dropFirst(address.utf8.count)
        return rest.isEmpty || rest.first == UInt8(ascii: "/")
    }
}
