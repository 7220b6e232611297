import Admin
import Foundation
import GRDB
import Web

extension ModerationPages {
    func name(_ writer: Writer, _ words: Words) -> String { writer.nickname ?? words("stories.formerWriter") }

    func name(of account: Int64, _ db: Database) throws -> String? {
        try String.fetchOne(db.cachedStatement(sql: "SELECT name FROM account WHERE id = ?"), arguments: [account])
    }

    func photo(_ file: String?, _ size: PictureSize) -> any Sendable {
        file.map { "/admin/stories/photos/\($0)/\(size.rawValue).webp" } ?? false
    }

    func templateValues(_ decision: CaseDecision, _ context: FormContext) throws -> Values {
        let others = try decision.undoneAt == nil ? CaseDecision.count(ofAct: decision.batch ?? decision.id, context.db) : 0
        let act: Values = [
            "first": String(decision.batch ?? decision.id), "label": context.words("stories.desk.everything.undo", count: others),
        ]
        return [
            "act": others > 1 ? act : false, "id": String(decision.id), "what": sentence(decision, context.words),
            "who": decision.moderatorName,
            "when": formatted(decision.at, context), "isUndone": decision.undoneAt != nil, "mayUndo": decision.undoneAt == nil,
        ]
    }

    func templateValues(_ fragment: Fragment, _ context: FormContext) -> Values {
        [
            "text": fragment.text.isEmpty ? context.words("stories.desk.photoOnly") : fragment.text,
            "photo": photo(fragment.photo, .thumb), "isHidden": fragment.isHidden, "when": formatted(fragment.createdAt, context),
            "treeHref": Self.tree(of: fragment.story, at: fragment.id),
        ]
    }

    func formatted(_ date: Date, _ context: FormContext) -> String {
        context.words.language.relativeMoment(date, now: .now, in: context.zone)
    }

    func sentence(_ decision: CaseDecision, _ words: Words) -> String {
        if let ground = decision.automatic {
            return words("stories.desk.did.holds", ["ground": words("stories.desk.grounds.\(ground.rawValue).name")])
        }
        let measures = [
            decision.hides ? "hides" : nil, decision.warns ? "warns" : nil, decision.suspends ? "suspends" : nil,
            decision.unvotes ? "unvotes" : nil, decision.hidesFace ? "hidesFace" : nil, decision.hidesName ? "hidesName" : nil,
            decision.message.isEmpty ? nil : "message",
        ].compactMap { $0 }
        let taken = measures.isEmpty ? ["keep"] : measures
        return taken.map { words("stories.desk.did.\($0)") }.joined(separator: ", ")
    }

    func suspended(_ suspension: Suspension, _ context: FormContext) -> String {
        guard let until = suspension.until else { return context.words("stories.desk.suspended.forGood") }
        return context.words("stories.desk.suspended.until", ["date": context.words.language.moment(until, in: context.zone)])
    }

    func record(_ record: WriterRecord, _ words: Words) -> [Values] {
        let counts: [(key: String, count: Int)] = [
            ("stories", record.stories), ("fragments", record.fragments), ("hidden", record.hidden), ("strikes", record.strikes),
            ("suspensions", record.suspensions),
            ("upheld", record.upheldAgainst), ("decided", record.decidedAgainst),
        ]
        return counts.map { ["label": words("stories.desk.record.\($0.key)"), "count": words.language.number($0.count)] }
    }

    func accuracy(_ reporter: Reporter, _ words: Words) -> String {
        let total = reporter.upheld + reporter.rejected
        guard total > 0 else { return words("stories.desk.accuracy.unknown") }
        return words(
            "stories.desk.accuracy.known", ["upheld": String(reporter.upheld), "total": String(total), "weight": String(reporter.percent)])
    }

    func reasonOptions(_ chosen: Reason?, _ words: Words) -> [Values] {
        Reason.allCases.map { reason -> Values in
            ["value": reason.rawValue, "label": words("stories.reasons.\(reason.rawValue)"), "selected": reason == chosen]
        }
    }

    func termOptions(_ chosen: String?, _ words: Words) -> [Values] {
        ["3", "7", "30", "good"].map { (term: String) -> Values in
            ["value": term, "label": words("stories.desk.terms.\(term)"), "selected": term == chosen]
        }
    }
}
