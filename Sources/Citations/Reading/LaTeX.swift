import Foundation

/// The little of LaTeX that titles and names hold.
enum LaTeX {
    private static let marks: [String: Unicode.Scalar] = [
        "'": "\u{301}", "`": "\u{300}", "^": "\u{302}", "\"": "\u{308}", "~": "\u{303}", "=": "\u{304}", ".": "\u{307}", "c": "\u{327}",
        "v": "\u{30C}", "u": "\u{306}", "H": "\u{30B}", "k": "\u{328}", "r": "\u{30A}", "d": "\u{323}",
    ]
    private static let letters = [
        "ss": "ß", "o": "ø", "O": "Ø", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ", "aa": "å", "AA": "Å", "l": "ł", "L": "Ł", "i": "i",
        "j": "j", "textendash": "–", "textemdash": "—", "textquoteleft": "‘", "textquoteright": "’", "textquotedblleft": "“",
        "textquotedblright": "”", "ldots": "…", "dots": "…",
    ]

    /// `{\'e}` becomes é, `\emph{x}` x; braces and the signs around formulas go.
    static func plain(_ text: String) -> String {
        var (plain, mark): (String, Unicode.Scalar?) = ("", nil)
        var rest = text[...]
        func add(_ letter: some StringProtocol) {
            plain += letter
            guard let scalar = mark else { return }
            plain.unicodeScalars.append(scalar)
            mark = nil
        }
        while let character = rest.popFirst() {
            switch character {
            case "\\":
                let command = command(&rest)
                if let found = marks[command] {
                    mark = found
                } else if let letter = letters[command] {
                    add(letter)
                } else if command.first?.isLetter != true || rest.first != "{" {
                    // What is not said of the text in braces behind it is a sign or a name: `\&`, `\alpha`.
                    add(command)
                }
            case "{", "}", "$": continue
            case "~": plain += " "
            case _ where character.isWhitespace: plain += " "
            default: add(String(character))
            }
        }
        return plain.precomposedStringWithCanonicalMapping.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// What stands behind a backslash: a sign, or letters, of which those that stand for a mark or a letter swallow the spaces behind them.
    private static func command(_ rest: inout Substring) -> String {
        let letters = rest.prefix { $0.isASCII && $0.isLetter }
        guard !letters.isEmpty else { return rest.popFirst().map(String.init) ?? "" }
        rest = rest[letters.endIndex...]
        let command = String(letters)
        if marks[command] != nil || Self.letters[command] != nil { rest = rest.drop(while: \.isWhitespace) }
        return command
    }

    /// A text inside braces: signs that LaTeX would take for its own are written as letters.
    static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "{", "}", "\\": escaped += " "
            case "&", "%", "$", "#", "_": escaped += "\\" + String(character)
            default: escaped.append(character)
            }
        }
    }
}
