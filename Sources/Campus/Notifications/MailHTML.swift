import Web

/// A message as HTML, drawn from its plain text so that both say the same. It asks for nothing from elsewhere and holds no address of its
/// own: nobody learns who opened it.
struct MailHTML {
    let language: Language
    /// Paragraphs that are headings.
    var headings: Set<String> = []
    /// Lines that are links.
    let links: Set<String>

    func page(_ text: String, title: String) -> String {
        let paragraphs = text.split(separator: "\n\n").map { paragraph(String($0)) }.joined(separator: "\n")
        return """
            <!DOCTYPE html>
            <html lang="\(language.rawValue)"><head><meta charset="utf-8"><title>\(title.escapedForHTML())</title></head><body>
            \(paragraphs)
            </body></html>

            """
    }

    private func paragraph(_ text: String) -> String {
        if headings.contains(text) { return "<h1>\(text.escapedForHTML())</h1>" }
        let lines = text.split(separator: "\n").map(String.init)
        // What letters are signed with, and what follows is small print.
        let isFoot = lines.first == "--"
        let drawn = (isFoot ? Array(lines.dropFirst()) : lines).map(line).joined(separator: "<br>\n")
        return isFoot ? "<hr>\n<p><small>\(drawn)</small></p>" : "<p>\(drawn)</p>"
    }

    private func line(_ text: String) -> String {
        let escaped = text.escapedForHTML()
        return links.contains(text) ? "<a href=\"\(escaped)\">\(escaped)</a>" : escaped
    }
}
