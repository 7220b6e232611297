import Admin
import Foundation
import Web

extension ModerationCasePages {
    func templateValues(_ dossier: CaseDetails, _ context: FormContext) throws -> Values {
        let (words, known, fragment) = (context.words, dossier.known, dossier.fragment)
        let place = ["position": String(fragment.depth + 1), "weight": String(fragment.weight)]
        let what: Values = [
            "title": words("stories.desk.case.title", ["story": dossier.storyTitle]), "id": String(known.id),
            "version": String(known.version), "isOpen": known.state == .open,
            "treeHref": ModerationPages.tree(of: fragment.story, at: fragment.id),
            "fragmentTitle": known.title.isEmpty ? false : known.title, "text": known.text, "photo": moderation.photo(known.photo, .large),
            "hold": dossier.hold?.automatic.map { words("stories.desk.grounds.\($0.rawValue).name") } ?? false,
            "asked": known.asked.map { words("stories.desk.case.asked", ["rule": words("stories.reasons.\($0.rawValue)")]) } ?? false,
            "isHidden": fragment.isHidden, "isCovered": !fragment.isHidden && fragment.cover > 0,
            "place": words("stories.desk.case.place", place), "openedAt": moderation.formatted(known.openedAt, context),
        ]
        let around: Values = [
            "before": dossier.before.map { moderation.templateValues($0, context) }, "hasBefore": !dossier.before.isEmpty,
            "after": dossier.after.map { moderation.templateValues($0, context) }, "hasAfter": !dossier.after.isEmpty,
        ]
        let people: Values = [
            "reports": dossier.complaints.map { templateValues($0, context) },
            "reportCount": words("stories.desk.queue.reports", count: dossier.complaints.count),
            "decisions": try dossier.decisions.map { try moderation.templateValues($0, context) },
            "hasDecisions": !dossier.decisions.isEmpty,
            "author": moderation.name(dossier.author, words), "authorHref": "/admin/stories/writers/\(dossier.author.id)",
            "record": moderation.record(dossier.record, words),
            "suspension": dossier.suspension.map { moderation.suspended($0, context) } ?? false,
        ]
        return what.merging(around) { $1 }.merging(people) { $1 }
    }

    private func templateValues(_ complaint: CaseDetails.Complaint, _ context: FormContext) -> Values {
        let report = complaint.report
        return [
            "reason": context.words("stories.reasons.\(report.reason.rawValue)"), "note": report.note.isEmpty ? false : report.note,
            "when": moderation.formatted(report.at, context), "who": moderation.name(complaint.writer, context.words),
            "href": "/admin/stories/writers/\(complaint.writer.id)", "accuracy": moderation.accuracy(complaint.reporter, context.words),
        ]
    }
}
