import Accounts
import Admin
import Foundation
import GRDB
import Web

extension ModerationPages {
    /// Sends mail with links to decision and appeal, because a suspended writer cannot sign in and read notices.
    func notifySuspended(_ decision: CaseDecision, at now: Date, _ db: Database) throws {
        guard decision.suspends, let writer = try Writer.find(decision.writer, db) else { return }
        let words = words(of: writer)
        try mail(
            "suspended", to: writer,
            [
                "reason": decision.reason.map { words("stories.reasons.\($0.rawValue)") } ?? "",
                "link": admin.mailOrigin(db) + AppealLink.make(for: decision.id, at: now, db),
            ], at: now, db)
    }

    /// Puts the rule's ready-made sentence before the moderator's words, in the author's language; only for hidden fragments.
    func withReadySentence(_ measures: Sanctions, _ asked: SanctionsForm, to author: Int64?, _ db: Database) throws -> Sanctions {
        guard asked.isReady, measures.hides, let reason = measures.reason, let writer = try author.flatMap({ try Writer.find($0, db) })
        else { return measures }
        var told = measures
        let sentences = [words(of: writer)("stories.templates.\(reason.rawValue)"), measures.message]
        told.message = sentences.filter { !$0.isEmpty }.joined(separator: " ")
        return told
    }

    func tellAppealed(_ decision: CaseDecision, upheld: Bool, at now: Date, _ db: Database) throws {
        guard decision.suspends, let writer = try Writer.find(decision.writer, db) else { return }
        let link = try admin.mailOrigin(db) + AppealLink.make(for: decision.id, at: now, db)
        try mail(upheld ? "appealUpheld" : "appealRefused", to: writer, ["link": link], at: now, db)
    }

    private func mail(_ key: String, to writer: Writer, _ values: [String: String], at now: Date, _ db: Database) throws {
        guard let email = writer.email else { return }
        let words = words(of: writer)
        try Mail.enqueue(
            to: email, writer: writer.id, subject: words("stories.mail.\(key).subject"),
            body: words("stories.mail.\(key).body", values.merging(["name": writer.firstName]) { $1 }), at: now, db)
        try Jobs.enqueue(db, Outbox.kind, by: .system("moderation"))
    }

    func words(of caller: Caller) -> Words { pages.templates.words(in: caller.language) }

    func words(of writer: Int64, _ db: Database) throws -> Words {
        try Writer.find(writer, db).map { words(of: $0) } ?? pages.templates.words(in: admin.site.language)
    }

    private func words(of writer: Writer) -> Words { pages.templates.words(in: Language(rawValue: writer.language) ?? .english) }
}
