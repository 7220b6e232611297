/// Reads questions in GIFT, the text format of Moodle's question bank. Right answers, weights and feedback are no part of a questionnaire.
public struct GIFTReader: FormReader {
    public static let name = "GIFT"
    public let title = ""

    private let blocks: [(line: Int, text: String)]
    private var place = 0
    private var waiting: [FormItem] = []
    private var number = 0

    /// nil for a text without an answer in braces.
    public init?(_ text: String) {
        var (blocks, lines, begins): ([(line: Int, text: String)], [String], Int) = ([], [], 1)
        func end() {
            if !lines.isEmpty { blocks.append((begins, lines.joined(separator: "\n"))) }
            lines = []
        }
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            let line = line.trimmed
            if line.isEmpty {
                end()
            } else if !line.hasPrefix("//") {
                if lines.isEmpty { begins = index + 1 }
                lines.append(line)
            }
        }
        end()
        self.blocks = blocks
        guard blocks.contains(where: { Self.answers(in: $0.text) != nil }) else { return nil }
    }

    public mutating func next() throws -> ImportItem<FormItem>? {
        if !waiting.isEmpty { return ImportItem(ImportPlace(.line, line), waiting.removeFirst()) }
        guard place < blocks.count else { return nil }
        waiting = items(blocks[place].text)
        place += 1
        return try next()
    }

    private var line: Int { blocks[max(0, place - 1)].line }

    private mutating func items(_ block: String) -> [FormItem] {
        if block.hasPrefix("$CATEGORY:") { return [] }
        number += 1
        var (text, title) = (block, "")
        if text.hasPrefix("::"), let close = text.dropFirst(2).firstRange(of: "::") {
            title = Self.plain(String(text[text.index(text.startIndex, offsetBy: 2)..<close.lowerBound]))
            text = String(text[close.upperBound...])
        }
        guard let braces = Self.answers(in: text) else { return [FormItem("note", ["label": Self.plain(text)])] }
        let (before, after) = (String(text[..<braces.lowerBound]), String(text[braces.upperBound...]))
        let label = Self.plain(after.allSatisfy(\.isWhitespace) ? before : before + " ____ " + after)
        let inner = String(text[braces].dropFirst().dropLast())
        let cells = ["name": "q\(number)", "label": label.isEmpty ? title : label, "title": label.isEmpty || title == label ? "" : title]
        return question(cells, Answers(inner))
    }

    private func question(_ cells: [String: String], _ answers: Answers) -> [FormItem] {
        var cells = cells
        cells["feedback"] = answers.feedback
        switch answers.kind {
        case .essay: return [FormItem("text", cells)]
        case .number:
            cells["answer"] = answers.right
            return [FormItem("decimal", cells)]
        case .short:
            cells["answer"] = answers.right
            return [FormItem("text", cells)]
        case .truth:
            cells["answer"] = answers.right
            return [FormItem("select_one", cells, choices: [.init("true", "True"), .init("false", "False")])]
        case .one, .several:
            cells["answer"] = answers.right
            let choices = answers.texts.enumerated().map { FormItem.Choice("a\($0 + 1)", $1) }
            return [FormItem(answers.kind == .one ? "select_one" : "select_multiple", cells, choices: choices)]
        case .pairs:
            let choices = Set(answers.pairs.map(\.right)).sorted().enumerated().map { FormItem.Choice("a\($0 + 1)", $1) }
            let (name, label) = (cells["name"] ?? "", cells["label"] ?? "")
            let head = FormItem("begin_group", ["name": name, "label": label, "appearance": "table-list"])
            let rows = answers.pairs.enumerated().map { index, pair in
                FormItem("select_one", ["name": "\(name)_\(index + 1)", "label": pair.left, "answer": pair.right], choices: choices)
            }
            return [head] + rows + [FormItem("end_group")]
        }
    }

    /// The braces of the answer, without those behind a backslash.
    private static func answers(in text: String) -> Range<String.Index>? {
        var (open, isEscaped): (String.Index?, Bool) = (nil, false)
        for index in text.indices {
            defer { isEscaped = text[index] == "\\" && !isEscaped }
            if isEscaped { continue }
            if text[index] == "{", open == nil { open = index }
            if text[index] == "}", let open { return open..<text.index(after: index) }
        }
        return nil
    }

    /// The text without its format (`[html]`), tags and backslashes.
    static func plain(_ text: String) -> String {
        var text = text.trimmed
        for format in ["[html]", "[moodle]", "[plain]", "[markdown]"] where text.hasPrefix(format) {
            text = String(text.dropFirst(format.count))
        }
        var (plain, isEscaped) = ("", false)
        for character in text {
            if character == "\\", !isEscaped {
                isEscaped = true
                continue
            }
            plain.append(isEscaped && character == "n" ? " " : character)
            isEscaped = false
        }
        return HTMLText.plain(plain).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private struct Answers {
        enum Kind { case essay, number, short, truth, one, several, pairs }

        private(set) var kind = Kind.essay
        private(set) var texts: [String] = []
        private(set) var pairs: [(left: String, right: String)] = []
        private(set) var right = ""
        private(set) var feedback = ""

        init(_ inner: String) {
            let inner = inner.trimmed
            if inner.isEmpty { return }
            if inner.hasPrefix("#"), !inner.hasPrefix("####") {
                (kind, right) = (.number, GIFTReader.plain(String(inner.dropFirst())))
                return
            }
            if let truth = Self.truth(inner) {
                (kind, right) = (.truth, truth ? "True" : "False")
                return
            }
            var rights: [String] = []
            var (isWeighted, hasWrong) = (false, false)
            for (sign, raw) in Self.parts(inner) {
                let (said, own) = Self.split(raw, at: "#")
                if !own.isEmpty { feedback += (feedback.isEmpty ? "" : " ") + GIFTReader.plain(own) }
                var text = said.trimmed
                if text.hasPrefix("%"), let end = text.dropFirst().firstIndex(of: "%") {
                    isWeighted = isWeighted || sign == "~" && !text.hasPrefix("%-") && !text.hasPrefix("%0%")
                    if !text.hasPrefix("%-"), !text.hasPrefix("%0%") {
                        rights.append(GIFTReader.plain(String(text[text.index(after: end)...])))
                    }
                    text = String(text[text.index(after: end)...])
                }
                if sign == "=", let arrow = text.firstRange(of: "->") {
                    pairs.append((GIFTReader.plain(String(text[..<arrow.lowerBound])), GIFTReader.plain(String(text[arrow.upperBound...]))))
                    continue
                }
                let plain = GIFTReader.plain(text)
                if sign == "=" { rights.append(plain) } else { hasWrong = true }
                if !plain.isEmpty { texts.append(plain) }
            }
            right = rights.joined(separator: "; ")
            kind = !pairs.isEmpty ? .pairs : !hasWrong ? .short : isWeighted && rights.count > 1 ? .several : .one
        }

        private static func truth(_ inner: String) -> Bool? {
            switch split(inner, at: "#").text.trimmed.uppercased() {
            case "T", "TRUE": true
            case "F", "FALSE": false
            default: nil
            }
        }

        /// The text before a sign that is not behind a backslash, and what follows it.
        private static func split(_ text: String, at sign: Character) -> (text: String, rest: String) {
            var isEscaped = false
            for index in text.indices {
                if text[index] == sign, !isEscaped { return (String(text[..<index]), String(text[text.index(after: index)...])) }
                isEscaped = text[index] == "\\" && !isEscaped
            }
            return (text, "")
        }

        private static func parts(_ inner: String) -> [(sign: Character, text: String)] {
            var (parts, isEscaped): ([(sign: Character, text: String)], Bool) = ([], false)
            for character in inner {
                if !isEscaped, character == "=" || character == "~" {
                    parts.append((character, ""))
                } else if !parts.isEmpty {
                    parts[parts.count - 1].text.append(character)
                }
                isEscaped = character == "\\" && !isEscaped
            }
            return parts
        }
    }
}
