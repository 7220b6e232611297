import Foundation
import GRDB
import Web

struct PackedDocument<R: Resource> {
    private let values: [(key: String, value: JSON)]
    private var older: [(older: FormerTextField, text: String)] = []
    private let context: FormContext
    private(set) var mistakes = ValueMistakes()

    /// Ignores members that only answers have.
    init(_ pairs: [(key: String, value: JSON)], _ context: FormContext) {
        let names = R.olderTexts.map(\.name)
        values = pairs.filter { !RecordAnswer.ownNames.contains($0.key) && !names.contains($0.key) }
        self.context = context
        for text in R.olderTexts {
            guard let sent = pairs.first(where: { $0.key == text.name })?.value else { continue }
            if let said = sent.isNull ? "" : sent.text {
                older.append((text, said))
            } else {
                mistakes.add(ValueMistakes.pointer("", text.name), word("string"))
            }
        }
        for (name, _) in values where R.field(name) == nil { mistakes.add(ValueMistakes.pointer("", name), word("unknown")) }
    }

    /// A missing value stays if `merging`, else it gets the default unless that comes from the clock. Null removes a value (RFC 7396).
    mutating func fill(_ record: inout R, merging: Bool) throws {
        let (before, blank) = (record, R())
        var form = Form()
        var kept: Set<String> = []
        let lacking = R.fields.filter { lacks($0, merging) }.map(\.name)
        for field in R.fields where !lacking.contains(field.name) {
            let value = value(of: field, before, blank, merging)
            let isUnchanged = before.id != nil && value == field.pack(before)
            let count = mistakes.all.count
            if !isUnchanged { check(value, field.kind.packedSchema, "/" + field.name) }
            if mistakes.all.count == count { field.kind.fill(&form, field.name, with: value, context.words.language) }
            if isUnchanged || mistakes.all.count > count { kept.insert(field.name) }
        }
        var errors = FieldErrors()
        record.readFields(form, except: kept, context, errors: &errors)
        if !older.isEmpty { record.take(older, site: try SiteSettings.load(context.db).language) }
        // Without all moments, `check` would compare with the clock.
        if lacking.isEmpty { try record.check(form, context, errors: &errors) }
        mistakes.add(errors)
        if mistakes.isEmpty { judgeTranslations(of: record) }
    }

    private mutating func judgeTranslations(of record: R) {
        for (text, version, sentence) in record.translationMistakes(context) {
            mistakes.add("/" + (text.place + [version.code, text.field]).joined(separator: "/"), sentence)
        }
    }

    private func lacks(_ field: Field<R>, _ merging: Bool) -> Bool {
        guard field.isOfTheClock else { return false }
        return values.first { $0.key == field.name }?.value.isNull ?? !merging
    }

    private func value(of field: Field<R>, _ before: R, _ blank: R, _ merging: Bool) -> JSON {
        guard let sent = values.first(where: { $0.key == field.name })?.value else { return field.pack(merging ? before : blank) }
        return sent.isNull && merging ? field.pack(blank) : sent
    }

    private mutating func check(_ value: JSON, _ schema: SeedSchema, _ pointer: String) {
        switch (schema.type, value) {
        case (_, .null) where schema.isNullable: break
        case ("string", .text(let text)):
            // The limit counts the text as sent, as the description says, before anything is dropped from it.
            guard let limit = schema.rules["maxLength"] as? Int, text.unicodeScalars.count > limit else { break }
            mistakes.add(pointer, context.words("api.values.long", ["limit": String(limit)]))
        case ("integer", .number), ("number", .number), ("number", .decimal), ("boolean", .flag): break
        case ("array", .list(let items)):
            guard let inner = schema.rules["items"] as? SeedSchema else { break }
            for (index, item) in items.prefix(1_000).enumerated() { check(item, inner, "\(pointer)/\(index)") }
        case ("object", .object(let pairs)):
            for field in schema.fields where schema.isPlain && field.isRequired && !pairs.contains(where: { $0.key == field.name }) {
                mistakes.add(ValueMistakes.pointer(pointer, field.name), word(field.schema.type))
            }
            for (name, value) in pairs {
                let place = ValueMistakes.pointer(pointer, name)
                if let field = schema.fields.first(where: { $0.name == name }) {
                    check(value, field.schema, place)
                } else if name == "id", schema.isChild {
                    if value.number == nil, !value.isNull { mistakes.add(place, word("integer")) }
                } else {
                    mistakes.add(place, word("unknown"))
                }
            }
        default: mistakes.add(pointer, word(schema.type))
        }
    }

    private func word(_ key: String) -> String { context.words("api.values.\(key)") }
}
