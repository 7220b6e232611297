import Foundation
import GRDB
import Web

public protocol SignedChoice: Choice {
    var icon: String { get }
    /// The choice that excludes all others: a person checked, and none of them applies.
    static var noneOfThese: Self { get }
}

/// Several named values in the order of their enum, as a JSON list. NULL states nothing, not even that none applies.
public struct ChoicesFieldType<C: SignedChoice>: FieldType {
    let texts: String
    public var template: String { "fields/choices" }

    public func read(_ entry: Entry, errors: inout FieldErrors) -> [C]? {
        let ticked = Set(entry.form?.all(entry.name) ?? []).subtracting([""])
        guard ticked.isSubset(of: C.allCases.map(\.rawValue)) else {
            errors.add(entry.name, entry.refusal("choice"))
            return nil
        }
        let chosen = C.allCases.filter { ticked.contains($0.rawValue) }
        guard Self.isConsistent(chosen) else {
            errors.add(entry.name, entry.refusal("noneAndOthers", ["none": label(.noneOfThese, entry.words)]))
            return nil
        }
        return chosen
    }

    public func view(_ value: [C], _ entry: Entry) -> Values {
        let ticked = Set(entry.form?.all(entry.name) ?? value.map(\.rawValue))
        let options = C.allCases.map { choice -> Values in
            [
                "value": choice.rawValue, "label": label(choice, entry.words), "sign": choice.icon,
                "checked": ticked.contains(choice.rawValue),
            ]
        }
        return ["options": options]
    }

    private static func isConsistent(_ choices: [C]) -> Bool { choices.count < 2 || !choices.contains(.noneOfThese) }

    func label(_ choice: C, _ words: Words) -> String { words("\(texts).\(choice.rawValue)") }

    public func text(_ value: [C], _ words: Words, _ zone: TimeZone) -> String {
        value.map { label($0, words) }.joined(separator: ", ")
    }

    public func signs(_ value: [C], _ words: Words, _ zone: TimeZone) -> [Sign] {
        guard !value.isEmpty else { return [Sign(icon: "question", label: unstated(words))] }
        return value.map { Sign(icon: $0.icon, label: label($0, words)) }
    }

    public func store(_ value: [C]) -> DatabaseValue { value.isEmpty ? .null : pack(value).compact.databaseValue }

    /// Splits at the quotes, because lists read thousands; an unknown value counts as not stated.
    public func load(_ stored: DatabaseValue) -> [C]? {
        let text = String.fromDatabaseValue(stored) ?? ""
        return text.split(separator: "\"").compactMap { C(rawValue: String($0)) }
    }

    public func pack(_ value: [C]) -> JSON { value.isEmpty ? .null : .list(value.map { .text($0.rawValue) }) }

    public func unpack(_ packed: JSON) -> [C]? {
        guard let items = packed.isNull ? [] : packed.list else { return nil }
        let named = items.compactMap { $0.text.flatMap(C.init(rawValue:)) }
        guard named.count == items.count else { return nil }
        let chosen = C.allCases.filter(named.contains)
        return Self.isConsistent(chosen) ? chosen : nil
    }

    public func parse(_ node: SeedNode) -> [C]? {
        guard let items = node.list() else { return nil }
        var named: [C] = []
        for item in items {
            guard let text = item.text() else { continue }
            guard let choice = C(rawValue: text) else {
                item.unknown(text, among: values)
                continue
            }
            if named.contains(choice) { item.refuse("twice") } else { named.append(choice) }
        }
        guard Self.isConsistent(named) else {
            node.refuse("noneAndOthers", ["none": C.noneOfThese.rawValue])
            return nil
        }
        return C.allCases.filter(named.contains)
    }

    public func write(_ value: [C], _ export: SeedExport) -> SeedValue? {
        value.isEmpty ? nil : .list(value.map { .text($0.rawValue) })
    }

    public var schema: SeedSchema { SeedSchema("array", ["items": SeedSchema("string", ["enum": values]), "uniqueItems": true]) }
    public var packedSchema: SeedSchema {
        SeedSchema("array", ["items": SeedSchema("string", ["enum": values]), "uniqueItems": true], note: "choices").orNull
    }
}

extension ChoicesFieldType: Choosable {
    var values: [String] { C.allCases.map(\.rawValue) }
    var isSeveral: Bool { true }
    var textKeys: [String] { (values + ["unstated"]).map { "\(texts).\($0)" } }
    func options(_ words: Words) -> [(value: String, label: String)] {
        C.allCases.map { ($0.rawValue, label($0, words)) }
    }
    func unstated(_ words: Words) -> String { words("\(texts).unstated") }
}

extension Field {
    /// Several of a few choices. `texts` is the key prefix of their names, and of `unstated` for a record without any.
    public static func choices<C: SignedChoice>(
        _ name: String, _ property: WritableKeyPath<Record, [C]> & Sendable, texts: String
    ) -> Field {
        Field(name, property, ChoicesFieldType<C>(texts: texts))
    }
}
