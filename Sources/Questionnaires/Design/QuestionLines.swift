import Web

/// Questions as a designer types or pastes them: one on each line, with its answers below it behind a sign, or beside it in the cells of a sheet.
struct QuestionLines {
    private(set) var structure: Structure
    private(set) var added: [Int64] = []

    private var page = 0
    private var paragraph = 0
    private var place = 0
    private var freeID: Int64

    /// `id` is the paragraph that the questions end, or the question that they follow; nil for the end. Fails if there is no such place.
    init?(_ text: String, at id: Int64?, in structure: Structure) {
        (self.structure, freeID) = (structure, structure.freeID)
        if let id {
            switch structure.spot(id) {
            case .paragraph(let p, let a)?: (page, paragraph, place) = (p, a, structure.pages[p].paragraphs[a].questions.count)
            case .question(let p, let a, let q)?: (page, paragraph, place) = (p, a, q + 1)
            case .page?, nil: return nil
            }
        } else {
            if self.structure.pages.last?.paragraphs.isEmpty ?? true {
                self.structure.pages.append(Page(id: fresh(), paragraphs: [Paragraph(id: fresh())]))
            }
            page = self.structure.pages.count - 1
            paragraph = self.structure.pages[page].paragraphs.count - 1
            place = self.structure.pages[page].paragraphs[paragraph].questions.count
        }
        for line in text.split(whereSeparator: \.isNewline).map({ $0.trimmingSpaces() }) where !line.isEmpty { take(line) }
        self.structure = self.structure.coded
    }

    private mutating func fresh() -> Int64 {
        defer { freeID -= 1 }
        return freeID
    }

    private mutating func take(_ line: String) {
        if line.hasPrefix("##") {
            let title = line.drop { $0 == "#" }.trimmingSpaces()
            structure.pages[page].paragraphs.insert(Paragraph(id: fresh(), text: title), at: paragraph + 1)
            (paragraph, place) = (paragraph + 1, 0)
        } else if line.hasPrefix("#") {
            begin(pageCalled: line.drop { $0 == "#" }.trimmingSpaces())
        } else if let (text, isBox) = Self.answer(line), place > 0, takesAnswers {
            add(text, isBox: isBox)
        } else {
            // Documents put a tab behind the number of a line, and sheets a column with the numbers.
            var cells = Self.unnumbered(line).split(separator: "\t").map { $0.trimmingSpaces() }.filter { !$0.isEmpty }
            if cells.count > 1, cells[0].count < 4, cells[0].allSatisfy(\.isNumber) { cells.removeFirst() }
            ask(cells.first ?? line)
            for cell in cells.dropFirst() { add(cell, isBox: false) }
        }
    }

    private mutating func begin(pageCalled title: String) {
        let here = structure.pages[page]
        if here.text.isEmpty, here.paragraphs.allSatisfy({ $0.questions.isEmpty && $0.text.isEmpty }) {
            structure.pages[page].text = title
            return
        }
        structure.pages.insert(Page(id: fresh(), text: title, paragraphs: [Paragraph(id: fresh())]), at: page + 1)
        (page, paragraph, place) = (page + 1, 0, 0)
    }

    /// A line without answers below it is answered in words.
    private mutating func ask(_ line: String) {
        let text = Self.unnumbered(line)
        let isMandatory = text.hasSuffix("*")
        let id = fresh()
        let question = Question(
            id: id, text: isMandatory ? text.dropLast().trimmingSpaces() : text, format: .free, isMandatory: isMandatory,
            answers: [Answer(id: fresh(), format: .text)])
        structure.pages[page].paragraphs[paragraph].questions.insert(question, at: place)
        place += 1
        added.append(id)
    }

    private var takesAnswers: Bool {
        let question = structure.pages[page].paragraphs[paragraph].questions[place - 1]
        return question.look == .plain && (Self.isWritten(question) || [.single, .multiple].contains(question.format))
    }

    private static func isWritten(_ question: Question) -> Bool { question.format == .free && question.free.first?.format == .text }

    private mutating func add(_ text: String, isBox: Bool) {
        var question = structure.pages[page].paragraphs[paragraph].questions[place - 1]
        if Self.isWritten(question) {
            (question.format, question.answers) = (isBox ? .multiple : .single, [])
            if let scale = Self.scale(text) {
                question.look = .scale
                question.answers = scale.answers(over: [], freeID: freeID)
                freeID -= Int64(question.answers.count)
            }
        } else if isBox {
            question.format = .multiple
        }
        if question.look == .plain {
            let line = ScoredLine(text)
            let end = question.answers.firstIndex { $0.format != .fixed } ?? question.answers.count
            question.answers.insert(Answer(id: fresh(), text: line.text, score: line.score), at: end)
        }
        structure.pages[page].paragraphs[paragraph].questions[place - 1] = question
    }

    /// `1. How?` and `12) How?` without their number.
    private static func unnumbered(_ line: String) -> String {
        let number = line.prefix { $0.isNumber }
        let behind = line.dropFirst(number.count)
        guard !number.isEmpty, number.count < 4, let sign = behind.first, ".):".contains(sign),
            behind.dropFirst().first?.isWhitespace == true
        else { return line }
        return behind.dropFirst().trimmingSpaces()
    }

    private static let signs = [
        ("[ ]", true), ("[]", true), ("☐", true), ("□", true), ("( )", false), ("()", false), ("○", false), ("•", false), ("- ", false),
        ("– ", false), ("* ", false), ("-\t", false), ("–\t", false), ("*\t", false), ("o\t", false), ("·", false), ("▪", false),
        ("◦", false), ("\u{f0b7}", false),
    ]

    /// `- yes`, `• yes`, `a) yes`, `( ) yes`, and `[ ] yes`, which may be ticked beside others.
    private static func answer(_ line: String) -> (text: String, isBox: Bool)? {
        for (sign, isBox) in signs where line.hasPrefix(sign) {
            let text = line.dropFirst(sign.count).trimmingSpaces()
            return text.isEmpty ? nil : (text, isBox)
        }
        let letter = line.prefix(2)
        guard letter.first?.isLetter == true, letter.last == ")", line.dropFirst(2).first?.isWhitespace == true else { return nil }
        return (line.dropFirst(2).trimmingSpaces(), false)
    }

    /// `1..5 not at all / very much`; nil for anything else.
    private static func scale(_ text: String) -> ScaleAnswers? {
        let parts = text.split(separator: " ", maxSplits: 1)
        guard let range = parts.first else { return nil }
        for sign in ["..", "–", "-"] {
            let ends = range.split(separator: sign).map(String.init)
            guard ends.count == 2, let from = Int(ends[0], in: ScaleAnswers.numbers), let to = Int(ends[1], in: ScaleAnswers.numbers) else {
                continue
            }
            let words = (parts.count > 1 ? String(parts[1]) : "").split(separator: "/", maxSplits: 1).map { $0.trimmingSpaces() }
            let scale = ScaleAnswers(from: from, to: to, low: words.first ?? "", high: words.count > 1 ? words[1] : "")
            return scale.isPossible ? scale : nil
        }
        return nil
    }
}
