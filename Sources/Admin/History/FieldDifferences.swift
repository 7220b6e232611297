import Web

struct FieldDifferences<R: Resource> {
    let templateValues: [Values]

    init(_ old: JSON, _ new: JSON, _ context: FormContext) throws {
        let changed = R.fields.compactMap { field -> (Field<R>, JSON, JSON)? in
            guard let a = old[field.name], let b = new[field.name], !FieldDifference.isSame(field.kind, a, b) else { return nil }
            return (field, a, b)
        }
        var pointers = Pointers()
        for (field, a, b) in changed {
            pointers.add(field.kind, a)
            pointers.add(field.kind, b)
        }
        let difference = FieldDifference(reading: try ValueReading(pointers, context.db, context.words, context.zone))
        templateValues = changed.map { field, a, b in difference.templateValues(field.name, field.kind, texts: R.name, a, b) }
    }

    static func areSame(_ a: JSON, _ b: JSON) -> Bool {
        R.fields.allSatisfy { field in
            guard let a = a[field.name], let b = b[field.name] else { return true }
            return FieldDifference.isSame(field.kind, a, b)
        }
    }

    static func whole(_ packed: JSON, _ context: FormContext) throws -> [Values] {
        var pointers = Pointers()
        for field in R.fields { if let value = packed[field.name] { pointers.add(field.kind, value) } }
        let reading = try ValueReading(pointers, context.db, context.words, context.zone)
        return R.fields.compactMap { field in
            guard let value = packed[field.name] else { return nil }
            let text = reading.text(field.kind, value)
            guard !text.isEmpty else { return nil }
            let thumb = field.kind is PictureFieldType ? reading.picture(value)?.address(.thumb) : nil
            return ["label": context.words.label(of: field.name, R.name), "text": text, "thumb": thumb ?? false]
        }
    }
}
