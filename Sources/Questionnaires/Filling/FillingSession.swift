import Foundation
import GRDB
import Web

/// One student at one questionnaire: what he was offered, what it asks, and what he has replied so far.
struct FillingSession: Sendable {
    let offer: Offer
    let outline: StructureOutline
    var draft: FillingDraft
    let hasDraft: Bool
    /// Whether what he had begun was carried over from an older version.
    let isCarried: Bool
    /// Whether what they had begun was sealed with a key that the site was restored without.
    let isLost: Bool
    let title: String
    let note: String
    let isAnonymous: Bool
    /// Whether everybody will read the figures of each course.
    let isOpen: Bool

    /// - Parameters:
    ///   - language: the reader's; nil for programs, which get the original.
    ///   - outlines: where those are kept for which many ask.
    /// - Returns: nil when the offer is not his, or can no longer be filled in.
    static func find(
        _ id: String, of student: Int64, now: Date, in language: Language? = nil, _ outlines: PublishedOutlines, _ db: Database
    ) throws -> FillingSession? {
        guard let offer = try Offer.find(id, of: student, db), try !isSent(id, db), let version = try offer.openVersion(now: now, db)
        else { return nil }
        let outline = try outlines.read(version, in: language, db)
        guard let first = outline.structure.pages.first else { return nil }
        let headline = try Headline(offer.questionnaire, in: language, db)
        var draft = FillingDraft(offer: id, version: version, replies: Replies(), page: first.id)
        let stored = try FillingDraft.find(id, db)
        if let stored, stored.version == version {
            draft = stored
        } else if let stored {
            draft.replies = stored.replies.carried(from: try StructureStore.read(stored.version, db), to: outline.structure)
        }
        return FillingSession(
            offer: offer, outline: outline, draft: draft, hasDraft: stored != nil,
            isCarried: stored.map { $0.version != version } ?? false, isLost: try stored == nil && FillingDraft.isLost(id, db),
            title: headline.title, note: headline.note,
            isAnonymous: try Questionnaire.isAnonymous(offer.questionnaire, db),
            isOpen: try Questionnaire.hasOpenResults(offer.questionnaire, db))
    }

    static func isSent(_ offer: String, _ db: Database) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM receipt WHERE offer = ?)"
        return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [offer]) ?? false
    }

    var walk: Navigation { Navigation(outline, draft.replies) }
    var address: String { "/questionnaires/offers/\(offer.id)" }
    /// Where a page is filled in, or a question by itself: they share one space of ids.
    func address(of place: Int64) -> String { "\(address)/\(outline.questions[place] == nil ? "pages" : "questions")/\(place)" }

    /// Whether one question after the other is asked: then what he was on last is a question.
    var isOneByOne: Bool { outline.questions[draft.page] != nil }

    /// Where he goes on, in the way that he has chosen.
    var current: String { isOneByOne ? easy : address(of: walk.nearest(to: draft.page) ?? outline.structure.pages.first?.id ?? 0) }

    /// Where he goes on with one question at a time.
    var easy: String { walk.nearestQuestion(to: draft.page).map { address(of: $0) } ?? address }

    /// The version that has been replaced since and had such a page or question; nil when none had.
    func older(_ place: Int64, _ db: Database) throws -> Int64? {
        let sql = """
            SELECT element.version FROM element JOIN questionnaireVersion ON questionnaireVersion.id = element.version
            WHERE element.id = ? AND questionnaire = ? AND state = 'closed'
            """
        return try Int64.fetchOne(db, sql: sql, arguments: [place, offer.questionnaire])
    }

    /// Takes over what was typed on a page, or at a question, of a version that has been replaced since, where the questions are the same.
    /// - Returns: where its writer goes on; nil when no older version had such a place.
    mutating func takeOver(_ form: Form, at place: Int64, _ db: Database) throws -> String? {
        guard let version = try older(place, db) else { return nil }
        var old = Navigation(StructureOutline(try StructureStore.read(version, db)))
        if let page = old.outline.structure.pages.first(where: { $0.id == place }) {
            old.take(form, on: page)
        } else if let question = old.outline.questions[place] {
            old.reply(Reply(form, question), to: place)
        } else {
            return nil
        }
        let carried = old.replies.carried(from: old.outline.structure, to: outline.structure).all
        for (question, reply) in carried { draft.replies[question] = reply }
        // He goes on where he was, in the way that he has chosen.
        if let first = outline.structure.questions.first(where: { carried[$0.id] != nil })?.id {
            draft.page = old.outline.questions[place] == nil ? outline.place(first)?.page ?? draft.page : first
        }
        try draft.save(now: .now, db)
        return current
    }

    /// Where a question is changed.
    func address(ofQuestion id: Int64) -> String {
        isOneByOne ? address(of: id) : address(of: outline.place(id)?.page ?? 0) + "#q-\(id)"
    }
}
