import Admin
import Web

/// Writes a structure as plain text, as docs/questionnaires.md describes it for seed files and the editor; `StructureReader` parses it.
struct StructureWriter {
    private let structure: Structure
    private let outline: StructureOutline

    init(_ structure: Structure) {
        self.structure = structure.distinctlyCoded
        outline = StructureOutline(self.structure)
    }

    var text: String { structure.pages.flatMap { lines($0) }.map { $0 + "\n" }.joined() }

    private func lines(_ page: Page) -> [String] {
        var lines = element("#", page)
        for paragraph in page.paragraphs {
            lines += element("##", paragraph)
            for question in paragraph.questions { lines += self.lines(question) }
        }
        return lines
    }

    private func element(_ mark: String, _ element: some LabeledElement) -> [String] {
        [Self.line(mark, element.text)] + Self.notes(element.note) + Self.translations(element.translations) + rules(element.id)
    }

    private func lines(_ question: Question) -> [String] {
        let format = Self.format(question) + (question.isMandatory ? "!" : "")
        var lines = element("? \(question.code) \(format)", question)
        lines += question.tags.map { "tag \($0.rawValue)" } + Self.labels(question.labels)
        if !question.category.isEmpty { lines.append(Self.line("category", question.category)) }
        lines += Language.allCases.compactMap { language in
            question.translations[ElementWords.Part.category.rawValue, language].map { Self.line("category@" + language.rawValue, $0.text) }
        }
        if question.isShuffled { lines.append("shuffled") }
        if question.format == .free, let answer = question.free.first, answer.format == .number { lines += Self.unit(answer) }
        if question.format != .free {
            lines += question.answers.flatMap { [answer($0, question)] + Self.translations($0.translations) + Self.labels($0.labels) }
        }
        return lines
    }

    /// The text of a number that is written alone is its unit.
    private static func unit(_ answer: Answer) -> [String] {
        guard !answer.text.isEmpty else { return [] }
        let part = ElementWords.Part.text.rawValue
        return [line("unit", answer.text)]
            + Language.allCases.compactMap { language in
                answer.translations[part, language].map { line("unit@" + language.rawValue, $0.text) }
            }
    }

    private func answer(_ answer: Answer, _ question: Question) -> String {
        let text = Self.oneLine(answer.text)
        // What is put in order is written like an answer to choose, and says nothing of points.
        if question.look == .ranking { return Self.line("- \(answer.code)", ScoredLine(text).isScored ? text + " =" : text) }
        guard answer.format == .fixed else { return Self.line("+ \(answer.code)", Self.limited(answer, text)) }
        if let score = answer.score { return Self.line("- \(answer.code)", "\(text) = \(Language.english.decimal(score))") }
        // A text that looks scored gets an equals sign without points, to keep its meaning.
        return Self.line("- \(answer.code)", ScoredLine(text).isScored ? text + " =" : text)
    }

    private func rules(_ id: Int64) -> [String] {
        let simple = (outline.conditions[id] ?? []).compactMap { condition -> String? in
            guard let question = outline.questionOfAnswer[condition.trigger].flatMap({ outline.questions[$0] }),
                let answer = outline.answers[condition.trigger]
            else { return nil }
            return "\(condition.action.rawValue) if \(question.code).\(answer.code)"
        }
        return simple
            + (outline.rules[id] ?? []).map { "\($0.action.rawValue) if " + RuleText.text($0.test, outline.reference) }
    }

    private static func format(_ question: Question) -> String {
        guard question.format == .free else { return question.kind }
        let written = written(question.free.first ?? Answer(id: 0, format: .text))
        return question.look == .slider ? QuestionLook.slider.rawValue + written.dropFirst("number".count) : written
    }

    /// The text beside a choice. Its format is written only with brackets, so that no words are read as a format.
    private static func limited(_ answer: Answer, _ text: String) -> String {
        let format = written(answer)
        if format.contains("(") { return "\(format) \(text)" }
        if answer.format != .text { return "\(format)(..) \(text)" }
        return FreeFormat.leading(text) == nil ? text : "text(\(Answer.longest)) \(text)"
    }

    private static func written(_ answer: Answer) -> String {
        let range = "\(answer.limits.least ?? "")..\(answer.limits.greatest ?? "")"
        switch answer.format {
        case .number:
            let decimals = answer.limits.decimals.map { "; \($0)" } ?? ""
            return range == ".." && decimals.isEmpty ? "number" : "number(\(range)\(decimals))"
        case .day, .time, .dateTime: return range == ".." ? answer.format.rawValue : "\(answer.format.rawValue)(\(range))"
        case .email, .file: return answer.format.rawValue
        case .text, .fixed: return answer.limits.length.map { "text(\($0))" } ?? "text"
        }
    }

    private static func notes(_ note: String, mark: String = ">") -> [String] {
        note.isEmpty ? [] : note.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line(mark, String($0)) }
    }

    private static func labels(_ labels: [Label]) -> [String] { labels.map { line("label", $0.text) } }

    private static func translations(_ translations: Translations) -> [String] {
        Language.allCases.flatMap { language -> [String] in
            let mark = "@" + language.rawValue
            let text = translations[ElementWords.Part.text.rawValue, language].map { [line(mark, $0.text)] } ?? []
            return text + notes(translations[ElementWords.Part.note.rawValue, language]?.text ?? "", mark: mark + ">")
        }
    }

    private static func line(_ mark: String, _ text: String) -> String {
        let text = oneLine(text)
        return text.isEmpty ? mark : mark + " " + text
    }

    private static func oneLine(_ text: String) -> String {
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).joined(separator: " ").trimmingSpaces()
    }
}

struct ScoredLine {
    let text: String
    let score: Double?
    /// Whether the line ends in points, or in an equals sign without points.
    let isScored: Bool

    init(_ line: String) {
        guard let mark = line.lastIndex(of: "=") else {
            (text, score, isScored) = (line, nil, false)
            return
        }
        let behind = line[line.index(after: mark)...].trimmingSpaces()
        let number = DecimalText(behind)
        isScored = behind.isEmpty || number != nil
        text = isScored ? line[..<mark].trimmingSpaces() : line
        score = number?.number
    }
}
