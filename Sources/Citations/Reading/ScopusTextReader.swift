/// Reads the plain text of Scopus: authors, title, then a line `(2001) Hydrology, 12 (3), pp. 1-9. Cited 25 times.`
enum ScopusTextReader {
    static func read(_ text: String) -> ListReading {
        var reading = ListReading(format: .scopusText)
        // Works without citations have no mention of them.
        let tells = text.contains("Cited ")
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { String($0).trimmingSpaces() }
        let places = lines.indices.filter { lines[$0].prefixMatch(of: #/\((1[89]|20)\d\d\) /#) != nil }
        for (number, place) in places.enumerated() {
            let end = number + 1 < places.count ? places[number + 1] : lines.count
            var work = work(before: place, lines)
            work.year = ListText.year(lines[place].prefix(6))
            work.venue = String(lines[place].dropFirst(7).prefix { $0 != "," }).trimmingSpaces()
            let rest = lines[place..<end]
            work.citations = rest.lazy.compactMap(citations).first ?? (tells ? 0 : nil)
            let doi = rest.first { $0.hasPrefix("DOI: ") }?.dropFirst(5)
            work.url = doi.map { ListText.doi(String($0)) } ?? rest.first { $0.hasPrefix("http") } ?? ""
            reading.add(work, row: number + 1)
        }
        return reading
    }

    /// The title is the line before; the authors begin the lines up to the last empty one.
    private static func work(before place: Int, _ lines: [String]) -> ListedWork {
        let start = lines[..<place].lastIndex(of: "").map { $0 + 1 } ?? 0
        let block = lines[start..<place]
        var work = ListedWork(title: ListText.title(block.last ?? ""))
        if block.count > 1, let authors = block.first { work.authors = authors }
        return work
    }

    private static func citations(_ line: String) -> Int? {
        line.firstMatch(of: #/\bCited (\d[\d,.]*) times?\b/#).flatMap { ListText.count($0.1) }
    }
}
