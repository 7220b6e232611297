import Foundation

/// RIS files: a tag of two letters, two spaces, a hyphen, a value.
enum RISReader {
    static func read(_ text: String) -> ListReading {
        var reading = ListReading(format: .ris)
        var (tags, row): ([(String, String)], Int) = ([], 0)
        for line in text.split(whereSeparator: \.isNewline) {
            guard let (tag, value) = Self.tag(line) else { continue }
            if tag == "ER" {
                row += 1
                reading.add(work(tags), row: row)
                tags = []
            } else {
                tags.append((tag, value))
            }
        }
        return reading
    }

    static func tag(_ line: Substring) -> (String, String)? {
        let parts = line.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        let tag = parts[0].trimmingCharacters(in: .whitespaces)
        guard parts.count == 2, tag.utf8.count == 2 else { return nil }
        return (tag, parts[1].trimmingCharacters(in: .whitespaces))
    }

    private static func work(_ tags: [(String, String)]) -> ListedWork {
        func first(_ names: String...) -> String { names.lazy.compactMap { name in tags.first { $0.0 == name }?.1 }.first ?? "" }
        var work = ListedWork(title: first("TI", "T1", "CT"))
        let names = tags.filter { ["AU", "A1"].contains($0.0) }.map(\.1)
        work.authors = names.joined(separator: names.contains { $0.contains(",") } ? "; " : ", ")
        work.venue = first("JO", "JF", "T2", "PB")
        work.year = ListText.year(first("PY", "Y1", "DA"))
        work.url = first("UR")
        let counted = tags.first { tag, value in
            tag == "TC"
                || ["N1", "ZZ"].contains(tag)
                    && ["cited by", "times cited", "citations", "citato da"].contains { value.lowercased().hasPrefix($0) }
        }
        work.citations = counted.flatMap { ListText.count($0.1) }
        return work
    }
}
