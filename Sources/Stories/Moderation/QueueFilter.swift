import Admin
import Foundation
import GRDB
import Web

struct QueueFilter: Equatable, Sendable {
    enum Part: String, CaseIterable, Sendable {
        case kind, reason, age, claim, weight

        var choices: [String] {
            switch self {
            case .kind: ["text", "photo"]
            case .reason: Reason.allCases.map(\.rawValue)
            case .age: ["day", "week", "older"]
            case .claim: ["nobody", "me", "others"]
            case .weight: ["severe", "high", "middle", "low"]
            }
        }

        /// The condition for a choice; a case may have several reasons. `choice` is an SQL argument or one of `choices`.
        fileprivate func condition(_ choice: String) -> String {
            switch self {
            case .kind: "CASE WHEN photo IS NULL THEN 'text' ELSE 'photo' END = \(choice)"
            case .reason: "EXISTS (SELECT 1 FROM fragmentReport WHERE caseID = moderationCase.id AND reason = \(choice))"
            case .age: "CASE WHEN openedAt > :day THEN 'day' WHEN openedAt > :week THEN 'week' ELSE 'older' END = \(choice)"
            case .claim:
                "CASE WHEN claimant IS NULL OR claimedUntil <= :now THEN 'nobody' WHEN claimant = :me THEN 'me' ELSE 'others' END = \(choice)"
            case .weight:
                """
                CASE WHEN isSevere = 1 THEN 'severe' WHEN urgency * reach >= \(Weight.leastHigh) THEN 'high'
                WHEN urgency * reach >= \(Weight.leastMiddle) THEN 'middle' ELSE 'low' END = \(choice)
                """
            }
        }
    }

    enum Weight: String {
        case severe, high, middle, low

        // One report of a plain insult on a fragment with few readers is in the middle.
        fileprivate static let (leastHigh, leastMiddle) = (12, 2)

        var badge: String {
            switch self {
            case .severe, .high: "bad"
            case .middle: "warn"
            case .low: "info"
            }
        }

        init(_ known: ModerationCase) {
            let weight = known.urgency * known.reach
            self = known.isSevere ? .severe : weight >= Double(Self.leastHigh) ? .high : weight >= Double(Self.leastMiddle) ? .middle : .low
        }
    }

    let chosen: [Part: String]

    static let everything = QueueFilter(Form())

    init(_ query: Form) {
        let pairs = Part.allCases.map { ($0, query[$0.rawValue]) }
        chosen = Dictionary(uniqueKeysWithValues: pairs.filter { part, value in part.choices.contains(value) })
    }

    var pairs: [(name: String, value: String)] { Part.allCases.compactMap { part in chosen[part].map { (part.rawValue, $0) } } }

    var sql: String { conditions(except: nil) }

    private func conditions(except left: Part?) -> String {
        Part.allCases.filter { $0 != left && chosen[$0] != nil }.map { " AND " + $0.condition(":\($0.rawValue)") }.joined()
    }

    /// All arguments that the SQL may name; unused ones do no harm.
    func arguments(in sql: String, me: Int64?, at now: Date, after: Int64? = nil) -> StatementArguments {
        var values: [String: (any DatabaseValueConvertible)?] = [
            "now": now, "me": me, "day": now - 86_400, "week": now - 7 * 86_400, "after": after,
        ]
        for (part, value) in chosen { values[part.rawValue] = value }
        return StatementArguments(values.filter { sql.contains(":\($0.key)") })
    }

    func counts(state: ModerationCase.State, me: Int64?, at now: Date, _ db: Database) throws -> [Part: [String: Int]] {
        var counts: [Part: [String: Int]] = [.reason: try reasonCounts(state, me, now, db)]
        let parts = Part.allCases.filter { $0 != .reason }
        // One query over all cases, because there may be thousands.
        let columns = parts.flatMap { part in
            part.choices.map { "count(*) FILTER (WHERE \(part.condition("'\($0)'"))\(conditions(except: part)))" }
        }
        let sql = "SELECT \(columns.joined(separator: ", ")) FROM moderationCase WHERE state = '\(state.rawValue)'"
        let row = try Row.fetchOne(db.cachedStatement(sql: sql), arguments: arguments(in: sql, me: me, at: now))!
        var column = 0
        for part in parts {
            for choice in part.choices {
                counts[part, default: [:]][choice] = row[column]
                column += 1
            }
        }
        return counts
    }

    private func reasonCounts(_ state: ModerationCase.State, _ me: Int64?, _ now: Date, _ db: Database) throws -> [String: Int] {
        let sql = """
            SELECT reason, count(DISTINCT caseID) AS cases FROM moderationCase JOIN fragmentReport ON caseID = moderationCase.id
            WHERE state = '\(state.rawValue)'\(conditions(except: .reason)) GROUP BY reason
            """
        let rows = try Row.fetchAll(db.cachedStatement(sql: sql), arguments: arguments(in: sql, me: me, at: now))
        return Dictionary(uniqueKeysWithValues: rows.map { ($0["reason"], $0["cases"]) })
    }
}
