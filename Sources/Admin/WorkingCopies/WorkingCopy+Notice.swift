import Foundation
import GRDB
import Web

extension WorkingCopy {
    func notice<R: Resource>(_ record: R, _ context: FormContext) throws -> any Sendable {
        let draft = try record.id.flatMap { try Draft.find(R.name, $0, context.db) }
        let states = try FormStates(record, typed, isDraft: draft != nil, context.db)
        let fields = try states.over.typedDifferences(from: states.base, typed, context)
        guard !fields.isEmpty else { return false }
        let words = context.words
        let address = R.address + "/" + (record.id.map(String.init) ?? "new")
        let when = words.language.relativeMoment(at, now: .now, in: context.zone)
        return [
            "text": words("history.copy.left", ["when": when], count: fields.count), "fields": fields,
            "changed": isOutdated(record, draft) ? words("history.copy.changed") : false,
            "openHref": address + "?working-copy=open", "removeAction": address + "/working-copy/removal",
            "scope": record.stamp.scopeID.map(String.init) ?? "",
        ] as Values
    }

    private func isOutdated(_ record: some Resource, _ draft: Draft?) -> Bool {
        record.id != nil && version != draft?.version ?? record.stamp.version
    }

    func openedNotice<R: Resource>(_ record: R, version shown: String?, _ context: FormContext) -> Values {
        let words = context.words
        let when = words.language.relativeMoment(at, now: .now, in: context.zone)
        let isOutdated = shown.map { $0 != String(version) } ?? false
        var values: Values = [
            "dirty": true,
            "openedCopy": [
                "text": words("history.copy.opened", ["when": when]), "changed": isOutdated ? words("history.copy.changed") : false,
                "removeAction": "\(R.address)/\(record.id.map(String.init) ?? "new")/working-copy/removal",
                "scope": record.stamp.scopeID.map(String.init) ?? "",
            ] as Values,
        ]
        if version > 0 { values["version"] = String(version) }
        let edition = typed["edition"]
        if !edition.isEmpty { values["edition"] = edition }
        return values
    }
}

extension FormPlace {
    init<R: Resource>(of record: R) {
        self.init(kind: R.name, recordID: record.id ?? 0, scopeID: record.id == nil ? record.stamp.scopeID ?? 0 : 0)
    }
}
