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
        let flow = elements.first { $0["Element"]?.text == "FL" }?["Payload"]?["Flow"]?.list ?? []
        let order = flow.compactMap { $0["ID"]?.text }
        let first = order.compactMap { id in all.first { $0["ID"]?.text == id } }
        return first + all.filter { block in !order.contains(block["ID"]?.text ?? "") }
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
        let choices = Self.choices(question["Choices"], question["ChoiceOrder"])
        let selector = question["Selector"]?.text ?? ""
        switch question["QuestionType"]?.text ?? "" {
        case "MC":
            let isSeveral = ["MAVR", "MAHR", "MACOL", "MSB"].contains(selector)
            items.append(FormItem(isSeveral ? "select_multiple" : "select_one", cells, choices: choices))
        case "Matrix", "CS", "SBS":
            let answers = Self.choices(question["Answers"], question["AnswerOrder"])
            let isSeveral = question["SubSelector"]?.text == "MultipleAnswer"
            let type =
                question["QuestionType"]?.text == "CS"
                ? "decimal" : selector == "TE" ? "text" : isSeveral ? "select_multiple" : "select_one"
            let isTable = type.hasPrefix("select")
            items.append(
                FormItem(
                    "begin_group", ["name": cells["name"] ?? "", "label": cells["label"] ?? "", "appearance": isTable ? "table-list" : ""]))
            for row in choices {
                var own = cells
                own["name"] = "\(cells["name"] ?? "")_\(row.name)"
                own["label"] = row.label
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
                if !row.label.isEmpty, choices.count > 1 { own["label"] = "\(cells["label"] ?? "") – \(row.label)" }
                items.append(FormItem("range", own))
            }
        case "RO": items.append(FormItem("rank", cells, choices: choices))
        case "DB": items.append(FormItem("note", ["label": cells["label"] ?? ""]))
        case "FileUpload", "Draw": items.append(FormItem("file", cells))
        case "Meta", "Timing", "Captcha": items.append(FormItem("hidden", cells))
        case let type: items.append(FormItem(type.isEmpty ? "text" : type, cells))
        }
    }
}
