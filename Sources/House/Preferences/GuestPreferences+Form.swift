import Accounts
import Admin
import Foundation
import GRDB
import Web

/// Preferences that two people changed to different values, with the form that asks about them.
struct DisputedPreferences: Error { let form: Form }

extension GuestPreferences {
    static func typed(_ guest: Int64?, house: Int64, _ db: Database) throws -> [String: [String]] {
        let own = try own(guest, house: house, db)
        return Dictionary(Preference.allCases.map { ($0.rawValue, [own[$0.rawValue] ?? ""]) }) { $1 }
    }

    /// Merges and saves an educator's form; returns a sentence about changes by others.
    static func merge(
        _ form: Form, for guest: Int64?, house: Int64, by changes: LastChange?, _ actor: Actor, _ words: Words, _ db: Database
    ) throws -> String? {
        let merge = SettingsMerge(form, saved: try typed(guest, house: house, db))
        if let merge, !merge.isSettled { throw DisputedPreferences(form: merge.form) }
        try save(merge?.form ?? form, for: guest, house: house, db)
        return merge?.sentence(by: changes, for: actor, words) { words("living.preference.\($0)") }
    }

    static func questions(_ form: Form?, by changes: LastChange?, _ context: FormContext) -> [Values] {
        let words = context.words
        return SettingsMerge.questions(
            form, by: changes, context, label: { words("living.preference.\($0)") },
            localized: { name, values in
                guard let value = values.first, !value.isEmpty, let preference = Preference(rawValue: name) else { return "" }
                return label(of: value, preference, words)
            })
    }

    static func mistakes(_ form: Form) -> [Preference] {
        Preference.allCases.filter { !form[$0.rawValue].isEmpty && !$0.allows(form[$0.rawValue]) }
    }

    static func save(_ form: Form, for guest: Int64?, house: Int64, _ db: Database) throws {
        for preference in Preference.allCases where form.has(preference.rawValue) {
            let value = form[preference.rawValue]
            try choose(value.isEmpty ? nil : value, preference, for: guest, house: house, db)
        }
    }

    static func templateValues(
        _ own: [String: String], over below: GuestPreferences, _ without: String, _ words: Words, without hidden: Set<Preference> = [],
        pictures: [ClockPicture.Offered], refused: Form?
    ) -> [Values] {
        let mistakes = Set(refused.map(mistakes) ?? [])
        let names = Dictionary(pictures.map { ($0.value, $0.name) }) { first, _ in first }
        let label = { (value: String, preference: Preference) in names[value] ?? Self.label(of: value, preference, words) }
        return Preference.groups.map { group in
            let fields = group.preferences.filter { !hidden.contains($0) }.map { preference -> Values in
                let sent = refused.flatMap { $0.has(preference.rawValue) ? $0[preference.rawValue] : nil }
                let chosen = sent.map { $0.isEmpty ? nil : $0 } ?? own[preference.rawValue]
                let inherited: Values = [
                    "value": "", "label": words(without, ["choice": label(below[preference], preference)]), "on": chosen == nil,
                    "effect": below[preference],
                ]
                let offered = preference.choices.filter { $0 != "house" } + (preference.takesPictures ? pictures.map(\.value) : [])
                let choices = offered.map { value -> Values in
                    ["value": value, "label": label(value, preference), "on": chosen == value, "effect": value]
                }
                return [
                    "name": preference.rawValue, "label": words("living.preference.\(preference.rawValue)"),
                    "options": [inherited] + choices, "number": number(preference, chosen, inherited["label"], words),
                    "why": mistakes.contains(preference) ? words("living.preference.wrong") : false,
                ]
            }
            return ["name": words("living.preferences.\(group.name)"), "fields": fields]
        }
    }

    private static func number(
        _ preference: Preference, _ chosen: String?, _ inherited: (any Sendable)?, _ words: Words
    ) -> any Sendable {
        guard let range = preference.range else { return false }
        let value = chosen.map { preference.choices.contains($0) ? "" : $0 } ?? ""
        return ["value": value, "least": String(range.lowerBound), "most": String(range.upperBound), "without": inherited ?? ""] as Values
    }

    private static func label(of value: String, _ preference: Preference, _ words: Words) -> String {
        words.optional("living.choice.\(preference.rawValue).\(value)") ?? words.optional("living.choice.\(value)")
            ?? (preference == .language ? Language(rawValue: value)?.ownName : nil)
            ?? words("living.choice.\(preference.rawValue).other", ["value": value])
    }
}
