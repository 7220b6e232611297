import Foundation

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
        // Spaces of all widths and hyphenation marks.
        ",": " ", ";": " ", ":": " ", "\\": " ", "-": "", "/": "", "!": "",
    ]
    /// Signs of formulas, as pages and catalogues write them.
    private static let signs = ["infty": "∞", "times": "×", "cdot": "·", "pm": "±"]

    /// `{\'e}` becomes é, `\emph{x}` x, `CO$_2$` CO2; braces and formula signs are removed.
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
                } else if let letter = letters[command] ?? signs[command] {
                    add(letter)
                } else if command.first?.isLetter != true || rest.first != "{" {
                    add(command)
                }
            case "{", "}": continue
            case "$": isFormula.toggle()
            case "_" where isFormula || rest.first == "{", "^" where isFormula || rest.first == "{": continue
            case "~": plain += " "
            case _ where character.isWhitespace: plain += " "
            default: add(String(character))
            }
        }
        return plain.precomposedStringWithCanonicalMapping.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    /// Reads a command: one sign, or letters. Letter commands for accents and characters consume following spaces.
    private static func command(_ rest: inout Substring) -> String {
        let letters = rest.prefix { $0.isASCII && $0.isLetter }
        guard !letters.isEmpty else { return rest.popFirst().map(String.init) ?? "" }
        rest = rest[letters.endIndex...]
        let command = String(letters)
        if marks[command] != nil || Self.letters[command] != nil { rest = rest.drop(while: \.isWhitespace) }
        return command
    }

    /// Decodes an address, in which `~`, `_` and `%` may be escaped.
    static func address(_ text: String) -> String {
        let whole = text.replacing("\\textasciitilde", with: "~").replacing("$\\sim$", with: "~").replacing("\\url", with: "")
        return String(whole.filter { !["{", "}", "\\"].contains($0) && !$0.isWhitespace })
    }

    /// Escapes an address inside braces, only where it could end them.
    static func escapedAddress(_ text: String) -> String {
        text.replacing("{", with: "%7B").replacing("}", with: "%7D").replacing("\\", with: "%5C")
    }

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
