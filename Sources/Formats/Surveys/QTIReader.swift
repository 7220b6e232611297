import Foundation

/// Reads questions of QTI, of version 1.2 (`questestinterop`) and 2 (`assessmentItem`), from a file or a package.
public struct QTIReader: FormReader {
    public static let name = "QTI"
    public private(set) var title = ""
    public private(set) var identifier = ""

    private var items: [FormItem] = []
    private var place = 0
    private var groups = 0
    private var asked = 0

    /// Bytes of a package, unpacked.
    private static let most = 64 << 20
    private static let deepest = 20

    /// nil for another document.
    public init?(_ document: XMLDocument) {
        guard let root = document.root, ["questestinterop", "assessmentItem"].contains(root.name) else { return nil }
        if root.name == "assessmentItem" { title = root["title"] ?? "" }
        add([(name: "", root: root)])
        if asked == 0 { return nil }
    }

    /// nil for another archive.
    public init?(package bytes: [UInt8]) {
        var budget = Self.most
        guard let archive = ZipArchive(bytes, budget: &budget, wanted: { $0.lowercased().hasSuffix(".xml") }) else { return nil }
        add(
            archive.files.compactMap { file in
                XMLDocument([UInt8](file.bytes))?.root.map { (name: file.name, root: $0) }
            })
        if asked == 0 { return nil }
    }

    public mutating func next() throws -> ImportItem<FormItem>? {
        guard place < items.count else { return nil }
        place += 1
        return ImportItem(ImportPlace(.element, place), items[place - 1])
    }

    private mutating func add(_ files: [(name: String, root: XMLElement)]) {
        for file in files where file.root.name == "questestinterop" { addOlder(file.root, 0) }
        var rest = files.filter { $0.root.name == "assessmentItem" }
        for file in files where file.root.name == "assessmentTest" {
            if title.isEmpty { (title, identifier) = (file.root["title"] ?? "", file.root["identifier"] ?? "") }
            addParts(file.root, &rest, 0)
        }
        for file in rest { addItem(file.root) }
    }

    private static func words(_ text: String) -> String {
        HTMLText.plain(text).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }

    private static func joined(_ parts: String...) -> String { parts.filter { !$0.isEmpty }.joined(separator: " ") }

    private mutating func begin(_ title: String, _ more: [String: String] = [:]) {
        groups += 1
        let cells = ["name": "group_\(groups)", "label": title].merging(more) { $1 }
        items.append(FormItem("begin_group", cells))
    }

    private var isFull: Bool { items.count >= FormSheets.items }
}

/// Version 1.2.
extension QTIReader {
    private mutating func addOlder(_ element: XMLElement, _ depth: Int) {
        guard depth < Self.deepest else { return }
        for child in element.elements where !isFull {
            switch child.name {
            case "assessment", "objectbank":
                if title.isEmpty { (title, identifier) = (child["title"] ?? "", child["ident"] ?? "") }
                addOlder(child, depth + 1)
            case "section":
                // How many of its questions each person gets.
                let choice = child.descendants { $0 == "selection_number" }.first?.text.trimmed ?? ""
                begin(Self.words(child["title"] ?? ""), ["appearance": "field-list", "selection_number": choice])
                addOlder(child, depth + 1)
                items.append(FormItem("end_group"))
            case "item": addOlder(item: child)
            default: continue
            }
        }
    }

    private mutating func addOlder(item: XMLElement) {
        asked += 1
        let fields = item.descendants { $0 == "qtimetadatafield" }.map {
            ($0.first("fieldlabel")?.text ?? "", $0.first("fieldentry")?.text ?? "")
        }
        let known = Dictionary(fields) { first, _ in first }
        let kind = known["question_type"] ?? known["cc_profile"] ?? ""
        let presentation = item.first("presentation")
        let isResponse = { (name: String) in name.hasPrefix("response_") }
        let responses = presentation?.descendants(where: isResponse) ?? []
        let (label, title) = (Self.words(presentation?.text(without: isResponse) ?? ""), Self.words(item["title"] ?? ""))
        var cells = [
            "name": item["ident"] ?? "", "label": label.isEmpty ? title : label, "title": label.isEmpty || title == label ? "" : title,
        ]
        if presentation?.descendants(where: { $0 == "matimage" }).isEmpty == false { cells["image"] = "matimage" }
        // Right answers and feedback are no part of a questionnaire.
        for part in ["resprocessing", "itemfeedback"] where item.first(part) != nil { cells[part] = part }
        if kind.contains("text_only") {
            items.append(FormItem("note", cells.filter { $0.key != "name" }))
        } else if kind.contains("file_upload") {
            items.append(FormItem("file", cells))
        } else if let only = responses.first, responses.count == 1 {
            addResponse(only, cells, kind)
        } else if responses.isEmpty {
            items.append(FormItem("text", cells))
        } else {
            begin(cells["label"] ?? "", cells.filter { !["name", "label"].contains($0.key) })
            for response in responses where !isFull {
                let own = Self.words(response.text { $0.hasPrefix("render_") })
                let name = "\(cells["name"] ?? "")_\(response["ident"] ?? "")"
                addResponse(response, ["name": name, "label": own.isEmpty ? response["ident"] ?? "" : own], kind)
            }
            items.append(FormItem("end_group"))
        }
    }

    private mutating func addResponse(_ response: XMLElement, _ cells: [String: String], _ kind: String) {
        var cells = cells
        let render = response.descendants { $0.hasPrefix("render_") }.first
        switch response.name {
        case "response_lid":
            let labels = response.descendants { $0 == "response_label" }
            guard !labels.isEmpty else { return items.append(FormItem("text", cells)) }
            if render?["shuffle"]?.lowercased() == "yes" { cells["parameters"] = "randomize=true" }
            let choices = labels.prefix(1_000).map { FormItem.Choice($0["ident"] ?? "", Self.words($0.text { _ in false })) }
            let types = ["multiple": "select_multiple", "ordered": "rank"]
            items.append(FormItem(types[response["rcardinality"]?.lowercased() ?? ""] ?? "select_one", cells, choices: choices))
        case "response_num": items.append(FormItem("decimal", cells))
        case "response_str":
            let types = ["integer": "integer", "decimal": "decimal"]
            let type = types[render?["fibtype"]?.lowercased() ?? ""] ?? (kind.contains("numerical") ? "decimal" : "text")
            if type == "text", let longest = render?["maxchars"].flatMap({ Int($0, in: .whole) }), longest > 0 {
                cells["constraint"] = "string-length(.) <= \(longest)"
            }
            items.append(FormItem(type, cells))
        default: items.append(FormItem(response.name, cells))
        }
    }
}

/// Version 2.
extension QTIReader {
    private mutating func addParts(_ element: XMLElement, _ rest: inout [(name: String, root: XMLElement)], _ depth: Int) {
        guard depth < Self.deepest else { return }
        for child in element.elements where !isFull {
            switch child.name {
            case "testPart": addParts(child, &rest, depth + 1)
            case "assessmentSection":
                begin(
                    Self.words(child["title"] ?? ""), ["appearance": "field-list", "selection": child.first("selection")?["select"] ?? ""])
                addParts(child, &rest, depth + 1)
                items.append(FormItem("end_group"))
            case "assessmentItemRef":
                let path = child["href"] ?? ""
                guard let index = rest.firstIndex(where: { $0.name == path || $0.name.hasSuffix("/" + path) }) else {
                    items.append(FormItem("form setting", ["label": path]))
                    continue
                }
                addItem(rest.remove(at: index).root)
            default: continue
            }
        }
    }

    private mutating func addItem(_ item: XMLElement) {
        guard !isFull, let body = item.first("itemBody") else { return }
        asked += 1
        let isInteraction = { (name: String) in name.hasSuffix("Interaction") }
        let (label, title) = (Self.words(body.text(without: isInteraction)), Self.words(item["title"] ?? ""))
        let declared = item.all("responseDeclaration")
        var cells = ["name": item["identifier"] ?? "", "title": label.isEmpty || title == label ? "" : title]
        if !body.descendants(where: { ["img", "object"].contains($0) }).isEmpty { cells["image"] = "img" }
        if declared.contains(where: { $0.first("correctResponse") != nil }) { cells["correctResponse"] = "correctResponse" }
        if item.first("modalFeedback") != nil { cells["modalFeedback"] = "modalFeedback" }
        let interactions = body.descendants(where: isInteraction)
        let types = Dictionary(declared.map { ($0["identifier"] ?? "", $0["baseType"] ?? "") }) { first, _ in first }
        if let only = interactions.first, interactions.count == 1 {
            let said = Self.joined(label, Self.words(only.first("prompt")?.text ?? ""))
            cells["label"] = said.isEmpty ? title : said
            return add(only, cells, types[only["responseIdentifier"] ?? ""] ?? "")
        }
        cells["label"] = label.isEmpty ? title : label
        guard !interactions.isEmpty else { return items.append(FormItem("note", cells.filter { $0.key != "name" })) }
        begin(cells["label"] ?? "", cells.filter { !["name", "label"].contains($0.key) })
        for (index, interaction) in interactions.enumerated() where !isFull {
            let prompt = Self.words(interaction.first("prompt")?.text ?? "")
            let own = ["name": "\(cells["name"] ?? "")_\(index + 1)", "label": prompt.isEmpty ? "\(title) \(index + 1)" : prompt]
            add(interaction, own, types[interaction["responseIdentifier"] ?? ""] ?? "")
        }
        items.append(FormItem("end_group"))
    }

    private static func choices(_ element: XMLElement, _ names: Set<String>) -> [FormItem.Choice] {
        element.descendants { names.contains($0) }.prefix(1_000).map {
            FormItem.Choice($0["identifier"] ?? "", words($0.text { _ in false }))
        }
    }

    private mutating func add(_ interaction: XMLElement, _ cells: [String: String], _ base: String) {
        var cells = cells
        if interaction["shuffle"] == "true" { cells["parameters"] = "randomize=true" }
        let choices = Self.choices(interaction, ["simpleChoice", "inlineChoice"])
        switch interaction.name {
        case "choiceInteraction":
            let isOne = interaction["maxChoices"].map { $0 == "1" } ?? true
            items.append(FormItem(isOne ? "select_one" : "select_multiple", cells, choices: choices))
        case "inlineChoiceInteraction": items.append(FormItem("select_one", cells, choices: choices))
        case "orderInteraction": items.append(FormItem("rank", cells, choices: choices))
        case "textEntryInteraction", "extendedTextInteraction":
            items.append(FormItem(["integer": "integer", "float": "decimal"][base] ?? "text", cells))
        case "sliderInteraction":
            let (least, most) = (interaction["lowerBound"] ?? "0", interaction["upperBound"] ?? "100")
            cells["parameters"] = "start=\(least) end=\(most) step=\(interaction["step"] ?? "1")"
            items.append(FormItem("range", cells))
        case "uploadInteraction":
            cells[FormItem.fileLimits] = interaction["type"] ?? ""
            items.append(FormItem("file", cells))
        case "matchInteraction":
            let sets = interaction.all("simpleMatchSet").map { Self.choices($0, ["simpleAssociableChoice"]) }
            guard sets.count == 2 else { return items.append(FormItem(interaction.name, cells)) }
            begin(cells["label"] ?? "", cells.filter { !["name", "label"].contains($0.key) }.merging(["appearance": "table-list"]) { $1 })
            for row in sets[0] where !isFull {
                let own = ["name": "\(cells["name"] ?? "")_\(row.name)", "label": row.label]
                items.append(FormItem("select_multiple", own, choices: sets[1]))
            }
            items.append(FormItem("end_group"))
        default: items.append(FormItem(interaction.name, cells))
        }
    }
}
