import Admin
import Foundation
import GRDB

/// What the list says of each questionnaire: its state, since when, and how many have answered.
enum QuestionnaireState {
    static func marks(of ids: [Int64], _ context: FormContext) throws -> [Int64: [String]] {
        let words = context.words
        var marks: [Int64: [String]] = [:]
        for id in ids {
            let versions = try QuestionnaireVersion.all(of: id, context.db)
            let active = versions.first { $0.state == .active }
            let newest = active ?? versions.first
            var state = words("questionnaires.list.states.\(newest?.state.rawValue ?? "none")")
            if active != nil, versions.contains(where: { $0.state == .draft }) { state = words("questionnaires.list.begun") }
            marks[id] = [state]
            guard let newest, newest.state != .draft else { continue }
            let day = newest.closedAt ?? newest.activatedAt
            let key = newest.closedAt == nil ? "since" : "until"
            if let day { marks[id]?[0] += " " + words("questionnaires.list.\(key)", ["day": words.language.date(day, in: context.zone)]) }
            let sent = try versions.reduce(0) { try $0 + $1.compilations(context.db) }
            marks[id]?.append(words("questionnaires.list.sent", count: sent))
        }
        return marks
    }
}
