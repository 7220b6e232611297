import Web

/// Puts answers into later texts: `{q1}` becomes the answer to the question with that code.
struct Piping {
    /// What an unanswered or hidden question leaves.
    static let blank = "…"

    private let said: [String: String]
    private let known: Set<String>

    init(_ navigation: Navigation, _ language: Language) {
        known = navigation.outline.piped
        guard !known.isEmpty else {
            said = [:]
            return
        }
        var said: [String: String] = [:]
        for question in navigation.questions where known.contains(question.code) {
            let given = question.judge(navigation.replies[question.id]).answers
            let words = question.inOrder(given).map { $0.spelled(question, language) }
            if !words.isEmpty { said[question.code] = words.joined(separator: ", ") }
        }
        self.said = said
    }

    /// - Parameter structure: whose texts are shown without answers.
    init(blank structure: Structure) { (said, known) = ([:], Set(structure.questions.map(\.code))) }

    static func codes(_ text: String) -> [String] { parts(text).compactMap(\.code) }

    /// The text with each `{code}` as a part of its own.
    private static func parts(_ text: String) -> [(text: Substring, code: String?)] {
        guard text.utf8.contains(UInt8(ascii: "{")) else { return [(text[...], nil)] }
        var (parts, rest): ([(text: Substring, code: String?)], Substring) = ([], text[...])
        while let open = rest.firstIndex(of: "{") {
            let behind = rest[rest.index(after: open)...]
            guard let close = behind.firstIndex(where: { $0 == "}" || $0 == "{" }) else { break }
            let code = String(behind[..<close])
            guard behind[close] == "}", ElementCode.isOne(code[...]) else {
                parts.append((rest[..<close], nil))
                rest = rest[close...]
                continue
            }
            let end = rest.index(after: close)
            parts.append((rest[..<open], nil))
            parts.append((rest[open..<end], code))
            rest = rest[end...]
        }
        return parts + [(text: rest, code: nil)]
    }

    func text(_ text: String) -> String {
        guard !known.isEmpty else { return text }
        return Self.parts(text).map { part in
            guard let code = part.code, known.contains(code) else { return String(part.text) }
            return said[code] ?? Self.blank
        }.joined()
    }

    func structure(_ structure: Structure) -> Structure {
        guard !known.isEmpty else { return structure }
        return structure.rewording { saying in
            for part in ElementWords.Part.asked { saying[part] = text(saying[part]) }
        }
    }

    func page(_ page: Page) -> Page { structure(Structure(pages: [page])).pages.first ?? page }

    func question(_ question: Question) -> Question {
        structure(Structure(pages: [Page(id: 0, paragraphs: [Paragraph(id: 0, questions: [question])])])).questions.first ?? question
    }
}

extension Question {
    func inOrder(_ given: [GivenAnswer]) -> [GivenAnswer] {
        guard look == .ranking else { return given }
        return given.sorted { (Int($0.value ?? "", in: .whole) ?? 0) < (Int($1.value ?? "", in: .whole) ?? 0) }
    }
}

extension GivenAnswer {
    func spelled(_ question: Question, _ language: Language) -> String {
        guard let own = question.answers.first(where: { $0.id == answer }) else { return "" }
        guard let value, question.look != .ranking else { return own.text }
        let written = WrittenText(value, own.format, language).text
        if own.text.isEmpty { return written }
        // Beside a number that is written alone the text is its unit.
        return question.format == .free && own.format == .number ? "\(written) \(own.text)" : "\(own.text): \(written)"
    }
}
