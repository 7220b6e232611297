import Foundation
import GRDB
import Web

extension AdminContext {
    func progress<R: Resource>(of file: ImportFile, for type: R.Type, _ context: FormContext) throws -> Values {
        let words = context.words
        let isUnderway = file.state == .working
        let address = "\(R.address)/imports/\(file.id ?? 0)"
        let act = try file.actID.flatMap { try UndoableOperation.fetchOne(context.db, key: $0) }
        let heading = words("files.job", ["file": file.name])
        let far = isUnderway ? try file.job(context.db).flatMap { underway[$0] } : nil
        let number = words.language.number
        let shown: any Sendable =
            far.map { far -> Values in
                let text = words("files.progress", ["done": number(far.done), "total": number(far.total)])
                return ["done": String(far.done), "total": String(max(far.total, 1)), "text": text]
            } ?? false
        let state = isUnderway ? "waiting" : act?.undoneAt == nil ? "done" : "undone"
        let mayUndo = !isUnderway && act != nil && act?.undoneAt == nil
        return [
            "title": heading, "heading": heading, "isUnderway": isUnderway, "poll": isUnderway ? address : false,
            "far": shown, "state": words("lists.progress.states.\(state)"),
            "result": isUnderway ? false : (file.outcome ?? ImportCounts()).result(words),
            "undoAction": mayUndo ? R.address + "/bulk/undoing" : false,
            "act": String(file.actID ?? 0), "undoLabel": words("lists.undo.all"), "refreshHref": address, "listHref": R.address,
            "listLabel": R.named(words, "many"), "breadcrumbs": R.importCrumbs(words),
        ]
    }
}

extension ImportCounts {
    func result(_ words: Words) -> String {
        let parts = [("new", new), ("changed", changed), ("refused", refused)].filter { $0.1 > 0 }
        return words("files.done", ["what": parts.map { words("files.counts.\($0.0)", count: $0.1) }.joined(separator: ", ")])
    }
}
