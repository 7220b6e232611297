import Admin
import Web

extension XLSFormReader {
    private static let common: Set<String> = [
        "hint", "guidance_hint", "required", "relevant", "appearance", "values_list", "portico_code", "portico_category", "portico_tags",
        "portico_labels", "portico_answer", "portico_decimals", "portico_look", "portico_limits", "portico_unit",
        "portico_rules",
    ]

    private static let across: Set<String> = ["likert", "columns", "list", "list-nolabel"]

    mutating func add(_ question: Question, _ row: XLSFormRow, _ taken: Set<String> = []) {
        makeRoom(forQuestion: true)
        let (page, paragraph) = (structure.pages.count - 1, (structure.pages.last?.paragraphs.count ?? 1) - 1)
        var question = question
        question.text = label(row)
        question.note = row.originalText("hint", in: original)
        question.translations = row.translations([("label", .text), ("hint", .note), ("portico_category", .category)], of: original)
        question.code = code(row)
        question.category = row.originalText("portico_category", in: original)
        question.tags = row["portico_tags"].split(separator: " ").compactMap { ElementTag(rawValue: String($0)) }
        question.labels = XLSForm.labels(row["portico_labels"])
        if question.text.isEmpty, !isOwn {
            question.text = row["name"].isEmpty ? question.code : row["name"]
            note(.changed, "noLabel", row, "label")
        }
        if let look = QuestionLook(rawValue: row["portico_look"]), look.format == question.format { question.look = look }
        if Self.isRandom(row) { question.isShuffled = true }
        question.settle()
        addGuidance(row, to: &question)
        structure.pages[page].paragraphs[paragraph].questions.append(question)
        if !row["name"].isEmpty, ids[row["name"]] == nil { ids[row["name"]] = question.id }
        structure.pages[page].paragraphs[paragraph].questions[structure.pages[page].paragraphs[paragraph].questions.count - 1].isMandatory =
            isRequired(row)
        if !row["relevant"].isEmpty { rules.append((row, question.id, row["relevant"])) }
        places[question.id] = row
        lastGroup = nil
        noteRest(row, Self.common.union(taken))
        noteAppearance(row, question)
    }

    /// Whether the choices are in random order. The same order for all who are asked (`seed`) is not kept.
    private static func isRandom(_ row: XLSFormRow) -> Bool {
        let parts = row["parameters"].lowercased().split { $0.isWhitespace || $0 == "," || $0 == ";" }
        return !parts.isEmpty && parts.contains("randomize=true")
    }

    private static func isOnlyRandom(_ row: XLSFormRow) -> Bool {
        ["randomize=true", "randomize=false"].contains(row["parameters"].lowercased().trimmingSpaces())
    }

    /// The code by the row's name; names that are missing or there already get another.
    private mutating func code(_ row: XLSFormRow) -> String {
        let called = Self.called(row)
        var code = codes[called] ?? ""
        if isOwn, !row["portico_code"].isEmpty || !usedCodes.contains(code) {
            usedCodes.insert(code)
            return code
        }
        if called.isEmpty {
            note(.changed, "noName", row, "name")
            code = "q\(row.number)"
        } else if usedCodes.contains(code) {
            note(.changed, "nameTwice", row, "name", called)
        }
        if usedCodes.contains(code) {
            let endings = (2...).lazy.map { "-\($0)" }
            code = endings.map { code.prefix(ElementCode.limit - $0.utf8.count) + $0 }.first { !usedCodes.contains($0) } ?? code
        }
        usedCodes.insert(code)
        return code
    }

    /// Words for those who ask are shown below the hint.
    private mutating func addGuidance(_ row: XLSFormRow, to question: inout Question) {
        let said = row.originalText("guidance_hint", in: original)
        guard !said.isEmpty else { return }
        question.note = question.note.isEmpty ? said : question.note + "\n" + said
        let translations = row.translations([("guidance_hint", .note)], of: original)
        for language in Language.allCases {
            if let text = translations[ElementWords.Part.note.rawValue, language]?.text { question.say(text, as: .note, in: language) }
        }
        note(.changed, "guidance", row, "guidance_hint")
    }

    private mutating func isRequired(_ row: XLSFormRow) -> Bool {
        switch row["required"].lowercased() {
        case "yes", "true", "true()", "1", "y", "x", "sì", "si": return true
        case "", "no", "false", "false()", "0", "n": return false
        default:
            note(.leftOut, "requiredWhen", row, "required", row["required"])
            return false
        }
    }

    private mutating func noteAppearance(_ row: XLSFormRow, _ question: Question) {
        let words = row["appearance"].split(separator: " ").map { $0.lowercased() }
        let isChoice = question.format != .free
        let left = words.filter { !(isChoice && Self.across.contains($0)) }
        if !left.isEmpty { note(.leftOut, "appearance", row, "appearance", left.joined(separator: " ")) }
    }

    mutating func choice(
        _ row: XLSFormRow, _ name: String, isSingle: Bool, hasOther: Bool, look: QuestionLook = .plain, reason: String? = nil
    ) {
        let list = row["values_list"].isEmpty ? name : row["values_list"]
        let appearance = Set(row["appearance"].lowercased().split(separator: " ").map(String.init))
        if appearance.contains("label") { return readNote(row, "tableHead") }
        guard let (key, listed) = listed(list) else { return written(row, .text, "noList", about: list) }
        if listed.count > AnswerLines.limit { return written(row, .text, "manyChoices", about: list, limit: AnswerLines.limit) }
        guard listed.count + 1 <= room else { return leaveOut(row, "tooLarge") }
        usedLists.insert(key)
        var question = Question(id: id())
        var isAcross = groups.last?.isTable == true || !appearance.isDisjoint(with: Self.across)
        if hasOther || look == .ranking { isAcross = false }
        question.look = look
        question.format = isSingle ? (isAcross ? .singleAcross : .single) : (isAcross ? .multipleAcross : .multiple)
        var named: [String: Int64] = [:]
        for one in listed {
            var answer = one.answer
            answer.id = id()
            places[answer.id] = one.row
            question.answers.append(answer)
            if named[one.name] == nil { named[one.name] = answer.id }
        }
        if hasOther { addOther(to: &question, &named) }
        answers[question.id] = named
        if let reason { note(.changed, reason, row, "type") }
        if !row["choice_filter"].isEmpty { note(.leftOut, "filter", row, "choice_filter", row["choice_filter"]) }
        add(question, row, Self.isOnlyRandom(row) && !isAcross ? ["choice_filter", "parameters"] : ["choice_filter"])
    }

    private mutating func addOther(to question: inout Question, _ named: inout [String: Int64]) {
        let own = question.answers.firstIndex { $0.id == named["other"] }
        var other = own.map { question.answers.remove(at: $0) } ?? Answer(id: id(), code: "other")
        other.format = .text
        question.answers.append(other)
        named["other"] = other.id
    }

    private func listed(_ name: String) -> (key: String, all: [XLSFormChoice])? {
        if let all = lists[name] { return (name, all) }
        return lists.first { $0.key.lowercased() == name.lowercased() && !name.isEmpty }.map { ($0.key, $0.value) }
    }

    /// - Parameter reason: why a question of another kind is written here.
    mutating func written(
        _ row: XLSFormRow, _ format: AnswerFormat, _ reason: String? = nil, isWhole: Bool = false, about: String? = nil, limit: Int? = nil
    ) {
        var constraint = ConstraintConversion(row["constraint"], of: format, isWhole: isWhole)
        if format == .number {
            constraint.limits.decimals = isWhole ? 0 : Int(row["portico_decimals"], in: Limits.mostDecimals)
        }
        var question = Question(id: id(), format: .free)
        let code = ElementCode.plain(row["portico_answer"])
        var answer = Answer(id: id(), format: format, code: code, limits: constraint.limits)
        if format == .text, let look = AnswerFormat(rawValue: row["portico_look"]), [.email, .file].contains(look) {
            (answer.format, answer.limits) = (look, Limits())
        }
        if let limits = FreeFormat("\(format.rawValue)(\(row["portico_limits"]))")?.limits, [.time, .dateTime].contains(format) {
            answer.limits = limits
        }
        if format == .number { takeUnit(row, &answer) }
        question.answers = [answer]
        if !answer.code.isEmpty { answers[question.id] = [row["portico_answer"]: answer.id] }
        if let reason { note(.changed, reason, row, "type", about ?? row["type"], limit: limit) }
        for part in constraint.left { note(.leftOut, "constraint", row, "constraint", part) }
        for part in constraint.loose { note(.changed, "constraintLoose", row, "constraint", part) }
        add(question, row, ["constraint"])
    }

    private func takeUnit(_ row: XLSFormRow, _ answer: inout Answer) {
        answer.text = row.originalText("portico_unit", in: original)
        answer.translations = row.translations([("portico_unit", .text)], of: original)
    }

    /// A scale of few numbers is a row of them, or a choice with points where they do not rise one by one; a longer one is a slider.
    mutating func range(_ row: XLSFormRow) {
        let scale = FormScale(row["parameters"])
        guard let numbers = scale.numbers, numbers.count < room, row["portico_look"] != QuestionLook.slider.rawValue else {
            if !scale.isExact { note(.changed, "rangeAsNumber", row, "parameters", row["parameters"]) }
            let code = ElementCode.plain(row["portico_answer"])
            var answer = Answer(id: id(), format: .number, code: code, limits: scale.limits)
            if isOwn, !row["portico_decimals"].isEmpty { answer.limits.decimals = Int(row["portico_decimals"], in: Limits.mostDecimals) }
            takeUnit(row, &answer)
            var question = Question(id: id(), format: .free)
            (question.look, question.answers) = (answer.hasEnds ? .slider : .plain, [answer])
            return add(question, row, isOwn ? ["parameters", "constraint"] : ["parameters"])
        }
        let isRow = scale.isExact && scale.limits.decimals == 0 && ScaleAnswers.counts.contains(numbers.count)
        let labels = listed(scale.labels)
        if let labels { usedLists.insert(labels.key) }
        var question = Question(id: id(), format: .single)
        var named: [String: Int64] = [:]
        for number in numbers {
            let text = DecimalText(number)?.text ?? number
            let label = labels?.all.first { DecimalText($0.name)?.text == text }?.answer
            func shown(_ said: String) -> String { isRow ? said : "\(text) \(said)" }
            var answer = Answer(id: id(), text: label.map { $0.text == text ? text : shown($0.text) } ?? text)
            for language in Language.allCases {
                guard let said = label?.translations["text", language] else { continue }
                answer.translations["text", language] = .init(shown(said.text), of: answer.text)
            }
            (answer.score, answer.code) = (DecimalText(text)?.number, ElementCode.plain(text))
            named[text] = answer.id
            question.answers.append(answer)
        }
        var seen: Set<String> = []
        for choice in labels?.all ?? [] {
            let text = DecimalText(choice.name)?.text ?? ""
            guard named[text] == nil || !seen.insert(text).inserted else { continue }
            notes.append(ImportNote(effect: .leftOut, sheet: choice.row.sheet, rows: [choice.row.number], reason: "tick"))
        }
        answers[question.id] = named
        if isRow { question.look = .scale } else { note(.changed, "range", row, "parameters", row["parameters"]) }
        add(question, row, ["parameters"])
    }

    /// A confirmation is a choice with one answer.
    mutating func acknowledge(_ row: XLSFormRow) {
        var question = Question(id: id(), format: .multiple)
        question.answers = [Answer(id: id(), text: "OK", code: "OK")]
        answers[question.id] = ["OK": question.answers[0].id]
        note(.changed, "acknowledge", row, "type")
        add(question, row)
    }

    /// Whether the row is the written part of the previous question's last choice.
    mutating func isOther(_ row: XLSFormRow) -> Bool {
        let reading = RelevanceConversion(row["relevant"], find: named)
        let limits = ConstraintConversion(row["constraint"], of: .text)
        guard reading.left.isEmpty, reading.hiding.isEmpty, reading.showing.count == 1, limits.left.isEmpty,
            let question = structure.pages.last?.paragraphs.last?.questions.last, question.format != .free, !question.format.isAcross,
            let last = question.answers.last, last.format == .fixed, reading.showing == [last.id],
            let name = ids.first(where: { $0.value == question.id })?.key, row["name"].hasPrefix(name + "_other"),
            case .question(let p, let a, let q)? = structure.spot(question.id)
        else { return false }
        let index = question.answers.count - 1
        structure.pages[p].paragraphs[a].questions[q].answers[index].format = .text
        structure.pages[p].paragraphs[a].questions[q].answers[index].limits = limits.limits
        if last.text == "…" { structure.pages[p].paragraphs[a].questions[q].answers[index].text = "" }
        if !isOwn {
            note(.changed, "otherText", row, "label")
            noteRest(row, ["relevant", "constraint"])
        }
        return true
    }

    func named(_ name: String) -> RelevanceConversion.Named? {
        guard let id = ids[name], let question = structure.question(id) else { return nil }
        return .init(question: question, answers: answers[id] ?? [:])
    }
}
