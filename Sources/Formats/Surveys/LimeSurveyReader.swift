/// Reads a survey that LimeSurvey exported as `.lss`. Of several languages it takes the survey's own.
public struct LimeSurveyReader: FormReader {
    public static let name = "LimeSurvey"
    public private(set) var title = ""
    public private(set) var identifier = ""

    private typealias Row = [String: String]

    private var items: [FormItem] = []
    private var place = 0

    private var language = ""
    private var texts: [String: [String: Row]] = [:]
    private var questions: [Row] = []
    private var children: [String: [Row]] = [:]
    private var answers: [String: [Row]] = [:]
    private var attributes: [String: Row] = [:]

    /// nil for another document.
    public init?(_ document: XMLDocument) {
        guard let root = document.root, root.first("LimeSurveyDocType")?.text == "Survey" else { return nil }
        let settings = Self.rows(root, "surveys").first ?? [:]
        language = settings["language"] ?? ""
        identifier = settings["sid"] ?? ""
        for (section, key) in [("group_l10ns", "gid"), ("question_l10ns", "qid"), ("answer_l10ns", "aid")] {
            for row in Self.rows(root, section) where row["language"] == language || texts[section]?[row[key] ?? ""] == nil {
                texts[section, default: [:]][row[key] ?? ""] = row
            }
        }
        title = Self.own(Self.rows(root, "surveys_languagesettings"), language, "surveyls_language").first?["surveyls_title"] ?? ""
        questions = Self.own(Self.rows(root, "questions"), language).sorted {
            Self.order($0, "question_order") < Self.order($1, "question_order")
        }
        children = Dictionary(grouping: Self.own(Self.rows(root, "subquestions"), language)) { $0["parent_qid"] ?? "" }
        answers = Dictionary(grouping: Self.own(Self.rows(root, "answers"), language)) { $0["qid"] ?? "" }
        for row in Self.rows(root, "question_attributes") {
            attributes[row["qid"] ?? "", default: [:]][row["attribute"] ?? ""] = row["value"]
        }
        let groups = Self.own(Self.rows(root, "groups"), language).sorted { Self.order($0, "group_order") < Self.order($1, "group_order") }
        for group in groups { add(group) }
    }

    public mutating func next() throws -> ImportItem<FormItem>? {
        guard place < items.count else { return nil }
        place += 1
        return ImportItem(ImportPlace(.element, place), items[place - 1])
    }

    private static func rows(_ root: XMLElement, _ section: String) -> [Row] {
        guard let rows = root.first(section)?.first("rows") else { return [] }
        return rows.all("row").map { row in
            Dictionary(row.elements.map { ($0.name, $0.text) }) { first, _ in first }
        }
    }

    private static func own(_ rows: [Row], _ language: String, _ key: String = "language") -> [Row] {
        rows.filter { ($0[key] ?? language) == language || language.isEmpty }
    }

    private static func order(_ row: Row, _ key: String) -> Int { row[key].flatMap { Int($0, in: .whole) } ?? 0 }

    private func said(_ row: Row, _ section: String, _ key: String, _ column: String) -> String {
        let text = texts[section]?[row[key] ?? ""]?[column] ?? row[column] ?? ""
        return HTMLText.plain(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private mutating func add(_ group: Row) {
        let relevance = LimeSurveyCondition(group["grelevance"] ?? "", multiple).text
        items.append(
            FormItem(
                "begin_group",
                [
                    "name": "g\(group["gid"] ?? "")", "label": said(group, "group_l10ns", "gid", "group_name"), "relevant": relevance,
                    "appearance": "field-list",
                ]))
        let note = said(group, "group_l10ns", "gid", "description")
        if !note.isEmpty { items.append(FormItem("note", ["label": note])) }
        for question in questions where question["gid"] == group["gid"] && (question["parent_qid"] ?? "0") == "0" { ask(question) }
        items.append(FormItem("end_group"))
    }

    /// The codes of questions with several answers, each a question of its own in conditions.
    private var multiple: Set<String> { Set(questions.filter { ["M", "P"].contains($0["type"]) }.compactMap { $0["title"] }) }

    private func choices(_ question: Row) -> [FormItem.Choice] {
        let own = (answers[question["qid"] ?? ""] ?? []).filter { ($0["scale_id"] ?? "0") == "0" }
        return own.sorted { Self.order($0, "sortorder") < Self.order($1, "sortorder") }.map {
            FormItem.Choice($0["code"] ?? "", said($0, "answer_l10ns", "aid", "answer"))
        }
    }

    private func rows(_ question: Row) -> [(code: String, text: String)] {
        let own = (children[question["qid"] ?? ""] ?? []).filter { ($0["scale_id"] ?? "0") == "0" }
        return own.sorted { Self.order($0, "question_order") < Self.order($1, "question_order") }.map {
            ($0["title"] ?? "", said($0, "question_l10ns", "qid", "question"))
        }
    }

    private static func numbers(_ range: ClosedRange<Int>) -> [FormItem.Choice] { range.map { FormItem.Choice(String($0), String($0)) } }

    private mutating func ask(_ question: Row) {
        let own = attributes[question["qid"] ?? ""] ?? [:]
        var cells = [
            "name": question["title"] ?? "", "label": said(question, "question_l10ns", "qid", "question"),
            "hint": said(question, "question_l10ns", "qid", "help"), "required": question["mandatory"] == "Y" ? "yes" : "",
            "relevant": LimeSurveyCondition(question["relevance"] ?? "", multiple).text, "preg": question["preg"] ?? "",
            "parameters": ["1", "Y"].contains(own["random_order"]) || own["answer_order"] == "random" ? "randomize=true" : "",
        ]
        let hasOther = question["other"] == "Y"
        for name in ["hide_tip", "hidden", "array_filter", "equation", "max_answers", "min_answers"]
        where own[name].map({ !["", "0"].contains($0) }) ?? false {
            cells[name] = own[name]
        }
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
            let choices = rows(question).map { FormItem.Choice($0.code, $0.text) }
            items.append(FormItem(hasOther ? "select_multiple or_other" : "select_multiple", cells, choices: choices))
        case "R":
            let own = choices(question)
            let others = rows(question).map { FormItem.Choice($0.code, $0.text) }
            items.append(FormItem("rank", cells, choices: own.isEmpty ? others : own))
        case "N":
            let limits = [("min_num_value_n", ". >= "), ("max_num_value_n", ". <= ")].compactMap { name, sign in
                own[name].flatMap { $0.isEmpty ? nil : sign + $0 }
            }
            cells["constraint"] = limits.joined(separator: " and ")
            items.append(FormItem(own["num_value_int_only"] == "1" ? "integer" : "decimal", cells))
        case "D": items.append(FormItem("date", cells))
        case "K", "Q": group(question, cells, type: question["type"] == "K" ? "decimal" : "text")
        case ";", ":": group(question, cells, type: question["type"] == ":" ? "decimal" : "text")
        case "F", "H", "1": group(question, cells, choices: choices(question))
        case "A": group(question, cells, choices: Self.numbers(1...5))
        case "B": group(question, cells, choices: Self.numbers(1...10))
        case "C": group(question, cells, choices: [.init("Y", "Yes"), .init("U", "Uncertain"), .init("N", "No")])
        case "E": group(question, cells, choices: [.init("I", "Increase"), .init("S", "Same"), .init("D", "Decrease")])
        case "X": items.append(FormItem("note", ["label": cells["label"] ?? "", "relevant": cells["relevant"] ?? ""]))
        case "S", "T", "U": items.append(FormItem("text", cells))
        case "|":
            let limits = ["allowed_filetypes", "max_filesize", "max_num_of_files", "min_num_of_files", "show_title", "show_comment"]
            cells[FormItem.fileLimits] = limits.compactMap { name in own[name].flatMap { $0.isEmpty ? nil : "\(name) \($0)" } }
                .joined(separator: "; ")
            items.append(FormItem("file", cells))
        case "*": items.append(FormItem("calculate", cells))
        case "I": items.append(FormItem("hidden", cells))
        case let type: items.append(FormItem(type.isEmpty ? "text" : type, cells))
        }
    }

    private mutating func group(_ question: Row, _ cells: [String: String], type: String = "select_one", choices: [FormItem.Choice] = []) {
        var head = cells.filter { ["name", "label", "relevant"].contains($0.key) }
        head["appearance"] = choices.isEmpty ? "" : "table-list"
        items.append(FormItem("begin_group", head))
        if let hint = cells["hint"], !hint.isEmpty { items.append(FormItem("note", ["label": hint])) }
        for row in rows(question) {
            var own = cells.filter { !["label", "relevant", "hint", "name"].contains($0.key) }
            own["name"] = "\(question["title"] ?? "")_\(row.code)"
            own["label"] = row.text
            items.append(FormItem(type, own, choices: choices))
        }
        items.append(FormItem("end_group"))
    }
}

/// A condition of LimeSurvey as one of XLSForm; what it does not know stays as it is, and is named as left out.
struct LimeSurveyCondition {
    let text: String

    /// - Parameter multiple: the codes of questions with several answers: `Q1_SQ001 == "Y"` means that one is chosen.
    init(_ source: String, _ multiple: Set<String>) {
        let source = source.trimmed
        guard !["", "1"].contains(source), source.utf8.count <= 5_000 else {
            text = source == "1" ? "" : source
            return
        }
        var (out, word): (String, String) = ("", "")
        var quote: Character?
        func end() {
            out += Self.said(word)
            word = ""
        }
        for character in source {
            if let open = quote {
                out.append(character == open ? "'" : character)
                if character == open { quote = nil }
            } else if character == "\"" || character == "'" {
                end()
                out.append("'")
                quote = character
            } else if character.isLetter || character.isNumber || character == "_" || character == "." {
                word.append(character)
            } else {
                end()
                out.append(character)
            }
        }
        end()
        out = out.replacingAll("&&", " and ").replacingAll("||", " or ").replacingAll("==", "=").replacingAll("!is_empty(", "not(is_empty(")
        text = Self.known(Self.closed(out), multiple)
    }

    private static let words = [
        "and": "and", "or": "or", "not": "not", "eq": "=", "ne": "!=", "gt": ">", "ge": ">=", "lt": "<", "le": "<=",
    ]

    private static func said(_ word: String) -> String {
        if word.isEmpty { return "" }
        if let known = words[word.lowercased()] { return " \(known) " }
        if word.first?.isNumber == true || word == "is_empty" { return word }
        let name = word.split(separator: ".").first.map(String.init) ?? word
        return "${\(name)}"
    }

    /// `not(is_empty(x)` with its bracket.
    private static func closed(_ text: String) -> String {
        var (out, rest) = ("", text[...])
        while let start = rest.firstRange(of: "not(is_empty("), let end = rest[start.upperBound...].firstIndex(of: ")") {
            out += "\(rest[..<start.lowerBound])(\(rest[start.upperBound..<end]) != '')"
            rest = rest[rest.index(after: end)...]
        }
        out += rest
        while let start = out.firstRange(of: "is_empty("), let end = out[start.upperBound...].firstIndex(of: ")") {
            let said = "(\(out[start.upperBound..<end]) = '')"
            out.replaceSubrange(start.lowerBound...end, with: said)
        }
        return out
    }

    /// `${Q1_SQ001} = 'Y'` of a question with several answers.
    private static func known(_ text: String, _ multiple: Set<String>) -> String {
        var out = text
        for code in multiple.sorted() {
            var from = out.startIndex
            while let start = out[from...].firstRange(of: "${\(code)_"), let brace = out[start.upperBound...].firstIndex(of: "}") {
                let answer = String(out[start.upperBound..<brace])
                let rest = out[out.index(after: brace)...]
                let trimmed = rest.drop(while: \.isWhitespace)
                guard trimmed.hasPrefix("="), case let value = trimmed.dropFirst().drop(while: \.isWhitespace), value.hasPrefix("'Y'")
                else {
                    from = brace
                    continue
                }
                let end = value.index(value.startIndex, offsetBy: 3)
                let said = "selected(${\(code)}, '\(answer)')"
                let offset = out.distance(from: out.startIndex, to: start.lowerBound) + said.count
                out.replaceSubrange(start.lowerBound..<end, with: said)
                from = out.index(out.startIndex, offsetBy: offset)
            }
        }
        return out
    }
}

extension String {
    fileprivate func replacingAll(_ word: String, _ other: String) -> String {
        split(separator: word, omittingEmptySubsequences: false).joined(separator: other)
    }
}
