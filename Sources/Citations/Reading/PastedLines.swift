import Web

/// Reads pasted lines: citations, title and optionally authors and year, separated by tabs, or titles only.
enum PastedLines {
    /// Reads a pasted text; lines that look like no titles are left out and named, and a text of such lines throws `ListRefusal`.
    static func titles(_ text: String, needsCount: Bool) throws -> ListReading {
        var reading = read(text, needsCount: needsCount, onlyTitles: true)
        let others = reading.remarks.count { $0.kind == .notTitle }
        // Lines of wrapped sentences begin in small letters.
        let wrapped = reading.works.count { $0.citations == nil && $0.title.first?.isLowercase == true }
        let isProse = reading.works.count >= 5 && 5 * wrapped >= 2 * reading.works.count
        if isProse || others > 0 && 2 * others >= reading.works.count { throw ListRefusal(reason: .notTitles) }
        reading.remarks.sort { $0.row < $1.row }
        return reading
    }

    /// Whether a line without a count may be a title: mostly letters, no address, no tag, no paragraph.
    static func looksLikeTitle(_ title: String) -> Bool {
        let (all, letters, signs) = counts(title)
        guard (1...500).contains(all), !title.lowercased().hasPrefix("http"), !title.contains("://") else { return false }
        guard letters > 0, 2 * letters >= signs else { return false }
        let isTagOrMail = title.prefixMatch(of: tagOrMail) != nil
        return !isTagOrMail
    }

    /// Characters, letters, and signs other than spaces. Those of ASCII are counted by bytes.
    private static func counts(_ text: String) -> (all: Int, letters: Int, signs: Int) {
        // `\r\n` is one character.
        guard text.utf8.allSatisfy({ $0 < 0x80 && $0 != UInt8(ascii: "\r") }) else {
            return (text.count, text.count { $0.isLetter }, text.count { !$0.isWhitespace })
        }
        let letters = text.utf8.count { (0x61...0x7A).contains($0 | 0x20) }
        return (text.utf8.count, letters, text.utf8.count { $0 != 0x20 && !(0x09...0x0D).contains($0) })
    }

    /// Made once, because making it takes longer than a comparison.
    nonisolated(unsafe) private static let tagOrMail = #/[A-Z][A-Z0-9] {2}- |[^\s@]+@[^\s@]+$/#

    static func read(_ text: String, needsCount: Bool, onlyTitles: Bool = false) -> ListReading {
        var reading = ListReading(format: .text)
        for (index, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
            let cells = line.split(separator: "\t", omittingEmptySubsequences: false).map { $0.trimmingSpaces() }
            guard cells.contains(where: { !$0.isEmpty }) else { continue }
            let hasCount =
                cells.count > 1 && !cells[0].isEmpty
                && cells[0].allSatisfy { $0.isNumber || ".,".contains($0) || ListText.spaces.contains($0) }
            let rest = hasCount ? Array(cells.dropFirst()) : cells
            var work = ListedWork(title: ListText.title(rest[0]))
            if onlyTitles, !hasCount, !looksLikeTitle(work.title) {
                reading.remarks.append(ListReading.Remark(row: index + 1, kind: .notTitle, said: String(work.title.prefix(40))))
                continue
            }
            work.citations = hasCount ? ListText.count(cells[0]) : nil
            if rest.count > 1 { work.authors = rest[1] }
            if rest.count > 2 { work.year = ListText.year(rest[2]) }
            reading.add(work, row: index + 1, needsCount: needsCount)
        }
        return reading
    }
}
