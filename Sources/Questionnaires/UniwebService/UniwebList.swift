import Admin
import Foundation
import GRDB
import Web

enum UniwebList {
    static func rows(of student: Int64, now: Date, zone: TimeZone, _ db: Database) throws -> [JSON] {
        try OfferList(of: student, now: now, db).items.map { try row($0, zone, db) }
    }

    private static func row(_ item: OfferList.Item, _ zone: TimeZone, _ db: Database) throws -> JSON {
        let offer = item.offer
        let sql = """
            SELECT questionnaire.code, context, questionnaire.note, opens, activity.closing, opening,
              course.code AS courseCode, course.name AS courseName, academicYear.name AS yearName,
              (SELECT group_concat(name, ', ') FROM (SELECT name FROM person JOIN activityTeacher ON person = person.id
                WHERE activityTeacher.activity = activity.id ORDER BY folded)) AS teachers,
              (SELECT max(number) FROM questionnaireVersion WHERE questionnaire = questionnaire.id AND state <> 'draft') AS number
            FROM questionnaire LEFT JOIN activity ON activity.id = ? LEFT JOIN course ON course.id = activity.course
            LEFT JOIN academicYear ON academicYear.id = ?
            WHERE questionnaire.id = ?
            """
        let arguments: StatementArguments = [offer.activity, offer.year, offer.questionnaire]
        guard let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: arguments) else { return .null }
        func text(_ name: String) -> JSON { (row[name] as String?).flatMap { $0.isEmpty ? nil : JSON.text($0) } ?? .null }
        func day(_ date: Date?) -> JSON { date.map { JSON.text(String(CivilTime($0, in: zone).inputValue.prefix(10))) } ?? .null }
        let begins: Date? = row["opening"] as String == Opening.closing.rawValue ? row["closing"] : row["opens"]
        let topic = Topic(rawValue: row["context"] as String) ?? .service
        return .object([
            ("QUESTIONARIO_ID", .number(Int(offer.questionnaire))), ("QUESTIONARIO_COD", text("code")),
            ("CONT_COD", .text(topic.uniwebCode)),
            ("DES", .text(item.title)), ("NOTE", text("note")), ("OFFERTA_ID", .text(offer.id)),
            ("VERSIONE", (row["number"] as Int?).map { .number($0) } ?? .null), ("AD_COD", text("courseCode")),
            ("AD_DES", text("courseName")),
            ("AA", text("yearName")), ("DOCENTE", text("teachers")), ("ANONIMO", .flag(item.isAnonymous)),
            ("OBBLIGATORIO", .flag(item.isMandatory)),
            ("STATO_COMPILAZIONE", .text(item.isSent ? "COMPILATO" : item.isBegun ? "IN_BOZZA" : "DA_COMPILARE")),
            ("DATA_INIZIO", day(begins)), ("DATA_FINE", day(item.closes)),
        ])
    }
}
