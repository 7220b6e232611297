enum ListReader {
    static func isPage(_ text: String) -> Bool {
        let start = text.prefix(4_000).drop(while: \.isWhitespace)
        if start.hasPrefix("<"), !start.hasPrefix("<?xml version") { return true }
        // Abstracts may contain HTML paragraphs.
        let isList = BibTeXReader.isOne(start) || RISReader.isOne(start) || TableReader.isOne(start)
        if isList || start.hasPrefix("{") || start.hasPrefix("[") { return false }
        let lower = start.lowercased()
        return ["<html", "<body", "<div", "<ul", "<table", "<p>"].contains { lower.contains($0) }
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
        if start.hasPrefix("<") { throw ListRefusal(reason: UnreadFormat.reason(xml: start) ?? .broken) }
        if start.hasPrefix("[") || start.hasPrefix("{") { return try JSONWorks.read(text) }
        if BibTeXReader.isOne(start) { return BibTeXReader.read(text) }
        if RISReader.isOne(start) { return RISReader.read(text) }
        if TableReader.isOne(text) { return try TableReader.read(text) }
        if TableReader.isUnknown(text) { throw ListRefusal(reason: .unknownColumns) }
        if let format = UnreadFormat.reason(text: start) { throw ListRefusal(reason: format) }
        return try PastedLines.titles(text, needsCount: needsCount)
    }
}
