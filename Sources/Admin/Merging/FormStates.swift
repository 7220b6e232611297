import Accounts
import Foundation
import GRDB
import Web

struct FormStates<R: Resource> {
    enum Place: String { case record, draft }

    let record: R
    let draft: Draft?
    let base: R?
    let over: R
    /// The published version that a draft began with, when its form publishes it; otherwise nil.
    private let begun: R?
    private let isDraft: Bool
    private let isPublished: Bool

    init(_ record: R, _ form: Form, isDraft: Bool, _ db: Database) throws {
        (self.record, self.isDraft) = (record, isDraft)
        let (edition, isDrafting) = (form.number("edition", in: .versions), isDraft || form["act"] == "publish-draft")
        let drawn = record.id == nil ? record : try record.atVersion(form.number("version", in: .versions), db)
        let draft = record.id == nil || edition == nil && !isDrafting ? nil : try Draft.find(R.name, record.id ?? 0, db)
        self.draft = draft
        isPublished = draft != nil && !isDraft
        begun = isPublished ? drawn : nil
        if let edition {
            let begunOn = draft.flatMap { $0.edition == edition ? $0 : nil }
            base = try begunOn?.over(record, db) ?? Draft.edition(edition, of: record, db)
            over = try draft?.over(record, db) ?? record
        } else {
            // Also merges with a draft that another person has begun since.
            base = drawn
            over = try draft.map { try $0.over(record, db) } ?? (isDraft ? drawn ?? record : record)
        }
    }

    var draftVersion: Int { draft?.version ?? over.stamp.version }

    func state(_ place: Place) -> R? {
        switch place {
        case .draft: base
        case .record: isPublished ? begun : base
        }
    }

    struct Merged {
        var record: R
        var taken: [(name: String, place: Place)] = []
        var disputed: [(name: String, place: Place)] = []
        var isMerged = false
    }

    func merge(_ typed: R) -> Merged {
        var merged = Merged(record: typed)
        merged.record.stamp = record.stamp
        join(&merged, base, over, R.fields, draft == nil ? .record : .draft)
        if isPublished {
            join(&merged, begun, record, R.fields.filter { $0.name != Listing<R>.publication?.name }, .record)
            Listing<R>.publication?.load(&merged.record, true.databaseValue)
        }
        return merged
    }

    private func join(_ merged: inout Merged, _ base: R?, _ theirs: R, _ fields: [Field<R>], _ place: Place) {
        // Most forms were drawn from the current state.
        if let base, fields.allSatisfy({ $0.isSame(base, theirs) }) { return }
        let merge = FieldMerge(fields, base: base?.packed, mine: merged.record, theirs: theirs)
        for field in fields { field.copy(merge.merged, &merged.record) }
        merged.taken += merge.taken.map { ($0, place) }
        for name in merge.disputed.map(Self.drawnName) where !merged.disputed.contains(where: { $0.name == name }) {
            merged.disputed.append((name, place))
        }
        merged.isMerged = true
    }

    func sentence(of merged: Merged, among names: Set<String>? = nil, for actor: Actor, _ context: FormContext) throws -> String? {
        func fields(_ place: Place) -> [String] {
            merged.taken.filter { $0.place == place && names?.contains($0.name) ?? true }.map(\.name)
        }
        let (records, drafts) = (fields(.record), fields(.draft))
        let ofDraft = draft.flatMap { FieldAuthors(of: $0).sentence(drafts, R.name, for: actor, context.words) }
        let ofRecord = try records.isEmpty ? nil : FieldAuthors(of: record, context.db).sentence(records, R.name, for: actor, context.words)
        let sentences = [ofRecord, ofDraft].compactMap { $0 }
        return sentences.isEmpty ? nil : sentences.joined(separator: " ")
    }

    private static func drawnName(_ name: String) -> String {
        let parts = name.split(separator: ".")
        let isOfPart = parts.first.flatMap { R.field(String($0)) }?.kind is any Composite
        return parts.prefix(isOfPart ? 3 : 1).joined(separator: ".")
    }

    /// Removes errors of fields that were not edited: they refer to missing records, and another person has changed them since.
    func removeUntouchedErrors(_ form: Form, _ errors: inout FieldErrors) {
        guard let base, !errors.isEmpty else { return }
        for field in R.fields where errors[field.name] != nil && !field.isSame(base, over) {
            let was = field.pack(base)
            let isUntouched =
                switch field.kind {
                case is ReferenceFieldType:
                    form[field.name + ".pick"].isEmpty && form[field.name + ".find"].isEmpty
                        && form.number(field.name, in: .whole) == was.number
                case is PictureFieldType:
                    form[field.name + ".pick"].isEmpty && form[field.name + ".remove"].isEmpty
                        && form.number(field.name, in: .whole) == was.number
                case is ReferencesFieldType:
                    form[field.name + ".pick"].isEmpty && form[field.name + ".find"].isEmpty
                        && Set(form.all(field.name).compactMap { Int($0, in: .whole) }) == Set(was.list?.compactMap(\.number) ?? [])
                default: false
                }
            if isUntouched { errors.remove(field.name) }
        }
    }

    func asking(_ merged: Merged, sent: R, _ form: Form, _ context: FormContext) throws -> Form {
        var form = form
        for field in R.fields where !field.isSame(merged.record, sent) {
            try form.refill(field.name, field.kind, field.pack(merged.record), context)
        }
        form.forgetQuestions()
        for (name, place) in merged.disputed { form[name + Form.asked] = place.rawValue }
        form["version"] = String(isDraft && draft != nil ? draftVersion : record.stamp.version)
        if let draft { form["edition"] = String(draft.edition) } else { form.remove("edition") }
        return form
    }
}

extension Resource {
    func atVersion(_ version: Int?, _ db: Database) throws -> Self? {
        guard let version, (0...stamp.version).contains(version) else { return nil }
        guard version != stamp.version else { return self }
        // A record has no history before its first change; the trash does not change fields.
        let sql = "SELECT * FROM revision WHERE kind = ? AND recordID = ? AND version >= ? ORDER BY version, id LIMIT 1"
        guard let revision = try Revision.fetchOne(db.cachedStatement(sql: sql), arguments: [Self.name, id, version]),
            try revision.version == version || revision.act == "delete" && revision.previous(db) == nil
        else { return nil }
        var record = self
        record.stamp.version = version
        return record.unpack(try revision.packed).isEmpty ? record : nil
    }
}

extension Form {
    static let asked = ".asked"
    static let answer = ".answer"

    var questions: [String] { values.keys.filter { $0.hasSuffix(Self.asked) }.map { String($0.dropLast(Self.asked.count)) }.sorted() }

    var asks: Bool { values.keys.contains { $0.hasSuffix(Self.asked) } }

    mutating func forgetQuestions() {
        for name in questions {
            remove(name + Self.asked)
            remove(name + Self.answer)
        }
    }

    mutating func refill(_ name: String, _ kind: any FieldType, _ packed: JSON, _ context: FormContext) throws {
        // Input beside the value: typed descriptions of pictures.
        var descriptions: [String: [String]] = [:]
        for key in values.keys where key.hasPrefix(name + ".") && [".alt", ".alt.was"].contains(where: key.hasSuffix) {
            let row = key.dropFirst(name.count + 1).prefix { $0.isNumber }
            if row.isEmpty {
                descriptions[key] = values[key]
            } else if let place = packed.list?.firstIndex(where: { $0["id"]?.typed == self["\(name).\(row).id"] }) {
                descriptions["\(name).\(place)" + key.dropFirst(name.count + 1 + row.count)] = values[key]
            }
        }
        for key in values.keys where key == name || key.hasPrefix(name + ".") { remove(key) }
        kind.fill(&self, name, with: packed, context.words.language)
        try fillNames(name, kind, packed, context)
        for (key, value) in descriptions { set(key, to: value) }
    }

    /// Fields found by name are drawn with the name.
    private mutating func fillNames(_ name: String, _ kind: any FieldType, _ packed: JSON, _ context: FormContext) throws {
        switch kind {
        case let kind as ReferenceFieldType:
            guard let id = packed.number.map(Int64.init) else { return }
            self[name + ".find"] = try kind.target.titles([id], context)[id] ?? ""
        case let kind as any Composite:
            for (index, item) in (packed.list ?? []).enumerated() {
                for part in kind.parts { try fillNames("\(name).\(index).\(part.name)", part.kind, item[part.name] ?? .null, context) }
            }
        default: return
        }
    }
}
