import Formats

/// Cleans titles, names and venues as catalogues write them: HTML, entities and LaTeX become plain text.
enum MarkedText {
    static func plain(_ text: String) -> String {
        var text = text
        // Some catalogues escape twice: `&amp;lt;i&amp;gt;`.
        for _ in 0..<3 where text.utf8.contains(where: { $0 == UInt8(ascii: "<") || $0 == UInt8(ascii: "&") }) {
            text = entities(text.replacing(tag, with: { $0.output.1 == nil ? "" : " " }))
        }
        if isLaTeX(text) { text = LaTeX.plain(text) }
        text = text.replacing("``", with: "“").replacing("''", with: "”")
        return text.singleSpaced
    }

    /// Elements of text and formulas; those in the group part words.
    nonisolated(unsafe) private static let tag =
        #/<\/?(?:(p|br|div|title|sec)|(?:jats|mml|m|ns\d+):[a-z-]+|i|b|u|em|strong|sub|sup|inf|sc|scp|span|font|tt|italic|bold|math|m(?:row|i|n|o|text|sub|sup|subsup|frac|sqrt|over|under|style|space))(?:\s[^<>]*)?\/?>/#
        .ignoresCase()

    /// Whether a text has commands, braces or formulas of LaTeX, not only a sign such as `$5`.
    private static func isLaTeX(_ text: String) -> Bool {
        guard text.utf8.contains(where: { "\\{$".utf8.contains($0) }) else { return false }
        return text.firstMatch(of: command) != nil || text.firstMatch(of: formula) != nil
    }

    nonisolated(unsafe) private static let command = #/\\[A-Za-z'`^"~=.]|\{[^{}]*\}/#
    nonisolated(unsafe) private static let formula = #/\$(?:[^$\s]{1,12}|[^$]*[\\^_{][^$]*)\$/#

    /// With the characters that entities stand for. `keepsSyntax` leaves those that XML needs.
    static func entities(_ text: String, keepsSyntax: Bool = false) -> String {
        guard text.utf8.contains(UInt8(ascii: "&")) else { return text }
        var (plain, rest) = ("", text[...])
        while let start = rest.firstIndex(of: "&") {
            plain += rest[..<start]
            let name = rest[rest.index(after: start)...].prefix(12).prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "#") }
            let isEnded = name.endIndex < rest.endIndex && rest[name.endIndex] == ";"
            let isKept = keepsSyntax && ["amp", "lt", "gt", "quot", "apos"].contains(name)
            if isEnded, !isKept, let sign = HTMLText.sign(String(name)), !keepsSyntax || !"<>&".unicodeScalars.contains(sign) {
                plain.unicodeScalars.append(sign)
                rest = rest[rest.index(after: name.endIndex)...]
            } else {
                plain += "&"
                rest = rest[rest.index(after: start)...]
            }
        }
        return plain + rest
    }
}
