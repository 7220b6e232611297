import Accounts
import Admin
import Foundation
import GRDB
import Web

extension ModerationPages {
    func about(_ writer: Writer, _ context: FormContext) throws -> [Values] {
        let (words, db) = (context.words, context.db)
        let last = try Date.fetchOne(db, sql: "SELECT max(at) FROM signIn WHERE writer = ?", arguments: [writer.id])
        let sql = "SELECT access, count(*) FROM signIn WHERE writer = ? GROUP BY 1 ORDER BY 2 DESC"
        let ways = try Row.fetchAll(db, sql: sql, arguments: [writer.id]).map { row -> String in
            "\(row[0] as String): \(words.language.number(row[1] as Int))"
        }
        let facts: [(key: String, said: String?)] = [
            ("joined", words.language.date(writer.createdAt, in: context.zone)),
            ("country", writer.country.map { Country.name($0, words) }),
            ("language", Language(rawValue: writer.language).map { words("stories.desk.writers.languages.\($0.rawValue)") }),
            ("lastSignIn", last.map { words.language.saidMoment($0, now: .now, in: context.zone) }),
            ("signIns", ways.isEmpty ? nil : ways.joined(separator: " · ")),
        ]
        return facts.map { key, said in ["label": words("stories.desk.writers.\(key)"), "said": said ?? "–"] }
    }

    /// Returns the newest twenty with their outcomes. `condition` is SQL on `fragmentReport` and `fragment` with one argument.
    func reports(_ condition: String, _ writer: Int64, _ context: FormContext) throws -> [Values] {
        let sql = """
            SELECT fragmentReport.caseID, fragmentReport.reason, fragmentReport.at, fragmentReport.outcome, fragment.text
            FROM fragmentReport JOIN fragment ON fragment.id = fragmentReport.fragment
            WHERE \(condition) ORDER BY fragmentReport.id DESC LIMIT 20
            """
        return try Row.fetchAll(context.db, sql: sql, arguments: [writer]).map { row in
            let (id, reason, at, outcome, text): (Int64, String, Date, String?, String) = (row[0], row[1], row[2], row[3], row[4])
            return [
                "href": "\(Self.address)/\(id)", "text": text.isEmpty ? context.words("stories.desk.photoOnly") : text,
                "reason": context.words("stories.reasons.\(reason)"),
                "when": context.words.language.saidMoment(at, now: .now, in: context.zone),
                "outcome": context.words("stories.desk.outcomes.\(outcome ?? "waiting")"),
                "kind": outcome == "upheld" ? "good" : outcome == "rejected" ? "warn" : "info",
            ]
        }
    }
}
