import Admin
import Foundation
import Hummingbird
import Web

/// The members of an object that a program sent, read one after the other; what is wrong with them is gathered.
struct SentValues {
    let json: JSON
    private let words: Words
    private var known: Set<String> = []
    private var mistakes = ValueMistakes()

    /// - Parameter isOptional: nothing may be sent at all.
    static func read(_ request: Request, _ words: Words, isOptional: Bool = false, as types: [String] = ["application/json"]) async throws
        -> SentValues
    {
        if isOptional, request.headers[.contentType] == nil, request.headers[.contentLength].map({ $0 == "0" }) ?? true {
            return SentValues([], words)
        }
        return SentValues(try await APIBody.object(request, as: types), words)
    }

    private init(_ pairs: [(key: String, value: JSON)], _ words: Words) { (json, self.words) = (.object(pairs), words) }

    /// Whether it was sent, be it as null.
    mutating func has(_ name: String) -> Bool {
        known.insert(name)
        return json[name] != nil
    }

    /// What was sent, unless it is null.
    private mutating func value(_ name: String) -> JSON? { has(name) ? json[name].flatMap { $0.isNull ? nil : $0 } : nil }

    mutating func number(_ name: String, in range: ClosedRange<Int64>) -> Int64? {
        guard let value = value(name) else { return nil }
        guard let number = value.number.map(Int64.init), range.contains(number) else {
            refuse(name, words("guestAPI.values.range", ["from": String(range.lowerBound), "to": String(range.upperBound)]))
            return nil
        }
        return number
    }

    mutating func flag(_ name: String) -> Bool? {
        guard let value = value(name) else { return nil }
        guard case .flag(let flag) = value else {
            refuse(name, words("api.values.boolean"))
            return nil
        }
        return flag
    }

    /// As if it had been typed: without control characters, and without spaces around it.
    mutating func text(_ name: String, limit: Int) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.text else {
            refuse(name, words("api.values.string"))
            return nil
        }
        let clean = TypedText.clean(Array(text.utf8)).trimmingCharacters(in: .whitespacesAndNewlines)
        guard clean.unicodeScalars.count <= limit else {
            refuse(name, words("guestAPI.values.long", ["limit": String(limit)]))
            return nil
        }
        return clean
    }

    /// One of a few words.
    mutating func choice(_ name: String, of choices: [String]) -> String? {
        guard let value = value(name) else { return nil }
        guard let text = value.text, choices.contains(text) else {
            refuse(name, words("guestAPI.values.choice", ["choices": choices.joined(separator: ", ")]))
            return nil
        }
        return text
    }

    /// Several of a few words.
    mutating func choices(_ name: String, of choices: [String]) -> [String]? {
        guard let value = value(name) else { return nil }
        let texts = value.list?.compactMap(\.text) ?? []
        guard let list = value.list, texts.count == list.count, !texts.isEmpty, texts.allSatisfy(choices.contains) else {
            refuse(name, words("guestAPI.values.choices", ["choices": choices.joined(separator: ", ")]))
            return nil
        }
        return texts
    }

    /// Any value, for what has its own rules.
    mutating func any(_ name: String) -> JSON? { value(name) }

    /// A value that must be there.
    mutating func need<Value>(_ name: String, _ value: Value?) -> Value? {
        if value == nil, json[name].map(\.isNull) ?? true { refuse(name, words("guestAPI.values.missing")) }
        return value
    }

    mutating func refuse(_ name: String, _ sentence: String) { mistakes.add(ValueMistakes.pointer("", name), sentence) }

    /// - Throws: `Problem` (422) with all that was wrong, names that mean nothing included.
    mutating func finish() throws {
        if case .object(let pairs) = json {
            for (name, _) in pairs where !known.contains(name) { refuse(name, words("api.values.unknown")) }
        }
        if !mistakes.isEmpty { throw mistakes.problem }
    }
}
