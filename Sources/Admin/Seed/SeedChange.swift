import Web

/// What becomes of one entry of the file, with old and new values.
public struct SeedChange: Sendable {
    public enum Act: String, Sendable {
        case add
        /// The site takes the file's values.
        case change
        /// People changed it; the site's values stay.
        case keep
        case conflict
        case remove
        /// The file no longer has it.
        case gone
        /// The file says something that is not applied.
        case ignore
    }

    public struct Value: Sendable {
        public let field: String
        /// What the file wrote last, in a conflict.
        public var last: SeedValue?
        public let site: SeedValue?
        public let file: SeedValue?
    }

    public let act: Act
    public let key: String
    public var values: [Value]
    /// A sentence, such as the key it had before.
    public var note: SeedSentence?

    init(_ act: Act, _ key: String, _ values: [Value] = [], note: SeedSentence? = nil) {
        (self.act, self.key, self.values, self.note) = (act, key, values, note)
    }

    func json(_ words: Words) -> JSON {
        var pairs: [(key: String, value: JSON)] = [("act", .text(act.rawValue)), ("key", .text(key))]
        if let note { pairs.append(("note", .text(note.localized(words)))) }
        if !values.isEmpty { pairs.append(("fields", .list(values.map(\.json)))) }
        return .object(pairs)
    }

    func lines(_ list: String, _ words: Words) -> [String] {
        let tail = note.map { " (\($0.localized(words)))" } ?? ""
        let fields = values.map(\.field).joined(separator: ", ")
        let what = { (text: String) in words("seed.plan.\(text)") }
        let head =
            switch act {
            case .add: "+ \(list) \(key)\(tail)"
            case .change: "~ \(list) \(key)\(fields.isEmpty ? "" : ": " + fields)\(tail)"
            case .keep: "= \(list) \(key): \(what("kept"))\(fields.isEmpty ? "" : ": " + fields)\(tail)"
            case .conflict: "! \(list) \(key): \(fields.isEmpty ? what("conflict") : fields)\(tail)"
            case .remove: "- \(list) \(key): \(what("toTrash"))\(tail)"
            case .gone: "? \(list) \(key): \(what("gone"))\(tail)"
            case .ignore: "= \(list) \(key): \(what("ignored"))\(tail)"
            }
        return [head] + values.map { $0.line(words) }
    }
}

extension SeedChange.Value {
    fileprivate var json: JSON {
        var pairs: [(key: String, value: JSON)] = [("field", .text(field))]
        if let last { pairs.append(("last", last.json)) }
        pairs += [("site", site?.json ?? .null), ("file", file?.json ?? .null)]
        return .object(pairs)
    }

    fileprivate func line(_ words: Words) -> String {
        let change = "    \(field): \(SeedValue.words(site).localized(words)) -> \(SeedValue.words(file).localized(words))"
        return last.map { "\(change) (\(words("seed.plan.last", ["value": SeedValue.words($0).localized(words)])))" } ?? change
    }
}

extension SeedValue {
    /// Returns a value on one line; long ones are cut.
    static func words(_ value: SeedValue?) -> SeedSentence {
        guard let value else { return SeedSentence(key: "found.nothing") }
        let scalars = value.flow.unicodeScalars.prefix(101)
        return SeedSentence(String(scalars.prefix(100)).onOneLine + (scalars.count > 100 ? "…" : ""))
    }

    private var flow: String {
        switch self {
        case .text(let text): text.isEmpty ? "\"\"" : text
        case .number(let text): text
        case .flag(let flag): flag ? "true" : "false"
        case .include(let path): path
        case .list(let items): "[" + items.map(\.flow).joined(separator: ", ") + "]"
        case .map(let pairs): "{" + pairs.map { "\($0.0): \($0.1.flow)" }.joined(separator: ", ") + "}"
        }
    }

    var json: JSON {
        switch self {
        case .text(let text), .include(let text): .text(text)
        case .number(let text): Int(text, in: .whole).map(JSON.number) ?? Double(finite: text).map(JSON.decimal) ?? .text(text)
        case .flag(let flag): .flag(flag)
        case .list(let items): .list(items.map(\.json))
        case .map(let pairs): .object(pairs.map { (key: $0.0, value: $0.1.json) })
        }
    }

    init?(_ json: JSON) {
        switch json {
        case .null: return nil
        case .text(let text): self = .text(text)
        case .number(let number): self = .number(String(number))
        case .decimal(let number): self = .number(String(number))
        case .flag(let flag): self = .flag(flag)
        case .list(let items): self = .list(items.compactMap { SeedValue($0) })
        case .object(let pairs): self = .map(pairs.compactMap { key, value in SeedValue(value).map { (key, $0) } })
        }
    }
}
