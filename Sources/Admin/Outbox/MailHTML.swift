import Web

/// The HTML form of a plain-text message. It loads nothing and has no recipient-specific address, so opening cannot be tracked.
public struct MailHTML {
    let language: Language
    let headings: Set<String>
    let links: Set<String>

    public init(language: Language, headings: Set<String> = [], links: Set<String>) {
        (self.language, self.headings, self.links) = (language, headings, links)
    }

    public func page(_ text: String, title: String) -> String {
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
        let isFoot = lines.first == "--"
        let drawn = (isFoot ? Array(lines.dropFirst()) : lines).map(line).joined(separator: "<br>\n")
        return isFoot ? "<hr>\n<p><small>\(drawn)</small></p>" : "<p>\(drawn)</p>"
    }

    private func line(_ text: String) -> String {
        let escaped = text.escapedForHTML()
        return links.contains(text) ? "<a href=\"\(escaped)\">\(escaped)</a>" : escaped
    }
}
