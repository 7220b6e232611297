import Web

/// Parses the output of `StructureWriter`. Mistakes are recorded with their line; valid lines are still read.
struct StructureReader {
    var structure = Structure()
    var mistakes: [Mistake] = []

    struct Mistake: Equatable, Sendable {
        let line: Int
        /// Below `questionnaires.text.refused`.
        let key: String
        var limit: Int?
        /// From 1, in the line as written.
        var column = 1
        /// Why, for seed files: below `seed.structure`.
        var reason: Reason?
    }

    /// A text key with the word that is wrong and those that would be right.
    struct Reason: Equatable, Sendable {
        let key: String
        var word = ""
        var known: [String] = []
    }

    private struct Place: Hashable {
        let element: Int64
        let place: OverlongText.Place
        var language: Language?
    }

    /// Resolved after all answers are known.
    var rules: [(line: Int, column: Int, target: Int64, action: Condition.Action, answer: String)] = []
    /// Codes of unreadable questions, whose rules are no further mistakes.
    var broken: Set<String> = []
    private var isSkipping = false
    private var raw: Substring = ""
    private var reason: (reason: Reason, word: Substring)?
    private var lastID: Int64 = 0
    var current: Int64?
    var isAtAnswer = false
    private(set) var number = 0
    private var lines: [Place: Int] = [:]

    /// - Parameter asForms: enforces the form limits. Existing versions may exceed them, because older releases had none.
    init(_ text: String, asForms: Bool = true) {
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
            raw = line
            let line = line.trimmingSpaces()
            (number, reason) = (index + 1, nil)
            if line.isEmpty || line.hasPrefix("//") { continue }
            if isSkipping, !Self.beginnings.contains(where: { line == $0 || line.hasPrefix($0 + " ") }) { continue }
            let isRead = read(line)
            isSkipping = !isRead && Self.beginnings.contains { line == $0 || line.hasPrefix($0 + " ") }
            guard !isRead else { continue }
            let known = reason ?? (Reason(key: "belongs", word: String(line.prefix { $0 != " " })), line.prefix { $0 != " " })
            mistakes.append(Mistake(line: number, key: "line", column: column(of: known.word), reason: known.reason))
        }
        let codes = StructureOutline(structure)
        for rule in rules { tie(rule, codes) }
        if asForms { measure() }
        structure = structure.coded.originated
    }

    private static let beginnings = ["#", "##", "?"]
    private static let marks = [
        "#", "##", "?", "-", "+", ">", "@en", "@it", "show", "hide", "tag", "category", "label", "shuffled", "unit",
    ]
    private static let formats =
        Question.kinds.filter { $0 != QuestionFormat.free.rawValue } + AnswerFormat.allCases.filter { $0 != .fixed }.map(\.rawValue)

    mutating func refuse(_ key: String, _ word: some StringProtocol, known: [String] = []) -> Bool {
        reason = (Reason(key: key, word: String(word), known: known), Substring(word))
        return false
    }

    func column(of word: Substring) -> Int {
        let place = word.isEmpty ? nil : raw.firstRange(of: word)?.lowerBound
        let start = place ?? raw.firstIndex { $0 != " " } ?? raw.startIndex
        return raw[..<start].unicodeScalars.count + 1
    }

    private mutating func id() -> Int64 {
        lastID -= 1
        return lastID
    }

    private mutating func read(_ line: String) -> Bool {
        let mark = line.prefix { $0 != " " }
        let rest = line.dropFirst(mark.count).trimmingSpaces()
        if mark.hasPrefix("@") { return readTranslation(mark.dropFirst(), rest) }
        if mark.hasPrefix("category@") { return readTranslation(mark.dropFirst("category@".count), rest, of: .category) }
        if mark == "label" { return readLabel(rest) }
        if mark == "unit" || mark.hasPrefix("unit@") { return readUnit(mark, rest) }
        isAtAnswer = mark == "-" || mark == "+"
        switch mark {
        case "#": structure.pages.append(Page(id: id(), text: rest))
        case "##":
            guard let page = structure.pages.indices.last else { return refuse("noPage", mark) }
            structure.pages[page].paragraphs.append(Paragraph(id: id(), text: rest))
        case "?": return readQuestion(rest)
        case "-", "+": return readAnswer(rest, isWritten: mark == "+")
        case ">":
            begin(.part(.note), of: current)
            return add { note in note = note.isEmpty ? rest : note + "\n" + rest }
        case "show", "hide": return readRule(rest, mark == "show" ? .show : .hide)
        case "tag":
            guard let tag = ElementTag(rawValue: rest) else { return refuse("tag", rest, known: ElementTag.allCases.map(\.rawValue)) }
            return change { $0.tags.append(tag) }
        case "shuffled":
            return changeIf { question in
                question.isShuffled = true
                question.settle()
                return question.isShuffled && rest.isEmpty
            }
        case "category":
            begin(.part(.category), of: current)
            return change { $0.category = rest }
        default: return refuse("mark", mark, known: Self.marks)
        }
        current = lastID
        begin(.part(.text), of: lastID)
        return true
    }

    /// `q1 single! Quante lezioni hai seguito?`
    private mutating func readQuestion(_ line: String) -> Bool {
        let code = line.prefix { $0 != " " }
        let rest = line.dropFirst(code.count).trimmingSpaces()
        // Limits may contain spaces: `number(0..80; 1)!`.
        var end: String.Index?
        if let open = rest.firstIndex(of: "("), !rest[..<open].utf8.contains(0x20), let close = rest[open...].firstIndex(of: ")") {
            end = rest.index(after: close)
        }
        let stop = rest[(end ?? rest.startIndex)...].firstIndex(of: " ") ?? rest.endIndex
        let word = rest[..<stop]
        broken.insert(String(code))
        guard ElementCode.isOne(code) else { return refuse("code", code) }
        guard let page = structure.pages.indices.last, let paragraph = structure.pages[page].paragraphs.indices.last else {
            return refuse("noParagraph", "?")
        }
        var question = Question(id: id(), text: rest.dropFirst(word.count).trimmingSpaces(), code: String(code))
        let format = word.hasSuffix("!") ? String(word.dropLast()) : String(word)
        question.isMandatory = word.hasSuffix("!")
        let slider = QuestionLook.slider.rawValue
        if format.hasPrefix(slider), let answer = FreeFormat("number\(format.dropFirst(slider.count))") {
            (question.format, question.look) = (.free, .slider)
            question.answers = [Answer(id: id(), format: .number, limits: answer.limits)]
        } else if format != QuestionFormat.free.rawValue, format != slider, question.become(format) {
        } else if let answer = FreeFormat(format) {
            question.format = .free
            question.answers = [Answer(id: id(), format: answer.format, limits: answer.limits)]
        } else if let open = format.firstIndex(of: "("), Self.formats.contains(String(format[..<open])) {
            return refuse("limits", format)
        } else {
            return refuse("format", format, known: Self.formats)
        }
        broken.remove(question.code)
        structure.pages[page].paragraphs[paragraph].questions.append(question)
        current = question.id
        begin(.part(.text), of: question.id)
        return true
    }

    /// `a1 Più della metà = 3`, or `a3 text(200) Altro`
    private mutating func readAnswer(_ line: String, isWritten: Bool) -> Bool {
        let code = line.prefix { $0 != " " }
        guard ElementCode.isOne(code) else { return refuse("code", code) }
        let text = line.dropFirst(code.count).trimmingSpaces()
        let (scored, written) = (ScoredLine(text), isWritten ? FreeFormat.leading(text) : nil)
        var answer = Answer(id: id(), text: scored.text, code: String(code), score: scored.score)
        if isWritten {
            (answer.text, answer.score) = (written?.rest ?? text, nil)
            (answer.format, answer.limits) = (written?.format.format ?? .text, written?.format.limits ?? Limits())
        }
        begin(.part(.text), of: answer.id)
        let isPut = changeIf { question in
            guard question.format != .free, !(isWritten && question.look != .plain) else { return false }
            question.answers.append(answer)
            question.settle()
            return true
        }
        return isPut ? true : refuse("noQuestion", isWritten ? "+" : "-")
    }

    private mutating func change(_ act: (inout Question) -> Void) -> Bool {
        changeIf { question in
            act(&question)
            return true
        }
    }

    mutating func changeIf(_ act: (inout Question) -> Bool) -> Bool {
        guard let current, case .question(let p, let a, let q)? = structure.spot(current) else { return false }
        return act(&structure.pages[p].paragraphs[a].questions[q])
    }

    private mutating func add(_ act: (inout String) -> Void) -> Bool {
        switch current.flatMap(structure.spot) {
        case .page(let p)?: act(&structure.pages[p].note)
        case .paragraph(let p, let a)?: act(&structure.pages[p].paragraphs[a].note)
        case .question(let p, let a, let q)?: act(&structure.pages[p].paragraphs[a].questions[q].note)
        case nil: return false
        }
        return true
    }

    /// `en Your attendance`, or `en> A note`, for the element or answer above. `category` is set for the translation of a category.
    private mutating func readTranslation(_ mark: Substring, _ rest: String, of category: ElementWords.Part? = nil) -> Bool {
        let part = category ?? (mark.hasSuffix(">") ? .note : .text)
        let code = String(part == .note ? mark.dropLast() : mark)
        guard let language = Language(rawValue: code) else { return refuse("language", code, known: Language.allCases.map(\.rawValue)) }
        guard let spot = current.flatMap(structure.spot) else { return false }
        begin(.part(part), of: part == .text ? answerAbove ?? current : current, in: language)
        func say(_ element: inout some LabeledElement) -> Bool {
            guard part == .note || !rest.isEmpty && element.translations[part.rawValue, language] == nil else { return false }
            element.say(rest, as: part, in: language)
            return true
        }
        switch spot {
        case .page(let p): return part != .category && say(&structure.pages[p])
        case .paragraph(let p, let a): return part != .category && say(&structure.pages[p].paragraphs[a])
        case .question(let p, let a, let q):
            guard isAtAnswer, part != .category else { return say(&structure.pages[p].paragraphs[a].questions[q]) }
            let last = structure.pages[p].paragraphs[a].questions[q].answers.count - 1
            return part == .text && last >= 0 && say(&structure.pages[p].paragraphs[a].questions[q].answers[last])
        }
    }

    /// `dimension = presence`, for the question or answer above.
    private mutating func readLabel(_ rest: String) -> Bool {
        guard let label = Label(text: rest) else { return refuse("label", rest) }
        if label.value.unicodeScalars.count > TagKind.longest { begin(.label, of: answerAbove ?? current) }
        let isOfAnswer = isAtAnswer
        return changeIf { question in
            guard isOfAnswer else { return question.labels.put(label) }
            guard question.format != .free, let last = question.answers.indices.last else { return false }
            return question.answers[last].labels.put(label)
        }
    }
}

extension StructureReader {
    private mutating func begin(_ place: OverlongText.Place, of element: Int64?, in language: Language? = nil) {
        guard let element else { return }
        let place = Place(element: element, place: place, language: language)
        lines[place] = lines[place] ?? number
    }

    private var answerAbove: Int64? { isAtAnswer ? current.flatMap { structure.question($0)?.answers.last?.id } : nil }

    private func line(_ element: Int64, _ place: OverlongText.Place = .part(.text), _ language: Language? = nil) -> Int? {
        lines[Place(element: element, place: place, language: language)]
    }

    private mutating func measure() {
        for excess in structure.excesses {
            let begins = line(excess.element, excess.place, excess.language) ?? 0
            mistakes.append(Mistake(line: begins, key: "long", limit: excess.limit))
        }
        for question in structure.crowded {
            mistakes.append(Mistake(line: line(question.id) ?? 0, key: "answers", limit: AnswerLines.limit))
        }
        for question in structure.questions {
            // A written answer has no line of its own.
            for answer in question.answers where !answer.limits.isWithinForm {
                mistakes.append(Mistake(line: line(answer.id) ?? line(question.id) ?? 0, key: "limits"))
            }
        }
    }
}

extension [Label] {
    fileprivate mutating func put(_ label: Label) -> Bool {
        guard !contains(where: { $0.tag == label.tag }) else { return false }
        append(label)
        sort { $0.tag < $1.tag }
        return true
    }
}
