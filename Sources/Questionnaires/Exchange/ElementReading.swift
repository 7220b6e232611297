import Admin

/// Reads the lists of `ElementRows`. Codes ignore case and accept known spelling variants; `ORD_VIS` sets the order.
struct ElementReading {
    private(set) var structure = Structure()
    /// Each mistake once: a key below `questionnaires.exchange.refused` and its subject.
    private(set) var mistakes: [Mistake] = []

    struct Mistake: Equatable, Sendable {
        let key: String
        var about = ""
        var limit: Int?
    }

    private struct Row {
        let id: Int64
        let kind: ElementKind
        let parent: Int64?
        let order: Int
        let json: JSON
    }

    init(elements: [JSON], conditions: [JSON], rules: [JSON] = []) {
        guard max(elements.count, conditions.count + rules.count) <= Structure.largest else {
            mistakes = [Mistake(key: "tooLarge")]
            return
        }
        var rows: [Row] = []
        for (index, json) in elements.enumerated() {
            guard let id = json["QUESITO_ID"]?.number, let kind = json["TIPO_ELEM_COD"]?.text.flatMap(ElementKind.init(uniwebCode:)) else {
                mistakes.append(Mistake(key: "row", about: String(index + 1)))
                continue
            }
            let parent = json["PARENT_QUESITO_ID"] ?? json["PARENT_QUESTITO_ID"]
            rows.append(
                Row(
                    id: Int64(id), kind: kind, parent: parent?.number.map(Int64.init),
                    order: json["ORD_VIS"]?.number ?? index, json: json))
        }
        let ids = rows.map(\.id)
        if Set(ids).count < ids.count { mistakes.append(Mistake(key: "idTwice")) }
        // Stable sort: rows with equal numbers keep their order.
        let sorted = rows.enumerated().sorted { ($0.element.order, $0.offset) < ($1.element.order, $1.offset) }.map(\.element)
        let kinds = Dictionary(sorted.map { ($0.id, $0.kind) }) { first, _ in first }
        for row in sorted where row.parent.flatMap({ kinds[$0] }) != row.kind.parent || (row.kind == .page) != (row.parent == nil) {
            mistakes.append(Mistake(key: "parent", about: String(row.id)))
        }
        guard mistakes.isEmpty else { return }
        build(Dictionary(grouping: sorted) { $0.parent })
        readConditions(conditions, Set(ids))
        readRules(rules, Set(ids))
        measure()
    }

    private mutating func build(_ children: [Int64?: [Row]]) {
        func within(_ id: Int64) -> [Row] { children[id] ?? [] }
        var pages: [Page] = []
        for page in children[nil] ?? [] {
            var made = Page(id: page.id, text: Self.text(page, "DES"), note: Self.text(page, "NOTE"), translations: Self.translations(page))
            for paragraph in within(page.id) {
                var inner = Paragraph(
                    id: paragraph.id, text: Self.text(paragraph, "DES"), note: Self.text(paragraph, "NOTE"),
                    translations: Self.translations(paragraph))
                for row in within(paragraph.id) { inner.questions.append(question(row, within(row.id))) }
                made.paragraphs.append(inner)
            }
            pages.append(made)
        }
        structure.pages = pages
    }

    private mutating func question(_ row: Row, _ answers: [Row]) -> Question {
        let code = Self.text(row, "TIPO_FORMATO_COD")
        if QuestionFormat(uniwebCode: code) == nil { mistakes.append(Mistake(key: "format", about: code)) }
        var question = Question(
            id: row.id, text: Self.text(row, "DES"), note: Self.text(row, "NOTE"), translations: Self.translations(row))
        question.format = QuestionFormat(uniwebCode: code) ?? .single
        question.look = QuestionLook(rawValue: Self.text(row, "ASPETTO_COD")) ?? .plain
        if let format = question.look.format, format != question.format { question.look = .plain }
        question.isShuffled = if case .flag(true)? = row.json["CASUALE"] { true } else { false }
        question.isMandatory = if case .flag(true)? = row.json["OBBLIGATORIO"] { true } else { row.json["OBBLIGATORIO"]?.number == 1 }
        question.category = Self.text(row, "CATEGORIA_COD")
        question.code = stableCode(row)
        question.tags = (row.json["TAG"]?.list ?? []).compactMap { tag in
            ElementTag.allCases.first { $0.uniwebCode == tag["COD"]?.text?.uppercased() }
        }
        question.labels = Label.all(in: row.json)
        for row in answers { question.answers.append(answer(row)) }
        question.settle()
        return question
    }

    private mutating func answer(_ row: Row) -> Answer {
        let code = Self.text(row, "TIPO_FORMATO_COD")
        if AnswerFormat(uniwebCode: code) == nil { mistakes.append(Mistake(key: "format", about: code)) }
        var answer = Answer(
            id: row.id, text: Self.text(row, "DES"), translations: Self.translations(row), format: AnswerFormat(uniwebCode: code) ?? .fixed)
        if let look = AnswerFormat(rawValue: Self.text(row, "ASPETTO_COD")), look.base != look, look.base == answer.format {
            answer.format = look
        }
        answer.code = stableCode(row)
        answer.labels = Label.all(in: row.json)
        // `DecimalText` limits the number to finite values with a plausible count of digits, because results compute with it.
        answer.score = Self.value(row, "PUNTEGGIO").flatMap { DecimalText($0)?.number }
        (answer.limits.length, answer.limits.decimals) = (row.json["LUNGH_MAX"]?.number, row.json["DECIMALI"]?.number)
        if !(1...Answer.longest).contains(answer.limits.length ?? 1) || !Limits.mostDecimals.contains(answer.limits.decimals ?? 0) {
            mistakes.append(Mistake(key: "limit", about: String(row.id)))
        }
        (answer.limits.least, answer.limits.greatest) = (Self.value(row, "VAL_MIN"), Self.value(row, "VAL_MAX"))
        measure(answer.limits.least ?? "", row, "VAL_MIN", Limits.longest)
        measure(answer.limits.greatest ?? "", row, "VAL_MAX", Limits.longest)
        return answer
    }

    private mutating func stableCode(_ row: Row) -> String {
        let code = Self.text(row, "COD_STABILE")
        measure(code, row, "COD_STABILE", ElementCode.limit)
        return ElementCode.plain(code)
    }

    private mutating func measure(_ text: String, _ row: Row, _ name: String, _ limit: Int) {
        if text.unicodeScalars.count > limit { mistakes.append(Mistake(key: "long", about: "\(row.id), \(name)", limit: limit)) }
    }

    private mutating func measure() {
        for excess in structure.excesses {
            let place = (excess.language.map { "TRADUZIONI \($0.rawValue) " } ?? "") + excess.place.uniwebName
            mistakes.append(Mistake(key: "long", about: "\(excess.element), \(place)", limit: excess.limit))
        }
        mistakes += structure.crowded.map { Mistake(key: "answers", about: String($0.id), limit: AnswerLines.limit) }
    }

    private mutating func readRules(_ rows: [JSON], _ ids: Set<Int64>) {
        for (index, row) in rows.enumerated() {
            let target = row["QUESITO_ID"]?.number.map(Int64.init)
            guard let action = Self.action(row), let target, ids.contains(target), let test = RuleRows.test(row["REGOLA"]), test.isSound,
                test.answers.allSatisfy(ids.contains)
            else {
                mistakes.append(Mistake(key: "condition", about: "\(index + 1), REGOLA"))
                continue
            }
            structure.rules.append(CompoundRule(id: Int64(index + 1), target: target, action: action, test: test))
        }
    }

    private static func action(_ row: JSON) -> Condition.Action? {
        switch row["AZIONE_COD"]?.text?.uppercased() {
        case "MOSTRA": .show
        case "NASCONDI": .hide
        default: nil
        }
    }

    private mutating func readConditions(_ rows: [JSON], _ ids: Set<Int64>) {
        for (index, row) in rows.enumerated() {
            let action = Self.action(row)
            let (trigger, target) = (row["RISPOSTA_ID"]?.number.map(Int64.init), row["QUESITO_ID"]?.number.map(Int64.init))
            guard let action, let trigger, let target, ids.contains(trigger), ids.contains(target)
            else {
                mistakes.append(Mistake(key: "condition", about: String(index + 1)))
                continue
            }
            structure.conditions.append(
                Condition(id: Int64(row["CONDIZIONE_ID"]?.number ?? index + 1), trigger: trigger, target: target, action: action))
        }
    }

    private static func translations(_ row: Row) -> Translations { TranslationRows.read(row.json, TranslationRows.element) }

    private static func text(_ row: Row, _ name: String) -> String { row.json[name]?.text ?? "" }

    private static func value(_ row: Row, _ name: String) -> String? {
        switch row.json[name] {
        case .number(let number)?: String(number)
        case .decimal(let number)?: DecimalText("\(number)")?.text ?? "\(number)"
        case .text(let text)?: text.isEmpty ? nil : text
        default: nil
        }
    }
}

extension OverlongText.Place {
    fileprivate var uniwebName: String {
        switch self {
        case .part(let part): TranslationRows.element.first { $0.own == part.rawValue }?.wire ?? ""
        case .label: "TAG"
        }
    }
}
