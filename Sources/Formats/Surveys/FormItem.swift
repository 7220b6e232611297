/// A row of a foreign form in the words of XLSForm, with the choices of its own.
public struct FormItem: Sendable, Equatable {
    public struct Choice: Sendable, Equatable {
        public var name: String
        public var label: String
        /// The label in further languages, by their codes.
        public var translations: [String: String] = [:]
        /// Points; empty for none.
        public var score = ""

        public init(_ name: String, _ label: String) { (self.name, self.label) = (name, label) }
    }

    /// By the columns of XLSForm; a column that XLSForm does not know says what is lost.
    public var cells: [String: String]
    public var choices: [Choice]
    /// Words for some numbers of a scale, in the list that its parameters name (`tick_labelset`).
    public var ticks: [Choice] = []

    /// The column that says which files a question takes, and how many.
    public static let fileLimits = "file_limits"

    public init(_ type: String, _ cells: [String: String] = [:], choices: [Choice] = []) {
        self.cells = cells.filter { !$0.value.isEmpty }
        self.cells["type"] = type
        self.choices = choices
    }
}

/// A reader of a foreign form. What its items say of the whole form is known once it has been made.
public protocol FormReader: ImportReader where Content == FormItem {
    static var name: String { get }
    var title: String { get }
    /// How its program knows the form; empty where it says nothing.
    var identifier: String { get }
}

extension FormReader {
    public var identifier: String { "" }
}

/// The rows of a foreign form as the sheets of an XLSForm, which one reader turns into a questionnaire.
public struct FormSheets: Sendable {
    /// More than a questionnaire can hold.
    public static let items = 10_000

    public let workbook: Workbook
    /// The program that the form is of, and how it knows the form.
    public let source: String
    public let identifier: String

    public init<Reader: FormReader>(_ source: Reader) throws {
        var reader = source
        (self.source, identifier) = (Reader.name, source.identifier)
        var items: [FormItem] = []
        while items.count < Self.items, let item = try reader.next() {
            if let content = item.content { items.append(content) }
        }
        let columns = ["type", "name", "label"] + Set(items.flatMap(\.cells.keys)).subtracting(["type", "name", "label"]).sorted()
        let languages = Set(items.flatMap { $0.choices.flatMap(\.translations.keys) }).sorted()
        var (survey, choices) = ([columns], [["list_name", "name", "label"] + languages.map { "label::\($0)" } + ["portico_score"]])
        for (index, item) in items.enumerated() {
            var cells = item.cells
            if !item.choices.isEmpty {
                let list = "list\(index + 2)"
                // `select_one or_other` names its list before the ending.
                let words = (cells["type"] ?? "").split(separator: " ", maxSplits: 1).map(String.init)
                cells["type"] = ([words.first ?? "select_one", list] + words.dropFirst()).joined(separator: " ")
                choices += item.choices.map { choice in
                    [list, choice.name, choice.label] + languages.map { choice.translations[$0] ?? "" } + [choice.score]
                }
            }
            if !item.ticks.isEmpty {
                let list = "ticks\(index + 2)"
                cells["parameters"] = (cells["parameters"].map { $0 + " " } ?? "") + "tick_labelset=" + list
                choices += item.ticks.map { [list, $0.name, $0.label] }
            }
            survey.append(columns.map { cells[$0] ?? "" })
        }
        workbook = Workbook(sheets: [
            .init(name: Reader.name, rows: survey), .init(name: "choices", rows: choices),
            .init(name: "settings", rows: [["form_title"], [reader.title]]),
        ])
    }
}

extension StringProtocol {
    var trimmed: String {
        let start = drop(while: \.isWhitespace)
        let end = start.lastIndex { !$0.isWhitespace }
        return end.map { String(start[...$0]) } ?? ""
    }
}
