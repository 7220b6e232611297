import Accounts
import Foundation
import GRDB
import Hummingbird
import Web

struct DesignAct {
    private let verb: String
    private let arguments: [String]
    private let edition: Int
    private let text: String
    private let form: Form

    struct Outcome: Sendable {
        var id: Int64?
        /// The place where the designer goes on typing questions.
        var typing: Int64?
        /// Nil for acts that change the state of the version.
        var undo: DesignUndo?
        var removed: Int?
    }

    init(_ form: Form) {
        let parts = form["act"].split(separator: ".").map(String.init)
        (verb, arguments, edition) = (parts.first ?? "", Array(parts.dropFirst()), form.number("edition", in: .versions) ?? 0)
        text = form.exact("text").replacing("\r\n", with: "\n")
        self.form = form
    }

    /// Where questions were typed; 0 for an empty structure.
    var typedPlace: Int64? { verb == "lines" ? id : nil }

    private var id: Int64 { arguments.last.flatMap { Int64(recordID: $0) } ?? 0 }

    /// - Throws: `VersionRefusal`, or not found for an unknown act.
    func perform(on heading: DesignHeading, by actor: Actor, _ db: Database) throws -> Outcome {
        switch verb {
        case "begin": _ = try QuestionnaireVersion.beginDraft(of: heading.id, now: .now, db)
        case "activate":
            // Publishing checks the edition that the designer saw, because a published version cannot be changed.
            let draft = try draft(heading, db)
            guard draft.edition == edition else { throw VersionRefusal.changedMeanwhile }
            try draft.activate(heading.check, now: .now, db)
        case "close": try active(heading, db).close(now: .now, db)
        case "withdraw": try active(heading, db).withdraw(db)
        case "trial": try DesignTrial.begin(draft(heading, db).id, db)
        case "endTrial": try DesignTrial.end(draft(heading, db).id, db)
        default: return try change(heading, by: actor, db)
        }
        try audit(heading, actor, db)
        return Outcome()
    }

    private func change(_ heading: DesignHeading, by actor: Actor, _ db: Database) throws -> Outcome {
        if verb == "lines", try QuestionnaireVersion.all(of: heading.id, db).isEmpty {
            _ = try QuestionnaireVersion.beginDraft(of: heading.id, now: .now, db)
        }
        let draft = try draft(heading, db)
        // What is added changes nothing of another person's.
        guard draft.edition == edition || ["add", "insert", "lines"].contains(verb) else { throw VersionRefusal.changedMeanwhile }
        let before = try StructureStore.read(draft.id, db)
        let after: Structure
        switch verb {
        case "back", "forth":
            guard try verb == "back" ? DesignStep.undo(draft, db) : DesignStep.redo(draft, db) else { return Outcome() }
            try audit(heading, actor, db)
            return Outcome()
        case "lines":
            guard let lines = QuestionLines(form.exact("lines"), at: id == 0 ? nil : id, in: before) else {
                throw VersionRefusal.changedMeanwhile
            }
            guard lines.structure.excesses.isEmpty else { throw VersionRefusal.tooLong }
            after = lines.structure
        case "move":
            guard let destination = Structure.Destination(form["place"]), let moved = before.placing(id, at: destination) else {
                throw VersionRefusal.noPlace
            }
            after = moved
        case "add":
            guard let kind = arguments.first.flatMap(ElementKind.init(rawValue:)),
                let added = before.adding(kind, to: kind == .page ? nil : id)
            else {
                if draft.edition != edition { throw VersionRefusal.changedMeanwhile }
                throw HTTPError(.notFound)
            }
            after = added.structure
        case "insert":
            guard let inserted = before.inserting(behind: id) else { throw VersionRefusal.noPlace }
            after = inserted
        case "up": after = before.moving(id, down: false)
        case "down": after = before.moving(id, down: true)
        case "copy": after = before.duplicating(id)
        case "delete": after = before.removing(id)
        case "undo": after = StructureReader(text).structure.adopting(before)
        default: throw HTTPError(.notFound)
        }
        guard !after.isTooLarge else { throw VersionRefusal.tooLarge }
        try draft.save(after.coded, db)
        try audit(heading, actor, db)
        let known = Set(StructureOutline(before).places.map(\.id))
        let now = try StructureStore.read(draft.id, db)
        if verb == "lines" { return Outcome(typing: typing(before, now)) }
        var outcome = Outcome(id: StructureOutline(now).places.first { !known.contains($0.id) }?.id ?? (now.spot(id) == nil ? nil : id))
        outcome.undo = DesignUndo(heading, before: before, edition: draft.edition)
        if verb == "delete" { outcome.removed = before.questions.count - now.questions.count }
        return outcome
    }

    /// A page or paragraph that was typed last goes on; else behind a question the last one that was typed, or the end of the paragraph.
    private func typing(_ before: Structure, _ now: Structure) -> Int64? {
        let paragraphs = Set(before.paragraphs.map(\.id))
        if let newest = now.paragraphs.last(where: { !paragraphs.contains($0.id) })?.id { return newest }
        let known = Set(before.questions.map(\.id))
        guard let last = now.questions.last(where: { !known.contains($0.id) })?.id else { return id == 0 ? nil : id }
        if case .question? = before.spot(id) { return last }
        return now.paragraphs.first { $0.questions.contains { $0.id == last } }?.id
    }

    private func draft(_ heading: DesignHeading, _ db: Database) throws -> QuestionnaireVersion {
        guard let draft = try QuestionnaireVersion.draft(of: heading.id, db) else { throw VersionRefusal.isNotDraft }
        return draft
    }

    private func active(_ heading: DesignHeading, _ db: Database) throws -> QuestionnaireVersion {
        guard let active = try QuestionnaireVersion.active(of: heading.id, db) else { throw VersionRefusal.isNotActive }
        return active
    }

    /// A change of the tree is logged as one act; a change of the version's state has its own log text.
    private func audit(_ heading: DesignHeading, _ actor: Actor, _ db: Database) throws {
        let object = (kind: Questionnaire.name, id: heading.id, title: heading.title)
        let act = ["begin", "activate", "close", "withdraw", "trial", "endTrial"].contains(verb) ? verb : "update"
        try AuditEntry.write(db, "\(Questionnaire.name).\(act)", by: actor, on: object)
    }
}
