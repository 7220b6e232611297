import GRDB
import Web

extension ResourcePages {
    func answer(_ form: Form, _ states: FormStates<R>, _ typed: inout R, _ words: Words, _ errors: inout FieldErrors) {
        for name in form.questions {
            switch form[name + Form.answer] {
            case "mine": continue
            case "theirs":
                let (spot, place) = (FormSpot(name, form), FormStates<R>.Place(rawValue: form[name + Form.asked]) ?? .record)
                guard let field = R.field(spot.field), let state = states.state(place), let theirs = spot.value(in: field.pack(state))
                else {
                    continue
                }
                var packed = field.pack(typed)
                spot.put(theirs, into: &packed)
                if field.unpack(&typed, packed) { errors.remove(name) }
            default: errors.add(name, words("merge.unanswered"))
            }
        }
    }

    func questions(_ form: Form, _ record: R, _ context: FormContext) throws -> [(name: String, question: MergeQuestion)] {
        guard !form.questions.isEmpty else { return [] }
        let states = try FormStates(record, form, isDraft: form["act"] == "draft", context.db)
        var (mine, refused) = (states.over, FieldErrors())
        read(form.withoutWrites, into: &mine, context, &refused)
        let authors = try FieldAuthors(of: record, upTo: form.number("version", in: .versions), context.db)
        let editor = try Draft.find(R.name, record.id ?? 0, context.db).map(FieldAuthors.init(of:))
        var pointers = Pointers()
        var asked: [(spot: FormSpot, place: FormStates<R>.Place, kind: any FieldType, mine: JSON?, theirs: JSON)] = []
        for name in form.questions {
            let (spot, place) = (FormSpot(name, form), FormStates<R>.Place(rawValue: form[name + Form.asked]) ?? .record)
            guard let field = R.field(spot.field), let kind = spot.kind(in: field.kind), let state = states.state(place),
                let theirs = spot.value(in: field.pack(state))
            else { continue }
            let isRefused = refused.all.contains { $0.name == field.name || $0.name.hasPrefix(field.name + ".") }
            let typed = isRefused ? nil : spot.value(in: field.pack(mine))
            for value in [typed, theirs].compactMap({ $0 }) { pointers.add(kind, value) }
            asked.append((spot, place, kind, typed, theirs))
        }
        let reading = try ValueReading(pointers, context.db, context.words, context.zone)
        return asked.map { one in
            let by = one.place == .draft ? editor ?? authors : authors
            let question = MergeQuestion(
                label: errorLabel(one.spot.name, context.words), mine: one.mine.map { reading.text(one.kind, $0) } ?? form[one.spot.name],
                theirs: reading.text(one.kind, one.theirs), author: by[one.spot.field], asked: one.place.rawValue,
                answer: form[one.spot.name + Form.answer])
            return (one.spot.name, question)
        }
    }
}

/// The meaning of a form name: a field, or a value of a part, such as `steps.2.text`.
struct FormSpot {
    let name: String
    let field: String
    private let part: (id: Int, name: String)?

    init(_ name: String, _ form: Form) {
        let parts = name.split(separator: ".").map(String.init)
        (self.name, field) = (name, parts.first ?? name)
        part = parts.count == 3 ? form.number("\(parts[0]).\(parts[1]).id", in: .whole).map { ($0, parts[2]) } : nil
    }

    func value(in packed: JSON) -> JSON? {
        guard let part else { return packed }
        return packed.list?.first { $0["id"]?.number == part.id }?[part.name]
    }

    func put(_ value: JSON, into packed: inout JSON) {
        guard let part else { return packed = value }
        guard case .list(var items) = packed, let index = items.firstIndex(where: { $0["id"]?.number == part.id }) else { return }
        items[index][part.name] = value
        packed = .list(items)
    }

    func kind(in kind: any FieldType) -> (any FieldType)? {
        guard let part else { return kind }
        return (kind as? any Composite)?.parts.first { $0.name == part.name }?.kind
    }
}
