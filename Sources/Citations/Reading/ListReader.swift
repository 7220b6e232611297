enum ListReader {
    static func isPage(_ text: String) -> Bool {
        let start = text.prefix(4_000).drop(while: \.isWhitespace)
        if start.hasPrefix("<") { return !isXML(start) }
        // Abstracts may contain HTML paragraphs.
        let isList = BibTeXReader.isOne(start) || RISReader.isOne(start) || TableReader.isOne(start)
        if isList || start.hasPrefix("{") || start.hasPrefix("[") { return false }
        let lower = start.lowercased()
        return ["<html", "<body", "<div", "<ul", "<table", "<p>"].contains { lower.contains($0) }
    }

    /// Whether a text beginning with a tag is XML, with or without the declaration, and no web page.
    private static func isXML(_ start: some StringProtocol) -> Bool {
        let lower = start.prefix(600).lowercased()
        if lower.hasPrefix("<?xml") { return !lower.contains("<html") }
        return ["<dblp", "<feed", "<pubmedarticleset", "<xml>", "<records>", "<result>", "<!doctype dblp", "<!doctype pubmed"].contains {
            lower.hasPrefix($0)
        }
    }

    /// Throws `ListRefusal`. `needsCount` reports works without citations; `layouts` are tried before the built-in page formats.
    static func read(
        _ text: String, columns: String = "", strictSurname: String? = nil, needsCount: Bool = true, layouts: [Layout] = []
    ) throws -> ListReading {
        let chosen = TableColumns(columns)
        let reading = try chosen.map { try TableReader.read(text, $0) } ?? works(text, strictSurname, needsCount, layouts)
        if reading.works.isEmpty, strictSurname == nil { throw ListRefusal(reason: .empty) }
        return reading
    }

    private static func works(_ text: String, _ strictSurname: String?, _ needsCount: Bool, _ layouts: [Layout]) throws -> ListReading {
        let start = text.drop(while: \.isWhitespace)
        if start.isEmpty { throw ListRefusal(reason: .empty) }
        if isPage(text) {
            let page = layouts.isEmpty ? nil : HTMLDocument(text)
            return try page.flatMap { page in layouts.lazy.compactMap { $0.read(page) }.first }
                ?? ScholarPages.read(text, strictSurname: strictSurname)
        }
        if start.hasPrefix("<") {
            guard let reading = XMLWorks.read(String(start)) else { throw ListRefusal(reason: .broken) }
            if reading.works.isEmpty { throw ListRefusal(reason: .xmlList) }
            return reading
        }
        if start.hasPrefix("[") || start.hasPrefix("{") { return try JSONWorks.read(text) }
        if BibTeXReader.isOne(start) { return BibTeXReader.read(text) }
        if RISReader.isOne(start) { return RISReader.read(text) }
        if TableReader.isOne(text) { return try TableReader.read(text) }
        if TableReader.isUnknown(text) { throw ListRefusal(reason: .unknownColumns) }
        if let format = TaggedFormat.reason(text: start) {
            guard let reading = TaggedFormat.read(text, format), !reading.works.isEmpty else { throw ListRefusal(reason: format) }
            return reading
        }
        return try PastedLines.titles(text, needsCount: needsCount)
    }
}
