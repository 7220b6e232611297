import Foundation

/// The little of LaTeX that titles and names hold.
enum LaTeX {
    private static let marks: [Character: Unicode.Scalar] = [
        "'": "\u{301}", "`": "\u{300}", "^": "\u{302}", "\"": "\u{308}", "~": "\u{303}", "c": "\u{327}", "v": "\u{30C}",
    ]

    /// `{\'e}` becomes é; other braces go.
    static func plain(_ text: String) -> String {
        var (plain, mark): (String, Unicode.Scalar?) = ("", nil)
        var isEscaped = false
        for character in text {
            if isEscaped {
                isEscaped = false
                if let found = marks[character] { mark = found } else { plain.append(character) }
            } else if character == "\\" {
                isEscaped = true
            } else if character == "{" || character == "}" {
                continue
            } else {
                plain.append(character == "~" ? " " : character)
                if let scalar = mark, !character.isWhitespace {
                    plain.unicodeScalars.append(scalar)
                    mark = nil
                }
            }
        }
        return plain.precomposedStringWithCanonicalMapping.split(whereSeparator: \.isWhitespace).joined(separator: " ")
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
