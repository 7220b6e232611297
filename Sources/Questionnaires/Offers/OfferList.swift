import Foundation
import GRDB
import Web

struct OfferList: Sendable {
    struct Item: Sendable {
        let offer: Offer
        let title: String
        let about: String
        let isAnonymous: Bool
        let isMandatory: Bool
        let closes: Date?
        let isBegun: Bool
        let isSent: Bool
        let isOpen: Bool
    }

    let items: [Item]

    init(of student: Int64, now: Date, in language: Language? = nil, _ db: Database) throws {
        let sql = """
            SELECT offer.id, anonymous, mandatory, closes,
              offer.id IN (SELECT offer FROM filling) AS begun, offer.id IN (SELECT offer FROM receipt) AS sent
            FROM offer JOIN questionnaire ON questionnaire.id = offer.questionnaire WHERE offer.student = ?
            ORDER BY closes IS NULL, closes, questionnaire.folded, occasion
            """
        var ends: [Int64: [Int64: Date]] = [:]
        func end(_ offer: Offer) throws -> Date? {
            guard let activity = offer.activity else { return nil }
            let known = try ends[offer.questionnaire] ?? Self.ends(of: offer.questionnaire, student, db)
            ends[offer.questionnaire] = known
            return known[activity]
        }
        let offers = try Dictionary(Offer.all(of: student, db).map { ($0.id, $0) }) { $1 }
        items = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: [student]).compactMap { row -> Item? in
            guard let offer = offers[row["id"]] else { return nil }
            let item = Item(
                offer: offer, title: try Headline(offer.questionnaire, in: language, db).title,
                about: try OfferText.about(offer, in: language, db), isAnonymous: row["anonymous"],
                isMandatory: row["mandatory"], closes: [row["closes"] as Date?, try end(offer)].compactMap { $0 }.min(),
                isBegun: row["begun"], isSent: row["sent"],
                isOpen: try offer.openVersion(now: now, db) != nil)
            return item.isOpen || item.isSent ? item : nil
        }
    }

    /// When the courses of a student's campaigns end; the latest day of a course that is in several.
    private static func ends(of questionnaire: Int64, _ student: Int64, _ db: Database) throws -> [Int64: Date] {
        guard try CampaignCourse.areKnown(of: questionnaire, db) else { return [:] }
        let ends = try CampaignCourse.all(of: student, questionnaire: questionnaire, db).compactMap { course in
            course.closes.map { (course.activity, $0) }
        }
        return Dictionary(ends, uniquingKeysWith: max)
    }

    var todo: [Item] { items.filter { !$0.isSent && !$0.isBegun } }
    var begun: [Item] { items.filter { !$0.isSent && $0.isBegun } }
    var sent: [Item] { items.filter(\.isSent) }
}
