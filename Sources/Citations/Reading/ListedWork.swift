import Foundation
import Web

/// A work as a list names it.
struct ListedWork: Sendable, Equatable {
    var title: String
    var authors = ""
    var venue = ""
    /// 1800 to next year; nil when the list says none, or something else.
    var year: Int?
    /// nil when the list does not say.
    var citations: Int?
    /// Of the citations, those by works of one of its own authors; nil when the list does not say.
    var selfCitations: Int?
    var url = ""

    /// Which it is of those with the same title and year, where a person said that they are different works: in the order of the lists.
    var number = 1

    /// Under what decisions about it are kept: the same in the next run.
    var identity: String { title.foldedTitle + "|" + (year.map(String.init) ?? "") + (number > 1 ? "|\(number)" : "") }

    /// How many wrote it; nil when nobody is named, or not all.
    var authorCount: Int? { AuthorNames(authors).count }
}

/// What a list holds, and what of it could not be read.
struct ListReading: Sendable {
    enum Format: String, Sendable { case scholar, profile, layout, csv, bibtex, ris, json, text }

    /// A row that was left out or is doubtful, counted from 1.
    struct Remark: Sendable, Equatable {
        let row: Int
        let kind: Kind
        /// What stands there instead of what should.
        var said = ""
        enum Kind: String, Sendable, CaseIterable {
            case noTitle, longTitle, noCount, badCount, badYear, longCell, brokenRow, brokenEntry, tooMany
        }
    }

    var format: Format
    var works: [ListedWork] = []
    var remarks: [Remark] = []

    static let mostWorks = 5_000
    /// Bytes; what is longer is no title.
    static let longestTitle = 4_000

    /// Whether something was left out because there was no more room.
    var isFull: Bool { remarks.last?.kind == .tooMany }

    /// Takes a row in, or says why not.
    /// - Parameter needsCount: whether a missing number of citations is worth a word.
    mutating func add(_ work: ListedWork, row: Int, needsCount: Bool = true) {
        guard works.count < Self.mostWorks else {
            if !isFull { remarks.append(Remark(row: row, kind: .tooMany)) }
            return
        }
        guard !work.title.isEmpty else { return remarks.append(Remark(row: row, kind: .noTitle)) }
        guard work.title.utf8.count <= Self.longestTitle else { return remarks.append(Remark(row: row, kind: .longTitle)) }
        if needsCount, work.citations == nil { remarks.append(Remark(row: row, kind: .noCount)) }
        works.append(work)
    }
}

/// Why a list is not read at all.
struct ListRefusal: Error, Equatable {
    enum Reason: String, Sendable { case blocked, unknownPage, unknownColumns, empty, broken }
    let reason: Reason
}

/// The authors of a work, as one line names them.
struct AuthorNames {
    private let line: String

    init(_ line: String) { self.line = line }

    private static let cuts = ["…", "...", "et al", "others"]

    /// Whether not all are named.
    var isCut: Bool { Self.cuts.contains { line.contains($0) } }

    /// Names as a list has them one by one, as one line: with semicolons where commas belong to names.
    static func line(_ names: [String]) -> String {
        let parts = names.first?.split(separator: ",").map { $0.trimmingSpaces() } ?? []
        // A single one would be two with a comma in it.
        if names.count == 1, parts.count > 1 { return ([parts[1], parts[0]] + parts.dropFirst(2)).joined(separator: " ") }
        return names.joined(separator: names.contains { $0.contains(",") } ? "; " : ", ")
    }

    private var names: [Substring] {
        let byWord = line.replacing(" and ", with: ";").replacing(" & ", with: ";").replacing(" e ", with: ";")
        if byWord.contains(";") {
            // `Rossi, Maria; Verdi, Luca`: the comma belongs to a name.
            let parts = byWord.split(separator: ";")
            let isInverted =
                parts.allSatisfy { $0.count { $0 == "," } <= 1 } && parts.contains { $0.contains(",") } && !line.contains(", and")
            return isInverted && !(parts.count == 2 && byWord != line && !line.contains(";") && !parts[1].contains(","))
                ? parts : parts.flatMap { $0.split(separator: ",") }
        }
        let parts = line.split(separator: ",")
        return !isCut && Self.isOne(parts) ? [line[...]] : parts
    }

    /// Whether what stands before and behind a comma is one person, `Rossi, Mario` or `De Luca, A.`, and not `M Rossi, L Verdi`.
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

    /// Name by name, as they stand.
    var list: [String] {
        names.map { name in
            let whole = String(name).replacing(/…|\.\.\.|\bet al\b\.?|\bothers\b/, with: "")
            return whole.split(whereSeparator: \.isWhitespace).joined(separator: " ")
        }.filter { $0.contains(where: \.isLetter) }
    }

    /// Everybody who is named, each once, with the key by which he is known in another list.
    var people: [(key: String, name: String)] {
        var seen: Set<String> = []
        return names.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }.compactMap { name in
            let isOne = name.contains(where: \.isLetter) && !Self.cuts.contains { name.contains($0) }
            return isOne ? Self.key(of: name).flatMap { seen.insert($0).inserted ? ($0, name) : nil } : nil
        }
    }

    /// All of them as `key` has them; empty when not all are named.
    var keys: Set<String> { count == nil ? [] : Set(names.compactMap { Self.key(of: String($0)) }) }

    /// The last word of the surname with the first letter of the given name, by which the same person is known in another list:
    /// `Rossi, Mario`, `Rossi M.` and `M Rossi` are one.
    static func key(of name: String) -> String? {
        let parts = name.split(separator: ",").map { String($0).foldedTitle.split(separator: " ") }.filter { !$0.isEmpty }
        guard let words = parts.first else { return nil }
        // What stands behind a surname in single letters is the given name.
        let surname = Array(words.reversed().drop { $0.count == 1 }.reversed())
        let isInverted = parts.count > 1 || !surname.isEmpty && surname.count < words.count
        let given = parts.count > 1 ? parts[1].first : isInverted ? words[surname.count] : words.count > 1 ? words[0] : nil
        return String((isInverted && !surname.isEmpty ? surname : words).last ?? "") + " " + (given?.prefix(1) ?? "")
    }

    /// Whether somebody of this surname is among them: whole words, whatever the capitals and accents; `De Luca` also as `de luca`.
    func include(surname: String) -> Bool {
        let wanted = surname.foldedTitle
        return wanted.isEmpty || (" " + line.foldedTitle + " ").contains(" " + wanted + " ")
    }
}

/// Small readings that several formats share.
enum ListText {
    /// `1,234`, `1.234` and `1 234` are one number; `12.0` is twelve, as programs write a column that has gaps.
    /// - Returns: nil where there is none, and for a part of a citation, `12,5`.
    static func count(_ text: some StringProtocol) -> Int? {
        let isDigit = { (character: Character) in character.isASCII && character.isNumber }
        var rest = Substring(text).drop { !isDigit($0) }
        var digits = String(rest.prefix(while: isDigit))
        rest = rest.dropFirst(digits.count)
        // Before the first sign between groups stand three digits at the most.
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

    /// Between the groups of a number.
    static let spaces: [Character] = [" ", "\u{A0}", "\u{202F}", "\u{2009}"]

    /// The number in a note: `Cited by 12`, `Cited By (since 1996):12`, `Times Cited in Web of Science Core Collection: 12`, `12 cites`.
    static func noted(_ text: String) -> Int? {
        let numbers =
            /(?:cited by|citato da|times cited[a-z ]*|citations|citazioni)\s*(?:\([^)]*\)\s*)?:?\s*(\d[\d.,]*)|(\d[\d.,]*) (?:cites|citations|citazioni)\b/
        return text.firstMatch(of: numbers.ignoresCase()).flatMap { count($0.1 ?? $0.2 ?? "") }
    }

    /// The address of a DOI, which some lists write as one already.
    static func doi(_ text: String) -> String {
        let number = text.lowercased().hasPrefix("doi:") ? text.dropFirst(4).trimmingSpaces() : text
        return number.isEmpty || number.lowercased().hasPrefix("http") ? number : "https://doi.org/" + number
    }

    /// Years that a work can be of: from 1800 to next year.
    static var years: ClosedRange<Int> { 1800...CivilTime(.now, in: .gmt).year + 1 }

    /// The last year in a text.
    static func year(_ text: some StringProtocol) -> Int? {
        let numbers = text.split { !($0.isASCII && $0.isNumber) }.filter { $0.count == 4 }.compactMap { Int($0, in: .whole) }
        return numbers.isEmpty ? nil : numbers.last(where: years.contains)
    }

    /// Where it came out, without the year that Scholar writes behind it.
    static func venue(_ text: String, year: Int?) -> String {
        guard let year = year.map(String.init) else { return text }
        return text == year ? "" : text.hasSuffix(", " + year) ? String(text.dropLast(year.count + 2)) : text
    }

    /// Without the marks in brackets that Scholar puts before a title, `[CITATION]`, `[PDF]`.
    static func title(_ text: String) -> String {
        var title = Substring(text)
        while title.hasPrefix("["), let end = title.firstIndex(of: "]"), title.distance(from: title.startIndex, to: end) <= 21 {
            title = title[title.index(after: end)...].drop(while: \.isWhitespace)
        }
        return title.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
}
