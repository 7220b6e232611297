import Web

/// Titles in one cell, such as `Pane, Latte`. A title with a separator is quoted.
enum TitleList {
    static func text(_ titles: [String]) -> String {
        titles.map { title in
            title.utf8.contains { ",;\"\n".utf8.contains($0) } || title != title.trimmingSpaces()
                ? quoted(title) : title
        }.joined(separator: ", ")
    }

    private static let quote: Unicode.Scalar = "\""

    /// Compares scalars: in Swift a quote with a combining accent is one `Character`.
    private static func quoted(_ title: String) -> String {
        var text = String.UnicodeScalarView([quote])
        for scalar in title.unicodeScalars { text.append(contentsOf: scalar == quote ? [quote, quote] : [scalar]) }
        text.append(quote)
        return String(text)
    }

    static func titles(_ text: String) -> [String] {
        var titles: [String] = []
        var title = String.UnicodeScalarView()
        var (isQuoted, wasQuoted) = (false, false)
        let scalars = Array(text.unicodeScalars)
        var index = 0
        func end() {
            let plain = wasQuoted ? String(title) : String(title).trimmingSpaces()
            if !plain.isEmpty { titles.append(plain) }
            (title, wasQuoted) = (String.UnicodeScalarView(), false)
        }
        while index < scalars.count {
            let scalar = scalars[index]
            if isQuoted {
                if scalar != quote {
                    title.append(scalar)
                } else if index + 1 < scalars.count, scalars[index + 1] == quote {
                    title.append(quote)
                    index += 1
                } else {
                    isQuoted = false
                }
            } else if scalar == quote, String(title).trimmingSpaces().isEmpty, !wasQuoted {
                (isQuoted, wasQuoted) = (true, true)
                title = String.UnicodeScalarView()
            } else if scalar == "," || scalar == ";" {
                end()
            } else if !(wasQuoted && scalar.properties.isWhitespace) {
                title.append(scalar)
            }
            index += 1
        }
        end()
        return titles
    }
}
