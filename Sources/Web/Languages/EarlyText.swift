/// A sentence that may be needed before the texts are read, or because they cannot be: in English by itself, in other languages by its text.
public struct EarlyText: Sendable, Hashable {
    private let key: String?
    private let english: String
    private let values: [String: EarlyText]

    /// A sentence without a text, such as a message of the system.
    public init(_ sentence: String) { (key, english, values) = (nil, sentence, [:]) }

    /// `key` is of the text below `start`, `english` the same in English.
    public init(_ key: String, _ english: String, _ values: [String: EarlyText] = [:]) {
        (self.key, self.english, self.values) = (key, english, values)
    }

    public init(_ key: String, _ english: String, _ values: [String: String]) {
        self.init(key, english, values.mapValues { EarlyText($0) })
    }

    public func localized(in words: Words?) -> String {
        let values = values.mapValues { $0.localized(in: words) }
        guard let words, let key else { return Self.fill(english, values) }
        return words("start.\(key)", values)
    }

    private static func fill(_ text: String, _ values: [String: String]) -> String {
        var result = ""
        var rest = text[...]
        while let open = rest.firstIndex(of: "{"), let close = rest[open...].firstIndex(of: "}") {
            let name = String(rest[rest.index(after: open)..<close])
            result += rest[..<open] + (values[name] ?? "{\(name)}")
            rest = rest[rest.index(after: close)...]
        }
        return result + rest
    }
}
