import GRDB
import Web

extension FormStates {
    func answer(_ form: Form, _ typed: inout R, _ words: Words, _ errors: inout FieldErrors) {
        for name in form.questions {
            switch form[name + Form.answer] {
            case "mine": continue
            case "theirs":
                let (spot, place) = (FormSpot(name, form), Place(rawValue: form[name + Form.asked]) ?? .record)
                guard let field = R.field(spot.field), let state = state(place), let theirs = spot.value(in: field.pack(state))
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
}

extension Resource {
    func mergeQuestions(_ form: Form, _ context: FormContext) throws -> [(name: String, question: MergeQuestion)] {
        guard !form.questions.isEmpty else { return [] }
        let states = try FormStates(self, form, isDraft: form["act"] == "draft", context.db)
        var (mine, refused) = (states.over, FieldErrors())
        mine.readTyped(form.withoutWrites, context, &refused)
        let authors = try FieldAuthors(of: self, upTo: form.number("version", in: .versions), context.db)
        let editor = try Draft.find(Self.name, id ?? 0, context.db).map(FieldAuthors.init(of:))
        var pointers = Pointers()
        var asked: [(spot: FormSpot, place: FormStates<Self>.Place, kind: any FieldType, mine: JSON?, theirs: JSON)] = []
        for name in form.questions {
            let (spot, place) = (FormSpot(name, form), FormStates<Self>.Place(rawValue: form[name + Form.asked]) ?? .record)
            guard let field = Self.field(spot.field), let kind = spot.kind(in: field.kind), let state = states.state(place),
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
                label: Self.errorLabel(one.spot.name, context.words),
                mine: one.mine.map { reading.text(one.kind, $0) } ?? form[one.spot.name],
                theirs: reading.text(one.kind, one.theirs), author: by[one.spot.field], asked: one.place.rawValue,
                answer: form[one.spot.name + Form.answer])
            return (one.spot.name, question)
        }
    }
}
