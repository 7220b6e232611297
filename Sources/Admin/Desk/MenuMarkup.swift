import Web

/// Writes the menu of the back office as HTML, group after group.
///
/// Written here and not by a template, as the rows of lists are: it has up to eighty lines, and every page has it.
struct MenuMarkup {
    private(set) var html = ""
    private let path: String
    private let assets: String

    /// - Parameter path: of the page that is shown, whose line is marked.
    init(path: String, assets: String) { (self.path, self.assets) = (path, assets) }

    mutating func add(_ label: String, icon: String, _ items: [(label: String, address: String)]) {
        guard !items.isEmpty else { return }
        html +=
            "<li>\n<details open>\n<summary class=\"menu-top\">\(drawing(icon))\(label.escapedForHTML())\(drawing("down"))</summary>\n<ul>"
        for (label, address) in items {
            let isCurrent = path == address || path.hasPrefix(address + "/")
            html +=
                "<li><a href=\"\(address.escapedForHTML())\"\(isCurrent ? " aria-current=\"page\"" : "")>\(label.escapedForHTML())</a></li>"
        }
        html += "</ul>\n</details>\n</li>\n"
    }

    private func drawing(_ icon: String) -> String {
        "<svg class=\"icon\" aria-hidden=\"true\"><use href=\"\(assets)/images/icons.svg#\(icon)\"/></svg>"
    }
}
