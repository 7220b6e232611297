import Web

/// Texts on a page in one language that are in another, because nobody has translated them. Between the query and the page they carry marks,
/// which no text has of itself (the control characters start of text, unit separator and end of text), so that several can be joined to one.
extension String {
    /// What is said in another language than the reader's.
    public func marked(as language: Language) -> String { isEmpty ? self : "\u{2}\(language.rawValue)\u{1F}\(self)\u{3}" }

    /// As it is read, without marks.
    public var unmarked: String {
        guard utf8.contains(0x02) else { return self }
        return marks.map(\.text).joined()
    }

    /// As HTML: what is marked says its language, for whoever hears the page.
    public var markedHTML: String {
        guard utf8.contains(0x02) else { return escapedForPage() }
        return marks.map { mark in
            guard let language = mark.language else { return mark.text.escapedForPage() }
            return "<span lang=\"\(language.rawValue)\">\(mark.text.escapedForPage())</span>"
        }.joined()
    }

    /// The one language that all of it is in; nil where it is the reader's, or there are several.
    public var markedLanguage: Language? {
        let marks = utf8.contains(0x02) ? self.marks : []
        return marks.count == 1 ? marks[0].language : nil
    }

    /// Its pieces in order; those without a language are in the reader's.
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
