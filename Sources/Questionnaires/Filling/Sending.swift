import Accounts
import Crypto
import Foundation
import GRDB
import Web

enum SendingRefusal: Error, Equatable {
    /// Already sent with another nonce or with other answers.
    case alreadySent
    case closed
    case outdated
    /// The questionnaire identifies people now, but the sender was told that it does not.
    case named
    case refused([Int64: [ReplyRefusal]])
}

/// Stores sent answers, the receipt and the end of the draft in one transaction; anonymous answers go into the pool (`Mixing`).
struct Sending: Sendable {
    let offer: Offer
    let replies: Replies
    let version: Int64
    /// Made by the sender for one sending: a repeat is stored once and gets the same response.
    let nonce: String
    let now: Date
    let zone: TimeZone
    var outlines = PublishedOutlines()
    /// Whether the sender was told that the answers are anonymous: the heading may have changed since.
    var isToldAnonymous = false

    func send(_ db: Database) throws -> String {
        let hash = Data(SHA256.hash(data: Data(nonce.utf8)))
        let known = try db.cachedStatement(sql: "SELECT code, nonceHash FROM receipt WHERE offer = ?")
        if let row = try Row.fetchOne(known, arguments: [offer.id]) {
            guard row["nonceHash"] as Data == hash, SentContents.isSame(replies, as: nonce, of: offer.id) else {
                throw SendingRefusal.alreadySent
            }
            return row["code"]
        }
        guard let open = try offer.openVersion(now: now, db) else { throw SendingRefusal.closed }
        guard open == version else { throw SendingRefusal.outdated }
        let isAnonymous = try Questionnaire.isAnonymous(offer.questionnaire, db)
        guard isAnonymous || !isToldAnonymous else { throw SendingRefusal.named }
        let outline = try outlines.read(version, db)
        let submission = Submission(Navigation(outline, replies))
        guard submission.isAcceptable else { throw SendingRefusal.refused(submission.refusals) }
        let files = submission.answers.filter { outline.answers[$0.answer]?.format == .file }
        let references = files.compactMap { $0.value.flatMap { FileReference($0) } }
        let lost = try files.filter { file in
            guard !isAnonymous, let reference = file.value.flatMap({ FileReference($0) }) else { return true }
            return try !AnswerFile.isThere(reference, of: offer.id, db)
        }
        guard lost.isEmpty else {
            throw SendingRefusal.refused(Dictionary(lost.map { ($0.question, [ReplyRefusal.notAFile]) }) { first, _ in first })
        }
        if isAnonymous {
            try SealedPool.add(SealedAnswer(submission.answers, of: offer, version: version), db)
        } else {
            let key = try Self.store(submission.answers, of: offer, version: version, outline, isAnonymous: false, db)
            try AnswerFile.send(references, of: offer.id, in: key, db)
        }
        let code = try writeReceipt(hash, db)
        SentContents.note(replies, as: nonce, of: offer.id)
        try FillingDraft.discard(offer.id, db)
        return code
    }

    @discardableResult
    static func store(
        _ answers: [GivenAnswer], of offer: Offer, version: Int64, _ outline: StructureOutline, isAnonymous: Bool, _ db: Database
    ) throws -> String {
        let kept = try keep(answers, of: offer, version: version, outline, isAnonymous: isAnonymous, db)
        var counts = ResultCounts(outline)
        counts.add(answers, at: kept.place)
        try counts.write(of: version, db)
        return kept.key
    }

    /// Stores the answers under a key that leads to no person. Returns the key and the part of the results.
    static func keep(
        _ answers: [GivenAnswer], of offer: Offer, version: Int64, _ outline: StructureOutline, isAnonymous: Bool, _ db: Database
    ) throws -> (key: String, place: String) {
        let (id, tags) = (Token().text, try OfferTags(offer, isAnonymous: isAnonymous, db).all)
        let place = ResultPlace.text(ResultPlace.path(of: tags, answers, isAnonymous: isAnonymous, outline))
        try db.cachedStatement(sql: "INSERT INTO compilation (id, questionnaire, version, student, place) VALUES (?, ?, ?, ?, ?)")
            .execute(arguments: [id, offer.questionnaire, version, isAnonymous ? nil : offer.student, place])
        let insert = try db.cachedStatement(
            sql: "INSERT INTO compilationAnswer (compilation, question, answer, value) VALUES (?, ?, ?, ?)")
        for given in answers { try insert.execute(arguments: [id, given.question, given.answer, given.value]) }
        let label = try db.cachedStatement(sql: "INSERT OR IGNORE INTO compilationTag (compilation, tag, value) VALUES (?, ?, ?)")
        for (tag, value) in tags { try label.execute(arguments: [id, tag.rawValue, value]) }
        return (id, place)
    }

    private func writeReceipt(_ hash: Data, _ db: Database) throws -> String {
        let civil = CivilTime(now, in: zone)
        let day = Day(year: civil.year, month: civil.month, day: civil.day)?.text ?? "0001-01-01"
        let code = Self.freshCode(year: civil.year)
        try db.cachedStatement(sql: "INSERT INTO receipt (offer, code, day, nonceHash) VALUES (?, ?, ?, ?)")
            .execute(arguments: [offer.id, code, day, hash])
        return code
    }

    /// `R-2026-x7Kq09bTzA`: random, so that it reveals only the year.
    static func freshCode(year: Int) -> String {
        "R-\(year)-" + Token().text.utf8.filter { $0 != 0x2D && $0 != 0x5F }.prefix(10).map { String(UnicodeScalar($0)) }.joined()
    }
}
