import Web

extension String {
    /// Removes tags, resolves entities; output is still escaped. `lines` keeps line breaks and adds one for each line-ending tag.
    func plainWords(lines: Bool) -> String {
        var text = ""
        var tag: String?
        for character in self {
            if let open = tag {
                if character == ">" {
                    let name = open.lowercased().prefix { $0.isLetter || $0 == "/" }
                    text +=
                        ["p", "/p", "br", "br/", "li", "/li", "/div", "/h1", "/h2", "/h3", "/h4", "/tr"].contains(name) && lines
                        ? "\n" : " "
                    tag = nil
                } else {
                    tag = open + String(character)
                }
            } else if character == "<" {
                tag = ""
            } else {
                text.append(character)
            }
        }
        // A "<" without ">" was no tag.
        if let tag { text += "<" + tag }
        text = text.withoutEntities
        // Some programs escape twice.
        if text.contains("&") { text = text.withoutEntities }
        guard lines else { return text.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
        return text.split(whereSeparator: \.isNewline).map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
            .filter { !$0.isEmpty }.joined(separator: "\n")
    }

    /// Replaces `&egrave;`, `&#8217;` and `&#x2019;` by their characters. Keeps unknown entities and drops characters that cannot be typed.
    private var withoutEntities: String {
        var text = String.UnicodeScalarView()
        var rest = unicodeScalars[...]
        while let scalar = rest.popFirst() {
            if scalar == "&", let end = rest.prefix(12).firstIndex(of: ";"), let sign = HTMLText.sign(String(rest[..<end])) {
                text.append(sign)
                rest = rest[end...].dropFirst()
            } else {
                text.append(scalar)
            }
        }
        return String(text).withoutControls
    }

    /// Removes control characters, direction controls and stray marks, which no field accepts.
    var withoutControls: String {
        var text = unicodeScalars
        text.removeAll { $0.properties.generalCategory == .control && !$0.properties.isWhitespace }
        return ShownText.sanitized(String(text)).withoutDirections
    }

    /// Counts Unicode scalars, as the database does.
    func shortened(to limit: Int) -> String {
        unicodeScalars.count <= limit ? self : String(String.UnicodeScalarView(unicodeScalars.prefix(limit - 1))) + "…"
    }

    var withCapital: String { prefix(1).uppercased() + dropFirst() }
}
