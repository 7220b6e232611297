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
        "textquotedblright": "”", "ldots": "…", "dots": "…", "dh": "ð", "DH": "Ð", "dj": "đ", "DJ": "Đ", "th": "þ", "TH": "Þ", "ng": "ŋ",
        "guillemotleft": "«", "guillemotright": "»", "textasciitilde": "~", "textasciicircum": "^", "textbackslash": "\\",
        // Spaces of every width, and what only says where a word may be divided.
        ",": " ", ";": " ", ":": " ", "\\": " ", "-": "", "/": "", "!": "",
    ]

    /// `{\'e}` becomes é, `\emph{x}` x, `CO$_2$` CO2; braces and the signs around formulas go.
    static func plain(_ text: String) -> String {
        var (plain, mark, isFormula): (String, Unicode.Scalar?, Bool) = ("", nil, false)
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
            case "{", "}": continue
            case "$": isFormula.toggle()
            case "_" where isFormula, "^" where isFormula: continue
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

    /// An address, of which `~`, `_` and `%` are parts; some programs write them as LaTeX wants them nevertheless.
    static func address(_ text: String) -> String {
        let whole = text.replacing("\\textasciitilde", with: "~").replacing("$\\sim$", with: "~").replacing("\\url", with: "")
        return String(whole.filter { !["{", "}", "\\"].contains($0) && !$0.isWhitespace })
    }

    /// An address inside braces: as it stands, but for what could end it.
    static func escapedAddress(_ text: String) -> String {
        text.replacing("{", with: "%7B").replacing("}", with: "%7D").replacing("\\", with: "%5C")
    }

    /// A text inside braces: signs that LaTeX would take for its own are written as letters.
    static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, character in
            switch character {
            case "{", "}": escaped += " "
            case "\\": escaped += "\\textbackslash{}"
            case "~": escaped += "\\textasciitilde{}"
            case "^": escaped += "\\textasciicircum{}"
            case "&", "%", "$", "#", "_": escaped += "\\" + String(character)
            default: escaped.append(character)
            }
        }
    }
}
