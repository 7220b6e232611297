import Foundation

/// BibTeX files. Numbers of citations stand in fields of their own or in a note, `Cited by 12`.
struct BibTeXReader {
    private let characters: [Character]
    private var at = 0

    static func read(_ text: String) -> ListReading {
        var reader = BibTeXReader(characters: Array(text))
        var reading = ListReading(format: .bibtex)
        var row = 0
        while let fields = reader.entry() {
            row += 1
            reading.add(work(fields), row: row)
        }
        return reading
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
        let note = fields["note"].flatMap { $0.lowercased().contains("cited by") || $0.lowercased().contains("citato da") ? $0 : nil }
        work.citations = (count ?? note).flatMap { ListText.count($0) }
        return work
    }

    /// The fields of the next entry; nil at the end.
    private mutating func entry() -> [String: String]? {
        while let start = characters[at...].firstIndex(of: "@") {
            at = start + 1
            let kind = word()
            skipSpace()
            guard at < characters.count, characters[at] == "{" || characters[at] == "(" else { continue }
            at += 1
            if ["comment", "preamble", "string"].contains(kind) { continue }
            return fields()
        }
        at = characters.count
        return nil
    }

    private mutating func fields() -> [String: String] {
        var fields: [String: String] = [:]
        // The key of the entry ends at the first comma.
        while at < characters.count, characters[at] != ",", characters[at] != "}" { at += 1 }
        while at < characters.count, characters[at] != "}" {
            at += 1
            skipSpace()
            let name = word()
            skipSpace()
            guard !name.isEmpty, at < characters.count, characters[at] == "=" else { continue }
            at += 1
            fields[name] = LaTeX.plain(value())
            skipSpace()
        }
        return fields
    }

    private mutating func value() -> String {
        skipSpace()
        guard at < characters.count else { return "" }
        let isQuoted = characters[at] == "\""
        guard isQuoted || characters[at] == "{" else {
            let start = at
            while at < characters.count, ![",", "}", "\n"].contains(characters[at]) { at += 1 }
            return String(characters[start..<at])
        }
        at += 1
        let start = at
        var depth = 0
        while at < characters.count {
            if characters[at] == "{" { depth += 1 }
            if characters[at] == (isQuoted ? "\"" : "}"), depth == 0 { break }
            if characters[at] == "}" { depth -= 1 }
            at += 1
        }
        let value = String(characters[start..<at])
        at = min(at + 1, characters.count)
        return value
    }

    private mutating func word() -> String {
        let start = at
        while at < characters.count, characters[at].isLetter || characters[at].isNumber || ["-", "_"].contains(characters[at]) { at += 1 }
        return String(characters[start..<at]).lowercased()
    }

    private mutating func skipSpace() { while at < characters.count, characters[at].isWhitespace { at += 1 } }
}
