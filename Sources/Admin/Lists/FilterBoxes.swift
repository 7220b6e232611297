import Web

/// The choices of a filter as check boxes, each with how many rows it finds; without a template, which is slow for long lists.
struct FilterBoxes {
    let html: String

    init(_ name: String, _ options: [FilterOption], chosen: [String], _ words: Words) {
        var html = HTMLWriter(capacity: options.count * 160)
        for option in options {
            html.markup("<label class=\"check")
            if option.count == 0 { html.markup(" nothing") }
            html.markup("\"><input type=\"checkbox\" name=\"")
            html.text(name)
            html.markup("\" value=\"")
            html.text(option.value)
            html.markup("\"")
            if chosen.contains(option.value) { html.markup(" checked") }
            html.markup("><span>")
            html.text(option.label)
            if let count = option.count {
                html.markup(" <span class=\"count\">")
                html.text(words.language.number(count))
                html.markup("</span>")
            }
            html.markup("</span></label>\n")
        }
        self.html = html.html
    }
}
