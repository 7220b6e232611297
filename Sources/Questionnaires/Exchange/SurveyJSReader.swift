import Admin
import Formats
import Foundation
import Web

/// Reads a survey in the JSON of SurveyJS. Properties that no column knows become columns of their own, which reports name as left out.
struct SurveyJSReader: FormReader {
    static let name = "SurveyJS"
    private(set) var title = ""

    private var items: [FormItem] = []
    private var place = 0
    private let language: Language

    private static let deepest = 10

    /// nil for another JSON.
    init?(_ json: JSON, original: Language) {
        language = original
        let pages = json["pages"]?.list ?? []
        let elements = (json["elements"] ?? json["questions"])?.list ?? []
        guard json["FORMATO"] == nil, !pages.isEmpty || !elements.isEmpty,
            (elements + pages).allSatisfy({ if case .object = $0 { true } else { false } }),
            elements.contains(where: { $0["type"]?.text != nil })
                || pages.contains(where: { $0["elements"] != nil || $0["questions"] != nil })
        else { return nil }
        title = originalText(json["title"])
        if !elements.isEmpty { for element in elements { add(element, 1) } }
        for (index, page) in pages.enumerated() {
            var cells = common(page)
            cells["name"] = "page_\(index + 1)"
            cells["label"] = originalText(page["title"])
            cells["appearance"] = "field-list"
            begin("begin_group", cells)
            for element in (page["elements"] ?? page["questions"])?.list ?? [] { add(element, 1) }
            items.append(FormItem("end_group"))
        }
    }

    mutating func next() throws -> ImportItem<FormItem>? {
        guard place < items.count else { return nil }
        place += 1
        return ImportItem(ImportPlace(.element, place), items[place - 1])
    }

    /// A text, or the site's language, the default or the first of several.
    private func originalText(_ json: JSON?) -> String {
        let text: String
        if case .object(let pairs)? = json {
            text = (json?[language.rawValue] ?? json?["default"] ?? pairs.first?.value)?.text ?? ""
        } else {
            text = Self.plain(json)
        }
        return Self.referring(HTMLText.plain(text).split(whereSeparator: \.isWhitespace).joined(separator: " "))
    }

    /// The text in further languages, as `name::fr`.
    private func others(_ json: JSON?, as name: String) -> [String: String] {
        guard case .object(let pairs)? = json else { return [:] }
        let own = json?[language.rawValue] != nil ? language.rawValue : json?["default"] != nil ? "default" : pairs.first?.key ?? ""
        var others: [String: String] = [:]
        for (code, value) in pairs where ![own, "default"].contains(code) { others["\(name)::\(code)"] = originalText(value) }
        return others
    }

    private static func plain(_ json: JSON?) -> String {
        switch json {
        case .text(let text)?: text
        case .number(let number)?: String(number)
        case .decimal(let number)?: String(number)
        case .flag(let flag)?: flag ? "true" : "false"
        case .null?, .list?, .object?, nil: ""
        }
    }

    /// `{q1}` as `${q1}`.
    private static func referring(_ text: String) -> String { text.replacing("{", with: "${") }

    private func common(_ element: JSON) -> [String: String] {
        let name = element["name"]?.text ?? ""
        let label = originalText(element["title"])
        return [
            "name": name, "label": label.isEmpty ? name : label, "hint": originalText(element["description"]),
            "required": element["isRequired"]?.flag == true ? "yes" : Self.condition(element["requiredIf"]?.text ?? ""),
            "relevant": element["visible"]?.flag == false ? "false()" : Self.condition(element["visibleIf"]?.text ?? ""),
        ]
        .merging(others(element["title"], as: "label").merging(others(element["description"], as: "hint")) { $1 }) { $1 }
    }

    /// What is read below or says only how it looks.
    private static let read: Set<String> = [
        "type", "name", "title", "description", "isRequired", "requiredIf", "visibleIf", "visible", "elements", "questions", "choices",
        "choicesOrder",
        "hasOther", "showOtherItem", "inputType", "min", "max", "step", "rateMin", "rateMax", "rateCount", "rateType", "rateValues",
        "minRateDescription", "maxRateDescription", "rows", "columns", "items", "html", "maxLength", "startWithNewLine", "colCount",
        "width",
        "minWidth", "maxWidth", "titleLocation", "displayMode", "labelTrue", "labelFalse", "expression", "hideNumber", "otherText",
        "placeholder",
        "rateDisplayMode", "autocomplete", "indent", "cols", "renderAs", "pointerEvents", "readOnly", "cellType", "isAllRowRequired",
        "eachRowRequired", "alternateRows", "showNumber", "showQuestionNumbers", "state",
    ]

    private func rest(_ element: JSON) -> [String: String] {
        guard case .object(let pairs) = element else { return [:] }
        var rest: [String: String] = [:]
        for (key, value) in pairs where !Self.read.contains(key) {
            let text = Self.plain(value)
            rest[key == "defaultValue" ? "default" : key] = text.isEmpty ? value.compact : text
        }
        if let readOnly = element["readOnly"]?.flag, readOnly { rest["read_only"] = "yes" }
        return rest
    }

    private func choices(_ json: JSON?) -> [FormItem.Choice] {
        (json?.list ?? []).prefix(1_000).map { choice in
            let value = Self.plain(choice["value"] ?? choice)
            let text = originalText(choice["text"] ?? choice["value"] ?? choice)
            var one = FormItem.Choice(value.isEmpty ? text : value, text.isEmpty ? value : text)
            for (name, said) in others(choice["text"], as: "") { one.translations[String(name.dropFirst(2))] = said }
            return one
        }
    }

    private static let ofRows: Set<String> = ["required", "parameters"]

    /// A group, and its description as a note.
    private mutating func begin(_ type: String, _ cells: [String: String]) {
        items.append(FormItem(type, cells.filter { !Self.ofRows.contains($0.key) && !$0.key.hasPrefix("hint") }))
        guard cells["hint"]?.isEmpty == false else { return }
        let words = cells.filter { $0.key.hasPrefix("hint") }.map { ("label" + $0.key.dropFirst("hint".count), $0.value) }
        items.append(FormItem("note", Dictionary(words) { first, _ in first }))
    }

    private mutating func add(_ element: JSON, _ depth: Int) {
        guard items.count < FormSheets.items else { return }
        var cells = common(element).merging(rest(element)) { $1 }
        if element["choicesOrder"]?.text == "random" { cells["parameters"] = "randomize=true" }
        let hasOther = element["hasOther"]?.flag == true || element["showOtherItem"]?.flag == true
        switch element["type"]?.text ?? "" {
        case "panel", "paneldynamic", "flowpanel":
            guard depth < Self.deepest else { return items.append(FormItem("panel", ["name": cells["name"] ?? ""])) }
            begin(element["type"]?.text == "paneldynamic" ? "begin_repeat" : "begin_group", cells)
            for inner in (element["elements"] ?? element["questions"] ?? element["templateElements"])?.list ?? [] { add(inner, depth + 1) }
            items.append(FormItem(element["type"]?.text == "paneldynamic" ? "end_repeat" : "end_group"))
        case "radiogroup", "dropdown", "imagepicker", "buttongroup":
            items.append(FormItem(hasOther ? "select_one or_other" : "select_one", cells, choices: choices(element["choices"])))
        case "checkbox", "tagbox":
            items.append(FormItem(hasOther ? "select_multiple or_other" : "select_multiple", cells, choices: choices(element["choices"])))
        case "boolean":
            let (yes, no) = (originalText(element["labelTrue"]), originalText(element["labelFalse"]))
            let choices = [FormItem.Choice("true", yes.isEmpty ? "Yes" : yes), .init("false", no.isEmpty ? "No" : no)]
            items.append(FormItem("select_one", cells, choices: choices))
        case "ranking": items.append(FormItem("rank", cells, choices: choices(element["choices"])))
        case "rating": rate(element, cells)
        case "matrix":
            let columns = choices(element["columns"])
            begin("begin_group", cells.merging(["appearance": "table-list"]) { $1 })
            for row in choices(element["rows"]) {
                var own = cells.filter { Self.ofRows.contains($0.key) }
                (own["name"], own["label"]) = ("\(cells["name"] ?? "")_\(row.name)", row.label)
                for (code, said) in row.translations { own["label::\(code)"] = said }
                if element["isAllRowRequired"]?.flag == true || element["eachRowRequired"]?.flag == true { own["required"] = "yes" }
                items.append(FormItem("select_one", own, choices: columns))
            }
            items.append(FormItem("end_group"))
        case "multipletext":
            begin("begin_group", cells)
            for item in element["items"]?.list ?? [] {
                var own = common(item).merging(rest(item)) { $1 }
                own["name"] = "\(cells["name"] ?? "")_\(own["name"] ?? "")"
                text(item, own)
            }
            items.append(FormItem("end_group"))
        case "text": text(element, cells)
        case "comment": limited("text", element, cells)
        case "html", "image": items.append(FormItem("note", ["label": originalText(element["html"]), "relevant": cells["relevant"] ?? ""]))
        case "expression": items.append(FormItem("calculate", cells))
        case "file", "signaturepad":
            let names = ["acceptedTypes", "maxSize", "allowMultiple", "maxFiles"]
            let limits = names.map { ($0, Self.plain(element[$0])) }.filter { !["", "0", "false"].contains($0.1) }
            for name in names { cells[name] = nil }
            cells[FormItem.fileLimits] = limits.map { "\($0.0) \($0.1)" }.joined(separator: "; ")
            items.append(FormItem("file", cells))
        case let type: items.append(FormItem(type.isEmpty ? "text" : type, cells))
        }
    }

    /// A number with which can be reckoned; nil for others.
    private static func bounded(_ json: JSON?) -> Int? {
        json?.number.flatMap { (-1_000_000...1_000_000).contains($0) ? $0 : nil }
    }

    private mutating func rate(_ element: JSON, _ cells: [String: String]) {
        var cells = cells
        let from = Self.bounded(element["rateMin"]) ?? 1
        let to = Self.bounded(element["rateMax"]) ?? Self.bounded(element["rateCount"]).map { from + $0 - 1 } ?? 5
        let isStar = element["rateType"]?.text == "stars"
        if let values = element["rateValues"], values.list?.isEmpty == false {
            return items.append(FormItem("select_one", cells, choices: choices(values)))
        }
        guard from < to, to - from <= 1_000 else { return items.append(FormItem("integer", cells)) }
        let (low, high) = (originalText(element["minRateDescription"]), originalText(element["maxRateDescription"]))
        cells["parameters"] = "start=\(from) end=\(to) step=1"
        if isStar { cells["portico_look"] = QuestionLook.stars.rawValue }
        var item = FormItem("range", cells)
        item.ticks = [(from, low), (to, high)].filter { !$0.1.isEmpty }.map { FormItem.Choice(String($0.0), $0.1) }
        items.append(item)
    }

    private mutating func text(_ element: JSON, _ cells: [String: String]) {
        switch element["inputType"]?.text ?? "text" {
        case "number":
            var cells = cells
            let limits = [("min", ". >= "), ("max", ". <= ")].compactMap { key, sign -> String? in
                let value = Self.plain(element[key])
                return value.isEmpty ? nil : sign + value
            }
            cells["constraint"] = limits.joined(separator: " and ")
            items.append(FormItem(element["step"]?.number == 1 ? "integer" : "decimal", cells))
        case "range":
            var cells = cells
            let (least, most, step) = (Self.plain(element["min"]), Self.plain(element["max"]), Self.plain(element["step"]))
            cells["parameters"] =
                "start=\(least.isEmpty ? "0" : least) end=\(most.isEmpty ? "100" : most) step=\(step.isEmpty ? "1" : step)"
            items.append(FormItem("range", cells))
        case "date": items.append(FormItem("date", cells))
        case "time": items.append(FormItem("time", cells))
        case "datetime-local", "datetime": items.append(FormItem("datetime", cells))
        case "text", "": limited("text", element, cells)
        case let type:
            var cells = cells
            cells["inputType"] = type
            limited("text", element, cells)
        }
    }

    private mutating func limited(_ type: String, _ element: JSON, _ cells: [String: String]) {
        var cells = cells
        if let length = element["maxLength"]?.number, length > 0 { cells["constraint"] = "string-length(.) <= \(length)" }
        items.append(FormItem(type, cells))
    }

    /// A condition of SurveyJS as one of XLSForm; what it does not know stays as it is, and is named as left out.
    static func condition(_ text: String) -> String {
        guard !text.isEmpty, text.utf8.count <= 5_000 else { return text }
        var said = referring(text).replacing("==", with: "=").replacing("<>", with: "!=").replacing("&&", with: " and ").replacing(
            "||", with: " or ")
        for word in ["true", "false"] {
            for sign in ["= ", "!= "] { said = said.replacing("\(sign)\(word)", with: "\(sign)'\(word)'") }
        }
        let parts = said.split(separator: "}", omittingEmptySubsequences: false).map(String.init)
        guard parts.count > 1 else { return said }
        var out = parts[0]
        for part in parts.dropFirst() {
            let rest = part.drop(while: \.isWhitespace)
            guard let open = out.range(of: "${", options: .backwards) else { return text }
            let name = String(out[open.lowerBound...]) + "}"
            let before = String(out[..<open.lowerBound])
            if rest.hasPrefix("notempty") {
                out = "\(before)\(name) != ''\(rest.dropFirst("notempty".count))"
            } else if rest.hasPrefix("empty") {
                out = "\(before)\(name) = ''\(rest.dropFirst("empty".count))"
            } else if rest.hasPrefix("contains"), let (values, behind) = values(rest.dropFirst("contains".count)), values.count == 1 {
                out = "\(before)selected(\(name), \(values[0]))\(behind)"
            } else if rest.hasPrefix("anyof"), let (values, behind) = values(rest.dropFirst("anyof".count)) {
                let any = values.map { "selected(\(name), \($0))" }.joined(separator: " or ")
                out = "\(before)(\(any))\(behind)"
            } else {
                out += "}" + part
            }
        }
        return out
    }

    /// `'a'`, `a` or `['a', 'b']` as quoted texts, and what follows.
    private static func values(_ text: Substring) -> ([String], Substring)? {
        let text = text.drop(while: \.isWhitespace)
        if text.hasPrefix("["), let end = text.firstIndex(of: "]") {
            let all = text[text.index(after: text.startIndex)..<end].split(separator: ",").map { quoted($0.trimmingSpaces()) }
            return all.isEmpty ? nil : (all, text[text.index(after: end)...])
        }
        guard let first = text.first else { return nil }
        if first == "'" || first == "\"", let end = text.dropFirst().firstIndex(of: first) {
            return ([quoted(String(text[...end]))], text[text.index(after: end)...])
        }
        let word = text.prefix { !$0.isWhitespace && $0 != ")" }
        return word.isEmpty ? nil : ([quoted(String(word))], text.dropFirst(word.count))
    }

    private static func quoted(_ text: String) -> String {
        let inner = text.count > 1 && (text.hasPrefix("'") || text.hasPrefix("\"")) ? String(text.dropFirst().dropLast()) : text
        return "'\(inner)'"
    }
}
