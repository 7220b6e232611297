import Admin
import Formats
import Web

/// Reads the structure of a form as Google Forms gives it to programs (`forms.get`). What no column knows is named as left out.
struct GoogleFormsReader: FormReader {
    static let name = "Google Forms"
    private(set) var title = ""
    private(set) var identifier = ""

    private var items: [FormItem] = []
    private var place = 0
    private var count = 0

    /// nil for another JSON.
    init?(_ json: JSON) {
        guard let info = json["info"], case .object = info, let all = json["items"]?.list,
            json["formId"]?.text != nil || json["responderUri"] != nil
        else { return nil }
        identifier = json["formId"]?.text ?? ""
        title = Self.line(info["title"] ?? info["documentTitle"])
        beginPage("", Self.line(info["description"]))
        for item in all where items.count < FormSheets.items { add(item) }
        items.append(FormItem("end_group"))
        if let settings = json["settings"], !settings.isNull { items.append(FormItem("form setting", ["label": settings.compact])) }
    }

    mutating func next() throws -> ImportItem<FormItem>? {
        guard place < items.count else { return nil }
        place += 1
        return ImportItem(ImportPlace(.element, place), items[place - 1])
    }

    private static func line(_ json: JSON?) -> String {
        (json?.text ?? "").split(whereSeparator: \.isWhitespace).joined(separator: " ").replacing("${", with: "$ {")
    }

    private mutating func beginPage(_ title: String, _ note: String) {
        items.append(FormItem("begin_group", ["name": "page_\(items.count + 1)", "label": title, "appearance": "field-list"]))
        if !note.isEmpty { items.append(FormItem("note", ["label": note])) }
    }

    private mutating func name() -> String {
        count += 1
        return "q\(count)"
    }

    private mutating func add(_ item: JSON) {
        let (label, hint) = (Self.line(item["title"]), Self.line(item["description"]))
        if let question = item["questionItem"]?["question"] {
            var cells = ["name": name(), "label": label, "hint": hint, "image": item["questionItem"]?["image"] == nil ? "" : "image"]
            cells.merge(Self.common(question)) { $1 }
            ask(question, cells)
        } else if let group = item["questionGroupItem"] {
            addGroup(group, label, hint)
        } else if item["pageBreakItem"] != nil {
            items.append(FormItem("end_group"))
            beginPage(label, hint)
        } else if item["textItem"] != nil {
            items.append(FormItem("note", ["label": [label, hint].filter { !$0.isEmpty }.joined(separator: ". ")]))
        } else {
            items.append(FormItem(item["videoItem"] == nil ? "image item" : "video item", ["label": label, "hint": hint]))
        }
    }

    private static func common(_ question: JSON) -> [String: String] {
        ["required": question["required"]?.flag == true ? "yes" : "", "grading": question["grading"]?.compact ?? ""]
    }

    private mutating func ask(_ question: JSON, _ cells: [String: String]) {
        var cells = cells
        if let choice = question["choiceQuestion"] {
            choose(choice, cells)
        } else if let scale = question["scaleQuestion"] {
            let (low, high) = (Self.line(scale["lowLabel"]), Self.line(scale["highLabel"]))
            rate(scale["low"]?.number ?? 1, scale["high"]?.number ?? 5, low, high, cells)
        } else if let rating = question["ratingQuestion"] {
            if rating["iconType"]?.text == "STAR" { cells["portico_look"] = QuestionLook.stars.rawValue }
            rate(1, rating["ratingScaleLevel"]?.number ?? 5, "", "", cells)
        } else if question["textQuestion"] != nil {
            items.append(FormItem("text", cells))
        } else if let day = question["dateQuestion"] {
            // A day without its year is asked with it.
            if day["includeYear"]?.flag == false { cells["includeYear"] = "false" }
            items.append(FormItem(day["includeTime"]?.flag == true ? "datetime" : "date", cells))
        } else if let time = question["timeQuestion"] {
            let isDuration = time["duration"]?.flag == true
            items.append(FormItem(isDuration ? "duration" : "time", cells))
        } else if let file = question["fileUploadQuestion"] {
            let types = (file["types"]?.list ?? []).compactMap(\.text).joined(separator: ", ")
            let limits = [
                ("maxFiles", file["maxFiles"]?.number.map(String.init) ?? ""),
                ("maxFileSize", file["maxFileSize"]?.text ?? file["maxFileSize"]?.number.map(String.init) ?? ""), ("types", types),
            ]
            cells[FormItem.fileLimits] = limits.filter { !$0.1.isEmpty }.map { "\($0.0) \($0.1)" }.joined(separator: "; ")
            items.append(FormItem("file", cells))
        } else {
            items.append(FormItem("question", cells))
        }
    }

    private mutating func choose(_ choice: JSON, _ cells: [String: String]) {
        var cells = cells
        let options = choice["options"]?.list ?? []
        // An answer that leads to another page has no equal here.
        let ways = options.compactMap { $0["goToSectionId"]?.text ?? $0["goToAction"]?.text }
        if !ways.isEmpty { cells["goTo"] = ways.joined(separator: ", ") }
        if choice["shuffle"]?.flag == true { cells["parameters"] = "randomize=true" }
        if options.contains(where: { $0["image"] != nil }) { cells["image"] = "image" }
        let isSeveral = choice["type"]?.text == "CHECKBOX"
        let hasOther = options.contains { $0["isOther"]?.flag == true }
        let type = (isSeveral ? "select_multiple" : "select_one") + (hasOther ? " or_other" : "")
        items.append(FormItem(type, cells, choices: Self.choices(options)))
    }

    private static func choices(_ options: [JSON]) -> [FormItem.Choice] {
        options.filter { $0["isOther"]?.flag != true }.prefix(1_000).enumerated().map { FormItem.Choice("a\($0 + 1)", line($1["value"])) }
    }

    private mutating func rate(_ from: Int, _ to: Int, _ low: String, _ high: String, _ cells: [String: String]) {
        guard (-1_000...1_000).contains(from), (-1_000...1_000).contains(to), from < to else {
            return items.append(FormItem("integer", cells))
        }
        var item = FormItem("range", cells.merging(["parameters": "start=\(from) end=\(to) step=1"]) { $1 })
        item.ticks = [(from, low), (to, high)].filter { !$0.1.isEmpty }.map { FormItem.Choice(String($0.0), $0.1) }
        items.append(item)
    }

    /// A grid, or other questions that belong together.
    private mutating func addGroup(_ group: JSON, _ label: String, _ hint: String) {
        let (rows, grid) = (group["questions"]?.list ?? [], group["grid"])
        items.append(FormItem("begin_group", ["name": name(), "label": label, "appearance": grid == nil ? "" : "table-list"]))
        if !hint.isEmpty { items.append(FormItem("note", ["label": hint])) }
        let columns = Self.choices(grid?["columns"]?["options"]?.list ?? [])
        let isSeveral = grid?["columns"]?["type"]?.text == "CHECKBOX"
        for row in rows where items.count < FormSheets.items {
            var cells = ["name": name(), "label": Self.line(row["rowQuestion"]?["title"])]
            cells.merge(Self.common(row)) { $1 }
            if grid?["shuffleQuestions"]?.flag == true { cells["shuffleQuestions"] = "true" }
            if grid == nil {
                ask(row, cells)
            } else {
                items.append(FormItem(isSeveral ? "select_multiple" : "select_one", cells, choices: columns))
            }
        }
        items.append(FormItem("end_group"))
    }
}
