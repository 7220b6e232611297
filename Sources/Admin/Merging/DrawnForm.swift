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

    /// Applies the answers to the form's questions; an unanswered question is a mistake.
    func answer(_ form: Form, _ typed: inout Record, _ words: Words, _ errors: inout FieldErrors) {
        for field in fields where form.has(field.name + Form.asked) {
            switch form[field.name + Form.answer] {
            case "mine": continue
            case "theirs":
                if let value = base?[field.name], field.unpack(&typed, value) { errors.remove(field.name) }
            default: errors.add(field.name, words("merge.unanswered"))
            }
        }
    }

    func again(_ merge: FieldMerge<Record>, _ form: Form, version: String, _ context: FormContext) throws -> Form {
        var form = form
        for field in fields where merge.taken.contains(field.name) || form[field.name + Form.answer] == "theirs" {
            try form.refill(field.name, field.kind, field.pack(merge.merged), context)
        }
        form.forgetQuestions()
        for name in merge.disputed { form[Self.outer(name) + Form.asked] = "record" }
        form[Self.name] = Self.packed(fields, theirs).compact
        form["version"] = version
        return form
    }

    private static func outer(_ name: String) -> String { String(name.prefix { $0 != "." }) }

    static func questions(
        _ fields: [Field<Record>], _ form: Form?, _ record: Record, _ texts: String, by changes: LastChange?, _ context: FormContext
    ) -> [(name: String, question: MergeQuestion)] {
        guard let form, !form.questions.isEmpty else { return [] }
        let drawn = try? JSONReader.read(Array(form.exact(name).utf8))
        return fields.filter { form.has($0.name + Form.asked) }.map { field in
            var (mine, theirs, refused) = (record, record, FieldErrors())
            field.read(&mine, Entry(name: field.name, form: form, context: context, texts: texts), &refused)
            if let value = drawn?[field.name] { _ = field.unpack(&theirs, value) }
            let (words, zone) = (context.words, context.zone)
            let typed = refused[field.name] == nil ? field.text(mine, words, zone) : form[field.name]
            let question = MergeQuestion(
                label: words.label(of: field.name, texts), mine: typed, theirs: field.text(theirs, words, zone),
                author: changes?[field.name], asked: "record", answer: form[field.name + Form.answer])
            return (field.name, question)
        }
    }

    func sentence(_ merge: FieldMerge<Record>, _ texts: String, by changes: LastChange, _ context: FormContext) -> String? {
        LastChange.sentence(merge.taken, by: changes, for: context.actor, context.words) { context.words.label(of: $0, texts) }
    }
}

extension JSON {
    fileprivate var isObject: Bool { if case .object = self { true } else { false } }
}
