import Foundation
import Web

struct ListedWork: Sendable, Equatable {
    var title: String
    var authors = ""
    var venue = ""
    /// 1800 to next year; nil when missing or invalid.
    var year: Int?
    var citations: Int?
    var selfCitations: Int?
    var url = ""
    var identified: [IdentifiedAuthor] = []
    var emails: Set<String> = []

    /// Numbers works with equal title and year that a person declared different, in list order.
    var number = 1

    var identity: String { title.foldedTitle + "|" + (year.map(String.init) ?? "") + (number > 1 ? "|\(number)" : "") }

    var authorCount: Int? { AuthorNames(authors).count }
}

struct ListReading: Sendable {
    enum Format: String, Sendable, CaseIterable {
        case scholar, profile, layout, csv, bibtex, ris, json, text
        case webOfScience, scopusText, pubMed, endNote, xml

        /// Whether texts may hold HTML and LaTeX that the reader leaves in them.
        fileprivate var isMarked: Bool { ![.scholar, .profile, .layout, .bibtex].contains(self) }
    }

    struct Remark: Sendable, Equatable {
        let row: Int
        let kind: Kind
        var said = ""
        enum Kind: String, Sendable, CaseIterable {
            case noTitle, longTitle, notTitle, noCount, badCount, badYear, longCell, brokenRow, brokenEntry, tooMany, countsFrom
        }
    }

    /// What the list holds at a row; `leftOut` says why it is no work.
    struct Entry: Sendable, Equatable {
        let row: Int
        let work: ListedWork
        var leftOut: Remark.Kind?
    }

    var format: Format
    var works: [ListedWork] = []
    var remarks: [Remark] = []
    private(set) var entries: [Entry] = []

    static let mostWorks = 5_000
    /// Rows without a work and notes on others; more would fill the memory.
    static let mostRemarks = 20_000
    static let longestTitle = 4_000

    /// How many works are beyond the limits: they are counted and not read.
    private(set) var beyond = 0

    var isFull: Bool { beyond > 0 }

    mutating func leaveBeyond(row: Int) {
        if !isFull { remarks.append(Remark(row: row, kind: .tooMany)) }
        beyond += 1
        if let place = remarks.lastIndex(where: { $0.kind == .tooMany }) { remarks[place].said = String(beyond) }
    }

    mutating func add(_ work: ListedWork, row: Int, needsCount: Bool = true) {
        guard !isFull, works.count < Self.mostWorks, remarks.count < Self.mostRemarks else { return leaveBeyond(row: row) }
        var work = work
        if format.isMarked, work.title.utf8.count <= Self.longestTitle {
            (work.title, work.authors, work.venue) = (
                MarkedText.plain(work.title), MarkedText.plain(work.authors), MarkedText.plain(work.venue)
            )
        }
        // Scopus writes so in place of the authors.
        if work.authors.hasPrefix("[No author") { work.authors = "" }
        guard !work.title.isEmpty else { return leave(work, row, .noTitle) }
        guard work.title.utf8.count <= Self.longestTitle else {
            work.title = String(work.title.prefix(200)) + "…"
            return leave(work, row, .longTitle)
        }
        if needsCount, work.citations == nil { remarks.append(Remark(row: row, kind: .noCount)) }
        works.append(work)
        entries.append(Entry(row: row, work: work))
    }

    private mutating func leave(_ work: ListedWork, _ row: Int, _ kind: Remark.Kind) {
        remarks.append(Remark(row: row, kind: kind))
        if entries.count < 2 * Self.mostWorks { entries.append(Entry(row: row, work: work, leftOut: kind)) }
    }
}

struct ListRefusal: Error, Equatable {
    enum Reason: String, Sendable, CaseIterable {
        case blocked, unknownPage, unknownColumns, empty, broken
        /// Texts that look like a known format, but hold no work that can be read.
        case isiText, scopusText, pubMedText, endNoteText, risWithoutTypes, xmlList
        case notTitles

        /// Whether the document may be a page or a curriculum as text, in which titles are looked for.
        var mayBeProse: Bool { ![.blocked, .unknownPage, .empty, .broken].contains(self) }
    }

    let reason: Reason
}

struct AuthorNames {
    private let line: String

    init(_ line: String) { self.line = line }

    private static let cuts = ["…", "...", "et al", "others"]

    var isCut: Bool { Self.cuts.contains { line.contains($0) } }

    static func line(_ names: [String]) -> String {
        let parts = names.first?.split(separator: ",").map { $0.trimmingSpaces() } ?? []
        // A single name with a comma would be read as two.
        if names.count == 1, parts.count > 1 { return ([parts[1], parts[0]] + parts.dropFirst(2)).joined(separator: " ") }
        return names.joined(separator: names.contains { $0.contains(",") } ? "; " : ", ")
    }

    private var names: [Substring] {
        let byWord = line.replacing(" and ", with: ";").replacing(" & ", with: ";").replacing(" e ", with: ";")
        if byWord.contains(";") {
            // In `Rossi, Maria; Verdi, Luca` the comma belongs to a name.
            let parts = byWord.split(separator: ";")
            let isInverted =
                parts.allSatisfy { $0.count { $0 == "," } <= 1 } && parts.contains { $0.contains(",") } && !line.contains(", and")
            return isInverted && !(parts.count == 2 && byWord != line && !line.contains(";") && !parts[1].contains(","))
                ? parts : parts.flatMap { $0.split(separator: ",") }
        }
        let parts = line.split(separator: ",")
        return !isCut && Self.isOne(parts) ? [line[...]] : Self.inverted(parts)
    }

    /// Joins surnames with the initials behind them, as the older files of Scopus write them: `Carli, P.H., Croce, S.B.`.
    private static func inverted(_ parts: [Substring]) -> [Substring] {
        let areInitials = { (part: Substring) in
            let words = part.split(whereSeparator: \.isWhitespace)
            return !words.isEmpty && words.allSatisfy { $0.contains(".") && $0.prefix { $0 != "." }.count <= 2 }
        }
        let isSurname = { (part: Substring) in
            !part.contains(".") && part.split(whereSeparator: \.isWhitespace).allSatisfy { $0.count { $0.isLetter } > 1 }
        }
        var (names, place): ([Substring], Int) = ([], parts.startIndex)
        while place < parts.endIndex {
            let isPair = place + 1 < parts.endIndex && isSurname(parts[place]) && areInitials(parts[place + 1])
            let last = isPair ? parts[place + 1] : parts[place]
            names.append(parts[place].base[parts[place].startIndex..<last.endIndex])
            place += isPair ? 2 : 1
        }
        return names
    }

    /// Whether the parts around a comma are one person, as in `Rossi, Mario` or `De Luca, A.`, but not `M Rossi, L Verdi`.
    private static func isOne(_ parts: [Substring]) -> Bool {
        let words = parts.map { $0.split(whereSeparator: \.isWhitespace) }
        guard words.count == 2, let surname = words.first, let given = words.last, !surname.isEmpty, !given.isEmpty else { return false }
        let isInitial = { (word: Substring) in
            word.count { $0.isLetter } == 1 || word.contains(".") || word.count == 2 && word == word.uppercased()
        }
        if surname.contains(where: isInitial) { return false }
        return given.allSatisfy(isInitial) || surname.count == 1 && !isInitial(given[0])
    }

    var count: Int? {
        let count = names.count { $0.contains { $0.isLetter } }
        return isCut || count == 0 ? nil : count
    }

    var list: [String] {
        names.map { name in
            let whole = isCut ? String(name).replacing(/…|\.\.\.|\bet al\b\.?|\bothers\b/, with: "") : String(name)
            return whole.singleSpaced
        }.filter { $0.contains(where: \.isLetter) }
    }

    var people: [(key: String, name: String)] {
        var seen: Set<String> = []
        return names.map { String($0).singleSpaced }.compactMap { name in
            let isOne = name.contains(where: \.isLetter) && !Self.cuts.contains { name.contains($0) }
            return isOne ? Self.key(of: name).flatMap { seen.insert($0).inserted ? ($0, name) : nil } : nil
        }
    }

    var keys: Set<String> { count == nil ? [] : Set(names.compactMap { Self.key(of: String($0)) }) }

    /// Last word of the surname and first letter of the given name: `Rossi, Mario`, `Rossi M.` and `M Rossi` have one key.
    static func key(of name: String) -> String? { parts(of: name).map { $0.surname + " " + $0.given.prefix(1) } }

    /// Last word of the surname and first given name or initial, folded.
    static func parts(of name: String) -> (surname: String, given: String)? {
        let parts = name.split(separator: ",").map { String($0).foldedTitle.split(separator: " ") }.filter { !$0.isEmpty }
        guard let words = parts.first else { return nil }
        // Single letters after a surname are the given name.
        let surname = Array(words.reversed().drop { $0.count == 1 }.reversed())
        let isInverted = parts.count > 1 || !surname.isEmpty && surname.count < words.count
        let given = parts.count > 1 ? parts[1].first : isInverted ? words[surname.count] : words.count > 1 ? words[0] : nil
        return (String((isInverted && !surname.isEmpty ? surname : words).last ?? ""), given.map { String($0) } ?? "")
    }

    /// Whether an author has this surname, by whole words without case and accents: `De Luca` matches `de luca`.
    func include(surname: String) -> Bool {
        let wanted = surname.foldedTitle
        return wanted.isEmpty || (" " + line.foldedTitle + " ").contains(" " + wanted + " ")
    }
}

enum ListText {
    /// Parses `1,234`, `1.234` and `1 234`, and `12.0` from columns with gaps; nil for anything else, such as `12,5`.
    static func count(_ text: some StringProtocol) -> Int? {
        let isDigit = { (character: Character) in character.isASCII && character.isNumber }
        var rest = Substring(text).drop { !isDigit($0) }
        var digits = String(rest.prefix(while: isDigit))
        rest = rest.dropFirst(digits.count)
        // The first group has at most three digits.
        let hasGroups = digits.count <= 3
        while let sign = rest.first, spaces.contains(sign) || [",", ".", "’", "'"].contains(sign) {
            let group = rest.dropFirst().prefix(while: isDigit)
            guard hasGroups, group.count == 3 else {
                if [",", "."].contains(sign), group.contains(where: { $0 != "0" }) { return nil }
                break
            }
            digits += group
            rest = rest.dropFirst(4)
        }
        return digits.count <= 9 ? Int(digits, in: .whole) : nil
    }

    static let spaces: [Character] = [" ", "\u{A0}", "\u{202F}", "\u{2009}"]

    /// The count in a note: `Cited by 12`, `Cited By (since 1996):12`, `Times Cited in Web of Science Core Collection: 12`, `12 cites`.
    static func noted(_ text: String) -> Int? {
        let numbers =
            /(?:cited by|citato da|times cited[a-z ]*|citations|citazioni)\s*(?:\([^)]*\)\s*)?:?\s*(\d[\d.,]*)|(\d[\d.,]*) (?:cites|citations|citazioni)\b/
        return text.firstMatch(of: numbers.ignoresCase()).flatMap { count($0.1 ?? $0.2 ?? "") }
    }

    static func doi(_ text: String) -> String {
        let number = text.lowercased().hasPrefix("doi:") ? text.dropFirst(4).trimmingSpaces() : text
        return number.isEmpty || number.lowercased().hasPrefix("http") ? number : "https://doi.org/" + number
    }

    static var years: ClosedRange<Int> { 1800...CivilTime(.now, in: .gmt).year + 1 }

    static func year(_ text: some StringProtocol) -> Int? {
        let numbers = text.split { !($0.isASCII && $0.isNumber) }.filter { $0.count == 4 }.compactMap { Int($0, in: .whole) }
        return numbers.isEmpty ? nil : numbers.last(where: years.contains)
    }

    static func venue(_ text: String, year: Int?) -> String {
        guard let year = year.map(String.init) else { return text }
        return text == year ? "" : text.hasSuffix(", " + year) ? String(text.dropLast(year.count + 2)) : text
    }

    /// The title without Scholar's prefixes `[CITATION]` and `[PDF]`.
    static func title(_ text: String) -> String {
        var title = Substring(text)
        while title.hasPrefix("["), let end = title.firstIndex(of: "]"), title.distance(from: title.startIndex, to: end) <= 21 {
            title = title[title.index(after: end)...].drop(while: \.isWhitespace)
        }
        return String(title).singleSpaced
    }
}
