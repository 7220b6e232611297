import Foundation
import GRDB
import Web

struct FillingSession: Sendable {
    let offer: Offer
    let outline: StructureOutline
    var draft: FillingDraft
    let hasDraft: Bool
    let isCarried: Bool
    /// Whether the draft was lost: the site was restored without its key.
    let isLost: Bool
    let title: String
    /// Whether its title or note is the original for lack of a translation.
    let isTitleOriginal: Bool
    let note: String
    let isAnonymous: Bool
    let isOpen: Bool

    /// `language` nil is the original, for programs. Nil for another student's offer or one that can no longer be filled in.
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
            title: headline.title, isTitleOriginal: headline.isOriginal, note: headline.note,
            isAnonymous: try Questionnaire.isAnonymous(offer.questionnaire, db),
            isOpen: try Questionnaire.hasOpenResults(offer.questionnaire, db))
    }

    static func isSent(_ offer: String, _ db: Database) throws -> Bool {
        let sql = "SELECT EXISTS (SELECT 1 FROM receipt WHERE offer = ?)"
        return try Bool.fetchOne(db.cachedStatement(sql: sql), arguments: [offer]) ?? false
    }

    var navigation: Navigation { Navigation(outline, draft.replies) }
    var address: String { "/questionnaires/offers/\(offer.id)" }
    func address(of place: Int64) -> String { "\(address)/\(outline.questions[place] == nil ? "pages" : "questions")/\(place)" }

    /// Whether the student chose one question at a time: the last place is then a question.
    var isOneByOne: Bool { outline.questions[draft.page] != nil }

    var current: String { isOneByOne ? easy : address(of: navigation.nearest(to: draft.page) ?? outline.structure.pages.first?.id ?? 0) }

    var easy: String { navigation.nearestQuestion(to: draft.page).map { address(of: $0) } ?? address }

    func older(_ place: Int64, _ db: Database) throws -> Int64? {
        let sql = """
            SELECT element.version FROM element JOIN questionnaireVersion ON questionnaireVersion.id = element.version
            WHERE element.id = ? AND questionnaire = ? AND state = 'closed'
            """
        return try Int64.fetchOne(db, sql: sql, arguments: [place, offer.questionnaire])
    }

    /// Carries over input from a replaced version where questions match. Returns the next place; nil without an older place.
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
        if let first = outline.structure.questions.first(where: { carried[$0.id] != nil })?.id {
            draft.page = old.outline.questions[place] == nil ? outline.place(first)?.page ?? draft.page : first
        }
        try draft.save(now: .now, db)
        return current
    }

    func address(ofQuestion id: Int64) -> String {
        isOneByOne ? address(of: id) : address(of: outline.place(id)?.page ?? 0) + "#q-\(id)"
    }
}
