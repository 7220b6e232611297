import Accounts
import Foundation
import GRDB
import Web

struct PublishingDates {
    private enum Slot: String, CaseIterable {
        case from, until
        var name: String { "schedule." + rawValue }
        var drawnName: String { name + ".was" }
        var acts: [String] { self == .from ? ["publish", "draft"] : ["unpublish"] }
    }

    private let chosen: [Slot: Date]
    /// Unedited dates: later changes by others stay.
    private let untouched: Set<Slot>
    private let isDraft: Bool
    private let isNew: Bool

    /// Nil if the form has no dates; then nothing changes.
    init?<R: Resource>(_ form: Form, _ record: R, isDraft: Bool, _ context: FormContext, errors: inout FieldErrors) throws {
        guard let publication = Listing<R>.publication, Slot.allCases.contains(where: { form.has($0.name) }) else { return nil }
        let present = try record.id.map { try PlannedAct.of(R.name, $0, context.db) } ?? []
        var chosen: [Slot: Date] = [:]
        var untouched: Set<Slot> = []
        for slot in Slot.allCases {
            let typed = TypedTime.iso(form[slot.name])
            let planned = present.first { slot.acts.contains($0.act) }
            let (was, stands) = (form[slot.drawnName], planned.map { Self.typed($0.at, context) } ?? "")
            if form.has(slot.drawnName), was != stands, typed != stands {
                guard typed == was else {
                    errors.add(slot.name, Self.refusal(planned, context))
                    continue
                }
                untouched.insert(slot)
                if let planned { chosen[slot] = planned.at }
                continue
            }
            guard !typed.isEmpty else { continue }
            guard let date = MomentFieldType.date(typed, in: context.zone) else {
                errors.add(slot.name, context.words("admin.refused.moment"))
                continue
            }
            // An existing date was in the future when it was entered.
            let stood = present.contains {
                slot.acts.contains($0.act) && Self.typed($0.at, context) == typed.prefix(16)
            }
            if date <= .now, !stood { errors.add(slot.name, context.words("schedules.refused.past")) }
            chosen[slot] = date
        }
        if let from = chosen[.from], let until = chosen[.until], until <= from {
            errors.add(Slot.until.name, context.words("schedules.refused.order"))
        }
        if chosen[.from] != nil, !isDraft, form["act"] != "publish-draft", publication.isOn(record), errors[Slot.from.name] == nil {
            errors.add(Slot.from.name, context.words("schedules.refused.visible"))
        }
        (self.chosen, self.untouched, self.isDraft, isNew) = (chosen, untouched, isDraft, record.id == nil)
    }

    private static func typed(_ date: Date, _ context: FormContext) -> String {
        String(CivilTime(date, in: context.zone).inputValue.prefix(16))
    }

    private static func refusal(_ planned: PlannedAct?, _ context: FormContext) -> String {
        guard let planned else { return context.words("merge.dateGone") }
        let when = context.words.language.moment(planned.at, in: context.zone)
        return context.words("merge.date", ["who": planned.actor, "theirs": when])
    }

    func save<R: Resource>(_ record: R, _ db: Database, by actor: Actor) throws -> Bool {
        var isChanged = false
        let present = try isNew ? [] : PlannedAct.of(R.name, record.id ?? 0, db)
        for slot in Slot.allCases where !untouched.contains(slot) {
            let act = slot == .until ? "unpublish" : isDraft ? "draft" : "publish"
            for planned in present where slot.acts.contains(planned.act) && (planned.act != act || chosen[slot] == nil) {
                try PlannedAct.remove(planned.id, db)
                try record.audit("unschedule", db, by: actor, detail: ["planned": planned.act])
                isChanged = true
            }
            guard let date = chosen[slot] else { continue }
            let stood = present.first { $0.act == act }
            if let stood, stood.at.timeIntervalSince(date).magnitude < 60, stood.problem == nil { continue }
            try PlannedAct.plan(act, at: date, record, db, by: actor)
            try record.audit("schedule", db, by: actor, detail: ["planned": "\(act) \(MomentFieldType.iso(date))"])
            isChanged = true
        }
        return isChanged
    }

    /// The drawn dates as hidden inputs; a refused date is compared with the current plan.
    static func hiddenInputs<R: Resource>(_ record: R, _ form: Form?, _ context: FormContext) throws -> [Values] {
        guard Listing<R>.publication != nil, let id = record.id else { return [] }
        let present = try PlannedAct.of(R.name, id, context.db)
        return Slot.allCases.map { slot in
            let stands = present.first { slot.acts.contains($0.act) }.map { typed($0.at, context) } ?? ""
            let isKept = context.errors[slot.name] == nil && form?.has(slot.drawnName) == true
            return ["name": slot.drawnName, "value": isKept ? form?[slot.drawnName] ?? stands : stands]
        }
    }

    static func templateValues<R: Resource>(_ record: R, _ form: Form?, hasDraft: Bool, _ context: FormContext) throws -> [Values] {
        let words = context.words
        let present = try record.id.map { try PlannedAct.of(R.name, $0, context.db) } ?? []
        return Slot.allCases.map { slot in
            let planned = present.first { slot.acts.contains($0.act) }
            let id = "f-" + slot.name.replacing(".", with: "-")
            let error = context.errors[slot.name]
            let stands = planned.map { typed($0.at, context) } ?? ""
            let problem = planned?.problem.map { words("schedules.problems.\($0)") }
            let key = slot == .from && hasDraft ? "draft" : slot.rawValue
            return [
                "partial": "fields/moment", "name": slot.name, "id": id, "label": words("schedules.fields.\(key)"),
                "help": problem ?? words("schedules.help.\(key)"), "error": error ?? false,
                "described": "\(id)-help" + (error == nil ? "" : " \(id)-error"), "required": false, "optional": true,
                "value": form?[slot.name] ?? words.language.typed(stands), "zone": context.zone.identifier, "question": false,
            ]
        }
    }
}
