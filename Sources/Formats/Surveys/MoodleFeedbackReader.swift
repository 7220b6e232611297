/// Reads the questions of an activity "feedback" that Moodle exported as XML.
public struct MoodleFeedbackReader: FormReader {
    public static let name = "Moodle feedback"
    public let title = ""

    private var items: [FormItem] = []
    private var place = 0
    /// Of choices, the number of each answer by its words.
    private var answers: [String: [String: String]] = [:]
    private var several: Set<String> = []

    public init?(_ document: XMLDocument) {
        guard let root = document.root, root.name == "FEEDBACK", let list = root.first("ITEMS") else { return nil }
        beginPage()
        for item in list.all("ITEM") where items.count < FormSheets.items { add(item) }
        items.append(FormItem("end_group"))
    }

    public mutating func next() throws -> ImportItem<FormItem>? {
        guard place < items.count else { return nil }
        place += 1
        return ImportItem(ImportPlace(.element, place), items[place - 1])
    }

    private mutating func beginPage() {
        items.append(FormItem("begin_group", ["name": "page_\(items.count + 1)", "appearance": "field-list"]))
    }

    private static func plain(_ text: String) -> String {
        HTMLText.plain(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func parts(_ text: String, _ mark: String) -> [String] {
        text.split(separator: mark, omittingEmptySubsequences: false).map(String.init)
    }

    private mutating func add(_ item: XMLElement) {
        func text(_ name: String) -> String { (item.first(name)?.text ?? "").trimmed }
        let (id, presentation) = (text("ITEMID"), text("PRESENTATION"))
        var cells = [
            "name": "q\(id)", "label": Self.plain(text("ITEMTEXT")), "required": item["REQUIRED"] == "1" ? "yes" : "",
            "relevant": condition(text("DEPENDITEM"), text("DEPENDVALUE")),
        ]
        switch item["TYPE"] ?? "" {
        case "pagebreak":
            items.append(FormItem("end_group"))
            beginPage()
        case "label": items.append(FormItem("note", ["label": Self.plain(presentation), "relevant": cells["relevant"] ?? ""]))
        case "multichoice": choose(id, presentation, cells)
        case "multichoicerated": rate(id, presentation, cells)
        case "numeric":
            let limits = zip(Self.parts(presentation, "|"), [". >= ", ". <= "]).compactMap { value, sign in
                Double(value.trimmed).map { _ in sign + value.trimmed }
            }
            cells["constraint"] = limits.joined(separator: " and ")
            items.append(FormItem("decimal", cells))
        case "textfield":
            if let length = Self.parts(presentation, "|").last.flatMap({ Int($0.trimmed, in: .whole) }), length > 0 {
                cells["constraint"] = "string-length(.) <= \(length)"
            }
            items.append(FormItem("text", cells))
        case "textarea": items.append(FormItem("text", cells))
        case "info", "captcha": items.append(FormItem("hidden", cells))
        case let type: items.append(FormItem(type.isEmpty ? "text" : type, cells))
        }
    }

    /// `r>>>>>one|two<<<<<1`: the kind, the answers, whether they are side by side.
    private static func choices(_ presentation: String) -> (kind: String, texts: [String]) {
        let halves = parts(presentation, ">>>>>")
        let texts = parts(parts(halves.last ?? "", "<<<<<").first ?? "", "|").map(plain).filter { !$0.isEmpty }
        return (halves.count > 1 ? halves[0].trimmed : "r", Array(texts.prefix(1_000)))
    }

    private mutating func choose(_ id: String, _ presentation: String, _ cells: [String: String]) {
        let (kind, texts) = Self.choices(presentation)
        answers[id] = Dictionary(texts.enumerated().map { ($1, "a\($0 + 1)") }) { first, _ in first }
        if kind == "c" { several.insert(id) }
        let choices = texts.enumerated().map { FormItem.Choice("a\($0 + 1)", $1) }
        items.append(FormItem(kind == "c" ? "select_multiple" : "select_one", cells, choices: choices))
    }

    /// `1####poor|2####good`: points that rise one by one are a scale; others are lost, and named.
    private mutating func rate(_ id: String, _ presentation: String, _ cells: [String: String]) {
        let rated = Self.choices(presentation).texts.map { Self.parts($0, "####") }
        let (points, texts) = (rated.map { Int($0.first ?? "", in: .whole) }, rated.map { ($0.last ?? "").trimmed })
        let first = points.first.flatMap { $0 } ?? 0
        guard points.count > 1, points == (first..<first + points.count).map(Optional.init) else {
            var cells = cells
            cells["points"] = rated.compactMap(\.first).joined(separator: ", ")
            return choose(id, texts.joined(separator: "|"), cells)
        }
        answers[id] = Dictionary(zip(texts, points.compactMap { $0.map(String.init) })) { one, _ in one }
        var item = FormItem("range", cells)
        item.cells["parameters"] = "start=\(first) end=\(first + points.count - 1) step=1"
        item.ticks = zip(points, texts).compactMap { point, text in point.map { FormItem.Choice(String($0), text) } }
        items.append(item)
    }

    /// The answer of an earlier question that shows this one; another condition stays as it is, and is named as left out.
    private func condition(_ item: String, _ value: String) -> String {
        guard !["", "0"].contains(item) else { return "" }
        guard let answer = answers[item]?[Self.plain(value)] else { return "${q\(item)} = '\(Self.plain(value))'" }
        return several.contains(item) ? "selected(${q\(item)}, '\(answer)')" : "${q\(item)} = '\(answer)'"
    }
}
