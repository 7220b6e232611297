import Web

struct QuestionDraft {
    private let form: Form

    init(_ form: Form) { self.form = form }

    /// Fields that depend on each other: concurrent changes within a group need a decision.
    static let groups = [
        "format": [
            "answers", "other", "rows", "shuffled", "from", "to", "low", "high", "written", "length", "least", "greatest", "decimals",
            "unit",
        ],
        "from": ["to", "low", "high"],
        "show": ["hide"],
        "written": ["length", "least", "greatest", "decimals", "unit"],
    ]

    static func typed(_ question: Question, _ language: Language) -> [String: [String]] {
        let written = question.format == .free ? question.free.first : nil
        let limits = written?.limits ?? Limits()
        let scale = ScaleAnswers(question) ?? ScaleAnswers()
        let lines = question.look.isRow ? "" : AnswerLines.text(question.unranked.answers, language)
        let other = question.format == .free ? nil : question.unranked.free.first?.text
        let unit = written?.format == .number ? written?.text : nil
        return [
            "text": [question.text], "note": [question.note], "category": [question.category], "code": [question.code],
            "mandatory": question.isMandatory ? ["yes"] : [], "format": [question.kind], "tag": question.tags.map(\.rawValue),
            "answers": [lines], "other": [other ?? ""],
            "shuffled": question.isShuffled ? ["yes"] : [], "from": [String(scale.from)], "to": [String(scale.to)], "low": [scale.low],
            "high": [scale.high], "unit": [unit ?? ""],
            "written": [(written?.format ?? .text).rawValue], "length": [limits.length.map(String.init) ?? ""],
            "least": [limits.least ?? ""], "greatest": [limits.greatest ?? ""], "decimals": [limits.decimals.map(String.init) ?? ""],
        ]
    }

    static func lines(_ options: [AnswerOption]) -> String {
        options.map { option in option.score.map { "\(option.text) = \($0)" } ?? option.text }.joined(separator: "\n")
    }

    /// Answers of `before` that fit the format stay; a `set` replaces the lines.
    func read(over before: Question, set: [AnswerOption]?, freeID: Int64) -> Question {
        let before = before.unranked
        var question = before
        question.text = form["text"]
        question.note = form["note"]
        question.category = form["category"]
        if !form["code"].isEmpty { question.code = ElementCode.plain(form["code"]) }
        question.isMandatory = form["mandatory"] == "yes"
        if !question.become(form["format"]) { _ = question.become(before.kind) }
        question.isShuffled = form["shuffled"] == "yes"
        question.tags = ElementTag.allCases.filter { form.all("tag").contains($0.rawValue) }
        if let scale = scale(question.look) {
            question.answers = scale.answers(over: before.answers, freeID: freeID)
        } else {
            question.answers = question.format == .free ? [written(before, question.look, freeID)] : chosen(before, set, question, freeID)
        }
        question.settle()
        question.codeAnswers()
        return question
    }

    /// What was typed for a row of numbers; nil for another look.
    func scale(_ look: QuestionLook) -> ScaleAnswers? {
        guard look.isRow else { return nil }
        let (from, to) = (form.number("from", in: .whole) ?? .min, form.number("to", in: .whole) ?? .min)
        let (low, high) = (form["low"], form["high"])
        return switch look {
        case .nps: ScaleAnswers(from: 0, to: 10, low: low, high: high)
        case .stars: ScaleAnswers(from: 1, to: to, low: low, high: high)
        default: ScaleAnswers(from: from, to: to, low: low, high: high)
        }
    }

    private func chosen(_ before: Question, _ set: [AnswerOption]?, _ question: Question, _ freeID: Int64) -> [Answer] {
        var answers = AnswerLines.read(set.map(Self.lines) ?? form.exact("answers"), over: before.answers, freeID: freeID)
        // A set brings its translations; languages without one keep theirs.
        for option in set ?? [] {
            guard let index = answers.firstIndex(where: { $0.text == option.text }) else { continue }
            answers[index].translations.merge(option.translations)
        }
        let other = form["other"]
        if !other.isEmpty, !question.format.isAcross, question.look == .plain {
            let known = before.format == .free ? nil : before.free.first
            var answer = known ?? Answer(id: freeID - 100, format: .text, limits: Limits(length: 200))
            answer.text = other
            answers.append(answer)
        }
        return answers
    }

    private func written(_ before: Question, _ look: QuestionLook, _ freeID: Int64) -> Answer {
        var answer = before.free.first ?? Answer(id: freeID)
        let format = AnswerFormat(rawValue: form["written"]) ?? .text
        answer.format = look == .slider ? .number : format == .fixed ? .text : format
        // A free field has no text beside it; texts from an imported file stay.
        if before.format != .free { answer.text = "" }
        if answer.format == .number, form.has("unit") { answer.text = form["unit"] }
        answer.limits = Limits()
        switch answer.format {
        case .text: answer.limits.length = form.number("length", in: 1...Answer.longest)
        case .number:
            answer.limits.decimals = form.number("decimals", in: .whole).flatMap { Limits.mostDecimals.contains($0) ? $0 : nil }
            (answer.limits.least, answer.limits.greatest) = (number("least"), number("greatest"))
        case .day: (answer.limits.least, answer.limits.greatest) = (day("least"), day("greatest"))
        case .time: (answer.limits.least, answer.limits.greatest) = (time("least"), time("greatest"))
        case .dateTime: (answer.limits.least, answer.limits.greatest) = (moment("least"), moment("greatest"))
        case .fixed, .email, .file: break
        }
        return answer
    }

    private func number(_ name: String) -> String? { form[name].isEmpty ? nil : DecimalText(form[name])?.text ?? form[name] }
    private func day(_ name: String) -> String? { form[name].isEmpty ? nil : Day(form[name])?.text ?? form[name] }
    private func time(_ name: String) -> String? { form[name].isEmpty ? nil : DayTime(form[name])?.text ?? form[name] }
    private func moment(_ name: String) -> String? { form[name].isEmpty ? nil : LocalDateTime(form[name])?.text ?? form[name] }
}
