import Admin
import Foundation
import Web

extension ModerationPages {
    func drawn(_ dossier: Dossier, _ context: FormContext) -> Values {
        let (words, known, fragment) = (context.words, dossier.known, dossier.fragment)
        let place = ["position": String(fragment.depth + 1), "weight": String(fragment.weight)]
        let what: Values = [
            "title": words("stories.desk.case.title", ["story": dossier.storyTitle]), "id": String(known.id),
            "version": String(known.version), "isOpen": known.state == .open,
            "treeHref": Self.tree(of: fragment.story, at: fragment.id),
            "fragmentTitle": known.title.isEmpty ? false : known.title, "text": known.text, "photo": photo(known.photo, .large),
            "isHidden": fragment.isHidden, "isCovered": !fragment.isHidden && fragment.cover > 0,
            "place": words("stories.desk.case.place", place), "openedAt": said(known.openedAt, context),
        ]
        let around: Values = [
            "before": dossier.before.map { drawn($0, context) }, "hasBefore": !dossier.before.isEmpty,
            "after": dossier.after.map { drawn($0, context) }, "hasAfter": !dossier.after.isEmpty,
        ]
        let people: Values = [
            "reports": dossier.complaints.map { drawn($0, context) },
            "reportCount": words("stories.desk.queue.reports", count: dossier.complaints.count),
            "decisions": dossier.decisions.map { drawn($0, context) }, "hasDecisions": !dossier.decisions.isEmpty,
            "author": name(dossier.author, words), "authorHref": "/admin/stories/writers/\(dossier.author.id)",
            "record": record(dossier.record, words), "suspension": dossier.suspension.map { suspended($0, context) } ?? false,
        ]
        return what.merging(around) { $1 }.merging(people) { $1 }
    }

    private func said(_ date: Date, _ context: FormContext) -> String {
        context.words.language.saidMoment(date, now: .now, in: context.zone)
    }

    private func drawn(_ complaint: Dossier.Complaint, _ context: FormContext) -> Values {
        let report = complaint.report
        return [
            "reason": context.words("stories.reasons.\(report.reason.rawValue)"), "note": report.note.isEmpty ? false : report.note,
            "when": said(report.at, context), "who": name(complaint.writer, context.words),
            "href": "/admin/stories/writers/\(complaint.writer.id)", "accuracy": accuracy(complaint.reporter, context.words),
        ]
    }

    func drawn(_ decision: CaseDecision, _ context: FormContext) -> Values {
        [
            "id": String(decision.id), "what": sentence(decision, context.words), "who": decision.moderatorName,
            "when": said(decision.at, context), "isUndone": decision.undoneAt != nil, "mayUndo": decision.undoneAt == nil,
        ]
    }

    func drawn(_ fragment: Fragment, _ context: FormContext) -> Values {
        [
            "text": fragment.text.isEmpty ? context.words("stories.desk.photoOnly") : fragment.text,
            "photo": photo(fragment.photo, .thumb), "isHidden": fragment.isHidden, "when": said(fragment.createdAt, context),
            "treeHref": Self.tree(of: fragment.story, at: fragment.id),
        ]
    }

    func name(_ writer: Writer, _ words: Words) -> String { writer.nickname ?? words("stories.formerWriter") }

    func sentence(_ decision: CaseDecision, _ words: Words) -> String {
        let measures = [
            decision.hides ? "hides" : nil, decision.warns ? "warns" : nil, decision.suspends ? "suspends" : nil,
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
}
