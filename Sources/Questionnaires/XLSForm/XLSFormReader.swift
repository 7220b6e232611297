import Web

/// Imports XLSForm of Portico or other programs. Anything unsupported is reported with its row, never dropped silently.
struct XLSFormReader {
    private(set) var file = ConfigurationFile()
    private(set) var mistakes: [ElementReading.Mistake] = []

    private let original: Language
    private let lists: [String: [XLSFormChoice]]
    private let codes: [String: String]
    private var structure = Structure()
    private var lastID: Int64 = 0
    /// Nesting depth of groups, and whether a page or paragraph is open for questions.
    private var depth = 0
    private var isPageOpen = false
    private var isParagraphOpen = false
    private var lastGroup: Int64?
    private var ids: [String: Int64] = [:]
    private var answers: [Int64: [String: Int64]] = [:]
    /// The rows of elements, of answers on the choices sheet, and of notes on pages and paragraphs.
    private var places: [Int64: Int] = [:]
    private var notes: [Int64: Int] = [:]
    /// Duplicate rows of choices: one list used by many questions is reported once.
    private var repeated: Set<Int> = []
    private var rules: [(row: Int, target: Int64, text: String)] = []

    init(_ workbook: Workbook, original: Language) {
        self.original = original
        lists = XLSFormChoice.lists(workbook.rows("choices"), original)
        let rows = XLSFormRow.all(workbook.rows("survey"))
        codes = ElementCode.codes(of: rows.filter(Self.isAsked).map(Self.called))
        let settings = XLSFormRow.all(workbook.rows("settings")).first
        file.readSettings(settings)
        if rows.isEmpty || rows.allSatisfy({ $0["type"].isEmpty }) { mistakes.append(.init(key: "xlsNoSurvey")) }
        // Stops early, because thousands of questions with thousands of choices would exhaust memory.
        for row in rows where lastID >= -Int64(Structure.largest) { read(row) }
        if depth != 0 { mistakes.append(.init(key: "xlsGroup", about: String(rows.last?.number ?? 1))) }
        for rule in rules { tie(rule) }
        file.structure = structure.tidied.coded.originated
        measure(settings: settings?.number ?? 1)
        if file.code.isEmpty { file.code = "XLSFORM" }
        if file.title.isEmpty { file.title = file.code }
    }

    private static func called(_ row: XLSFormRow) -> String { row["portico_code"].isEmpty ? row["name"] : row["portico_code"] }

    private static func isAsked(_ row: XLSFormRow) -> Bool {
        !["begin", "end", "note"].contains { row["type"].lowercased().hasPrefix($0) }
    }

    private mutating func id() -> Int64 {
        lastID -= 1
        return lastID
    }

    private func label(_ row: XLSFormRow) -> String { row.said("label", in: original) }

    private mutating func refuse(_ key: String, _ row: XLSFormRow, _ about: String = "") {
        mistakes.append(.init(key: key, about: about.isEmpty ? String(row.number) : "\(row.number): \(about)"))
    }

    /// Checks the length of a Portico code; names of other programs are converted instead.
    private mutating func measure(_ column: String, _ row: XLSFormRow) {
        if row[column].unicodeScalars.count > ElementCode.limit {
            mistakes.append(.init(key: "xlsLong", about: "\(row.number), \(column)", limit: ElementCode.limit))
        }
    }

    private mutating func read(_ row: XLSFormRow) {
        let words = row["type"].split(separator: " ").map(String.init)
        guard let type = words.first?.lowercased() else { return }
        switch (type, words.dropFirst().first?.lowercased()) {
        case ("begin_group", _), ("begin", "group"): begin(row)
        case ("end_group", _), ("end", "group"): end(row)
        case ("note", _): note(row)
        case ("select_one", _?), ("select_multiple", _?):
            guard let listed = lists[words[1]] else { return refuse("xlsList", row, words[1]) }
            // Choices that depend on other answers would all be offered.
            guard row["choice_filter"].isEmpty else { return refuse("xlsFilter", row) }
            choice(row, listed, isSingle: type == "select_one", hasOther: words.count > 2 && words[2].lowercased() == "or_other")
        case ("text", nil), ("string", nil): isOther(row) ? () : written(row, .text)
        case ("integer", nil), ("int", nil), ("decimal", nil): written(row, .number, isWhole: type != "decimal")
        case ("date", nil): written(row, .day)
        default:
            if !XLSForm.ignored.contains(type) { refuse("xlsType", row, row["type"]) }
        }
    }

    private mutating func begin(_ row: XLSFormRow) {
        depth += 1
        switch depth {
        case 1: open(Page(id: id(), text: label(row), translations: row.translations([("label", .text)], of: original)))
        case 2: open(Paragraph(id: id(), text: label(row), translations: row.translations([("label", .text)], of: original)))
        // Deeper groups are flattened, so one with a condition or label is refused: both would be lost.
        default: if !row["relevant"].isEmpty || !label(row).isEmpty { refuse("xlsGroup", row) }
        }
        if depth < 3, let lastGroup { places[lastGroup] = row.number }
        if depth < 3, let lastGroup, !row["relevant"].isEmpty { rules.append((row.number, lastGroup, row["relevant"])) }
    }

    private mutating func end(_ row: XLSFormRow) {
        guard depth > 0 else { return refuse("xlsGroup", row) }
        depth -= 1
        if depth < 2 { isParagraphOpen = false }
        if depth < 1 { isPageOpen = false }
        lastGroup = nil
    }

    private mutating func open(_ page: Page) {
        structure.pages.append(page)
        (isPageOpen, isParagraphOpen, lastGroup) = (true, false, page.id)
    }

    private mutating func open(_ paragraph: Paragraph) {
        structure.pages[structure.pages.count - 1].paragraphs.append(paragraph)
        (isParagraphOpen, lastGroup) = (true, paragraph.id)
    }

    private mutating func note(_ row: XLSFormRow) {
        if !row["relevant"].isEmpty { return refuse("xlsRelevant", row) }
        makeRoom()
        let page = structure.pages.count - 1
        let paragraph = structure.pages[page].paragraphs.count - 1
        if lastGroup == structure.pages[page].id {
            addNote(row, to: &structure.pages[page])
            notes[structure.pages[page].id] = row.number
        } else {
            addNote(row, to: &structure.pages[page].paragraphs[paragraph])
            notes[structure.pages[page].paragraphs[paragraph].id] = row.number
        }
    }

    private func addNote(_ row: XLSFormRow, to element: inout some LabeledElement) {
        element.note.join(label(row))
        let said = row.translations([("label", .note)], of: original)
        for language in Language.allCases {
            if let text = said[ElementWords.Part.note.rawValue, language]?.text { element.say(text, as: .note, in: language) }
        }
    }

    /// A question or note outside groups gets a page; outside a second-level group it gets a paragraph without a title.
    private mutating func makeRoom(forQuestion: Bool = false) {
        if !isPageOpen { open(Page(id: id())) }
        let isNoteOfPage = !forQuestion && lastGroup == structure.pages.last?.id
        if !isParagraphOpen, !isNoteOfPage { open(Paragraph(id: id())) }
    }

    private mutating func add(_ question: Question, _ row: XLSFormRow) {
        makeRoom(forQuestion: true)
        let (page, paragraph) = (structure.pages.count - 1, (structure.pages.last?.paragraphs.count ?? 1) - 1)
        var question = question
        (question.text, question.note) = (label(row), row.said("hint", in: original))
        question.translations = row.translations([("label", .text), ("hint", .note), ("portico_category", .category)], of: original)
        measure("portico_code", row)
        question.code = codes[Self.called(row)] ?? ""
        question.isMandatory = isRequired(row)
        question.category = row.said("portico_category", in: original)
        question.tags = row["portico_tags"].split(separator: " ").compactMap { ElementTag(rawValue: String($0)) }
        question.labels = XLSForm.labels(row["portico_labels"])
        structure.pages[page].paragraphs[paragraph].questions.append(question)
        if ids.updateValue(question.id, forKey: row["name"]) != nil { refuse("xlsName", row, row["name"]) }
        if !row["relevant"].isEmpty { rules.append((row.number, question.id, row["relevant"])) }
        places[question.id] = row.number
        lastGroup = nil
    }

    private mutating func isRequired(_ row: XLSFormRow) -> Bool {
        switch row["required"].lowercased() {
        case "yes", "true", "true()", "1": return true
        case "", "no", "false", "false()", "0": return false
        default:
            refuse("xlsRequired", row)
            return false
        }
    }

    private mutating func choice(_ row: XLSFormRow, _ listed: [XLSFormChoice], isSingle: Bool, hasOther: Bool) {
        var question = Question(id: id())
        let appearance = row["appearance"].split(separator: " ").map { $0.lowercased() }
        let isAcross = appearance.contains { ["likert", "columns", "list", "list-nolabel"].contains($0) }
        question.format = isSingle ? (isAcross ? .singleAcross : .single) : (isAcross ? .multipleAcross : .multiple)
        var named: [String: Int64] = [:]
        for one in listed {
            var answer = one.answer
            answer.id = id()
            places[answer.id] = one.row
            question.answers.append(answer)
            if named.updateValue(answer.id, forKey: one.name) != nil, repeated.insert(one.row).inserted {
                mistakes.append(.init(key: "xlsChoice", about: "\(one.row): \(one.name)"))
            }
        }
        if hasOther {
            let own = question.answers.firstIndex { $0.id == named["other"] }
            var other = own.map { question.answers.remove(at: $0) } ?? Answer(id: id(), code: "other")
            other.format = .text
            question.answers.append(other)
            named["other"] = other.id
        }
        answers[question.id] = named
        if hasOther, isAcross { question.format = isSingle ? .single : .multiple }
        add(question, row)
    }

    private mutating func written(_ row: XLSFormRow, _ format: AnswerFormat, isWhole: Bool = false) {
        guard var limits = XLSForm.limits(row["constraint"]) else { return refuse("xlsConstraint", row) }
        if format == .number { limits.decimals = isWhole ? 0 : Int(row["portico_decimals"], in: .whole) }
        guard Limits.mostDecimals.contains(limits.decimals ?? 0) else { return refuse("xlsConstraint", row) }
        if format != .text { limits.length = nil }
        var question = Question(id: id(), format: .free)
        measure("portico_answer", row)
        let answer = Answer(id: id(), format: format, code: ElementCode.plain(row["portico_answer"]), limits: limits)
        question.answers = [answer]
        if !answer.code.isEmpty { answers[question.id] = [row["portico_answer"]: answer.id] }
        add(question, row)
    }

    /// Whether the row is the written part of the previous question's last choice.
    private mutating func isOther(_ row: XLSFormRow) -> Bool {
        guard let relevance = Relevance(row["relevant"]), relevance.hiding.isEmpty, relevance.showing.count == 1,
            let question = structure.pages.last?.paragraphs.last?.questions.last, question.format != .free, !question.format.isAcross,
            ids[relevance.showing[0].question] == question.id, row["name"].hasPrefix(relevance.showing[0].question + "_other"),
            let last = question.answers.last, last.format == .fixed, triggers(relevance.showing[0]) == [last.id],
            let limits = XLSForm.limits(row["constraint"]), case .question(let p, let a, let q)? = structure.spot(question.id)
        else { return false }
        let index = question.answers.count - 1
        structure.pages[p].paragraphs[a].questions[q].answers[index].format = .text
        structure.pages[p].paragraphs[a].questions[q].answers[index].limits = limits
        if last.text == "…" { structure.pages[p].paragraphs[a].questions[q].answers[index].text = "" }
        return true
    }

    private mutating func tie(_ rule: (row: Int, target: Int64, text: String)) {
        let refusal = ElementReading.Mistake(key: "xlsRelevant", about: String(rule.row))
        guard let relevance = Relevance(rule.text) else { return mistakes.append(refusal) }
        let all = relevance.showing.map { ($0, Condition.Action.show) } + relevance.hiding.map { ($0, Condition.Action.hide) }
        for (trigger, action) in all {
            let answers = triggers(trigger)
            guard !answers.isEmpty else {
                let isWritten = trigger.answer == nil && ids[trigger.question] != nil
                return mistakes.append(isWritten ? .init(key: "xlsWritten", about: String(rule.row)) : refusal)
            }
            for answer in answers {
                structure.conditions.append(
                    Condition(id: Int64(structure.conditions.count + 1), trigger: answer, target: rule.target, action: action))
            }
        }
    }

    private func triggers(_ trigger: Relevance.Trigger) -> [Int64] {
        guard let question = ids[trigger.question] else { return [] }
        if let answer = trigger.answer { return answers[question]?[answer].map { [$0] } ?? [] }
        let all = structure.question(question)?.answers ?? []
        return all.allSatisfy { $0.format == .fixed } ? all.map(\.id) : []
    }
}

extension XLSFormReader {
    /// Applies the form limits to a file. `settings` is the row on the settings sheet.
    private mutating func measure(settings: Int) {
        mistakes += file.excesses("xlsLongSetting") { field, language in
            let column = field == "code" ? "form_id" : field == "note" ? "portico_note" : language == nil ? "form_title" : "portico_title"
            return "\(settings), \(column)" + (language.map { "_" + $0.rawValue } ?? "")
        }
        for excess in file.structure.excesses {
            let isNote = excess.kind != .question && excess.place == .part(.note)
            guard let row = (isNote ? notes : places)[excess.element] else { continue }
            let column = isNote ? "label" : excess.place.column
            let about = "\(row), \(column)" + (excess.language.map { "::" + XLSForm.name($0) } ?? "")
            let mistake = ElementReading.Mistake(
                key: excess.kind == .answer ? "xlsLongChoice" : "xlsLong", about: about, limit: excess.limit)
            // Reports an overlong list once, even when many questions use it.
            if !mistakes.contains(mistake) { mistakes.append(mistake) }
        }
        for question in file.structure.crowded {
            mistakes.append(.init(key: "xlsAnswers", about: String(places[question.id] ?? 1), limit: AnswerLines.limit))
        }
    }
}

extension String {
    fileprivate mutating func join(_ text: String) { self = isEmpty ? text : self + "\n" + text }
}
