import Web

struct QuestionDraft {
    private let form: Form

    init(_ form: Form) { self.form = form }

    /// Fields that depend on each other: concurrent changes within a group need a decision.
    static let groups = [
        "format": ["answers", "other", "written", "length", "least", "greatest", "decimals"],
        "written": ["length", "least", "greatest", "decimals"],
    ]

    static func typed(_ question: Question, _ language: Language) -> [String: [String]] {
        let written = question.format == .free ? question.free.first : nil
        let limits = written?.limits ?? Limits()
        return [
            "text": [question.text], "note": [question.note], "category": [question.category], "code": [question.code],
            "mandatory": question.isMandatory ? ["yes"] : [], "format": [question.format.rawValue], "tag": question.tags.map(\.rawValue),
            "answers": [AnswerLines.text(question.answers, language)],
            "other": [question.format == .free ? "" : question.free.first?.text ?? ""],
            "written": [(written?.format ?? .text).rawValue], "length": [limits.length.map(String.init) ?? ""],
            "least": [limits.least ?? ""], "greatest": [limits.greatest ?? ""], "decimals": [limits.decimals.map(String.init) ?? ""],
        ]
    }

    static func lines(_ options: [AnswerOption]) -> String {
        options.map { option in option.score.map { "\(option.text) = \($0)" } ?? option.text }.joined(separator: "\n")
    }

    /// Answers of `before` that fit the format stay; a `set` replaces the lines.
    func read(over before: Question, set: [AnswerOption]?, freeID: Int64) -> Question {
        var question = before
        question.text = form["text"]
        question.note = form["note"]
        question.category = form["category"]
        if !form["code"].isEmpty { question.code = ElementCode.plain(form["code"]) }
        question.isMandatory = form["mandatory"] == "yes"
        question.format = QuestionFormat(rawValue: form["format"]) ?? before.format
        question.tags = ElementTag.allCases.filter { form.all("tag").contains($0.rawValue) }
        question.answers = question.format == .free ? [written(before, freeID)] : chosen(before, set, question.format, freeID)
        question.codeAnswers()
        return question
    }

    private func chosen(_ before: Question, _ set: [AnswerOption]?, _ format: QuestionFormat, _ freeID: Int64) -> [Answer] {
        var answers = AnswerLines.read(set.map(Self.lines) ?? form.exact("answers"), over: before.answers, freeID: freeID)
        // A set brings its translations; languages without one keep theirs.
        for option in set ?? [] {
            guard let index = answers.firstIndex(where: { $0.text == option.text }) else { continue }
            answers[index].translations.merge(option.translations)
        }
        let other = form["other"]
        if !other.isEmpty, !format.isAcross {
            let known = before.format == .free ? nil : before.free.first
            var answer = known ?? Answer(id: freeID - 100, format: .text, limits: Limits(length: 200))
            answer.text = other
            answers.append(answer)
        }
        return answers
    }

    private func written(_ before: Question, _ freeID: Int64) -> Answer {
        var answer = before.free.first ?? Answer(id: freeID)
        let format = AnswerFormat(rawValue: form["written"]) ?? .text
        answer.format = format == .fixed ? .text : format
        // A free field has no text beside it; texts from an imported file stay.
        if before.format != .free { answer.text = "" }
        answer.limits = Limits()
        switch answer.format {
        case .text: answer.limits.length = form.number("length", in: 1...Answer.longest)
        case .number:
            answer.limits.decimals = form.number("decimals", in: .whole).flatMap { Limits.mostDecimals.contains($0) ? $0 : nil }
            (answer.limits.least, answer.limits.greatest) = (number("least"), number("greatest"))
        case .day: (answer.limits.least, answer.limits.greatest) = (day("least"), day("greatest"))
        case .fixed: break
        }
        return answer
    }

    private func number(_ name: String) -> String? { form[name].isEmpty ? nil : DecimalText(form[name])?.text ?? form[name] }
    private func day(_ name: String) -> String? { form[name].isEmpty ? nil : Day(form[name])?.text ?? form[name] }
}
