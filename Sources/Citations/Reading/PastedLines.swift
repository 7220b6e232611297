import Web

/// Reads pasted lines: citations, title and optionally authors and year, separated by tabs, or titles only.
enum PastedLines {
    static func read(_ text: String, needsCount: Bool) -> ListReading {
        var reading = ListReading(format: .text)
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map { $0.trimmingSpaces() }
            guard cells.contains(where: { !$0.isEmpty }) else { continue }
            let hasCount =
                cells.count > 1 && !cells[0].isEmpty
                && cells[0].allSatisfy { $0.isNumber || ".,".contains($0) || ListText.spaces.contains($0) }
            let rest = hasCount ? Array(cells.dropFirst()) : cells
            var work = ListedWork(title: ListText.title(rest[0]))
            work.citations = hasCount ? ListText.count(cells[0]) : nil
            if rest.count > 1 { work.authors = rest[1] }
            if rest.count > 2 { work.year = ListText.year(rest[2]) }
            reading.add(work, row: index + 1, needsCount: needsCount)
        }
        return reading
    }
}
