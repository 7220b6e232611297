import Web

/// Marks texts in another language with control characters that no text contains; marks survive joining in queries and pages.
extension String {
    public func marked(as language: Language) -> String { isEmpty ? self : "\u{2}\(language.rawValue)\u{1F}\(self)\u{3}" }

    public var unmarked: String {
        guard utf8.contains(0x02) else { return self }
        return marks.map(\.text).joined()
    }

    /// The text as HTML with `lang` attributes, for screen readers.
    public var markedHTML: String {
        guard utf8.contains(0x02) else { return escapedForPage() }
        return marks.map { mark in
            guard let language = mark.language else { return mark.text.escapedForPage() }
            return "<span lang=\"\(language.rawValue)\">\(mark.text.escapedForPage())</span>"
        }.joined()
    }

    /// The single language of the whole text; nil for the reader's or several.
    public var markedLanguage: Language? {
        let marks = utf8.contains(0x02) ? self.marks : []
        return marks.count == 1 ? marks[0].language : nil
    }

    private var marks: [(language: Language?, text: String)] {
        var pieces: [(language: Language?, text: String)] = []
        for (number, part) in split(separator: "\u{2}", omittingEmptySubsequences: false).enumerated() {
            var rest = part
            if number > 0, let sign = part.firstIndex(of: "\u{1F}") {
                let text = part[part.index(after: sign)...]
                let end = text.firstIndex(of: "\u{3}") ?? text.endIndex
                pieces.append((Language(rawValue: String(part[..<sign])), String(text[..<end])))
                rest = end == text.endIndex ? "" : text[text.index(after: end)...]
            }
            if !rest.isEmpty { pieces.append((nil, String(rest))) }
        }
        return pieces
    }
}
