import Foundation
import GRDB
import Web

/// A value with a name known only at run time, such as a role or a house.
public struct NamedOption: Sendable, Equatable {
    let value: String
    let label: String
}

/// One named value from a menu. Resource columns use enums instead (`ChoiceFieldType`).
struct NamedOptionFieldType: FieldType {
    let options: [NamedOption]
    var isRequired = false
    var template: String { "fields/choice" }

    func read(_ entry: Entry, errors: inout FieldErrors) -> String? {
        if entry.typed.isEmpty, !isRequired { return "" }
        guard options.contains(where: { $0.value == entry.typed }) else {
            errors.add(entry.name, entry.refusal(entry.typed.isEmpty ? "unchosen" : "choice"))
            return nil
        }
        return entry.typed
    }

    func view(_ value: String, _ entry: Entry) -> Values {
        let chosen = entry.form == nil ? value : entry.typed
        let all = [NamedOption(value: "", label: entry.words("admin.people.choose"))] + options
        let drawn = all.map { option -> Values in
            [
                "value": option.value, "label": option.label, "checked": option.value == chosen, "selected": option.value == chosen,
                "id": entry.id + "-" + option.value,
            ]
        }
        return ["options": drawn, "radios": false, "select": true, "value": chosen]
    }

    func pack(_ value: String) -> JSON { .text(value) }
    func unpack(_ packed: JSON) -> String? { packed.text }
    func text(_ value: String, _ words: Words, _ zone: TimeZone) -> String { options.first { $0.value == value }?.label ?? value }
    func parse(_ node: SeedNode) -> String? { node.text() }
    func write(_ value: String, _ export: SeedExport) -> SeedValue? { .text(value) }
    var schema: SeedSchema { SeedSchema("string") }
}

struct NamedOptionsFieldType: FieldType {
    let options: [NamedOption]
    var isAllWhenEmpty = false
    var template: String { "fields/many" }

    func read(_ entry: Entry, errors: inout FieldErrors) -> [String]? {
        let ticked = Set(entry.form?.all(entry.name) ?? []).subtracting([""])
        // Without it nothing would be chosen, which in many forms means all.
        guard ticked.isSubset(of: options.map(\.value)) else {
            errors.add(entry.name, entry.refusal("choice"))
            return nil
        }
        return options.map(\.value).filter(ticked.contains)
    }

    func view(_ value: [String], _ entry: Entry) -> Values {
        let ticked = Set(entry.form?.all(entry.name) ?? value)
        let drawn = options.map { option -> Values in
            ["value": option.value, "label": option.label, "checked": ticked.contains(option.value), "id": entry.id + "-" + option.value]
        }
        return ["options": drawn, "large": false]
    }

    func text(_ value: [String], _ words: Words, _ zone: TimeZone) -> String {
        options.filter { value.contains($0.value) }.map(\.label).joined(separator: ", ")
    }
    func pack(_ value: [String]) -> JSON { .list(value.map(JSON.text)) }
    func unpack(_ packed: JSON) -> [String]? { packed.list?.compactMap(\.text) }
    func parse(_ node: SeedNode) -> [String]? { node.list()?.compactMap { $0.text() } }
    func write(_ value: [String], _ export: SeedExport) -> SeedValue? { .list(value.map { .text($0) }) }
    var schema: SeedSchema { SeedSchema("array") }
}
