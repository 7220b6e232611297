import Foundation
import Web

/// A value of the seed file with its place. Reading an invalid value notes a mistake and returns nil.
public struct SeedNode {
    let item: SeedItem
    let name: String
    let reader: SeedReader

    /// Notes a refusal: a text below `seed.refused`.
    public func refuse(_ key: String, _ values: [String: String] = [:]) {
        note(SeedSentence(name + ": ") + SeedSentences.refusal(key, values))
    }

    public func unknown(_ text: String, among known: [String]) { unknown(name, text, among: known) }

    /// Returns a text. Unquoted words that YAML reads as numbers or flags are refused, so that all programs read the same.
    public func text() -> String? {
        guard !item.isSecret else {
            refuse("secretHere")
            return nil
        }
        return plainText()
    }

    func plainText() -> String? {
        guard case .scalar(let text, let isPlain) = item.content, !isPlain || PlainWord(text) == nil else {
            return wrong("text", needsQuotes: true)
        }
        guard !text.utf8.contains(where: { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A }) else {
            refuse("controls")
            return nil
        }
        if let flaw = TextRule.flaw(in: text, as: .text) {
            refuse("text.\(flaw.rawValue)")
            return nil
        }
        return text
    }

    /// Returns a word of a choice; numbers, and yes and no in any spelling of YAML, need no quotes.
    public func word(among choices: [String]) -> String? {
        guard case .scalar(let text, true) = item.content else { return self.text() }
        if choices.contains(text) { return text }
        switch PlainWord(text) {
        case .flag?: return text.isYes ? "yes" : "no"
        case .number?: return text
        case .null?, nil: return self.text()
        }
    }

    public func scalar() -> String? {
        guard !item.isSecret else { return self.text() }
        guard case .scalar(let text, _) = item.content, !item.isNull else { return wrong("single") }
        return text
    }

    public func integer() -> Int? {
        guard case .scalar(let text, true) = item.content, text.utf8.count <= 16, let number = Int(text, in: .whole) else {
            return wrong("whole")
        }
        return number
    }

    public func decimal() -> Double? {
        guard case .scalar(let text, true) = item.content, PlainWord(text) == .number, let number = Double(finite: text) else {
            return wrong("number")
        }
        return number
    }

    public func flag() -> Bool? {
        switch item.content {
        case .scalar("true", true): return true
        case .scalar("false", true): return false
        default: return wrong("flag")
        }
    }

    public func list() -> [SeedNode]? {
        if let order = item.order { reader.mistakes.note(order, SeedSentences.noOrder(name)) }
        return records()
    }

    /// The items of a list that may say `order: file`.
    func records() -> [SeedNode]? {
        guard case .list(let items) = item.content else { return wrong("list") }
        return items.enumerated().map { SeedNode(item: $1, name: "\(name)[\($0 + 1)]", reader: reader) }
    }

    private func wrong<Value>(_ expected: String, needsQuotes: Bool = false) -> Value? {
        var sentence = SeedSentences.wrongType(expected: expected, found: item)
        switch item.content {
        case .broken: return nil
        case .scalar(let text, true) where needsQuotes && !item.isNull: sentence += SeedSentences.quotes(text)
        case .scalar(let text, true) where expected == "flag" && PlainWord(text) == .flag:
            sentence += SeedSentences.didYouMean(String(text.isYes))
        default: break
        }
        note(SeedSentence(name + ": ") + sentence)
        return nil
    }

    func note(_ sentence: SeedSentence) { reader.mistakes.note(item.place, sentence) }
    func unknown(_ what: String, _ text: String, among known: [String]) { note(SeedSentences.unknown(what, text, among: known)) }

    func called(_ name: String) -> SeedNode { SeedNode(item: item, name: name, reader: reader) }
}

extension SeedNode {
    func reference(to target: Target) -> Int64? {
        guard let key = text() else { return nil }
        return reader.reference(key, to: target, self)
    }

    func picture() -> Int64? {
        guard let key = text() else { return nil }
        return reader.picture(key, self)
    }
}

public struct SeedMapping {
    let node: SeedNode
    private let values: [String: SeedNode]

    /// Notes unknown keys; nil if it is not a mapping.
    public init?(_ node: SeedNode, known: [String]) {
        guard case .map(let pairs) = node.item.content else {
            let _: Int? = node.item.isBroken ? nil : node.refusedMapping()
            return nil
        }
        var values: [String: SeedNode] = [:]
        for (key, value) in pairs {
            if known.contains(key.name) {
                values[key.name] = SeedNode(item: value, name: key.name, reader: node.reader)
            } else {
                node.reader.mistakes.note(key.place, SeedSentences.unknown("key", key.name, among: known))
            }
        }
        (self.node, self.values) = (node, values)
    }

    public subscript(key: String) -> SeedNode? { values[key].flatMap { $0.item.isNull ? nil : $0 } }

    func states(_ key: String) -> Bool { values[key] != nil }

    func isNull(_ key: String) -> Bool { values[key]?.item.isNull ?? false }

    public var siteLanguage: Language { node.reader.site.language }

    /// Returns the value of a key, or notes a mistake.
    public func required(_ key: String) -> SeedNode? {
        guard let node = self[key] else {
            missing(key)
            return nil
        }
        return node
    }

    func missing(_ key: String) {
        if isNull(key) { values[key]?.refuse("blank") } else { node.note(SeedSentences.missing(key)) }
    }

    /// The node to report a field's mistake at: its value, or the mapping. `steps.0.time` leads into lists.
    func nearest(_ path: String) -> SeedNode {
        let parts = path.split(separator: ".").map(String.init)
        guard let first = parts.first, var found = values[first] else { return node }
        for part in parts.dropFirst() {
            switch found.item.content {
            case .list(let items):
                guard let index = Int(part, in: .whole), items.indices.contains(index) else { return found }
                found = SeedNode(item: items[index], name: first, reader: node.reader)
            case .map(let pairs):
                guard let pair = pairs.first(where: { $0.key.name == part }) else { return found }
                found = SeedNode(item: pair.value, name: part, reader: node.reader)
            default: return found
            }
        }
        return found
    }
}

extension SeedItem {
    var isBroken: Bool { if case .broken = content { true } else { false } }
}

extension SeedNode {
    fileprivate func refusedMapping() -> Int? { wrong("map") }

    func fill<R>(_ fields: [Field<R>], into record: inout R) {
        guard let mapping = SeedMapping(self, known: fields.map(\.name)) else { return }
        mapping.fill(fields, into: &record, blank: record, isNew: true)
    }

    func check(_ rules: (Entry, inout FieldErrors) throws -> Void) {
        guard case .map(let pairs) = item.content, let mapping = SeedMapping(self, known: pairs.map(\.key.name)) else { return }
        var errors = FieldErrors()
        reader.trying { try rules(Entry(name: "", form: nil, context: reader.context, texts: ""), &errors) }
        for error in errors.all {
            let place = mapping.nearest(error.name)
            place.note("\(error.name): \(error.sentence)")
        }
    }
}

extension SeedMapping {
    /// Reads the given fields. Missing ones stay, null removes a value.
    func fill<R>(_ fields: [Field<R>], into record: inout R, blank: R, isNew: Bool) {
        for field in fields {
            if let value = self[field.name] {
                field.parse(&record, value)
            } else if field.kind.isRequired, !field.kind.hasDefault {
                if isNew || isNull(field.name) { missing(field.name) }
            } else if isNull(field.name) {
                field.copy(blank, &record)
            }
        }
    }
}

extension String {
    fileprivate var isYes: Bool { ["y", "yes", "true", "on"].contains(lowercased()) }
}
