import Admin
import Web

/// Exports XLSForm for ODK, Kobo and others. What it cannot express goes into `portico` columns, which other programs ignore.
struct XLSFormWriter {
    private let file: ConfigurationFile
    private let outline: StructureOutline
    private let names: XLSFormNames
    private let languages: [Language]

    init(_ file: ConfigurationFile, original: Language) {
        self.file = file
        languages = [original] + file.structure.languages.filter { $0 != original }
        outline = StructureOutline(file.structure)
        names = XLSFormNames(file.structure)
    }

    var workbook: Workbook {
        Workbook(sheets: [
            .init(name: "survey", rows: [head(XLSForm.surveyColumns)] + survey),
            .init(name: "choices", rows: [head(XLSForm.choiceColumns)] + choices),
            .init(name: "settings", rows: settings),
        ])
    }

    /// Column names: `label`, or `label::Italiano (it)` and so on for several languages.
    private func head(_ columns: [String]) -> [String] {
        columns.flatMap { column in
            languages.count == 1 || !XLSForm.translatedColumns.contains(column)
                ? [column] : languages.map { "\(column)::\(XLSForm.name($0))" }
        }
    }

    private func row(_ columns: [String], _ cells: [String: String], _ said: [String: (ElementWords.Part, Translations)] = [:]) -> [String]
    {
        columns.flatMap { column -> [String] in
            let cell = cells[column] ?? ""
            guard XLSForm.translatedColumns.contains(column) else { return [cell] }
            let others = languages.dropFirst().map { language in
                let (part, translations) = said[column] ?? (.text, Translations())
                // Text without letters is repeated for every language, because other programs show nothing for a blank cell.
                return translations[part.rawValue, language]?.text ?? (cell.contains(where: \.isLetter) ? "" : cell)
            }
            return ([cell] + others).map { plain($0) }
        }
    }

    /// The text with `{q1}` as `${q1}`; another `${` would refer to a question that is not there.
    private func plain(_ text: String) -> String {
        guard !outline.piped.isEmpty else { return XLSForm.plain(text) }
        var all = XLSForm.plain(text)
        for question in outline.structure.questions where outline.piped.contains(question.code) {
            all = all.replacing("{\(question.code)}", with: "${\(names.question(question))}")
        }
        return all
    }

    private var survey: [[String]] {
        file.structure.pages.enumerated().flatMap { p, page -> [[String]] in
            let paragraphs = page.paragraphs.enumerated().flatMap { a, paragraph in
                group(names.group("\(p + 1)_\(a + 1)"), paragraph, paragraph.questions.flatMap(rows))
            }
            return group(names.group("\(p + 1)"), page, paragraphs, isPage: true)
        }
    }

    private func group(_ name: String, _ element: some LabeledElement, _ inner: [[String]], isPage: Bool = false) -> [[String]] {
        let said = element.translations
        let begin = row(
            [
                "type": "begin_group", "name": name, "label": element.text, "relevant": relevance(element.id),
                "appearance": isPage ? "field-list" : "", "portico_rules": ownRules(element.id),
            ], ["label": (.text, said)])
        let note = row(["type": "note", "name": name + "_note", "label": element.note], ["label": (.note, said)])
        return [begin] + (element.note.isEmpty ? [] : [note]) + inner + [row(["type": "end_group"])]
    }

    private func rows(_ question: Question) -> [[String]] {
        let name = names.question(question)
        let free = question.free.first
        var cells = [
            "name": name, "label": question.text, "hint": question.note, "required": question.isMandatory ? "yes" : "",
            "relevant": relevance(question.id), "portico_rules": ownRules(question.id),
            "portico_code": name == question.code ? "" : question.code,
            "portico_category": question.category, "portico_tags": question.tags.map(\.rawValue).joined(separator: " "),
            "portico_labels": XLSForm.cell(question.labels),
            "portico_answer": question.format == .free ? free?.code ?? "" : "",
        ]
        switch question.format {
        case .single, .singleAcross: cells["type"] = "select_one list_\(name)"
        case .multiple where question.look == .ranking: cells["type"] = "rank list_\(name)"
        case .multiple, .multipleAcross: cells["type"] = "select_multiple list_\(name)"
        case .free: cells.merge(Self.written(free, question)) { $1 }
        }
        if question.look != .plain { cells["portico_look"] = question.look.rawValue }
        if question.isShuffled { cells["parameters"] = "randomize=true" }
        if question.format.isAcross { cells["appearance"] = question.format.isSingle ? "likert" : "columns" }
        let unit = question.format == .free && free?.format == .number ? free?.translations ?? Translations() : Translations()
        let said: [String: (ElementWords.Part, Translations)] = [
            "label": (.text, question.translations), "hint": (.note, question.translations),
            "portico_category": (.category, question.translations), "portico_unit": (.text, unit),
        ]
        guard question.format != .free, question.look != .ranking, let free else { return [row(cells, said)] }
        // The text beside a choice becomes a separate question, shown by that choice.
        let other = row(
            [
                "type": "text", "name": names.other(of: question), "label": free.text.isEmpty ? "…" : free.text,
                "relevant": Relevance.Trigger(question: name, answer: free.code).text,
                "constraint": XLSForm.constraint(free), "portico_answer": free.code,
            ], ["label": (.text, free.translations)])
        return [row(cells, said), other]
    }

    private static func written(_ answer: Answer?, _ question: Question) -> [String: String] {
        guard let answer else { return ["type": "text"] }
        let limits = answer.limits
        let decimals = answer.limits.decimals
        let type =
            switch answer.format {
            case .number: decimals == 0 ? "integer" : "decimal"
            case .day: "date"
            case .time: "time"
            case .dateTime: "dateTime"
            case .file: "file"
            default: "text"
            }
        let isSlider = question.look == .slider && answer.hasEnds
        let step = decimals.map { $0 == 0 ? "1" : "0." + String(repeating: "0", count: $0 - 1) + "1" } ?? "1"
        return [
            "portico_look": [.email, .file].contains(answer.format) ? answer.format.rawValue : "",
            "portico_limits": [.time, .dateTime].contains(answer.format) && limits != Limits()
                ? "\(limits.least ?? "")..\(limits.greatest ?? "")" : "",
            "portico_unit": answer.format == .number ? answer.text : "",
            "parameters": isSlider ? "start=\(limits.least ?? "") end=\(limits.greatest ?? "") step=\(step)" : "",
            "type": isSlider ? "range" : type, "constraint": XLSForm.constraint(answer),
            "portico_decimals": decimals.map { $0 == 0 ? "" : String($0) } ?? "",
        ]
    }

    private func relevance(_ id: Int64) -> String {
        var relevance = Relevance()
        for rule in outline.conditions[id] ?? [] {
            guard let question = outline.questionOfAnswer[rule.trigger].flatMap({ outline.questions[$0] }),
                let answer = outline.answers[rule.trigger]
            else { continue }
            let trigger = Relevance.Trigger(question: names.question(question), answer: answer.code)
            if rule.action == .show { relevance.showing.append(trigger) } else { relevance.hiding.append(trigger) }
        }
        guard let rules = outline.rules[id] else { return relevance.text }
        let shown = relevance.showing.map(\.text) + rules.filter { $0.action == .show }.map { "(\(expression($0.test)))" }
        let hidden = relevance.hiding.map(\.text) + rules.filter { $0.action == .hide }.map { expression($0.test) }
        let all = (shown.isEmpty ? [] : ["(" + shown.joined(separator: " or ") + ")"]) + hidden.map { "not(\($0))" }
        return all.joined(separator: " and ")
    }

    /// Rules of several answers in our own words, with all others of the element; other programs read `relevant`.
    private func ownRules(_ id: Int64) -> String {
        guard let rules = outline.rules[id] else { return "" }
        let simple = (outline.conditions[id] ?? []).map { "\($0.action.rawValue) if \(outline.reference($0.trigger))" }
        return (simple + rules.map { "\($0.action.rawValue) if " + RuleText.text($0.test, outline.reference) }).joined(separator: "\n")
    }

    private func expression(_ test: RuleTest) -> String {
        switch test {
        case .chosen(let id):
            guard let question = outline.questionOfAnswer[id].flatMap({ outline.questions[$0] }), let answer = outline.answers[id] else {
                return "false()"
            }
            return Relevance.Trigger(question: names.question(question), answer: answer.code).text
        case .compared(let comparison): return compared(comparison)
        case .not(let inner): return "not(\(expression(inner)))"
        case .all(let tests): return tests.map { "(\(expression($0)))" }.joined(separator: " and ")
        case .any(let tests): return tests.map { "(\(expression($0)))" }.joined(separator: " or ")
        case .atLeast(let count, let tests):
            return "(" + tests.map { "if(\(expression($0)), 1, 0)" }.joined(separator: " + ") + ") >= \(count)"
        }
    }

    private func compared(_ comparison: AnswerComparison) -> String {
        guard let question = outline.questionOfAnswer[comparison.answer].flatMap({ outline.questions[$0] }) else { return "false()" }
        let (name, sign, value) = ("${\(names.question(question))}", comparison.sign, comparison.value)
        let isAnswered = "\(name) != ''"
        if sign == .answered { return isAnswered }
        let said =
            switch outline.answers[comparison.answer]?.format {
            case .day: "\(name) \(sign.rawValue) date('\(value)')"
            case .time: "decimal-time(\(name)) \(sign.rawValue) decimal-time('\(value)')"
            case .dateTime: "decimal-date-time(\(name)) \(sign.rawValue) decimal-date-time('\(value)')"
            default: "\(name) \(sign.rawValue) \(value)"
            }
        // In XPath an empty answer differs from every number.
        return sign == .notEqual ? "\(isAnswered) and \(said)" : said
    }

    private var choices: [[String]] {
        file.structure.questions.filter { $0.format != .free }.flatMap { question in
            question.answers.map { answer in
                row(
                    XLSForm.choiceColumns,
                    [
                        "list_name": "list_" + names.question(question), "name": answer.code,
                        "label": answer.text.isEmpty ? "…" : answer.text,
                        "portico_score": answer.score.map { Language.english.decimal($0) } ?? "",
                        "portico_labels": XLSForm.cell(answer.labels),
                    ], ["label": (.text, answer.translations)])
            }
        }
    }

    private var settings: [[String]] {
        let own = [
            file.title, file.code, file.context.rawValue, file.note, file.isAnonymous ? "yes" : "no", file.isMandatory ? "yes" : "no",
            file.repetition.rawValue, file.opening.rawValue, String(file.threshold), XLSForm.cell(file.labels),
        ]
        let first = languages.count == 1 ? [] : [("default_language", XLSForm.name(languages[0]))]
        let said = Language.allCases.flatMap { language in
            [("portico_title", "name"), ("portico_note", "note")].compactMap { column, field in
                file.translations[field, language].map { ("\(column)_\(language.rawValue)", $0.text) }
            }
        }
        return [XLSForm.settings + (first + said).map(\.0), own + (first + said).map(\.1)]
    }

    private func row(_ cells: [String: String], _ said: [String: (ElementWords.Part, Translations)] = [:]) -> [String] {
        row(XLSForm.surveyColumns, cells, said)
    }
}

/// Unique names in the file that begin with a letter.
private struct XLSFormNames {
    private var names: [Int64: String] = [:]
    private var taken: Set<String> = []

    init(_ structure: Structure) {
        for question in structure.questions {
            let isGood = question.code.utf8.first.map { $0 == 0x5F || (0x41...0x5A).contains($0 & 0xDF) } ?? false
            var name = isGood ? question.code : "q_" + question.code
            while !taken.insert(name.lowercased()).inserted { name += "_" }
            names[question.id] = name
        }
    }

    func question(_ question: Question) -> String { names[question.id] ?? question.code }

    func other(of question: Question) -> String { free(self.question(question) + "_other") }

    func group(_ place: String) -> String { free("page_" + place) }

    private func free(_ name: String) -> String { taken.contains(name) ? free(name + "_") : name }
}
