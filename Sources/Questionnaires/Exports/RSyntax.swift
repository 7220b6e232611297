import Admin
import Web

/// R code that reads the wide file with column types, value labels and question texts. ASCII only, so that R reads it alike everywhere.
struct RSyntax {
    let columns: [Column]
    let csv: CSV
    let file: String
    let words: Words

    var text: String {
        var lines = [
            "# Reads \(file), which must lie in the working directory.",
            "data <- read.csv(\(Self.quoted(file)), sep = \(Self.quoted(csv.separator)), dec = \(Self.quoted(csv.decimalMark)), quote = \"\\\"\",",
            "  fileEncoding = \"UTF-8-BOM\", encoding = \"UTF-8\", na.strings = \"\", check.names = FALSE, strip.white = FALSE,",
            "  colClasses = c(" + columns.map { "\($0.name) = \"\(Self.kind($0))\"" }.joined(separator: ", ") + "))",
            "# Texts that begin like a formula have an apostrophe before them in the file.",
            "plain <- function(x) sub(\"^'(?='*[-=+@\\t\\r\\n])\", \"\", x, perl = TRUE)",
        ]
        for column in columns { lines += self.lines(column) }
        return lines.map { $0 + "\n" }.joined()
    }

    private static func kind(_ column: Column) -> String {
        if case .day = column.kind { return "Date" }
        return column.isNumber ? "numeric" : "character"
    }

    private func lines(_ column: Column) -> [String] {
        var lines: [String] = []
        let place = "data$\(column.name)"
        switch column.kind {
        case .text: lines.append("\(place) <- plain(\(place))")
        case .choice:
            let answers = column.question?.answers ?? []
            let levels = answers.map { Self.quoted($0.code) }.joined(separator: ", ")
            let labels = answers.map { Self.quoted($0.text.isEmpty ? $0.code : $0.text) }.joined(separator: ", ")
            lines.append("\(place) <- factor(\(place), levels = c(\(levels)), labels = c(\(labels)))")
        case .row, .person, .shown, .tick, .score, .number, .day: break
        }
        return lines + ["attr(\(place), \"label\") <- \(Self.quoted(column.label(words)))"]
    }

    static func quoted(_ text: String) -> String {
        let inner = text.unicodeScalars.map { scalar -> String in
            switch scalar {
            case "\"", "\\": return "\\" + String(scalar)
            case " "..."~": return String(scalar)
            default:
                let number = String(scalar.value, radix: 16)
                return (scalar.value > 0xFFFF ? "\\U" : "\\u")
                    + String(repeating: "0", count: (scalar.value > 0xFFFF ? 8 : 4) - number.count) + number
            }
        }
        return "\"" + inner.joined() + "\""
    }
}
