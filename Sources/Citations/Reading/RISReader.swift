import Foundation

/// Reads RIS files: two-letter tag, two spaces, hyphen and a value that may continue on further lines.
enum RISReader {
    /// Without types an entry begins after the end of the one before.
    static func read(_ text: String, needsTypes: Bool = true) -> ListReading {
        var reading = ListReading(format: .ris)
        var (tags, row): ([(String, String)]?, Int) = (nil, 0)
        func close() {
            guard let found = tags else { return }
            row += 1
            reading.add(work(found), row: row)
            tags = nil
        }
        for line in text.split(whereSeparator: \.isNewline) {
            guard let (tag, value) = Self.tag(line) else {
                let last = (tags?.count ?? 0) - 1
                if last >= 0 { tags?[last].1 += " " + line.trimmingSpaces() }
                continue
            }
            // Some programs omit the end of an entry.
            if ["TY", "ER"].contains(tag) { close() }
            if tag == "TY" || !needsTypes && tags == nil && tag != "ER" { tags = [] }
            if tag != "TY" { tags?.append((tag, value)) }
        }
        close()
        return reading
    }

    static func isOne(_ text: some StringProtocol) -> Bool {
        text.split(maxSplits: 20, whereSeparator: \.isNewline).prefix(20).contains { tag(Substring($0))?.0 == "TY" }
    }

    private static func tag(_ line: Substring) -> (String, String)? {
        let parts = line.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let tag = parts[0].trimmingCharacters(in: .whitespaces)
        // Lines of abstracts may begin like `ER-positive` or `re-use`.
        guard parts.count == 2, tag.utf8.count == 2, tag == tag.uppercased(), parts[0].last?.isWhitespace == true else { return nil }
        return (tag, parts[1].trimmingCharacters(in: .whitespaces))
    }

    private static func work(_ tags: [(String, String)]) -> ListedWork {
        func first(_ names: String...) -> String {
            names.lazy.compactMap { name in tags.first { $0.0 == name && !$0.1.isEmpty }?.1 }.first ?? ""
        }
        var work = ListedWork(title: first("TI", "T1", "CT"))
        work.authors = AuthorNames.line(tags.filter { ["AU", "A1"].contains($0.0) }.map(\.1))
        work.venue = first("JO", "JF", "T2", "PB")
        work.year = ListText.year(first("PY", "Y1", "DA"))
        work.url = first("UR")
        if work.url.isEmpty { work.url = ListText.doi(first("DO")) }
        let notes = tags.lazy.filter { ["N1", "ZZ"].contains($0.0) }.compactMap { ListText.noted($0.1) }
        work.citations = ListText.count(first("TC")) ?? notes.first
        return work
    }
}
