import Admin
import Web

struct SPSSSyntax {
    let columns: [Column]
    let csv: CSV
    let file: String
    let words: Words

    /// SPSS limits in bytes: column label, value label, text.
    private static let (label, valueLabel, longestText) = (255, 119, 32_767)

    var text: String {
        let read = [
            "* Encoding: UTF-8.",
            "* Reads the file named below, which must lie in the working directory.",
            "SET DECIMAL=\(csv.decimalMark == "," ? "COMMA" : "DOT").",
            "GET DATA",
            "  /TYPE=TXT",
            "  /FILE=\(Self.quoted(file))",
            "  /ENCODING='UTF8'",
            "  /ARRANGEMENT=DELIMITED",
            "  /FIRSTCASE=2",
            "  /DELIMITERS=\(Self.quoted(csv.separator))",
            "  /QUALIFIER='\"'",
            "  /VARIABLES=",
        ]
        let formats = columns.map { "    \($0.name) \(Self.format($0))" }
        let last = formats.indices.last.map { formats[$0] + "." } ?? "."
        var lines = read + formats.dropLast() + [last]
        lines += columns.flatMap(guarding)
        lines += columns.map { "VARIABLE LABELS \($0.name)\n  \(Self.quoted($0.label(words), Self.label))." }
        lines += columns.flatMap(meanings)
        lines += columns.map { "VARIABLE LEVEL \($0.name) (\(Self.level($0)))." }
        lines += sets
        return lines.map { $0 + "\n" }.joined() + "EXECUTE.\n"
    }

    private static func format(_ column: Column) -> String {
        switch column.kind {
        case .row, .shown, .tick: "F8.0"
        case .person(let tag): tag == .yearOfCourse ? "F8.0" : "A400"
        case .score: "F8.2"
        case .number(let answer): "F20.\(min(9, answer.limits.decimals ?? 4))"
        case .day: "SDATE10"
        case .choice: "A\(max(8, column.question?.answers.map(\.code.utf8.count).max() ?? 0))"
        // A character takes at most four bytes, plus one for the apostrophe before a formula.
        case .text(let answer): "A\(min(longestText, min(answer.limits.length ?? answer.format.longest, longestText) * 4 + 1))"
        }
    }

    /// The export adds an apostrophe to texts that begin like a formula; this removes it again.
    private func guarding(_ column: Column) -> [String] {
        guard case .text = column.kind else { return [] }
        let name = column.name
        return [
            "IF (SUBSTR(\(name), 1, 1) = \"'\" AND INDEX('=+-@', SUBSTR(LTRIM(\(name), \"'\"), 1, 1)) > 0)",
            "  \(name) = SUBSTR(\(name), 2).",
        ]
    }

    private func meanings(_ column: Column) -> [String] {
        switch column.kind {
        case .shown: return [flag(column, "questionnaires.files.notShown", "questionnaires.files.shown")]
        case .tick: return [flag(column, "questionnaires.files.notChosen", "questionnaires.files.chosen")]
        case .choice:
            let answers = column.question?.answers ?? []
            let lines = answers.map { "  \(Self.quoted($0.code)) \(Self.quoted($0.text.isEmpty ? $0.code : $0.text, Self.valueLabel))" }
            return ["VALUE LABELS \(column.name)\n" + lines.joined(separator: "\n") + "."]
        case .row, .person, .score, .text, .number, .day: return []
        }
    }

    private func flag(_ column: Column, _ no: String, _ yes: String) -> String {
        "VALUE LABELS \(column.name) 0 \(Self.quoted(words(no), Self.valueLabel)) 1 \(Self.quoted(words(yes), Self.valueLabel))."
    }

    private static func level(_ column: Column) -> String {
        switch column.kind {
        case .score, .number, .day: "SCALE"
        case .row, .person, .shown, .tick, .choice, .text: "NOMINAL"
        }
    }

    private var sets: [String] {
        let ticks = columns.filter { if case .tick = $0.kind { true } else { false } }
        let questions = Dictionary(grouping: ticks) { $0.question?.id ?? 0 }.values.sorted {
            ($0[0].question?.id ?? 0) < ($1[0].question?.id ?? 0)
        }
        return questions.enumerated().map { index, ticks in
            let names = ticks.map(\.name).joined(separator: "\n    ")
            let label = Self.quoted(ticks[0].question?.text ?? "", Self.valueLabel)
            return "MRSETS /MDGROUP NAME=$set\(index + 1) LABEL=\(label)\n  VARIABLES=\(names) VALUE=1."
        }
    }

    static func quoted(_ text: String, _ most: Int = .max) -> String {
        var (inner, bytes) = ("", 0)
        for scalar in text.unicodeScalars {
            let isPlain = scalar.value >= 0x20 && scalar.value != 0x7F && scalar.value != 0x2028 && scalar.value != 0x2029
            let kept = isPlain ? scalar : " "
            bytes += String(kept).utf8.count
            guard bytes <= most else { break }
            inner.unicodeScalars.append(kept)
            // SPSS doubles an apostrophe inside a string.
            if kept == "'" { inner.unicodeScalars.append(kept) }
        }
        return "'\(inner)'"
    }
}
