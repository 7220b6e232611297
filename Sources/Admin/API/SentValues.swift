import Foundation
import Hummingbird
import Web

/// Reads the members of a JSON object and collects all errors. Null counts as missing.
public struct SentValues: Sendable {
    public let json: JSON
    public var mistakes = ValueMistakes()
    private let words: Words
    private var known: Set<String> = []

    /// Throws a `Problem` as `APIBody.object` does; an empty body is accepted if `isOptional`.
    public init(
        _ request: Request, _ words: Words, isOptional: Bool = false, as types: [String] = ["application/json"]
    ) async throws {
        let isBare = request.headers[.contentType] == nil && request.headers[.contentLength].map { $0 == "0" } ?? true
        json = .object(isOptional && isBare ? [] : try await APIBody.object(request, as: types))
        self.words = words
    }

    /// Reports missing members.
    public mutating func need(_ names: String...) {
        for name in names where value(name) == nil { refuse(name, "api.values.missing") }
    }

    /// Whether the member was sent, even as null.
    public mutating func has(_ name: String) -> Bool {
        known.insert(name)
        return json[name] != nil
    }

    /// Returns the raw value for rules of its own; nil for null.
    public mutating func value(_ name: String) -> JSON? { has(name) ? json[name].flatMap { $0.isNull ? nil : $0 } : nil }

    public mutating func flag(_ name: String) -> Bool? { read(name, "boolean") { $0.flag } }

    public mutating func number<Whole: FixedWidthInteger>(_ name: String, in range: ClosedRange<Whole>) -> Whole? {
        read(name, "range", ["from": "\(range.lowerBound)", "to": "\(range.upperBound)"]) { $0.number(in: range) }
    }

    /// Returns the text unchanged; `range` is its length in Unicode scalars.
    public mutating func text(_ name: String, _ range: ClosedRange<Int>) -> String? {
        fit(name, read(name, "text", ["from": "\(range.lowerBound)", "to": "\(range.upperBound)"]) { $0.text(range) })
    }

    private mutating func fit(_ name: String, _ text: String?, as use: TextRule.Use = .text) -> String? {
        guard let text, !SentForm.isSecret(name), let flaw = TextRule.flaw(in: text, as: use) else { return text }
        refuse(name, flaw.textKey)
        return nil
    }

    /// Returns the text without control characters and surrounding spaces, like form input.
    public mutating func typed(_ name: String, limit: Int) -> String? {
        let sent = read(name, "string") { $0.text }
        guard let text = sent else { return nil }
        let clean = TypedText.clean(Array(text.utf8)).trimmingSpaces()
        if clean.unicodeScalars.count <= limit { return fit(name, TextRule.isBlank(clean) ? "" : clean, as: TextRule.use(of: name)) }
        refuse(name, "api.values.long", ["limit": String(limit)])
        return nil
    }

    public mutating func moment(_ name: String) -> Date? { read(name, "moment") { $0.text.flatMap(MomentFieldType.moment) } }

    public mutating func choice(_ name: String, of choices: [String]) -> String? {
        read(name, "choice", ["choices": choices.joined(separator: ", ")]) { $0.text.flatMap { choices.contains($0) ? $0 : nil } }
    }

    public mutating func choice<Choice: RawRepresentable<String> & CaseIterable>(_ name: String) -> Choice? {
        choice(name, of: Choice.allCases.map(\.rawValue)).flatMap(Choice.init(rawValue:))
    }

    /// Returns the values that `each` accepts. `key` is the key below `api.values` of the sentence about an invalid value.
    public mutating func list<Value>(
        _ name: String, _ count: ClosedRange<Int>, _ key: String, _ values: [String: String] = [:], each: (JSON) -> Value?
    ) -> [Value]? {
        let bounds = ["least": String(count.lowerBound), "most": String(count.upperBound)]
        return read(name, key, bounds.merging(values) { $1 }) { json in
            guard let list = json.list, count.contains(list.count) else { return nil }
            let found = list.compactMap(each)
            return found.count == list.count ? found : nil
        }
    }

    private mutating func read<Value>(
        _ name: String, _ key: String, _ values: [String: String] = [:], _ read: (JSON) -> Value?
    ) -> Value? {
        guard let sent = value(name) else { return nil }
        let found = read(sent)
        if found == nil { refuse(name, "api.values.\(key)", values) }
        return found
    }

    /// Reports a value with the sentence `key` below `api.values`.
    public mutating func refuse(_ name: String, _ key: String, _ values: [String: String] = [:]) {
        mistakes.add(ValueMistakes.pointer("", name), words(key, values))
    }

    /// Throws a `Problem` (422) with all errors, including unknown names.
    public mutating func finish() throws {
        if case .object(let pairs) = json {
            for (name, _) in pairs where !known.contains(name) { refuse(name, "api.values.unknown") }
        }
        if !mistakes.isEmpty { throw mistakes.problem }
    }
}

extension JSON {
    public func number<Whole: FixedWidthInteger>(in range: ClosedRange<Whole>) -> Whole? {
        number.flatMap(Whole.init(exactly:)).flatMap { range.contains($0) ? $0 : nil }
    }

    public func text(_ range: ClosedRange<Int>) -> String? { text.flatMap { range.contains($0.unicodeScalars.count) ? $0 : nil } }
}
