import Foundation

/// BibTeX files. Numbers of citations stand in fields of their own or in a note, `Cited by 12`.
struct BibTeXReader {
    private let characters: [Character]
    private var at = 0
    /// What `@string` names.
    private var names: [String: String] = [:]
    /// Bytes that names and proceedings may still add to what stands in the file: names of names would soon be more than any memory holds.
    private var left = 5_000_000
    /// Whether the entry that is read ends before its last brace.
    private var isBroken = false
    /// What ends the entry that is read: it may stand in parentheses.
    private var end: Character = "}"
    /// Whether a comment has no end.
    private var isCommentOpen = false

    private struct Entry {
        /// In small letters.
        let key: String
        let fields: [String: String]
        let isBroken: Bool
        var whole: String? { fields["crossref"]?.lowercased() }
    }

    static func read(_ text: String) -> ListReading {
        var reader = BibTeXReader(characters: Array(text))
        var reading = ListReading(format: .bibtex)
        var entries: [Entry] = []
        while let entry = reader.entry() { entries.append(entry) }
        let wholes = Set(entries.compactMap(\.whole))
        let known = Dictionary(entries.filter { wholes.contains($0.key) }.map { ($0.key, $0.fields) }) { first, _ in first }
        for (index, entry) in entries.enumerated() {
            if entry.isBroken { reading.remarks.append(ListReading.Remark(row: index + 1, kind: .brokenEntry)) }
            // Proceedings that are there for their parts are nobody's work.
            if wholes.contains(entry.key), entry.fields["author"] == nil { continue }
            let whole = entry.whole.flatMap { known[$0] } ?? [:]
            let isTaken = reader.take(whole.values.reduce(0) { $0 + $1.utf8.count })
            reading.add(work(entry.fields, partOf: isTaken ? whole : [:]), row: index + 1)
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

    /// - Parameter whole: the fields of what it refers to by `crossref`, which say what it does not say itself.
    private static func work(_ own: [String: String], partOf whole: [String: String]) -> ListedWork {
        var fields = own
        for name in ["year", "date", "publisher", "journal"] where own[name] == nil { fields[name] = whole[name] }
        if own["booktitle"] == nil { fields["booktitle"] = whole["booktitle"] ?? whole["title"] }
        var work = ListedWork(title: fields["title"] ?? "")
        work.authors = names(fields["author"] ?? "").map(person).joined(separator: ", ")
        work.venue = fields["journal"] ?? fields["booktitle"] ?? fields["publisher"] ?? ""
        work.year = ListText.year(fields["year"] ?? fields["date"] ?? "")
        work.url = fields["url"] ?? ListText.doi(fields["doi"] ?? "")
        let count = ["citations", "cited-by", "citedby", "times-cited"].lazy.compactMap { fields[$0] }.first
        work.citations =
            count.flatMap { ListText.count($0) } ?? ["note", "annote"].lazy.compactMap { fields[$0].flatMap(ListText.noted) }.first
        return work
    }

    /// Name by name: what is between braces is one, `{Barnes and Noble}`.
    private static func names(_ text: String) -> [String] {
        var (names, name, depth): ([String], String, Int) = ([], "", 0)
        for word in text.split(whereSeparator: \.isWhitespace) {
            if depth == 0, word.lowercased() == "and" {
                names.append(name)
                name = ""
                continue
            }
            depth += word.count { $0 == "{" } - word.count { $0 == "}" }
            name += " " + String(word)
        }
        return (names + [name]).filter { !$0.isEmpty }
    }

    /// `Rossi, Mario` and `Rossi, Jr, Mario`, given name first.
    private static func person(_ name: String) -> String {
        let parts = LaTeX.plain(name).split(separator: ",").map { $0.trimmingSpaces() }
        guard parts.count > 1, let given = parts.last else { return parts.joined() }
        return ([given] + parts.dropLast()).joined(separator: " ")
    }

    /// The next entry; nil at the end.
    private mutating func entry() -> Entry? {
        while let start = characters[at...].firstIndex(of: "@") {
            at = start + 1
            let kind = word()
            skipSpace()
            guard at < characters.count, characters[at] == "{" || characters[at] == "(" else { continue }
            end = characters[at] == "(" ? ")" : "}"
            at += 1
            if ["comment", "preamble"].contains(kind) {
                skipComment()
                continue
            }
            isBroken = false
            if kind == "string" { names.merge(fields()) { $1 } } else { return wholeEntry() }
        }
        at = characters.count
        return nil
    }

    /// Goes on behind a comment, whatever entries are in it; one without an end is only its first word.
    private mutating func skipComment() {
        guard !isCommentOpen else { return }
        let start: Character = end == ")" ? "(" : "{"
        var (place, depth) = (at, 1)
        while place < characters.count, depth > 0 {
            if characters[place] == start { depth += 1 }
            if characters[place] == end { depth -= 1 }
            place += 1
        }
        if depth == 0 { at = place } else { isCommentOpen = true }
    }

    private mutating func wholeEntry() -> Entry {
        let start = at
        // The key of the entry ends at the first comma.
        while at < characters.count, characters[at] != ",", characters[at] != end { at += 1 }
        let key = String(characters[start..<at]).trimmingSpaces().lowercased()
        if at < characters.count, characters[at] == "," { at += 1 }
        let fields = fields()
        return Entry(key: key, fields: fields, isBroken: isBroken)
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
            fields[name] = Self.plain(value(), of: name)
            skipSpace()
            if at < characters.count, characters[at] == "," { at += 1 }
        }
        if at >= characters.count { isBroken = true }
        return fields
    }

    private static func plain(_ value: String, of field: String) -> String {
        switch field {
        // Its braces say what is one name.
        case "author": value
        case "url", "doi", "crossref": LaTeX.address(value)
        default: LaTeX.plain(value)
        }
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
            guard let said = names[plain.lowercased()], take(said.utf8.count) else { return plain }
            return said
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

    /// - Returns: false where there are not as many left.
    private mutating func take(_ bytes: Int) -> Bool {
        guard bytes <= left else { return false }
        left -= bytes
        return true
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
