/// A condition of LimeSurvey as one of XLSForm; what it does not know stays as it is, and is named as left out.
struct LimeSurveyCondition {
    let text: String

    /// - Parameter multiple: the codes of questions with several answers: `Q1_SQ001 == "Y"` means that one is chosen.
    init(_ source: String, _ multiple: Set<String>) {
        let source = source.trimmed
        guard !["", "1"].contains(source), source.utf8.count <= 5_000 else {
            text = source == "1" ? "" : source
            return
        }
        var (out, word): (String, String) = ("", "")
        var quote: Character?
        func end() {
            out += Self.converted(word)
            word = ""
        }
        for character in source {
            if let open = quote {
                out.append(character == open ? "'" : character)
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                end()
                out.append("'")
                quote = character
            } else if character.isLetter || character.isNumber || character == "_" || character == "." {
                word.append(character)
            } else {
                end()
                out.append(character)
            }
        }
        end()
        out = out.replacingAll("&&", " and ").replacingAll("||", " or ").replacingAll("==", "=").replacingAll("!is_empty(", "not(is_empty(")
        text = Self.known(Self.closed(out), multiple)
    }

    private static let words = [
        "and": "and", "or": "or", "not": "not", "eq": "=", "ne": "!=", "gt": ">", "ge": ">=", "lt": "<", "le": "<=",
    ]

    private static func converted(_ word: String) -> String {
        if word.isEmpty { return "" }
        if let known = words[word.lowercased()] { return " \(known) " }
        if word.first?.isNumber == true || word == "is_empty" { return word }
        let name = word.split(separator: ".").first.map(String.init) ?? word
        return "${\(name)}"
    }

    /// `not(is_empty(x)` with its bracket.
    private static func closed(_ text: String) -> String {
        var (out, rest) = ("", text[...])
        while let start = rest.firstRange(of: "not(is_empty("), let end = rest[start.upperBound...].firstIndex(of: ")") {
            out += "\(rest[..<start.lowerBound])(\(rest[start.upperBound..<end]) != '')"
            rest = rest[rest.index(after: end)...]
        }
        out += rest
        while let start = out.firstRange(of: "is_empty("), let end = out[start.upperBound...].firstIndex(of: ")") {
            let said = "(\(out[start.upperBound..<end]) = '')"
            out.replaceSubrange(start.lowerBound...end, with: said)
        }
        return out
    }

    /// `${Q1_SQ001} = 'Y'` of a question with several answers.
    private static func known(_ text: String, _ multiple: Set<String>) -> String {
        var out = text
        for code in multiple.sorted() {
            var from = out.startIndex
            while let start = out[from...].firstRange(of: "${\(code)_"), let brace = out[start.upperBound...].firstIndex(of: "}") {
                let answer = String(out[start.upperBound..<brace])
                let rest = out[out.index(after: brace)...]
                let trimmed = rest.drop(while: \.isWhitespace)
                guard trimmed.hasPrefix("="), case let value = trimmed.dropFirst().drop(while: \.isWhitespace), value.hasPrefix("'Y'")
                else {
                    from = brace
                    continue
                }
                let end = value.index(value.startIndex, offsetBy: 3)
                let said = "selected(${\(code)}, '\(answer)')"
                let offset = out.distance(from: out.startIndex, to: start.lowerBound) + said.count
                out.replaceSubrange(start.lowerBound..<end, with: said)
                from = out.index(out.startIndex, offsetBy: offset)
            }
        }
        return out
    }
}

extension String {
    fileprivate func replacingAll(_ word: String, _ other: String) -> String {
        split(separator: word, omittingEmptySubsequences: false).joined(separator: other)
    }
}
