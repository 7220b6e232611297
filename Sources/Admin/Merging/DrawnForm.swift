import Web

/// Merges a form outside resources with later changes; the form carries the values it was drawn with.
struct DrawnForm<Record: Sendable> {
    private let fields: [Field<Record>]
    private let theirs: Record
    private let base: JSON?

    static var name: String { "drawn" }

    init(_ fields: [Field<Record>], _ form: Form, theirs: Record, isCurrent: Bool) {
        (self.fields, self.theirs) = (fields, theirs)
        let sent = (try? JSONReader.read(Array(form.exact(Self.name).utf8))).flatMap { $0.isObject ? $0 : nil }
        base = isCurrent ? Self.packed(fields, theirs) : sent
    }

    private static func packed(_ fields: [Field<Record>], _ record: Record) -> JSON { .object(fields.map { ($0.name, $0.pack(record)) }) }

    /// The hidden input; a redrawn form keeps the first values.
    static func hidden(_ fields: [Field<Record>], _ record: Record, _ form: Form?) -> Values {
        let sent = form.flatMap { $0.has(name) ? $0.exact(name) : nil }
        return ["name": name, "value": sent ?? packed(fields, record).compact]
    }

    var drawn: Record {
        var record = theirs
        for field in fields { if let value = base?[field.name] { _ = field.unpack(&record, value) } }
        return record
    }

    func merge(_ typed: Record) -> FieldMerge<Record> { FieldMerge(fields, base: base, mine: typed, theirs: theirs) }

    func refusals(_ merge: FieldMerge<Record>, _ context: FormContext) -> FieldErrors {
        var errors = FieldErrors()
        for field in fields where merge.disputed.contains(field.name) {
            let text = field.text(theirs, context.words, context.zone)
            let said = text.isEmpty ? context.words("history.nothing") : text.replacing("\n", with: "; ")
            errors.add(field.name, context.words("merge.changed", ["theirs": said]))
        }
        return errors
    }

    func again(_ merge: FieldMerge<Record>, _ form: Form, version: String, _ context: FormContext) throws -> Form {
        var form = form
        for field in fields where merge.taken.contains(field.name) {
            try form.refill(field.name, field.kind, field.pack(merge.merged), context)
        }
        form[Self.name] = Self.packed(fields, theirs).compact
        form["version"] = version
        return form
    }

    func sentence(_ merge: FieldMerge<Record>, _ texts: String, who: String?, _ words: Words) -> String? {
        guard !merge.taken.isEmpty else { return nil }
        let names = merge.taken.map { words.label(of: $0, texts) }.joined(separator: ", ")
        return words("merge.taken", ["who": who ?? words("merge.other"), "fields": names])
    }
}

extension JSON {
    fileprivate var isObject: Bool { if case .object = self { true } else { false } }
}
