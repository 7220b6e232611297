import Accounts
import Crypto
import Foundation
import GRDB
import Web

/// Why something cannot be sent.
enum SendingRefusal: Error, Equatable {
    /// Sent before, by another press of the button than this one, or with other answers.
    case alreadySent
    /// The time is over, or the student is not meant any more.
    case closed
    /// Another version is filled in by now.
    case outdated
    /// It names people by now, and the sender was told that it does not.
    case named
    case refused([Int64: [ReplyRefusal]])
}

/// The one way in which answers come in, from pages and from other programs.
///
/// One transaction writes the receipt and destroys the draft. What was said to an anonymous questionnaire goes into the sealed pool with it,
/// where it cannot be read; a job moves it to the other answers later (`Mixing`).
struct Sending: Sendable {
    let offer: Offer
    let replies: Replies
    /// The version that was shown.
    let version: Int64
    /// What the sender made for this one sending: sent twice, it is stored once and answered alike.
    let nonce: String
    let now: Date
    /// The zone in which the receipt's day is reckoned.
    let zone: TimeZone
    var outlines = PublishedOutlines()
    /// Whether the sender was told that nobody will know what he answered: the heading may have been changed since.
    var isToldAnonymous = false

    /// - Returns: the code of the receipt.
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
        if isAnonymous {
            try SealedPool.add(SealedAnswer(submission.answers, of: offer, version: version), db)
        } else {
            try Self.store(submission.answers, of: offer, version: version, outline, isAnonymous: false, db)
        }
        let code = try writeReceipt(hash, db)
        SentContents.note(replies, as: nonce, of: offer.id)
        try FillingDraft.discard(offer.id, db)
        return code
    }

    /// Keeps what was said and counts it.
    /// - Returns: the key under which it is kept.
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

    /// Keeps what was said, under a key that leads to no person.
    /// - Returns: that key, and the part of the results that it is in.
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

    /// `R-2026-x7Kq09bTzA`: random, so that it says nothing beyond the year.
    static func freshCode(year: Int) -> String {
        "R-\(year)-" + Token().text.utf8.filter { $0 != 0x2D && $0 != 0x5F }.prefix(10).map { String(UnicodeScalar($0)) }.joined()
    }
}
