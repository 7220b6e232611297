import Foundation

/// Reads BibTeX files. Citation counts are in their own fields or in a note, `Cited by 12`.
struct BibTeXReader {
    private let characters: [Character]
    private var at = 0
    private var names: [String: String] = [:]
    /// The bytes that expanded names and proceedings may still add: nested names could exhaust memory.
    private var left = 5_000_000
    private var isBroken = false
    private var end: Character = "}"
    private var isCommentOpen = false

    private struct Entry {
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
            // Proceedings that only serve as a `crossref` target are not works.
            if wholes.contains(entry.key), entry.fields["author"] == nil { continue }
            let whole = entry.whole.flatMap { known[$0] } ?? [:]
            let isTaken = reader.take(whole.values.reduce(0) { $0 + $1.utf8.count })
            reading.add(work(entry.fields, partOf: isTaken ? whole : [:]), row: index + 1)
        }
        return reading
    }

    /// Whether a line near the start begins an entry: `@article{…`.
    static func isOne(_ text: some StringProtocol) -> Bool {
        text.split(maxSplits: 200, whereSeparator: \.isNewline).prefix(200).contains { line in
            let line = line.drop(while: \.isWhitespace)
            return line.hasPrefix("@") && line.contains { $0 == "{" || $0 == "(" }
        }
    }

    private init(characters: [Character]) { self.characters = characters }

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

    /// Splits names; text in braces is one name, `{Barnes and Noble}`.
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

    /// Converts `Rossi, Mario` and `Rossi, Jr, Mario` to given name first.
    private static func person(_ name: String) -> String {
        let parts = LaTeX.plain(name).split(separator: ",").map { $0.trimmingSpaces() }
        guard parts.count > 1, let given = parts.last else { return parts.joined() }
        return ([given] + parts.dropLast()).joined(separator: " ")
    }

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
        while at < characters.count, characters[at] != ",", characters[at] != end { at += 1 }
        let key = String(characters[start..<at]).trimmingSpaces().lowercased()
        if at < characters.count, characters[at] == "," { at += 1 }
        let fields = fields()
        return Entry(key: key, fields: fields, isBroken: isBroken)
    }

    /// Reads up to the closing brace, or to the next entry when it is missing.
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
        case "author": value
        case "url", "doi", "crossref": LaTeX.address(value)
        default: LaTeX.plain(value)
        }
    }

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

    private mutating func take(_ bytes: Int) -> Bool {
        guard bytes <= left else { return false }
        left -= bytes
        return true
    }

    /// Whether a new entry begins on this line, which means that a brace is missing.
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
