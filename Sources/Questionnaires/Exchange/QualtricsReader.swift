import Admin
import Formats
import Web

/// Reads a survey that Qualtrics exported as `.qsf`, in the order of its blocks.
struct QualtricsReader: FormReader {
    static let name = "Qualtrics"
    private(set) var title = ""
    private(set) var identifier = ""

    private var items: [FormItem] = []
    private var place = 0

    /// nil for another JSON.
    init?(_ json: JSON) {
        guard json["SurveyEntry"] != nil, let elements = json["SurveyElements"]?.list else { return nil }
        title = json["SurveyEntry"]?["SurveyName"]?.text ?? ""
        identifier = json["SurveyEntry"]?["SurveyID"]?.text ?? ""
        var questions: [String: JSON] = [:]
        for element in elements where element["Element"]?.text == "SQ" {
            if let payload = element["Payload"], let id = payload["QuestionID"]?.text ?? element["PrimaryAttribute"]?.text {
                questions[id] = payload
            }
        }
        let blocks = Self.blocks(elements)
        for block in blocks where block["Type"]?.text != "Trash" {
            items.append(FormItem("begin_group", ["name": "b\(items.count)", "label": Self.title(of: block), "appearance": "field-list"]))
            for element in block["BlockElements"]?.list ?? [] where element["Type"]?.text == "Question" {
                if let question = element["QuestionID"]?.text.flatMap({ questions[$0] }) { add(question) }
            }
            items.append(FormItem("end_group"))
        }
        if blocks.isEmpty { for id in questions.keys.sorted() { if let question = questions[id] { add(question) } } }
        // Branches, randomizers and data of the flow have no place in a questionnaire.
        for part in Self.flow(elements) where !["Block", "Standard", "Root"].contains(part["Type"]?.text ?? "") {
            let label = [part["Type"]?.text, part["Description"]?.text].compactMap(\.self).joined(separator: ": ")
            items.append(FormItem("form setting", ["label": label.isEmpty ? "Flow" : label]))
        }
    }

    mutating func next() throws -> ImportItem<FormItem>? {
        guard place < items.count else { return nil }
        place += 1
        return ImportItem(ImportPlace(.element, place), items[place - 1])
    }

    /// Blocks in the order of the flow, then those that it does not name. Older files number them in an object.
    private static func blocks(_ elements: [JSON]) -> [JSON] {
        let payload = elements.first { $0["Element"]?.text == "BL" }?["Payload"]
        let all = values(payload)
        let order = flow(elements).compactMap { $0["ID"]?.text }
        let first = order.compactMap { id in all.first { $0["ID"]?.text == id } }
        return first + all.filter { block in !order.contains(block["ID"]?.text ?? "") }
    }

    /// The parts of the flow, each before what is within it.
    private static func flow(_ elements: [JSON]) -> [JSON] {
        var (found, rest) = ([JSON](), elements.first { $0["Element"]?.text == "FL" }?["Payload"]?["Flow"]?.list ?? [])
        while !rest.isEmpty, found.count < FormSheets.items {
            let part = rest.removeFirst()
            found.append(part)
            rest = (part["Flow"]?.list ?? []) + rest
        }
        return found
    }

    private static func values(_ json: JSON?) -> [JSON] {
        if case .object(let pairs)? = json { return pairs.map(\.value) }
        return json?.list ?? []
    }

    private static func title(of block: JSON) -> String {
        let text = block["Description"]?.text ?? ""
        return text.hasPrefix("Default Question Block") ? "" : text
    }

    private static func plain(_ text: String) -> String {
        HTMLText.plain(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func choices(_ all: JSON?, _ order: JSON?) -> [FormItem.Choice] {
        guard case .object(let pairs)? = all else {
            return (all?.list ?? []).enumerated().map { FormItem.Choice(String($0 + 1), plain($1["Display"]?.text ?? "")) }
        }
        let keys = (order?.list ?? []).compactMap { $0.text ?? $0.number.map(String.init) }
        let sorted = keys.isEmpty ? pairs.map(\.key) : keys
        return sorted.compactMap { key in
            pairs.first { $0.key == key }.map { FormItem.Choice(key, plain($0.value["Display"]?.text ?? "")) }
        }
    }

    /// What has no equal here, so that the report names it.
    private static func rest(_ question: JSON) -> [String: String] {
        var rest: [String: String] = [:]
        for key in ["SkipLogic", "DynamicChoices", "DefaultChoices", "RecodeValues", "GradingData", "QuestionJS", "AdditionalQuestions"] {
            guard let value = question[key], !["null", "[]", "{}", "false", "\"\""].contains(value.compact) else { continue }
            rest[key] = String(value.compact.prefix(500))
        }
        let written = values(question["Choices"]).filter { $0["TextEntry"] != nil }.map { plain($0["Display"]?.text ?? "") }
        rest["TextEntry"] = written.joined(separator: "; ")
        guard case .object(let settings)? = question["Validation"]?["Settings"] else { return rest }
        for (key, value) in settings where !["ForceResponse", "ForceResponseType", "Type"].contains(key) {
            let text = value.text ?? value.compact
            if !["", "None", "OFF", "null", "{}", "[]", "ValidNumber", "ValidDate"].contains(text) { rest[key] = text }
        }
        return rest
    }

    /// The words of further languages, by their codes.
    private static func languages(_ question: JSON) -> [(code: String, words: JSON)] {
        guard case .object(let pairs)? = question["Language"] else { return [] }
        return pairs.map { (code: $0.key.lowercased(), words: $0.value) }
    }

    private static func translated(_ choices: [FormItem.Choice], _ question: JSON, _ list: String) -> [FormItem.Choice] {
        var choices = choices
        for (code, words) in languages(question) {
            for index in choices.indices {
                let said = plain(words[list]?[choices[index].name]?["Display"]?.text ?? "")
                if !said.isEmpty { choices[index].translations[code] = said }
            }
        }
        return choices
    }

    private static func words(of choice: FormItem.Choice) -> [String: String] {
        var words = ["label": choice.label]
        for (code, said) in choice.translations { words["label::\(code)"] = said }
        return words
    }

    private mutating func add(_ question: JSON) {
        let validation = question["Validation"]?["Settings"]
        var cells = [
            "name": question["DataExportTag"]?.text ?? question["QuestionID"]?.text ?? "",
            "label": Self.plain(question["QuestionText"]?.text ?? ""),
            "required": validation?["ForceResponse"]?.text == "ON" ? "yes" : "",
        ]
        // Logic of the display is a tree of the program's own, which no condition here repeats.
        if question["DisplayLogic"] != nil { cells["DisplayLogic"] = question["DisplayLogic"]?["0"]?.compact ?? "DisplayLogic" }
        if question["Randomization"]?["Type"]?.text == "All" { cells["parameters"] = "randomize=true" }
        cells.merge(Self.rest(question)) { first, _ in first }
        for (code, words) in Self.languages(question) { cells["label::\(code)"] = Self.plain(words["QuestionText"]?.text ?? "") }
        let choices = Self.translated(Self.choices(question["Choices"], question["ChoiceOrder"]), question, "Choices")
        let selector = question["Selector"]?.text ?? ""
        switch question["QuestionType"]?.text ?? "" {
        case "MC":
            let isSeveral = ["MAVR", "MAHR", "MACOL", "MSB"].contains(selector)
            items.append(FormItem(isSeveral ? "select_multiple" : "select_one", cells, choices: choices))
        case "Matrix", "CS", "SBS":
            let answers = Self.translated(Self.choices(question["Answers"], question["AnswerOrder"]), question, "Answers")
            let isSeveral = question["SubSelector"]?.text == "MultipleAnswer"
            let type =
                question["QuestionType"]?.text == "CS"
                ? "decimal" : selector == "TE" ? "text" : isSeveral ? "select_multiple" : "select_one"
            let isTable = type.hasPrefix("select")
            let ofRows: Set<String> = ["required", "parameters"]
            let head = cells.filter { !ofRows.contains($0.key) }.merging(["appearance": isTable ? "table-list" : ""]) { $1 }
            items.append(FormItem("begin_group", head))
            for row in choices {
                var own = cells.filter { ofRows.contains($0.key) }.merging(Self.words(of: row)) { $1 }
                own["name"] = "\(cells["name"] ?? "")_\(row.name)"
                items.append(FormItem(type, own, choices: isTable ? answers : []))
            }
            items.append(FormItem("end_group"))
        case "TE":
            let isNumber = validation?["ContentType"]?.text == "ValidNumber"
            let isDay = validation?["ContentType"]?.text == "ValidDate"
            items.append(FormItem(isNumber ? "decimal" : isDay ? "date" : "text", cells))
        case "Slider":
            let configuration = question["Configuration"]
            let (least, most) = (configuration?["CSSliderMin"]?.number ?? 0, configuration?["CSSliderMax"]?.number ?? 100)
            cells["parameters"] = "start=\(least) end=\(most) step=1"
            let rows = choices.isEmpty ? [FormItem.Choice("1", "")] : choices
            for row in rows {
                var own = cells
                if choices.count > 1 { own["name"] = "\(cells["name"] ?? "")_\(row.name)" }
                if !row.label.isEmpty, choices.count > 1 {
                    for (name, said) in Self.words(of: row) {
                        own[name] = [cells[name] ?? "", said].filter { !$0.isEmpty }.joined(separator: " – ")
                    }
                }
                items.append(FormItem("range", own))
            }
        case "RO": items.append(FormItem("rank", cells, choices: choices))
        case "DB": items.append(FormItem("note", cells.filter { $0.key.hasPrefix("label") }))
        case "FileUpload", "Draw": items.append(FormItem("file", cells))
        case "Meta", "Timing", "Captcha": items.append(FormItem("hidden", cells))
        case let type: items.append(FormItem(type.isEmpty ? "text" : type, cells))
        }
    }
}
