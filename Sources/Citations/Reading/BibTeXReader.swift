import Foundation

/// BibTeX files. Numbers of citations stand in fields of their own or in a note, `Cited by 12`.
struct BibTeXReader {
    private let characters: [Character]
    private var at = 0
    /// What `@string` names.
    private var names: [String: String] = [:]
    /// Whether the entry that is read ends before its last brace.
    private var isBroken = false
    /// What ends the entry that is read: it may stand in parentheses.
    private var end: Character = "}"

    static func read(_ text: String) -> ListReading {
        var reader = BibTeXReader(characters: Array(text))
        var reading = ListReading(format: .bibtex)
        var row = 0
        while let fields = reader.entry() {
            row += 1
            if reader.isBroken { reading.remarks.append(ListReading.Remark(row: row, kind: .brokenEntry)) }
            reading.add(work(fields), row: row)
        }
        return reading
    }

    /// Whether an entry begins a line near the start of a text: `@article{…`.
    static func isOne(_ text: some StringProtocol) -> Bool {
        text.split(maxSplits: 200, whereSeparator: \.isNewline).prefix(200).contains { line in
            let line = line.drop(while: \.isWhitespace)
            return line.hasPrefix("@") && line.contains { $0 == "{" || $0 == "(" }
        }
    }

    private init(characters: [Character]) { self.characters = characters }

    private static func work(_ fields: [String: String]) -> ListedWork {
        var work = ListedWork(title: fields["title"] ?? "")
        work.authors = (fields["author"] ?? "").split(separator: " and ").map { name in
            let parts = name.split(separator: ",", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
            return parts.count == 2 ? parts[1] + " " + parts[0] : parts.first ?? ""
        }.joined(separator: ", ")
        work.venue = fields["journal"] ?? fields["booktitle"] ?? fields["publisher"] ?? ""
        work.year = ListText.year(fields["year"] ?? fields["date"] ?? "")
        work.url = fields["url"] ?? fields["doi"].map { "https://doi.org/" + $0 } ?? ""
        let count = ["citations", "cited-by", "citedby", "times-cited"].lazy.compactMap { fields[$0] }.first
        work.citations =
            count.flatMap { ListText.count($0) } ?? ["note", "annote"].lazy.compactMap { fields[$0].flatMap(ListText.noted) }.first
        return work
    }

    /// The fields of the next entry; nil at the end.
    private mutating func entry() -> [String: String]? {
        while let start = characters[at...].firstIndex(of: "@") {
            at = start + 1
            let kind = word()
            skipSpace()
            guard at < characters.count, characters[at] == "{" || characters[at] == "(" else { continue }
            end = characters[at] == "(" ? ")" : "}"
            at += 1
            if ["comment", "preamble"].contains(kind) { continue }
            isBroken = false
            if kind == "string" { names.merge(fields()) { $1 } } else { return entryFields() }
        }
        at = characters.count
        return nil
    }

    private mutating func entryFields() -> [String: String] {
        // The key of the entry ends at the first comma.
        while at < characters.count, characters[at] != ",", characters[at] != end { at += 1 }
        if at < characters.count, characters[at] == "," { at += 1 }
        return fields()
    }

    /// Up to the brace that ends them, or to the next entry where that is missing.
    private mutating func fields() -> [String: String] {
        var fields: [String: String] = [:]
        while at < characters.count, characters[at] != end {
            if isEntryAhead {
                isBroken = true
                return fields
            }
            skipSpace()
            let name = word()
            skipSpace()
            guard !name.isEmpty, at < characters.count, characters[at] == "=" else {
                if at < characters.count, characters[at] != end, !isEntryAhead { at += 1 }
                continue
            }
            at += 1
            fields[name] = LaTeX.plain(value())
            skipSpace()
            if at < characters.count, characters[at] == "," { at += 1 }
        }
        if at >= characters.count { isBroken = true }
        return fields
    }

    /// Texts, numbers and names joined by `#`.
    private mutating func value() -> String {
        var value = part()
        skipSpace()
        while at < characters.count, characters[at] == "#" {
            at += 1
            value += part()
            skipSpace()
        }
        return value
    }

    private mutating func part() -> String {
        skipSpace()
        guard at < characters.count else { return "" }
        let isQuoted = characters[at] == "\""
        guard isQuoted || characters[at] == "{" else {
            let start = at
            while at < characters.count, ![",", end, "#"].contains(characters[at]), !characters[at].isNewline { at += 1 }
            let plain = String(characters[start..<at]).trimmingCharacters(in: .whitespaces)
            return names[plain.lowercased()] ?? plain
        }
        at += 1
        let start = at
        var depth = 0
        while at < characters.count {
            if characters[at] == "{" { depth += 1 }
            if characters[at] == (isQuoted ? "\"" : "}"), depth == 0 { break }
            if characters[at] == "}" { depth -= 1 }
            if isEntryAhead { return String(characters[start..<at]) }
            at += 1
        }
        let value = String(characters[start..<at])
        at = min(at + 1, characters.count)
        return value
    }

    /// Whether a line begins here with the start of an entry: no text goes on so, but an entry whose brace is missing does.
    private var isEntryAhead: Bool {
        guard at < characters.count, characters[at] == "@", at == 0 || characters[at - 1].isNewline else { return false }
        let kind = characters[(at + 1)...].prefix { $0.isASCII && $0.isLetter }
        return !kind.isEmpty && kind.endIndex < characters.count && ["{", "("].contains(characters[kind.endIndex])
    }

    private mutating func word() -> String {
        let start = at
        while at < characters.count, characters[at].isLetter || characters[at].isNumber || ["-", "_"].contains(characters[at]) { at += 1 }
        return String(characters[start..<at]).lowercased()
    }

    private mutating func skipSpace() { while at < characters.count, characters[at].isWhitespace { at += 1 } }
}
