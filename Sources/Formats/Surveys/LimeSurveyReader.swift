/// Reads what LimeSurvey exports: a survey (`.lss`), a group (`.lsg`) or a question (`.lsq`), with its languages.
public struct LimeSurveyReader: FormReader {
    public static let name = "LimeSurvey"
    public private(set) var title = ""
    public private(set) var identifier = ""

    private typealias Row = LimeSurveyTexts.Row

    private var items: [FormItem] = []
    private var place = 0

    private let texts: LimeSurveyTexts
    private var questions: [Row] = []
    private var children: [String: [Row]] = [:]
    private var answers: [String: [Row]] = [:]
    private var attributes: [String: Row] = [:]
    private var defaults: [String: [String]] = [:]

    /// - Parameter preferred: the language that is taken as the original, if the survey has it; otherwise its own is.
    /// - Returns: nil for another document.
    public init?(_ document: XMLDocument, preferred: String = "") {
        guard let root = document.root, ["Survey", "Group", "Question"].contains(root.first("LimeSurveyDocType")?.text ?? "") else {
            return nil
        }
        let settings = LimeSurveyTexts.rows(root, "surveys").first ?? [:]
        texts = LimeSurveyTexts(root, of: settings, preferred: preferred)
        identifier = settings["sid"] ?? ""
        questions = Self.once(LimeSurveyTexts.rows(root, "questions")) { $0["qid"] ?? "" }.sorted {
            Self.order($0, "question_order") < Self.order($1, "question_order")
        }
        children = Dictionary(grouping: Self.once(LimeSurveyTexts.rows(root, "subquestions")) { $0["qid"] ?? "" }) {
            $0["parent_qid"] ?? ""
        }
        answers = Dictionary(grouping: Self.once(LimeSurveyTexts.rows(root, "answers"), by: LimeSurveyTexts.answerKey)) { $0["qid"] ?? "" }
        for row in LimeSurveyTexts.rows(root, "question_attributes") where ["", texts.language].contains(row["language"] ?? "") {
            attributes[row["qid"] ?? "", default: [:]][row["attribute"] ?? ""] = row["value"]
        }
        for row in LimeSurveyTexts.rows(root, "defaultvalues") where row["defaultvalue"]?.isEmpty == false {
            defaults[row["qid"] ?? "", default: []].append(row["defaultvalue"] ?? "")
        }
        let own = LimeSurveyTexts.rows(root, "surveys_languagesettings")
        let said = Dictionary(own.map { ($0["surveyls_language"] ?? "", $0) }) { first, _ in first }
        title = said[texts.language]?["surveyls_title"] ?? own.first?["surveyls_title"] ?? ""
        let groups = Self.once(LimeSurveyTexts.rows(root, "groups")) { $0["gid"] ?? "" }
        for (index, group) in groups.sorted(by: { Self.order($0, "group_order") < Self.order($1, "group_order") }).enumerated() {
            add(group, index == 0 ? beginning(said) : [])
        }
        if groups.isEmpty { for question in questions { ask(question) } }
        addRest(root, said)
    }

    public mutating func next() throws -> ImportItem<FormItem>? {
        guard place < items.count else { return nil }
        place += 1
        return ImportItem(ImportPlace(.element, place), items[place - 1])
    }

    /// Older versions repeat each row for every language.
    private static func once(_ rows: [Row], by key: (Row) -> String) -> [Row] {
        var seen: Set<String> = []
        return rows.filter { seen.insert(key($0)).inserted }
    }

    private static func order(_ row: Row, _ key: String) -> Int { row[key].flatMap { Int($0, in: .whole) } ?? 0 }

    /// What the survey says before its questions.
    private func beginning(_ said: [String: Row]) -> [FormItem] {
        ["surveyls_description", "surveyls_welcometext"].compactMap { column in
            var cells = ["label": LimeSurveyTexts.plain(said[texts.language]?[column] ?? "")]
            for other in texts.others { cells["label::\(other)"] = LimeSurveyTexts.plain(said[other]?[column] ?? "") }
            return cells["label"]?.isEmpty == true ? nil : FormItem("note", cells)
        }
    }

    /// What has no place in a questionnaire.
    private mutating func addRest(_ root: XMLElement, _ said: [String: Row]) {
        let end = LimeSurveyTexts.plain(said[texts.language]?["surveyls_endtext"] ?? "")
        let quotas = LimeSurveyTexts.rows(root, "quota").map { "quota: \($0["name"] ?? "")" }
        let scores = Self.once(LimeSurveyTexts.rows(root, "assessments")) { $0["id"] ?? "" }.map { "assessment: \($0["name"] ?? "")" }
        for text in [end] + quotas + scores where !text.isEmpty { items.append(FormItem("form setting", ["label": text])) }
    }

    private mutating func add(_ group: Row, _ notes: [FormItem]) {
        var cells = texts.cells(group, .group, "group_name", as: "label")
        cells["name"] = "g\(group["gid"] ?? "")"
        cells["relevant"] = LimeSurveyCondition(group["grelevance"] ?? "", multiple).text
        cells["appearance"] = "field-list"
        items.append(FormItem("begin_group", cells))
        items += notes
        let note = texts.cells(group, .group, "description", as: "label")
        if note["label"]?.isEmpty == false { items.append(FormItem("note", note)) }
        for question in questions where question["gid"] == group["gid"] && (question["parent_qid"] ?? "0") == "0" { ask(question) }
        items.append(FormItem("end_group"))
    }

    /// The codes of questions with several answers, each a question of its own in conditions.
    private var multiple: Set<String> { Set(questions.filter { ["M", "P"].contains($0["type"]) }.compactMap { $0["title"] }) }

    private func choices(_ question: Row, scale: String = "0") -> [FormItem.Choice] {
        let own = (answers[question["qid"] ?? ""] ?? []).filter { ($0["scale_id"] ?? "0") == scale }
        return own.sorted { Self.order($0, "sortorder") < Self.order($1, "sortorder") }.map { row in
            var choice = Self.choice(row["code"] ?? "", texts.cells(row, .answer, "answer", as: "label"))
            // Points of an assessment.
            if let points = row["assessment_value"], !["", "0"].contains(points) { choice.score = points }
            return choice
        }
    }

    private static func choice(_ code: String, _ said: [String: String]) -> FormItem.Choice {
        var choice = FormItem.Choice(code, said["label"] ?? "")
        for (name, text) in said where name.hasPrefix("label::") { choice.translations[String(name.dropFirst("label::".count))] = text }
        return choice
    }

    private struct Line {
        let code: String
        let label: [String: String]
        let relevant: String
    }

    private func lines(_ question: Row, scale: String = "0") -> [Line] {
        let own = (children[question["qid"] ?? ""] ?? []).filter { ($0["scale_id"] ?? "0") == scale }
        return own.sorted { Self.order($0, "question_order") < Self.order($1, "question_order") }.map { row in
            Line(
                code: row["title"] ?? "", label: texts.cells(row, .question, "question", as: "label"),
                relevant: LimeSurveyCondition(row["relevance"] ?? "", multiple).text)
        }
    }

    private static func numbers(_ range: ClosedRange<Int>) -> [FormItem.Choice] { range.map { FormItem.Choice(String($0), String($0)) } }

    /// Attributes that are read, or that only say how a question looks.
    private static let passed = Set(
        """
        random_order answer_order num_value_int_only min_num_value_n max_num_value_n maximum_chars hide_tip cssclass text_input_width
        text_input_columns input_size label_input_columns answer_width answer_width_bycolumn repeat_headings display_rows display_columns
        dropdown_prefix dropdown_size dropdown_separators display_type statistics_showgraph statistics_graphtype public_statistics
        scale_export page_break save_as_default dualscale_headerA dualscale_headerB showpopups horizontal_scroll
        """.split(whereSeparator: \.isWhitespace).map(String.init))
    private static let fileAttributes = [
        "allowed_filetypes", "max_filesize", "max_num_of_files", "min_num_of_files", "show_title", "show_comment",
    ]

    /// Each attribute without an equal becomes a column, so that the report names it.
    private func rest(_ own: Row) -> [String: String] {
        own.filter { name, value in
            !Self.passed.contains(name) && !Self.fileAttributes.contains(name) && !name.hasPrefix("location_")
                && !["", "0", "N", "default", "inherit"].contains(value)
        }
    }

    private mutating func ask(_ question: Row) {
        let own = attributes[question["qid"] ?? ""] ?? [:]
        var cells = texts.cells(question, .question, "question", as: "label").merging(texts.cells(question, .question, "help", as: "hint"))
        {
            $1
        }
        cells["name"] = question["title"] ?? ""
        cells["required"] = question["mandatory"] == "Y" ? "yes" : ""
        cells["relevant"] = LimeSurveyCondition(question["relevance"] ?? "", multiple).text
        cells["preg"] = question["preg"] ?? ""
        cells["parameters"] = ["1", "Y"].contains(own["random_order"]) || own["answer_order"] == "random" ? "randomize=true" : ""
        cells["default"] = (defaults[question["qid"] ?? ""] ?? []).joined(separator: ", ")
        cells.merge(rest(own)) { first, _ in first }
        let length = own["maximum_chars"].flatMap { Int($0, in: .whole) } ?? 0
        let longest = length > 0 ? "string-length(.) <= \(length)" : ""
        let bounds = [("min_num_value_n", ". >= "), ("max_num_value_n", ". <= ")].compactMap { name, sign in
            own[name].flatMap { $0.isEmpty ? nil : sign + $0 }
        }.joined(separator: " and ")
        let number = own["num_value_int_only"] == "1" ? "integer" : "decimal"
        let hasOther = question["other"] == "Y"
        switch question["type"] ?? "" {
        case "L", "!": items.append(FormItem(hasOther ? "select_one or_other" : "select_one", cells, choices: choices(question)))
        case "O":
            cells["comment"] = "O"
            items.append(FormItem("select_one", cells, choices: choices(question)))
        case "5":
            cells["parameters"] = "start=1 end=5 step=1"
            items.append(FormItem("range", cells))
        case "Y": items.append(FormItem("select_one", cells, choices: [.init("Y", "Yes"), .init("N", "No")]))
        case "G": items.append(FormItem("select_one", cells, choices: [.init("F", "Female"), .init("M", "Male")]))
        case "M", "P":
            if question["type"] == "P" { cells["comment"] = "P" }
            let lines = lines(question)
            cells["subquestion_relevance"] = lines.filter { !$0.relevant.isEmpty }.map { "\($0.code): \($0.relevant)" }.joined(
                separator: "; ")
            let choices = lines.map { Self.choice($0.code, $0.label) }
            items.append(FormItem(hasOther ? "select_multiple or_other" : "select_multiple", cells, choices: choices))
        case "R":
            let own = choices(question)
            items.append(FormItem("rank", cells, choices: own.isEmpty ? lines(question).map { Self.choice($0.code, $0.label) } : own))
        case "N":
            cells["constraint"] = bounds
            items.append(FormItem(number, cells))
        case "D": items.append(FormItem("date", cells))
        case "K": group(question, cells, type: number, constraint: bounds)
        case "Q": group(question, cells, type: "text", constraint: longest)
        case ";": group(question, cells, type: "text", across: lines(question, scale: "1"), constraint: longest)
        case ":": group(question, cells, type: "decimal", across: lines(question, scale: "1"))
        case "F", "H": group(question, cells, choices: choices(question))
        case "1":
            let heads = ["dualscale_headerA", "dualscale_headerB"].map { LimeSurveyTexts.plain(own[$0] ?? "") }
            group(question, cells, choices: choices(question), scale: (heads[0], "0"))
            var again = cells.filter { ["label", "name", "relevant"].contains($0.key) || $0.key.hasPrefix("label::") }
            again["required"] = cells["required"]
            group(question, again, choices: choices(question, scale: "1"), scale: (heads[1], "1"))
        case "A": group(question, cells, choices: Self.numbers(1...5))
        case "B": group(question, cells, choices: Self.numbers(1...10))
        case "C": group(question, cells, choices: [.init("Y", "Yes"), .init("U", "Uncertain"), .init("N", "No")])
        case "E": group(question, cells, choices: [.init("I", "Increase"), .init("S", "Same"), .init("D", "Decrease")])
        case "X": items.append(FormItem("note", cells.filter { $0.key != "name" && $0.key != "required" }))
        case "S", "T", "U":
            cells["constraint"] = longest
            items.append(FormItem("text", cells))
        case "|":
            cells[FormItem.fileLimits] = Self.fileAttributes.compactMap { name in own[name].flatMap { $0.isEmpty ? nil : "\(name) \($0)" } }
                .joined(separator: "; ")
            items.append(FormItem("file", cells))
        case "*": items.append(FormItem("calculate", cells))
        case "I": items.append(FormItem("hidden", cells))
        case let type: items.append(FormItem(type.isEmpty ? "text" : type, cells))
        }
    }
}

extension LimeSurveyReader {
    /// The lines of an array, each a question; with columns (`across`) each of its cells is one.
    private mutating func group(
        _ question: Row, _ cells: [String: String], type: String = "select_one", choices: [FormItem.Choice] = [], across: [Line] = [],
        constraint: String = "", scale: (head: String, number: String)? = nil
    ) {
        let ofLines: Set<String> = ["required", "preg", "parameters", "default"]
        var head = cells.filter { !ofLines.contains($0.key) && !$0.key.hasPrefix("hint") }
        head["appearance"] = choices.isEmpty ? "" : "table-list"
        if let scale, !scale.head.isEmpty {
            head["label"] = [cells["label"] ?? "", scale.head].filter { !$0.isEmpty }.joined(separator: " – ")
        }
        items.append(FormItem("begin_group", head))
        let note = cells.filter { $0.key.hasPrefix("hint") }
        if note["hint"]?.isEmpty == false {
            items.append(
                FormItem("note", Dictionary(uniqueKeysWithValues: note.map { ("label" + $0.key.dropFirst("hint".count), $0.value) })))
        }
        for line in lines(question) {
            var own = cells.filter { ofLines.contains($0.key) }
            own["relevant"] = line.relevant
            own["constraint"] = constraint
            let name = "\(question["title"] ?? "")_\(line.code)"
            guard !across.isEmpty else {
                own["name"] = scale.map { "\(name)_\($0.number)" } ?? name
                items.append(FormItem(type, own.merging(line.label) { $1 }, choices: choices))
                continue
            }
            for column in across where items.count < FormSheets.items {
                own["name"] = "\(name)_\(column.code)"
                var label = line.label
                for (language, text) in column.label { label[language] = [line.label[language] ?? "", text].joined(separator: " – ") }
                items.append(FormItem(type, own.merging(label) { $1 }))
            }
        }
        items.append(FormItem("end_group"))
    }
}
